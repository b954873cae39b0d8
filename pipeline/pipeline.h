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
#include "pipeline/scan.h"

namespace wardrobe {

/// The stages, in their order; data goes one way, and no stage knows a later one:
///
///     GameInput ─ scan ─▶ Scanned ─ parse ─▶ Parsed ─ decode ─▶ Decoded ─┐
///                                      the file ◀─ pack ─ Tables ◀─ bake ─┘
///
/// Packing a game is to run them one after the other.

/// zstd's level, chosen by measurement: README.md "How fast".
inline constexpr int kDefaultLevel = 15;

struct PackOptions {
  int level = kDefaultLevel;              ///< 1 to 22
  int threads = 0;                        ///< 0: as many as the machine has
  int version = 0;                        ///< what scan() is told of the game; 0: find out
  uint32_t max_ticks = kDefaultMaxTicks;  ///< of a timeline, 1 or more
  FrameProgress progress{};               ///< may be empty
};

struct Packed {
  std::vector<uint8_t> file;
  Tables tables;  ///< what is in it
};

/// Everything that one pack leaves for the next to use again.
struct PackWorkspace {
  Scanned scanned;
  Parsed parsed;
  Decoded decoded;
  ParseBuffers parse;
  PackBuffers pack;
};

/// Puts together everything but timelines from what the stages left. Their tables are moved to
/// `out`, and what it held goes back to them, whose memory is used again.
void gather_tables(Scanned& scanned, Parsed& parsed, const Decoded& decoded, Tables& out);

/// Turns a game into the bytes of its archive. Damaged parts of it are rows of tables.failures; an
/// error means that there is no archive. Its message names the file.
Result<Packed> pack_game(const GameInput& input, const PackOptions& options,
                         PackWorkspace& workspace);

}  // namespace wardrobe
