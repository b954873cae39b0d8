#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/player/direction.h"
#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// What kind of change a finding is; tools/diff/FINDINGS.md describes each.
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

/// As `--json` spells it: "costume-added" …
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
  friend bool operator==(const Sides&, const Sides&) = default;
};

/// A slot of a limb table.
struct SlotPlace {
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;  ///< kNoIndex: no slot

  friend bool operator==(const SlotPlace&, const SlotPlace&) = default;
};

/// How two pictures of the same size differ.
struct PixelChange {
  uint64_t count = 0;   ///< pixels that differ; 0: the sizes do
  Box box{0, 0, 0, 0};  ///< the smallest around them, relative to the picture's top left
};

/// About a palette of a room.
struct PaletteChange {
  Sides palette;  ///< rows of Palettes
};

/// About a room other than its palettes: room_…, room, background, plane, box and scale_slot.
struct RoomChange {
  Sides room;            ///< rows of Rooms
  Sides part{};          ///< rows of Planes, Boxes or Scales
  uint16_t number = 0;   ///< of the plane or slot, from 1, or of the box, from 0
  PixelChange pixels{};  ///< background and plane only
};

/// About a slot of a limb table: picture_… and limb_table.
struct SlotChange {
  SlotPlace place;
  Sides entry;  ///< rows of Entries
  /// The timelines, old or new, that show the slot, sorted; none for picture_pixels.
  std::vector<RecordKey> timelines{};
  bool unlisted = false;  ///< they are too many to be found out (LIMITS.md)
  PixelChange pixels{};   ///< picture_pixels only
  /// limb_table only: where the old archive had the picture that is here now, and where the new
  /// one has the picture that used to be here.
  SlotPlace from{};
  SlotPlace to{};
};

/// About a record, or what it does to one limb.
struct RecordChange {
  RecordKey key;
  uint8_t limb = kNoLimb;
  Sides row;  ///< rows of Windows if there is a limb, else of Records
};

/// About a timeline.
struct TimelineChange {
  RecordKey key;
  Sides row;      ///< rows of Timelines
  uint32_t tick;  ///< the first that differs
};

/// One difference. It says where; what is there is in the two archives' tables.
struct Finding {
  FindingKind kind = FindingKind::costume_added;
  std::string_view field{};  ///< which part changed; empty if the kind says it all
  Sides costume{};           ///< neither: it is about a room
  Sides failure{};           ///< unreadable only: the row of Failures that says why, on one side
  /// Empty if the finding is about the costume as a whole.
  std::variant<std::monostate, PaletteChange, RoomChange, SlotChange, RecordChange, TimelineChange>
      change{};

  const RoomChange* room() const { return std::get_if<RoomChange>(&change); }
  const SlotChange* slot() const { return std::get_if<SlotChange>(&change); }
  const RecordChange* record() const { return std::get_if<RecordChange>(&change); }
  const TimelineChange* timeline() const { return std::get_if<TimelineChange>(&change); }

  /// How the pixels differ of what the finding is about; nullptr if it is not about any, or they
  /// cannot be compared.
  const PixelChange* pixels() const {
    const PixelChange* found = room() != nullptr   ? &room()->pixels
                               : slot() != nullptr ? &slot()->pixels
                                                   : nullptr;
    return found != nullptr && found->count != 0 ? found : nullptr;
  }

  /// The record or timeline that the finding is about, or nullptr.
  const RecordKey* record_key() const {
    if (record() != nullptr) return &record()->key;
    return timeline() != nullptr ? &timeline()->key : nullptr;
  }
};

/// What changed between two archives.
struct Diff {
  /// The costumes: first the pairs that were compared, in order of the new row; then those that
  /// only the old archive has, then those that only the new one has.
  std::vector<Sides> costumes;
  /// Palettes of rooms first, then rooms, then costume by costume in the order of `costumes`.
  std::vector<Finding> findings;
};

}  // namespace wardrobe
