#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/diff/diff.h"
#include "tools/diff/finding.h"

namespace wardrobe {

/// The parts of diff(). Each appends what it finds in one pair of costumes, `rows`, which both are
/// there, and leaves in it what the next ones need.

/// What a frame shows: hashes of the limb and index of its cels, and of their x, y and flip too.
struct FrameHash {
  uint64_t pictures = 0;
  uint64_t all = 0;
};

/// Of each row of Frames.
std::vector<FrameHash> frame_hashes(const Tables& tables);

/// Two archives, and what is asked of them again and again.
struct DiffInputs {
  DiffInput old_input;
  DiffInput new_input;
  std::vector<FrameHash> old_frames;
  std::vector<FrameHash> new_frames;
};

/// palette, of rooms.
void compare_palettes(const DiffInputs& inputs, std::vector<Finding>& findings);

/// format, mirror and palette, of the costume's own colours.
void compare_looks(const DiffInputs& inputs, Sides rows, std::vector<Finding>& findings);

/// picture_… and limb_table. Where two slots differ, which kind it is goes by a rule that is the
/// same the other way round:
///
/// - limb_table, the slot shows another picture that the costume knows: what it shows now has left
///   another slot, or what it showed has come to another; or the costume has both pictures, before
///   and now; or one of them is there before and now, and they are not nearly the same (of one
///   size, with at most an eighth of the pixels different, or one). The slot's new placement
///   belongs to it and is no finding of its own;
/// - else picture_added or picture_removed where only one of the slots has a picture;
/// - else picture_size or, at the same size, picture_pixels.
Status compare_slots(const DiffInputs& inputs, Sides rows, std::vector<Finding>& findings);

/// record.
void compare_records(const DiffInputs& inputs, Sides rows, std::vector<Finding>& findings);

/// timeline. findings[first_finding …] are those of this pair so far: where one of them explains
/// that a timeline differs, that is none. A record explains the timeline of its chore and facing,
/// and that of chore 1 all that face so; what happened to a slot, all that show it; mirror, all
/// that are drawn flipped.
void compare_timelines(const DiffInputs& inputs, Sides rows, size_t first_finding,
                       std::vector<Finding>& findings);

/// Whether two rows of Timelines differ in what they draw (limb, index, place), how they go on or
/// what they meet.
bool timelines_differ(const DiffInputs& inputs, Sides timeline);

/// Which timelines show which slots of a costume: those that their cels come from, and slots of
/// zero size that their windows, or those of init before them, name.
class ShownSlots {
 public:
  ShownSlots(const Tables& tables, uint32_t costume);

  /// The timelines that show an entry (row of Entries), sorted.
  const std::vector<RecordKey>& timelines(uint32_t entry) const;

 private:
  uint32_t first_entry_ = 0;
  std::vector<std::vector<RecordKey>> by_entry_;
};

/// The records of a costume by what they are for: rows of Records.
std::map<RecordKey, uint32_t> records_of(const Tables& tables, uint32_t costume);

}  // namespace wardrobe
