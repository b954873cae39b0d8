#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/player/direction.h"
#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The kinds of findings: tools/diff/FINDINGS.md.
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
  picture_added,
  picture_removed,
  picture_size,
  picture_pixels,
  picture_placement,
  limb_table,
  record,
  timeline,
};
inline constexpr size_t kFindingKinds = 22;

/// The name of a kind as `--json` spells it: "costume-added" …
std::string_view kind_name(FindingKind kind);

/// The tables of the two archives being compared.
struct DiffTables {
  const Tables& old_tables;
  const Tables& new_tables;
};

/// A row of some table in the old archive and its counterpart in the new one; kNone: there is none.
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
  const Tables& tables;
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
  Rect box{0, 0, 0, 0};  ///< the smallest around them, relative to the picture's top left
};

/// One difference: its place and details. The values are in the tables of the two archives.
struct Finding {
  FindingKind kind = FindingKind::costume_added;
  std::string_view field{};  ///< which part changed; empty if the kind says it all

  // Where.
  Sides costume{};                 ///< neither: it is about a room
  Sides room{};                    ///< rows of Rooms
  Sides palette{};                 ///< rows of Palettes
  std::optional<RecordKey> key{};  ///< of a record or timeline
  /// A slot of a limb table; or only the limb, of a record; or only the index: of a plane or scale
  /// slot of a room (from 1) or of a box (from 0).
  SlotPlace place{};
  /// Rows of Entries, Windows (of a record's limb), Records, Timelines, Planes, Boxes or Scales;
  /// neither: it is about the costume, palette or room as a whole.
  Sides row{};

  // What else.
  Sides failure{};       ///< unreadable only: the row of Failures that says why, on one side
  PixelChange pixels{};  ///< picture_pixels, background and plane only
  uint32_t tick = 0;     ///< of a timeline: the first that differs
  /// The timelines, old or new, that show a slot, sorted; none for picture_pixels.
  std::vector<RecordKey> timelines{};
  bool unlisted = false;  ///< too many to find (LIMITS.md)
  /// limb_table only: where the new picture was in the old archive, and where the old one is in the
  /// new archive.
  SlotPlace from{};
  SlotPlace to{};

  bool is_about_slot() const { return costume != Sides{} && place.index != kNoIndex; }
};

/// The differences between two archives.
struct Diff {
  /// The costumes: first the pairs that were compared, in order of the new row; then those that
  /// only the old archive has, then those that only the new one has.
  std::vector<Sides> costumes;
  /// Palettes of rooms first, then rooms, then costume by costume in the order of `costumes`.
  std::vector<Finding> findings;
};

}  // namespace wardrobe
