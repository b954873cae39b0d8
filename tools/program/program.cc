#include "tools/program/program.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/core.h>

#include "pipeline/find_game.h"
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
    {"pack", add_pack_command},       {"info", add_info_command},
    {"list", add_list_command},       {"verify", add_verify_command},
    {"replay", add_replay_command},   {"export", add_export_command},
    {"diff", add_diff_command},       {"apply", add_apply_command},
    {"hd", add_hd_command},           {"sample", add_sample_command},
    {"conform", add_conform_command}, {"find", add_find_command},
};

constexpr const char* kAbout =
    "Packs the costumes of a SCUMM adventure game into one archive, and reads such\narchives.";
constexpr const char* kFooter = R"(Example:
  wardrobe sample -o sample && wardrobe pack sample/v6 -o sample.wardrobe
  wardrobe list sample.wardrobe
  wardrobe replay sample.wardrobe --costume 1 -o walk.gif
Exit status: 0 success; 1 differences, damage or a partial result; 2 error.)";

std::string help_text(const CLI::App& app) {
  std::string commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    commands += fmt::format("  {:<9} {}\n", command->get_name(), command->get_description());
  }
  return fmt::format(R"({}

Usage: wardrobe COMMAND [ARGUMENTS]
       wardrobe help COMMAND

Commands:
{}
  -h, --help            Print this help
  --version             Print the version, compiler, kernels and libraries

{}
)",
                     kAbout, commands, kFooter);
}

/// The message about a word that is no command.
std::string unknown_command(const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : kCommands) names.emplace_back(command.name);
  std::error_code ignored;
  if (std::filesystem::exists(path_from(word), ignored)) {
    return fmt::format("there is no command {}; to look inside: wardrobe info {}", word, word);
  }
  return fmt::format("there is no command {}{} (commands: {})", word, did_you_mean(word, names),
                     first_names(names, names.size()));
}

/// The message about wrong arguments. Unknown ones are named first; CLI11 would begin with missing
/// ones.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = app.get_subcommands().empty() ? app : *app.get_subcommands()[0];
  std::vector<std::string> options;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  }
  const std::vector<std::string> rest = app.remaining(true);
  const auto unknown = std::ranges::find_if(
      rest, [](const std::string& argument) { return argument.starts_with('-'); });
  std::string text = error.what();
  if (unknown != rest.end()) {
    text = std::ranges::find(options, *unknown) == options.end()
               ? "there is no option " + *unknown + did_you_mean(*unknown, options)
               : *unknown + ": options come after the command";
  } else if (!rest.empty()) {
    text = rest[0] + ": unexpected argument";
  } else if (error.get_name() == "RequiredError") {
    const std::string help = command.help();
    const size_t usage = help.find("Usage: ");
    return fmt::format("{}: {}; usage: {}", command.get_name(), text,
                       help.substr(usage + 7, help.find('\n', usage) - usage - 7));
  } else if (error.get_name() == "ArgumentMismatch") {
    text = text.substr(0, text.find(':')) +
           (text.find("At Most") == std::string::npos ? ": expected a value" : ": given twice");
  }
  return fmt::format("{} (see: wardrobe help{})", text,
                     &command == &app ? "" : " " + command.get_name());
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
  if (arguments.size() < 2) {
    fmt::print("{}", help_text(app));
    return kFine;
  }
  if (!known && !named.starts_with('-')) return fail(unknown_command(std::string(named)));
  try {
    app.parse(static_cast<int>(arguments.size()), arguments.data());
  } catch (const CLI::Success& help_or_version) {
    return app.exit(help_or_version);
  } catch (const CLI::ParseError& error) {
    return fail(usage_error(app, error));
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
  app.description(CLI::detail::find_and_replace(kAbout, "\n", " "));
  app.footer(kFooter);
  app.formatter_fn([](const CLI::App* program, auto...) { return help_text(*program); });
  app.allow_windows_style_options(false);  // On Windows, /tmp is a folder, too.
  app.require_subcommand(1);
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", version_text,
                       "Print the version, compiler, kernels and libraries");
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
