#pragma once

#include <cstdint>
#include <tuple>

#include "formats/costume_parts.h"
#include "formats/tables.h"
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
  Column<PictureFault> fault;

  size_t count() const { return width.size(); }

  WARDROBE_TABLE(stored, row_offset, header, width, height, data, data_end, fault);
};

/// All costumes as flat tables, pictures not yet decoded. Entries have their placements; decode()
/// fills in their states and pictures.
struct Parsed {
  Costumes costumes;
  LimbTables limb_tables;
  Entries entries;
  Records records;
  Windows windows;
  StoredPictures stored;
  Column<uint32_t> entry_stored;  ///< row of Entries → row of StoredPictures, or none
  Failures failures;

  /// All tables but the failures.
  auto members() { return std::tie(costumes, limb_tables, entries, records, windows, stored); }
  auto members() const {
    return std::tie(costumes, limb_tables, entries, records, windows, stored);
  }
};

/// Second stage: reads every costume block, in parallel. A block that cannot be read becomes a
/// failure and no costume. Call check_tables on the result before anything reads it. The result is
/// empty if cancelled.
Parsed parse(const Scanned& scanned, Progress* progress = nullptr);

}  // namespace wardrobe
