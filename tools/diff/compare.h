#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "formats/limits.h"
#include "formats/result.h"
#include "formats/tables.h"
#include "tools/diff/diff.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// The steps of diff().

/// The old and the new row of a costume; kNone for an archive that does not have it.
struct CostumePair {
  Sides rows;
  bool same_content = false;  ///< both have the same content_hash
};

/// Pairs the costumes of two archives, in the order of Diff::costumes. Each rule applies to the
/// costumes that the rules before it left unpaired:
///
/// 1. same content, and an id (or alias) in common, or neither has an id;
/// 2. same content: the costume's ids changed;
/// 3. an id in common: the costume changed;
/// 4. at least half of their parts (content_parts) in common, most similar pairs first: the costume
///    changed, and so did its ids, or it never had one.
///
/// So a costume is followed to its new id even if another costume took over the old one. Swapping
/// the archives gives the same pairs.
std::vector<CostumePair> match_costumes(const Tables& old_tables, const Tables& new_tables);

/// The contents of a frame, hashed.
struct FrameHash {
  uint64_t pictures = 0;  ///< of limb and index of each cel
  uint64_t all = 0;       ///< of limb, index, x, y and flip of each cel
  bool flipped = false;   ///< whether any cel is flipped
};

/// The hashes of all rows of Frames.
std::vector<FrameHash> frame_hashes(const Tables& tables);

/// The tables of two archives, and the hashes of their frames.
struct ComparedTables {
  DiffTables tables;
  std::vector<FrameHash> old_frames = frame_hashes(tables.old_tables);
  std::vector<FrameHash> new_frames = frame_hashes(tables.new_tables);

  explicit ComparedTables(const DiffTables& both) : tables(both) {}
};

/// The remaining budget for finding the timelines that show a slot.
struct ShownBudget {
  uint64_t cels = kMaxComparedCels;  ///< to inspect
  uint64_t slots = kMaxShownSlots;   ///< slots to list, counted once per timeline
};

/// Why an archive lacks something that the other one has: a row of Failures; kNone: it is gone.
class Unread {
 public:
  Unread(const Tables& lacking, const Tables& other, uint32_t Sides::*side);

  /// For a costume of the other archive: a failure about one of its ids or, if it has no id, about
  /// its room; or a failure about its file as a whole, at a position before the costume.
  uint32_t costume(uint32_t row) const;
  /// For a room of the other archive: a failure about the room, or about its file as for costumes.
  uint32_t room(uint32_t row) const;
  /// For a part of a room, given the room's number.
  uint32_t in_room(uint16_t number) const;
  /// For a slot of a pair of costumes or, without `place`, for a record: a failure about it, or
  /// about the costume's block.
  uint32_t in_costume(Sides costumes, SlotPlace place = {}) const;

  /// If there is a failure, changes the kind of a finding about a missing part to unreadable.
  bool mark(Finding& finding, std::string_view field, uint32_t failure) const;

 private:
  using Part = std::tuple<uint32_t, uint8_t, uint16_t>;  ///< costume, limb, index

  uint32_t behind(uint32_t source, uint64_t offset) const;

  const Tables& lacking_;
  const Tables& other_;
  uint32_t Sides::*const side_;  ///< of the archive that lacks it
  std::map<Part, uint32_t> parts_;
  std::map<uint16_t, uint32_t> ids_;
  std::map<uint16_t, uint32_t> rooms_;
  std::map<std::string, uint32_t> files_;  ///< by name: the first failure about each
};

/// State shared by the steps of diff().
struct Comparison : ComparedTables {
  Comparison(const DiffInput& old_one, const DiffInput& new_one)
      : ComparedTables({old_one.tables, new_one.tables}), old_input(old_one), new_input(new_one) {}

  const DiffInput& old_input;
  const DiffInput& new_input;
  Unread old_unread{tables.old_tables, tables.new_tables, &Sides::old_row};
  Unread new_unread{tables.new_tables, tables.old_tables, &Sides::new_row};
  ShownBudget budget{};
  std::vector<Finding> findings{};

