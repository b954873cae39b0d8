#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/bake.h"
#include "pipeline/decode.h"
#include "pipeline/find_game.h"
#include "pipeline/parse.h"
#include "pipeline/pixel_sink.h"
#include "pipeline/rooms.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// The stages in order. No stage includes a later one, and none changes what an earlier one found.
///
///     scan        game files ─▶ Scanned: version, sources, rooms and costumes; their bytes
///     read_rooms  rooms' blocks ─▶ RoomLooks: sizes, planes, boxes, scales; backgrounds
///     read_scripts  scripts' bytes ─▶ ScriptRows: who wears what
///     parse       costumes' bytes ─▶ ParsedCostumes: all but pixels
///     decode      stored pictures ─▶ Decoded: the distinct pictures; pixels
///     write_rows  all of these ─▶ the tables, each row once
///     bake        the tables ─▶ timelines, frames, cels, events
///     write       tables, backgrounds, pixels ─▶ the file
///
/// All add failures. Pixels are not kept: they go from read_rooms and decode to a PixelSink.
/// run_stages() runs the stages up to write_rows, pack_game() all of them.

/// zstd level, chosen by measurement: bench/README.md.
inline constexpr int kDefaultLevel = 12;

struct PackOptions {
  int level = kDefaultLevel;         ///< 1 to 22
  int threads = 0;                   ///< 0: as many as the machine has
  std::optional<Version> version{};  ///< as for scan(); none: detect it, and the order of pixels
  uint32_t max_ticks = kDefaultMaxTicks;  ///< of a timeline
  bool rooms = true;          ///< sizes, planes, boxes and scales of rooms; edits do not need them
  bool scripts = true;        ///< who wears what
  bool backgrounds = false;   ///< also the backgrounds of rooms, in pack_game()
  ProgressReport progress{};  ///< may be empty
};

/// What the stages up to write_rows find.
struct Stages {
  Scanned scanned;
  std::vector<ParsedCostume> costumes;  ///< a row of `tables.costumes` each
  Tables tables;                        ///< all but those of timelines
};

/// Runs the stages up to write_rows, on the threads of the caller. `backgrounds` may be null. Of
/// the options, only `version` and `rooms` matter. Damaged parts become rows of tables.failures. An
/// error means that there is nothing to pack, and names the file, or that it was cancelled.
Result<Stages> run_stages(const GameInput& input, const PackOptions& options,
                          PixelSink* backgrounds, PixelSink& pixels, Progress& progress);

struct Packed {
  std::vector<uint8_t> file;
  Tables tables;  ///< the file's contents except pixels
};

/// Turns a game into the bytes of its archive; fails as run_stages does.
Result<Packed> pack_game(const GameInput& input, const PackOptions& options);

}  // namespace wardrobe
