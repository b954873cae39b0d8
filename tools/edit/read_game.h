#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/game_input.h"
#include "pipeline/pipeline.h"

namespace wardrobe {

/// A game as the archive packed from it would hold it, and where in the game's files that comes
/// from.
struct ReadGame : Stages {
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

/// Whether the pictures of a game of version 5 look as if they were stored by rows, as on the Amiga
/// (SCUMM.md §2 "RLE"), which nothing in its files tells: read by rows, neighbouring pixels are
/// alike much more often than read by columns.
bool looks_stored_by_rows(const ReadGame& game);

/// Where a picture is drawn, and its size: what a stored picture's header says.
struct PictureShape {
  uint16_t width = 0;
  uint16_t height = 0;
  int16_t x = 0;
  int16_t y = 0;
  int16_t xinc = 0;
  int16_t yinc = 0;

  bool same_size(const PictureShape& other) const {
    return width == other.width && height == other.height;
  }
  friend bool operator==(const PictureShape&, const PictureShape&) = default;
};

struct SlotId {
  uint8_t limb = kNoLimb;  ///< kNoLimb: of an AKOS
  uint16_t index = 0;
};

/// The rows of Entries of all slots of a costume.
RowRange entries_of(const Tables& tables, uint32_t costume);

/// The slot of one of the costume's entries.
SlotId slot_of(const Tables& tables, uint32_t costume, uint32_t entry);

/// The row of Entries of a costume's slot, whatever it holds; nothing if there is no such slot.
std::optional<uint32_t> entry_at(const Tables& tables, uint32_t costume, const SlotId& slot);

/// What a row of Entries shows, which must be a picture.
PictureShape shape_at(const Tables& tables, uint32_t entry);

/// How many values a pixel of the costume can have: SCUMM.md §2 "RLE", §6 "Pixels".
uint32_t color_count(const Tables& tables, uint32_t costume);

/// For messages: "costume 12", "costume #3", its row, where it has no id.
std::string costume_text(const Tables& tables, uint32_t costume);
/// "costume 12, limb 0, index 3"; an AKOS has no limb.
std::string slot_text(const Tables& tables, uint32_t costume, const SlotId& slot);
std::string slot_text(const Tables& tables, uint32_t costume, uint32_t entry);
/// "colour 20 is beyond the costume's 16 colours".
std::string beyond_colors(const Tables& tables, uint32_t costume, uint8_t value);
/// "24 x 30".
std::string size_text(const PictureShape& shape);

}  // namespace wardrobe
