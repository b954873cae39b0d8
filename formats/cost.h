#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/play_rules.h"
#include "formats/result.h"
#include "formats/tables.h"

namespace wardrobe {

/// The pictures that limb tables list, in ascending order of `offset`.
struct CostCandidates : CostumePictures {
  Column<uint16_t> offset;         ///< as stored in the limb tables
  Column<uint8_t> redirect_limb;   ///< kNoLimb: none; else `data` is the redirect's target
  Column<uint8_t> redirect_index;  ///< 0xFF: none
};

/// A COST costume (SCUMM.md §2, §3) as flat tables.
struct CostTables {
  uint8_t format = 0;       ///< 0x57 … 0x61, and bit 7
  Column<uint8_t> color;    ///< 4, 16 or 32 indices into the room palette
  Column<uint8_t> command;  ///< the stream, up to the end of the last window
  Records records;          ///< only defined ones; they own rows of `windows`
  Windows windows;
  std::array<uint32_t, kLimbs + 1> entry_offset{};  ///< limb → rows of `entry`
  Column<uint16_t> entry;                           ///< as stored
  Column<uint32_t> entry_candidate;                 ///< kNone: empty slot
  Column<uint8_t> entry_reached;                    ///< 1: some record's window shows it
  CostCandidates candidates;
  std::vector<CostumeProblem> problems;

  bool mirrors_west() const { return (format & 0x80) == 0; }
  /// Removes all rows and keeps their memory.
  void clear() {
    truncate_table(records, 0);
    truncate_table(windows, 0);
    entry_offset.fill(0);
    candidates.clear();
    clear_all(candidates.offset, candidates.redirect_limb, candidates.redirect_index, color,
              command, entry, entry_candidate, entry_reached, problems);
  }
};

/// Reads `payload`, that of a COST block of a game of version `version`. An error means that there
/// is no costume at all. Damaged parts are omitted and listed in `out.problems`. Only limbs to
/// which a record gives a window have entries. Safe on any input; time and memory are bounded by
/// the payload's size.
Status read_cost(Bytes payload, Version version, CostTables& out);

/// Whether arbitrary bytes look like a costume: they have a record, and everything that the header
/// leads to lies within them.
bool is_consistent_cost(Bytes payload, Version version);

/// Reads the headers of all pictures that the entries of limb tables list (SCUMM.md §2 "Pictures"):
/// fills `out.candidates` and `out.entry_candidate`. `table_at` has the offset of each limb's
/// table, as stored.
void read_candidates(Bytes payload, const CostLayout& layout, std::span<const uint16_t> table_at,
                     CostTables& out);

}  // namespace wardrobe
