#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "pipeline/parallel.h"
#include "tools/conform/line_check.h"
#include "tools/conform/tick_looks.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

constexpr const char* kConformHelp =
    R"(Lists what every tick shows, or compares another player's lines

Usage: wardrobe conform ARCHIVE [LINES]

  ARCHIVE               An archive, or a game, which is packed in memory;
                        -: the standard input
  LINES                 A file with the other player's lines; -: the standard
                        input
{quiet}

Exit status: 0 success; 1 the other player draws something else;
2 error.
Examples:
  wardrobe conform game.wardrobe > game.jsonl
  my_player game.wardrobe | wardrobe conform game.wardrobe -)";

struct ConformOptions {
  std::filesystem::path archive;
  std::filesystem::path lines;
  bool quiet = false;
};

void in_parallel(size_t count, const std::function<void(size_t)>& body) {
  run_with_threads(0, [&] { parallel_for(count, [&](size_t item, size_t) { body(item); }); });
}

/// Gives the lines to `check`, piece by piece.
Status take_lines(const std::filesystem::path& path, LineCheck& check) {
  constexpr uint64_t kPiece = 1 << 16;
  ASSIGN_OR_RETURN(const std::unique_ptr<ByteSource> lines, open_source(path));
  std::vector<uint8_t> piece;
  for (uint64_t at = 0; at < lines->size(); at += piece.size()) {
    piece.resize(std::min(kPiece, lines->size() - at));
    TRY(lines->read(at, piece));
    TRY(check.take({reinterpret_cast<const char*>(piece.data()), piece.size()}));
  }
  return check.finish();
}

int compare(const TickLooks& looks, const std::filesystem::path& lines) {
  LineCheck check(looks);
  if (const Status taken = take_lines(lines, check); !taken) {
    return fail(named(lines, taken.error()));
  }
  fmt::print("{}", check.report());
  return check.same() ? kFine : kNo;
}

int conform(const ConformOptions& options) {
  const Result<Input> input = open_input(options.archive, options.quiet);
  if (!input) return fail(input.error());
  const Result<TickLooks> looks = TickLooks::create(input->open, in_parallel);
  if (!looks) return fail(describe(options.archive.string(), looks.error()));
  if (!options.lines.empty()) return compare(*looks, options.lines);
  fmt::print("{}", looks->header());
  for (size_t tick = 0; tick < looks->size(); ++tick) fmt::print("{}", looks->line(tick));
  return kFine;
}

}  // namespace

void add_conform_command(CLI::App& app, int& status) {
  auto options = std::make_shared<ConformOptions>();
  const Options command(app, "conform", kConformHelp);
  command.add("ARCHIVE", options->archive)->required();
  command.add("LINES", options->lines);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = conform(*options); });
}

}  // namespace wardrobe
