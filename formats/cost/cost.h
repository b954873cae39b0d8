#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// A picture that a costume names and nobody has decoded yet. Rows are in order of `offset`.
struct CostCandidates {
  enum class Fault : uint8_t {
    none,
    header_outside,    ///< the 12 or 14 bytes of the header are not inside the payload
    redirect_outside,  ///< the redirect leads to no picture
  };
  Column<uint16_t> offset;  ///< as stored in the limb tables
  Column<uint16_t> width;
  Column<uint16_t> height;
  Column<int16_t> x;
  Column<int16_t> y;
  Column<int16_t> xinc;
  Column<int16_t> yinc;
  Column<uint8_t> redirect_limb;   ///< kNoLimb: none
  Column<uint8_t> redirect_index;  ///< 0xFF: none
  Column<uint32_t> data;           ///< position of the RLE in the payload, redirect followed
  Column<Fault> fault;

  size_t size() const { return offset.size(); }
  void clear();
};

/// Something wrong with a part of a costume, while the rest of it stands.
struct CostProblem {
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;
  Error error;  ///< offset from the start of the payload
};

/// One costume of v5 or v6 (SCUMM.md §2, §3), as flat tables.
struct CostTables {
  uint8_t format = 0;       ///< 0x58 … 0x61, and bit 7
  Column<uint8_t> color;    ///< 16 or 32 indices into the room palette
  Column<uint8_t> command;  ///< the stream, up to the end of the last window
  Records records;          ///< defined ones; rows of `windows`
  Windows windows;
  std::array<uint32_t, kLimbs + 1> entry_offset{};  ///< limb → rows of the entries
  Column<uint16_t> entry;                           ///< as stored
  Column<uint32_t> entry_candidate;                 ///< kNone: null entry
  Column<uint8_t> entry_reached;                    ///< 1: some record's window shows it
  CostCandidates candidates;
  std::vector<CostProblem> problems;

  bool mirrors_west() const { return (format & 0x80) == 0; }
  /// Size of a picture's header: 14 where it holds a redirect.
  size_t picture_header_size() const { return (format & 0x7E) == 0x60 ? 14 : 12; }
  void clear();
};

/// Reads the payload of a COST block of a game of that version into `out`, whose buffers are
/// reused. An error says why there is no costume at all; what is wrong with parts of it stands in
/// `out.problems`, and those parts are left out. Only limbs to which a record gives a window have
/// entries. Safe on any input; time and memory are bounded by the payload's size.
Status read_cost(Bytes payload, int version, CostTables& out);

/// The other direction: the payload of a COST block that reads back as `tables`. The RLE of
/// candidate i is rle[rle_offset[i]] up to rle[rle_offset[i + 1]]; a candidate that redirects needs
/// none. Candidates need no offsets (these are the writer's own), and stand in the file in the
/// order given. Fails where 16-bit offsets do not reach, or where a limb has a window and no entry.
Result<std::vector<uint8_t>> write_cost(const CostTables& tables, Bytes rle,
                                        const std::vector<uint32_t>& rle_offset, int version);

}  // namespace wardrobe
