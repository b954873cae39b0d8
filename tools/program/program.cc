#include "tools/program/program.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/io/process.h"
#include "tools/program/command.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

struct Command {
  std::string_view name;
  void (*add)(CLI::App& app, int& status);
};

constexpr Command kCommands[] = {
    {"pack", add_pack_command},     {"info", add_info_command},
    {"list", add_list_command},     {"verify", add_verify_command},
    {"replay", add_replay_command}, {"export", add_export_command},
    {"diff", add_diff_command},     {"apply", add_apply_command},
    {"sample", add_sample_command}, {"conform", add_conform_command},
};

/// The message about unknown options and unexpected arguments; nullopt if there are none. CLI11
/// would report missing arguments first, and does not distinguish these two.
std::optional<std::string> unexpected(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining(true);
  const auto option = std::ranges::find_if(
      rest, [](const std::string& argument) { return argument.starts_with('-'); });
  if (option != rest.end()) return "there is no option " + *option;
  if (!rest.empty()) return rest[0] + ": unexpected argument";
  return std::nullopt;
}

/// The arguments of main(), with `help [COMMAND]` and `version` replaced by the options that do the
/// same.
std::vector<const char*> arguments_of(int argc, char** argv) {
  std::vector<const char*> arguments(argv, argv + argc);
  if (argc < 2) return arguments;
  const std::string_view first = argv[1];
  if (first == "version") arguments[1] = "--version";
  if (first == "help") {
    arguments.erase(arguments.begin() + 1);
    arguments.push_back("--help");
  }
  return arguments;
}

int run(int argc, char** argv) {
  const std::vector<const char*> arguments = arguments_of(argc, argv);
  const std::string_view named = arguments.size() < 2 ? "" : arguments[1];
  CLI::App app;
  int status = kFine;
  const bool known = add_commands(app, status, named);
  if (!known && arguments.size() > 1 && !named.starts_with('-')) {
    return fail("there is no command " + std::string(named) + " (see --help)");
  }
  try {
    app.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return fail(unexpected(app).value_or(error.what()) + " (see --help)");
  }
  return status;
}

/// Ends the process when memory runs out. An exception would not always reach main, because
/// destructors of JSON values allocate.
[[noreturn]] void out_of_memory() {
  static std::atomic_flag reported;
  if (reported.test_and_set()) reported.wait(true);  // Another thread is ending the process.
  std::fputs("wardrobe: out of memory\n", stderr);
  std::_Exit(kTrouble);
}

int run_caught(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::bad_alloc&) {
    out_of_memory();
  } catch (const std::exception& error) {
    // fmt throws if it cannot print. finish() reports that.
    return std::ferror(stdout) != 0 ? kFine : fail(error.what());
  }
}

/// Flushes the output and returns the exit status. At most one error is printed.
int finish(int status) {
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (written || status == kTrouble) return status;
  return fail("cannot write to the standard output");
}

}  // namespace

bool add_commands(CLI::App& app, int& status, std::string_view only) {
  app.name("wardrobe");
  app.description(
      "Packs the costumes of a SCUMM adventure game into one archive, and reads such archives.");
  app.allow_windows_style_options(false);  // On Windows, /tmp is a folder, too.
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  app.footer(
      "Example:\n"
      "  wardrobe sample -o sample && wardrobe pack sample/v6 -o sample.wardrobe\n"
      "  wardrobe list sample.wardrobe costumes\n"
      "Exit status: 0 success; 1 differences, damage or a partial result; 2 error.");
  app.set_version_flag("--version", version_text,
                       "Print the version, compiler, kernels and libraries, and exit");
  const auto named = std::ranges::find(kCommands, only, &Command::name);
  const bool known = named != std::end(kCommands);
  for (const Command& command : known ? std::span(named, 1) : std::span(kCommands)) {
    command.add(app, status);
  }
  return known;
}

int run_program(int argc, char** argv) {
  prepare_process();
  std::set_new_handler(out_of_memory);
  return finish(run_caught(argc, argv));
}

}  // namespace wardrobe
