#pragma once

#include <cstdint>
#include <tuple>

#include "formats/column.h"

// The tables of timelines of an archive, laid out as in the file: FORMAT.md "The tables".

namespace wardrobe {

/// Flags of a timeline (FORMAT.md "timelines").
inline constexpr uint16_t kTruncated = 1;       ///< cut at the limit of ticks or cels
inline constexpr uint16_t kDynamic = 2;         ///< depends on the game's state at run time
inline constexpr uint16_t kStuck = 4;           ///< a limb's steps never come to rest
inline constexpr uint16_t kMissingPicture = 8;  ///< a picture to draw could not be decoded
inline constexpr uint16_t kLost = 16;           ///< a limb stands where there is no code

/// Game state that a dynamic timeline reads. 0 to 255 are variables; the others are:
inline constexpr uint16_t kReadRandom = 256;
inline constexpr uint16_t kReadSound = 257;      ///< whether a sound plays
inline constexpr uint16_t kReadTalking = 258;    ///< whether anyone talks
inline constexpr uint16_t kReadCondition = 259;  ///< a condition of a draw-many
inline constexpr uint16_t kReads = 260;

/// Frames and events of each row of Records, tick by tick.
template <class S>
struct TimelinesOf {
  ColumnOf<S, uint32_t> loop_start;  ///< the tick that plays after the last one; kNone if truncated
  ColumnOf<S, uint16_t> flags;       ///< kTruncated to kLost
  OffsetsOf<S> tick_offset;
  ColumnOf<S, uint32_t> tick;  ///< row of Frames
  OffsetsOf<S> event_offset;   ///< rows of Events
  OffsetsOf<S> read_offset;
  ColumnOf<S, uint16_t> read;  ///< a variable's number, or kReadRandom to kReadCondition

  WARDROBE_TABLE(timelines, loop_start, flags, tick_offset, tick, event_offset, read_offset, read);
};
using Timelines = TimelinesOf<Vectors>;
using TimelinesView = TimelinesOf<Views>;

/// The distinct frames of each costume.
template <class S>
struct FramesOf {
  OffsetsOf<S> cel_offset;  ///< rows of Cels

  WARDROBE_TABLE(frames, cel_offset);
};
using Frames = FramesOf<Vectors>;
using FramesView = FramesOf<Views>;

/// Cels of frames, in draw order.
template <class S>
struct CelsOf {
  ColumnOf<S, uint8_t> limb;
  ColumnOf<S, uint16_t> index;
  ColumnOf<S, uint32_t> picture;
  ColumnOf<S, int32_t> x;
  ColumnOf<S, int32_t> y;
  ColumnOf<S, uint8_t> flip;

  WARDROBE_TABLE(cels, limb, index, picture, x, y, flip);
};
using Cels = CelsOf<Vectors>;
using CelsView = CelsOf<Views>;

enum class EventKind : uint8_t {
  counter = 0,
  sound = 1,
  stuck = 2,
  script = 3,
  anim = 4,
  talkie = 5,
  hide = 6,
  clip = 7,
  offset = 8,
  picture = 9,
};
inline constexpr uint8_t kEventKinds = 10;

template <class S>
struct EventsOf {
  ColumnOf<S, uint32_t> tick;  ///< the tick before the step
  ColumnOf<S, uint8_t> limb;
  ColumnOf<S, EventKind> kind;
  ColumnOf<S, int32_t> value;

  WARDROBE_TABLE(events, tick, limb, kind, value);
};
using Events = EventsOf<Vectors>;
using EventsView = EventsOf<Views>;

}  // namespace wardrobe
