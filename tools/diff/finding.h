#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/player/direction.h"
#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// What kind of change a finding is. README.md "Findings" says what each means.
enum class FindingKind : uint8_t {
  costume_added,
  costume_removed,
  costume_moved,
  format,
  mirror,
  palette,
  picture_added,
  picture_removed,
  picture_size,
  picture_pixels,
  picture_placement,
  limb_table,
  record,
  timeline,
};
inline constexpr size_t kFindingKinds = 14;

/// As `--json` spells it: "costume-added" …
std::string_view kind_name(FindingKind kind);

/// Rows of one table, in the old and in the new archive; kNone: not there.
struct Sides {
  uint32_t old_row = kNone;
  uint32_t new_row = kNone;

  bool both() const { return old_row != kNone && new_row != kNone; }
  friend bool operator==(const Sides&, const Sides&) = default;
};

/// A slot of a limb table.
struct SlotPlace {
  uint8_t limb = kNoLimb;
  uint16_t index = kNoIndex;  ///< kNoIndex: nowhere
};

/// One difference. It holds places; what stands there is in the two archives' tables.
struct Finding {
  FindingKind kind = FindingKind::costume_added;
  /// Which part of it changed; empty where the kind says it all.
  std::string_view field{};
  Sides costume{};  ///< none of both: a room's palette
  /// In the table that the kind is about: palette of a room: Palettes; picture_… and limb_table:
  /// Entries; record: Windows where there is a limb, else Records; timeline: Records.
  Sides row{};
  uint8_t limb = kNoLimb;     ///< picture_…, limb_table, record
  uint16_t index = kNoIndex;  ///< picture_…, limb_table: slot of the limb's table
  RecordKey record{};         ///< record, timeline
  uint32_t tick = 0;          ///< timeline: the first that differs
  /// picture_pixels: how many, and the smallest box around them, from the picture's top left.
  uint64_t pixels = 0;
  Box box{};
  /// limb_table: where the old archive had the picture that is there now, and where the new one has
  /// the picture that was.
  SlotPlace from{};
  SlotPlace to{};
  /// All of picture_… but picture_pixels, and limb_table: the timelines, old or new, that show it,
  /// sorted.
  std::vector<RecordKey> timelines{};

  bool has_slot() const { return index != kNoIndex; }
  bool has_record() const { return kind == FindingKind::record || kind == FindingKind::timeline; }
  bool names_timelines() const { return has_slot() && kind != FindingKind::picture_pixels; }
};

/// What changed between two archives.
struct Diff {
  /// Rows of Costumes that were compared with each other, in order of the new row; then those of
  /// the old that have none in the new, then the other way round.
  std::vector<Sides> costumes;
  /// First those of rooms' palettes, then costume by costume in the order of `costumes`.
  std::vector<Finding> findings;
};

}  // namespace wardrobe
