#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/play_rules.h"
#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The kinds of findings: tools/diff/README.md.
enum class FindingKind : uint8_t {
  costume_added,
  costume_removed,
  costume_moved,
  unreadable,
  format,
  mirror,
  palette,
  room_added,
  room_removed,
  room,
  background,
  plane,
  box,
  scale_slot,
  object,
  object_image,
  picture_added,
  picture_removed,
  picture_size,
  picture_pixels,
  picture_placement,
  limb_table,
  record,
  timeline,
};
inline constexpr size_t kFindingKinds = 24;

/// The name of a kind in `--json`, such as "costume-added".
std::string_view kind_name(FindingKind kind);

/// The tables of the two archives being compared.
struct DiffTables {
  TablesView old_tables;
  TablesView new_tables;
};

/// A row of a table in the old archive and its counterpart in the new one; kNone: none.
struct Sides {
  uint32_t old_row = kNone;
  uint32_t new_row = kNone;

  bool both() const { return old_row != kNone && new_row != kNone; }
  /// The new row, or else the old one.
  uint32_t latest() const { return new_row != kNone ? new_row : old_row; }
  friend bool operator==(const Sides&, const Sides&) = default;
};

/// One of the two archives.
struct DiffSide {
  TablesView tables;
  uint32_t Sides::*member;

  uint32_t row(const Sides& sides) const { return sides.*member; }
};
inline DiffSide old_side(const DiffTables& tables) { return {tables.old_tables, &Sides::old_row}; }
inline DiffSide new_side(const DiffTables& tables) { return {tables.new_tables, &Sides::new_row}; }
/// The new archive, or the old one if the new one has no such row.
inline DiffSide latest_side(const DiffTables& tables, const Sides& sides) {
  return sides.new_row != kNone ? new_side(tables) : old_side(tables);
}

/// A slot of a limb table.
struct SlotPlace {
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;  ///< kNoIndex: no slot

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 misreads defaulted comparisons.
  friend auto operator<=>(const SlotPlace&, const SlotPlace&) = default;
};

/// How two pictures of the same size differ.
struct PixelChange {
  uint64_t count = 0;    ///< pixels that differ; 0: the sizes differ
  Rect box{0, 0, 0, 0};  ///< the smallest box around them, from the picture's top left
};

/// One difference: where it is and its details. The values themselves are in the tables of the
/// archives.
struct Finding {
  FindingKind kind = FindingKind::costume_added;
  std::string_view field{};  ///< which part changed; empty if the kind says it all

  // Where.
  Sides costume{};                 ///< neither: the finding is about a room
  Sides room{};                    ///< rows of Rooms
  Sides palette{};                 ///< rows of Palettes
  std::optional<RecordKey> key{};  ///< of a record or timeline
  /// For a picture, a slot of a limb table; for a record, its limb alone. For a room, an index
  /// alone: of a plane or scale slot (from 1), of a box (from 0), or an object's number.
  SlotPlace place{};
  /// Rows of Entries, Windows (of a record's limb), Records, Timelines, Planes, Boxes, Scales,
  /// Objects or Images. Neither: the finding is about the costume, palette or room as a whole.
  Sides row{};

  // Further details.
  Sides failure{};       ///< unreadable only, on one side: the row of Failures with the reason
  PixelChange pixels{};  ///< picture_pixels, background and plane only
  uint32_t tick = 0;     ///< timeline only: the first tick that differs
  /// The timelines, old or new, that show the slot, sorted; none for picture_pixels.
  std::vector<RecordKey> timelines{};
  bool unlisted = false;  ///< `timelines` is empty because there are too many (LIMITS.md)
  /// limb_table only: the place of the new picture in the old archive, and the place of the old
  /// picture in the new archive.
  SlotPlace from{};
  SlotPlace to{};

  bool is_about_slot() const { return costume != Sides{} && place.index != kNoIndex; }
};

/// The differences between two archives.
struct Diff {
  /// The costumes: first the pairs that were compared, in the order of their new rows; then those
  /// of the old archive only; then those of the new archive only.
  std::vector<Sides> costumes;
  /// Palettes of rooms come first, then rooms, then each costume in the order of `costumes`.
  std::vector<Finding> findings;
};

}  // namespace wardrobe
