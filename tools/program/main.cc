#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "pipeline/io/process.h"
#include "tools/program/command.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

int run(int argc, char** argv) {
  CLI::App app("Packs the costumes of SCUMM adventure games into one archive, and reads it.",
               "wardrobe");
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  app.footer(
      "Example:\n"
      "  wardrobe sample -o sample && wardrobe pack sample/v6 -o sample.wardrobe\n"
      "  wardrobe list sample.wardrobe costumes\n"
      "Exit status: 0 fine; 1 finished, and the answer is no; 2 trouble.");
  int status = kFine;
  add_pack_command(app, status);
  add_info_command(app, status);
  add_list_command(app, status);
  add_verify_command(app, status);
  add_replay_command(app, status);
  add_diff_command(app, status);
  add_sample_command(app, status);
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  const bool known =
      argc < 2 || argv[1][0] == '-' || std::ranges::any_of(commands, [&](const CLI::App* command) {
        return command->get_name() == argv[1];
      });
  if (!known) {
    return fail(std::string("there is no command ") + argv[1] + " (see --help)");
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    return fail(std::string(error.what()) + " (see --help)");
  }
  return status;
}

}  // namespace
}  // namespace wardrobe

int main(int argc, char** argv) {
  wardrobe::prepare_process();
  int status = wardrobe::kTrouble;
  try {
    status = wardrobe::run(argc, argv);
  } catch (const std::bad_alloc&) {
    status = wardrobe::fail("out of memory");
  } catch (const std::exception& error) {
    status = wardrobe::fail(error.what());
  }
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
    return wardrobe::fail("cannot write to the standard output");
  }
  return status;
}
