#pragma once

#include <cstdint>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/decode.h"
#include "pipeline/game_input.h"
#include "pipeline/parse.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// A game as the archive packed from it would hold it, and where in the game's files that comes
/// from.
struct ReadGame {
  Scanned scanned;  ///< costume blocks and their bytes; the rest has moved to `tables`
  Parsed parsed;    ///< stored pictures; likewise
  Decoded decoded;
  Tables tables;
  Column<uint32_t> block;  ///< row of Costumes → row of CostumeBlocks

  int version() const { return tables.game.version[0]; }
  /// The pixels of a row of Pictures.
  Bytes pixels(uint32_t picture) const { return decoded.pictures.pixels()[picture]; }
  /// The payload of a costume's block.
  Bytes payload(uint32_t costume) const { return scanned.payload(block[costume]); }
  Bytes colors(uint32_t costume) const {
    return elements_at(tables.costumes.color_offset, tables.costumes.color, costume);
  }
};

/// Runs the stages that make the tables. Errors name the file.
Status read_game(const GameInput& input, ReadGame& out);

}  // namespace wardrobe
