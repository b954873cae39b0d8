#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/edit/pieces.h"

namespace wardrobe {

/// Where everything is in the payload of a COST (SCUMM.md §2), so that parts of it can move.
/// Positions are in the payload.
struct CostMap {
  struct Picture {
    Span span;  ///< header and data; of one that redirects, the header
    bool redirects = false;
  };

  /// Stored offsets of the commands and of the records that are defined.
  std::vector<size_t> fields;
  /// Stored offsets of the limbs' tables; where there is no table, they are 0.
  std::vector<size_t> table_fields;
  /// Slots, which hold offsets of pictures, or nonsense.
  std::vector<size_t> slots;
  /// Header, records, commands and tables.
  std::vector<Span> fixed;
  /// Pictures that can be decoded or that windows show, by position. What slots that no window
  /// shows name may overlap others.
  std::vector<Picture> pictures;

  /// Behind the last byte that anything above uses.
  size_t end() const;
};

/// Maps a payload that read_cost can read.
Result<CostMap> map_cost(Bytes payload, int version);

}  // namespace wardrobe
