#pragma once

#include <cstdint>
#include <tuple>

#include "formats/costume_parts.h"
#include "formats/tables.h"
#include "pipeline/scan.h"

namespace wardrobe {

/// The pictures as the costume blocks store them, in order of costume and place in the block.
struct StoredPictures {
  using Storage = Vectors;
  Offsets row_offset;       ///< row of Costumes → its stored pictures
  Column<uint64_t> header;  ///< offset of the picture's header in the costume's file
  Column<uint16_t> width;
  Column<uint16_t> height;
  Column<uint64_t> data;      ///< position of the compressed pixels in Scanned::data
  Column<uint64_t> data_end;  ///< position in Scanned::data where they must have ended
  Column<PictureFault> fault;

  size_t count() const { return width.size(); }

  static constexpr auto kColumns = std::tuple(
      named("row_offset", &StoredPictures::row_offset), named("header", &StoredPictures::header),
      named("width", &StoredPictures::width), named("height", &StoredPictures::height),
      named("data", &StoredPictures::data), named("data_end", &StoredPictures::data_end),
      named("fault", &StoredPictures::fault));
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
  static constexpr auto kTables =
      std::tuple(named("costumes", &Parsed::costumes), named("limb_tables", &Parsed::limb_tables),
                 named("entries", &Parsed::entries), named("records", &Parsed::records),
                 named("windows", &Parsed::windows), named("stored", &Parsed::stored));
};

/// Second stage: reads every costume block, in parallel. A block that cannot be read becomes a
/// failure and no costume. Call check_tables on the result before anything reads it. The result is
/// empty if cancelled.
Parsed parse(const Scanned& scanned, Progress* progress = nullptr);

}  // namespace wardrobe
