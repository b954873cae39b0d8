#pragma once

#include <array>
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

/// The old and the new row of a costume; kNone for an archive without the costume.
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
std::vector<CostumePair> match_costumes(const TablesView& old_tables, const TablesView& new_tables);

/// The contents of a frame, hashed.
struct FrameHash {
  uint64_t pictures = 0;  ///< of limb and index of each cel
  uint64_t all = 0;       ///< of limb, index, x, y and flip of each cel
  bool flipped = false;   ///< whether any cel is flipped
};

/// The hashes of all rows of Frames.
std::vector<FrameHash> frame_hashes(const TablesView& tables);

/// The tables of two archives, and the hashes of their frames.
struct ComparedTables {
  DiffTables tables;
  std::vector<FrameHash> old_frames = frame_hashes(tables.old_tables);
  std::vector<FrameHash> new_frames = frame_hashes(tables.new_tables);

  explicit ComparedTables(const DiffTables& both) : tables(both) {}
};

/// Tells why an archive lacks something that the other archive has. Each function returns a row of
/// Failures, or kNone if the thing is really gone.
class Unread {
 public:
  Unread(const TablesView& lacking, const TablesView& other, uint32_t Sides::*side);

  /// For a costume of the other archive. The failure is about one of its ids or, if it has no id,
  /// about its room; or it is about its file as a whole, at or before the costume's position.
  uint32_t costume(uint32_t row) const;
  /// For a room of the other archive. The failure is about the room or, as for costumes, about its
  /// file.
  uint32_t room(uint32_t row) const;
  /// For a part of a room, given the room's number.
  uint32_t in_room(uint16_t number) const;
  /// For a slot of a pair of costumes or, without `place`, for a record. The failure is about it or
  /// about the costume's whole block.
  uint32_t in_costume(Sides costumes, SlotPlace place = {}) const;

  /// Changes the kind of a finding about a missing part to unreadable, unless `failure` is kNone.
  /// Returns whether it did.
  bool mark(Finding& finding, std::string_view field, uint32_t failure) const;

 private:
  using Part = std::tuple<uint32_t, uint8_t, uint16_t>;  ///< costume, limb, index

  uint32_t behind(uint32_t source, uint64_t offset) const;

  const TablesView lacking_;
  const TablesView other_;
  uint32_t Sides::*const side_;  ///< of the archive that lacks things
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
  uint64_t shown_slots_left = kMaxShownSlots;  ///< to list, counted once per timeline
  std::vector<Finding> findings{};

  /// The failures of the archive that lacks this row.
  const Unread& unread(Sides rows) const { return rows.new_row == kNone ? new_unread : old_unread; }
  Finding& add(Finding finding) { return findings.emplace_back(std::move(finding)); }
};

/// Appends findings of the kinds palette and unreadable about palettes of rooms that both archives
/// have.
void compare_palettes(Comparison& all);

/// Appends findings of the kinds room_…, background, plane, box, scale_slot and unreadable. Fails
/// if a background cannot be read.
Status compare_rooms(Comparison& all);

// Each of these functions appends findings about one pair of costumes, `rows`; both costumes exist.

/// Kinds: format, mirror and palette (of the costume).
void compare_looks(Comparison& all, Sides rows);

/// Kinds: picture_…, limb_table and unreadable. A slot that shows another picture gets the same
/// kind if the archives are swapped: tools/diff/README.md "How kinds are told apart". Fails if
/// pixels cannot be read.
Status compare_slots(Comparison& all, Sides rows);

/// Kinds: record and unreadable.
void compare_records(Comparison& all, Sides rows);

/// Kind: timeline. Leaves out timelines that a finding about this pair explains
/// (tools/diff/README.md "How kinds are told apart"). The findings about this pair start at
/// findings[first_finding].
void compare_timelines(Comparison& all, Sides rows, size_t first_finding);

/// The timelines that show each slot of a costume. A timeline shows the slots of its cels. It also
/// shows the slots of zero size that are named by its record, or by init's record in the same
/// direction.
struct ShownSlots {
  bool complete = true;  ///< false: the budget ran out, and nothing is known
  uint32_t first_entry = 0;
  std::vector<std::vector<RecordKey>> by_entry{};

  /// The timelines that show `entry`, a row of Entries, sorted; none if it is kNone.
  std::span<const RecordKey> timelines(uint32_t entry) const {
    if (entry == kNone || !complete) return {};
    return by_entry[entry - first_entry];
  }
};
ShownSlots shown_slots(const TablesView& tables, uint32_t costume, const PlayerRules& numbers,
                       uint64_t& slots_left);

/// Returns the rows 0 … rows - 1 by key. The key of a row is key_of(row), and the number of earlier
/// rows with the same key_of.
template <class KeyOf>
auto rows_by(size_t rows, const KeyOf& key_of) {
  using Key = std::remove_cvref_t<decltype(key_of(0))>;
  std::map<std::pair<Key, uint32_t>, uint32_t> by_key;
  std::map<Key, uint32_t> earlier;
  for (uint32_t row = 0; row < rows; ++row) {
    const Key key = key_of(row);
    by_key.emplace(std::pair(key, earlier[key]++), row);
  }
  return by_key;
}

/// Pairs the rows of both archives that have the same key. A key that only one archive has is
/// paired with kNone.
template <class Key>
std::map<Key, Sides> pair_rows(const std::map<Key, uint32_t>& old_rows,
                               const std::map<Key, uint32_t>& new_rows) {
  std::map<Key, Sides> pairs;
  for (const auto& [key, row] : old_rows) pairs[key].old_row = row;
  for (const auto& [key, row] : new_rows) pairs[key].new_row = row;
  return pairs;
}

/// The parts of an object's row (object_row) that are compared together: a field each.
struct ObjectField {
  std::string_view name;
  std::array<const char*, 4> keys;  ///< null: no more
};
inline constexpr ObjectField kObjectFields[] = {
    {"name", {"name"}},
    {"place", {"x", "y", "width", "height"}},
    {"use", {"walk_x", "walk_y", "direction"}},
    {"state", {"state", "parent", "parent_state"}},
};

/// Compares two images of `pixels` pixels in rows of `width`. The pixels that differ are those with
/// differs(position).
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

/// Reads two images in rows of `width`, and compares them like changed_pixels. The pixels that
/// differ are those with differ(before, now).
template <class Differ>
Result<PixelChange> read_change(const ReadPixels& read_old, const ReadPixels& read_new, Sides row,
                                size_t width, const Differ& differ) {
  ASSIGN_OR_RETURN(const Bytes olds, read_old(row.old_row));
  ASSIGN_OR_RETURN(const Bytes news, read_new(row.new_row));
  return changed_pixels(olds.size(), width, [&](size_t at) { return differ(olds[at], news[at]); });
}

/// The rules whose numbers of named chores all findings have: those of the later version, because
/// versions 1 and 2 number them otherwise.
const PlayerRules& chore_numbers(const DiffTables& tables);

/// The records of a costume: rows of Records by chore and direction. The chores have the numbers
/// that chores of the same name have in `numbers`.
std::map<RecordKey, uint32_t> records_of(const TablesView& tables, uint32_t costume,
                                         const PlayerRules& numbers);

/// The records of a pair of costumes, by chore_numbers().
std::map<RecordKey, Sides> pair_records(const DiffTables& tables, Sides costume);

}  // namespace wardrobe
