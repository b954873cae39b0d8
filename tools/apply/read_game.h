#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "pipeline/find_game.h"
#include "pipeline/pipeline.h"
#include "tools/list/text.h"

namespace wardrobe {

/// The tables of a game, as in an archive, and what they were made from.
struct ReadGame : Stages {
  std::vector<uint8_t> all_pixels;  ///< of all pictures
  /// Row of Entries → number of the stored picture among those of all costumes, or none.
  Column<uint32_t> stored;

  Version version() const { return tables.game.version[0]; }
  /// The pixels of `picture`, a row of Pictures.
  Bytes pixels(uint32_t picture) const {
    return elements_at(tables.pictures.pixel_offset, all_pixels, picture);
  }
  /// The payload of a costume's block, a row of Costumes.
  Bytes payload(uint32_t costume) const { return scanned.payload(costumes[costume].block); }
  Bytes colors(uint32_t costume) const {
    return elements_at(tables.costumes.color_offset, tables.costumes.color, costume);
  }
};

/// Reads a game: runs the stages that make its tables. Errors name the file.
Status read_game(const GameInput& input, ReadGame& out);

/// The shape of the picture in `entry`, a row of Entries.
PictureShape shape_at(const Tables& tables, uint32_t entry);

/// The number of pixel values that the picture of `entry`, a row of Entries
/// of `costume`, can have: SCUMM.md §2
/// "RLE", §6 "Pixels".
uint32_t color_count(const ReadGame& game, uint32_t costume, uint32_t entry);

/// "24×30".
std::string size_text(const PictureShape& shape);

/// Whether a picture may have this size. The message if not: "0×5 pixels; a picture has …".
bool is_picture_size(uint64_t width, uint64_t height);
std::string bad_size_text(uint64_t width, uint64_t height);

}  // namespace wardrobe
