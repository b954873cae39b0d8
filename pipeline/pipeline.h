#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/bake.h"
#include "pipeline/decode.h"
#include "pipeline/game_input.h"
#include "pipeline/parse.h"
#include "pipeline/rooms.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// The stages in order, each of which fills its part of one Tables. No stage includes a later one.
///
///     scan        game files ─▶ game, sources, rooms, palettes; costume blocks as bytes
///     read_rooms  rooms' blocks ─▶ rooms, planes, boxes, scales; backgrounds
///     parse       costume blocks ─▶ costumes, limb tables, entries, records, windows;
///                 pictures as stored
///     decode      stored pictures ─▶ entries, pictures; pixels
///     bake        all of these ─▶ timelines, frames, cels, events
///     write       tables, backgrounds, pixels ─▶ the file
///
/// All add failures. run_stages() runs all stages but the last; pack_game() runs all of them.

/// zstd level, chosen by measurement: SPEED.md.
inline constexpr int kDefaultLevel = 12;

struct PackOptions {
  int level = kDefaultLevel;         ///< 1 to 22
  int threads = 0;                   ///< 0: as many as the machine has
  std::optional<Version> version{};  ///< as for scan(); none: detect it, and the order of pixels
  uint32_t max_ticks = kDefaultMaxTicks;  ///< of a timeline; 0: no timelines, for internal use, as
                                          ///< no reader accepts such an archive
  bool rooms = true;          ///< sizes, planes, boxes and scales of rooms; edits do not need them
  bool backgrounds = false;   ///< also the backgrounds of rooms
  ProgressReport progress{};  ///< may be empty
};

/// Results of all stages but the last.
struct Stages {
  Tables tables;
  Scanned scanned;
  std::vector<uint8_t> backgrounds;  ///< the column; empty unless asked for
  StoredPictures stored;
  Decoded decoded;
};

/// Runs all stages but the last, on the threads of the caller. Ignores level, threads and progress
/// of the options. Damaged parts become rows of tables.failures. An error means that there is
/// nothing to pack, and names the file, or that it was cancelled.
Result<Stages> run_stages(const GameInput& input, const PackOptions& options, Progress& progress);

struct Packed {
  std::vector<uint8_t> file;
  Tables tables;  ///< the file's contents except pixels
};

/// Turns a game into the bytes of its archive; fails as run_stages does.
Result<Packed> pack_game(const GameInput& input, const PackOptions& options);

}  // namespace wardrobe
