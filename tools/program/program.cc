#include "tools/program/program.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <string>
#include <thread>

#include "pipeline/io/process.h"
#include "tools/program/command.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

/// What to say of an option that does not exist. CLI11 reports missing arguments first.
std::optional<std::string> unknown_option(const CLI::App& app) {
  for (const std::string& argument : app.remaining(true)) {
    if (argument.starts_with('-')) return "there is no option " + argument;
  }
  return std::nullopt;
}

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
  app.set_version_flag("--version", "wardrobe " WARDROBE_VERSION, "Print the version and exit");
  int status = kFine;
  add_pack_command(app, status);
  add_info_command(app, status);
  add_list_command(app, status);
  add_verify_command(app, status);
  add_replay_command(app, status);
  add_export_command(app, status);
  add_diff_command(app, status);
  add_apply_command(app, status);
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
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::RequiredError& error) {
    return fail(unknown_option(app).value_or(error.what()) + " (see --help)");
  } catch (const CLI::ParseError& error) {
    return fail(std::string(error.what()) + " (see --help)");
  }
  return status;
}

/// Ends the process where memory runs out. An exception would not always reach main: destructors of
/// JSON values allocate.
[[noreturn]] void out_of_memory() {
  static std::atomic_flag reported;
  while (reported.test_and_set()) {  // by another thread, which ends the process
    std::this_thread::yield();
  }
  std::fputs("wardrobe: out of memory\n", stderr);
  std::_Exit(kTrouble);
}

int run_caught(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::exception& error) {
    // fmt throws when it cannot print, which finish() reports.
    return std::ferror(stdout) != 0 ? kFine : fail(error.what());
  }
}

/// The exit status, after what was printed has been written. Only one line of trouble is printed.
int finish(int status) {
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written || status == kTrouble) return status;
  return fail("cannot write to the standard output");
}

}  // namespace

int run_program(int argc, char** argv) {
  prepare_process();
  std::set_new_handler(out_of_memory);
  return finish(run_caught(argc, argv));
}

}  // namespace wardrobe
