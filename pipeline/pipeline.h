#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/bake.h"
#include "pipeline/decode.h"
#include "pipeline/game_input.h"
#include "pipeline/pack.h"
#include "pipeline/parse.h"
#include "pipeline/rooms.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// The stages in order. Data flows one way, and no stage knows a later one:
///
///     GameInput ─ scan ─▶ Scanned ─ parse ─▶ Parsed ─ decode ─▶ Decoded ─┐
///                            └─── read_rooms ─▶ RoomTables ───────────────┤
///                                      the file ◀─ pack ─ Tables ◀─ bake ─┘
///
/// pack_game runs them one after the other.

/// zstd's level, chosen by measurement: SPEED.md.
inline constexpr int kDefaultLevel = 15;

struct PackOptions {
  int level = kDefaultLevel;              ///< 1 to 22
  int threads = 0;                        ///< 0: as many as the machine has
  int version = 0;                        ///< as for scan(); 0: detect it
  uint32_t max_ticks = kDefaultMaxTicks;  ///< of a timeline, 1 or more
  bool backgrounds = false;               ///< rooms' pictures, too
  ProgressReport progress{};              ///< may be empty
};

struct Packed {
  std::vector<uint8_t> file;
  Tables tables;  ///< the file's contents except pixels
};

/// Memory that one run leaves to the next.
struct PackWorkspace {
  Scanned scanned;
  RoomTables rooms;
  Parsed parsed;
  Decoded decoded;
  ParseBuffers parse;
  PackBuffers pack;
};

/// Gathers everything but timelines from the results of the stages before. Tables are moved or
/// swapped, so that the memory of those in `out` is reused.
void gather_tables(Scanned& scanned, RoomTables& rooms, Parsed& parsed, const Decoded& decoded,
                   Tables& out);

/// Turns a game into the bytes of its archive. Damaged parts become rows of tables.failures; an
/// error means that there is no archive, and names the file, unless it is `cancelled`.
Result<Packed> pack_game(const GameInput& input, const PackOptions& options,
                         PackWorkspace& workspace);

}  // namespace wardrobe