  /// The failures of the archive that has no such row.
  const Unread& unread(Sides rows) const { return rows.new_row == kNone ? new_unread : old_unread; }
  Finding& add(Finding finding) { return findings.emplace_back(std::move(finding)); }
};

/// palette and unreadable, of the rooms that both archives have.
void compare_palettes(Comparison& all);

/// room_…, background, plane, box, scale_slot and unreadable.
Status compare_rooms(Comparison& all);

// Each of these appends its findings about one pair of costumes, `rows`, both of which exist.

/// format, mirror, and palette, of the costume.
void compare_looks(Comparison& all, Sides rows);

/// picture_…, limb_table and unreadable. The kind for a slot that shows another picture is
/// symmetric: FINDINGS.md "How kinds are told apart".
Status compare_slots(Comparison& all, Sides rows);

/// record and unreadable.
void compare_records(Comparison& all, Sides rows);

/// timeline, unless a finding about this pair explains it (FINDINGS.md "How kinds are told apart");
/// the findings about this pair start at findings[first_finding].
void compare_timelines(Comparison& all, Sides rows, size_t first_finding);

/// The timelines that show each slot of a costume. A timeline shows the slots of its cels, and
/// slots of zero size that are named in its record or in the record of init for its direction.
struct ShownSlots {
  bool complete = true;  ///< false: the budget did not suffice, and nothing is known
  uint32_t first_entry = 0;
  std::vector<std::vector<RecordKey>> by_entry{};

  /// The timelines that show an entry (row of Entries), sorted.
  std::span<const RecordKey> timelines(uint32_t entry) const {
    if (entry == kNone || !complete) return {};
    return by_entry[entry - first_entry];
  }
};
ShownSlots shown_slots(const Tables& tables, uint32_t costume, ShownBudget& budget);

/// Maps (key_of(row), number of earlier rows with the same key) to the row, for all rows of a
/// table.
template <class KeyOf>
auto rows_by(size_t rows, const KeyOf& key_of) {
  std::map<std::pair<std::remove_cvref_t<decltype(key_of(0))>, uint32_t>, uint32_t> by_key;
  for (uint32_t row = 0; row < rows; ++row) {
    std::pair key{key_of(row), 0u};
    while (!by_key.emplace(key, row).second) ++key.second;
  }
  return by_key;
}

/// Pairs the rows of both archives that have the same key.
template <class Key>
std::map<Key, Sides> pair_rows(const std::map<Key, uint32_t>& old_rows,
                               const std::map<Key, uint32_t>& new_rows) {
  std::map<Key, Sides> pairs;
  for (const auto& [key, row] : old_rows) pairs[key].old_row = row;
  for (const auto& [key, row] : new_rows) pairs[key].new_row = row;
  return pairs;
}

/// The change between two images of `width` columns: the pixels with differs(position).
template <class Differs>
PixelChange changed_pixels(size_t pixels, size_t width, const Differs& differs) {
  uint64_t count = 0;
  Extent extent;
  for (size_t at = 0; at < pixels; ++at) {
    if (!differs(at)) continue;
    extent.add(static_cast<int32_t>(at % width), static_cast<int32_t>(at / width), 1, 1);
    ++count;
  }
  return {count, extent.box()};
}

/// changed_pixels for images that must be read first: the pixels with differ(before, now).
template <class Differ>
Result<PixelChange> read_change(const ReadPixels& read_old, const ReadPixels& read_new, Sides row,
                                size_t width, const Differ& differ) {
  const Result<Bytes> olds = read_old(row.old_row);
  if (!olds) return olds.error();
  const Result<Bytes> news = read_new(row.new_row);
  if (!news) return news.error();
  return changed_pixels(olds->size(), width,
                        [&](size_t at) { return differ((*olds)[at], (*news)[at]); });
}

/// The records of a costume: rows of Records by chore and direction.
std::map<RecordKey, uint32_t> records_of(const Tables& tables, uint32_t costume);

/// The records of a pair of costumes.
std::map<RecordKey, Sides> pair_records(const DiffTables& tables, Sides costume);

}  // namespace wardrobe
