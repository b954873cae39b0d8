#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/core.h>

#include "pipeline/io/process.h"
#include "pipeline/parallel.h"
#include "tools/conform/line_check.h"
#include "tools/conform/tick_looks.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

constexpr const char* kConformHelp =
    R"(Lists what every tick shows, or compares what a program draws

Usage: wardrobe conform ARCHIVE [-- COMMAND...]

  ARCHIVE               An archive, or a game, which is packed in memory;
                        -: the standard input
  COMMAND               After --: a program that prints such lines, and its
                        arguments
{quiet}

Exit status: 0 success; 1 the program draws something else; 2 error.
Examples:
  wardrobe conform game.wardrobe > game.jsonl
  wardrobe conform game.wardrobe -- python3 my_player.py game.wardrobe)";

struct ConformOptions {
  std::filesystem::path archive;
  std::vector<std::string> command;
  bool quiet = false;
};

void in_parallel(size_t count, const std::function<void(size_t)>& body) {
  run_with_threads(0, [&] { parallel_for(count, [&](size_t item, size_t) { body(item); }); });
}

/// Runs the program and compares its output.
int compare(const TickLooks& looks, const ConformOptions& options) {
  const std::string& program = options.command[0];
  LineCheck check(looks);
  Status read = ok();
  const Result<int> status = run_child(options.command, [&](std::string_view piece) {
    read = check.take(piece);
    return static_cast<bool>(read);
  });
  if (!status) {
    return fail(describe(program, status.error()) + "; expected a program, such as: -- cat FILE");
  }
  if (read) read = check.finish();
  if (!read) return fail(describe(program, read.error()));
  if (*status != 0) return fail(fmt::format("{} ended with status {}", program, *status));
  fmt::print("{}", check.report());
  return check.same() ? kFine : kNo;
}

int conform(const ConformOptions& options) {
  const Result<Input> input = open_input(options.archive, options.quiet);
  if (!input) return fail(input.error());
  const Result<TickLooks> looks = TickLooks::create(input->open, in_parallel);
  if (!looks) return fail(describe(options.archive.string(), looks.error()));
  if (!options.command.empty()) return compare(*looks, options);
  fmt::print("{}", looks->header());
  for (size_t tick = 0; tick < looks->size(); ++tick) fmt::print("{}", looks->line(tick));
  return kFine;
}

}  // namespace

void add_conform_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ConformOptions>();
  const Options command(app, "conform", kConformHelp);
  command.add("ARCHIVE", options->archive)->required();
  command.add("COMMAND", options->command);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = conform(*options); });
}

}  // namespace wardrobe
