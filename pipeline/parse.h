#pragma once

#include <cstdint>

#include "formats/costume.h"
#include "formats/tables.h"
#include "pipeline/progress.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// The pictures as the costume blocks store them, in order of costume and place in the block.
struct StoredPictures {
  Offsets row_offset;       ///< row of Costumes → its stored pictures
  Column<uint64_t> header;  ///< offset of the picture's header in the costume's file
  Column<uint16_t> width;
  Column<uint16_t> height;
  Column<uint64_t> data;      ///< position of the compressed pixels in Scanned::data
  Column<uint64_t> data_end;  ///< position in Scanned::data where they must have ended
  Column<uint8_t> codec;      ///< PictureCodec::codec
  Column<uint16_t> colors;    ///< PictureCodec::colors
  Column<PictureFault> fault;
  Column<uint32_t> of_entry;  ///< row of Entries → row of this table, or none

  size_t count() const { return width.size(); }
};

/// Second stage: reads every costume block, in parallel. Fills tables.costumes, limb_tables,
/// entries, records and windows, and returns the pictures, not yet decoded. Entries have their
/// placements; decode() fills in their states and pictures. A block that cannot be read becomes a
/// failure and no costume. Call check_sizes on the tables before anything reads them.
StoredPictures parse(const Scanned& scanned, Tables& tables, Progress& progress);

}  // namespace wardrobe
