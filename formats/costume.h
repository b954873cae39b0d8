#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"
#include "formats/tables.h"

// The costumes of games, as their blocks store them: COST and AKOS.

namespace wardrobe {

/// Codecs of cels: SCUMM.md §6 "Pixels".
inline constexpr uint8_t kAkosRle = 1;
inline constexpr uint8_t kAkosBomp = 5;
inline constexpr uint8_t kAkosMajMin = 16;
inline constexpr uint8_t kAkosTrle = 32;

/// AKHD's flags.
inline constexpr uint16_t kAkosWestIsDrawn = 1;      ///< West has cels of its own
inline constexpr uint16_t kAkosEightDirections = 2;  ///< v7 and v8 only
/// Set in Humongous costumes with short headers; the reader does not rely on it.
inline constexpr uint16_t kAkosShortHeaders = 0x8000;

/// Reasons why a stored picture shows nothing. The readers of costumes set those up to `zero_size`,
/// decoding the others.
enum class PictureFault : uint8_t {
  none,
  outside,    ///< its header or its data lies outside the block
  redirect,   ///< it redirects to a picture that does not exist
  coding,     ///< an auxiliary picture of a coding that is not read
  zero_size,  ///< it has no pixels, which is no damage
  too_large,  ///< more than kMaxSide or kMaxPicturePixels
  too_many,   ///< the costume's pictures exceed kCostumePixels
  truncated,
  overrun,
  damaged,
  colors,  ///< an auxiliary picture with more colours than pixels can have values
};

/// Size and placement of a picture, from its stored header.
struct PictureShape {
  uint16_t width = 0;
  uint16_t height = 0;
  int16_t x = 0;
  int16_t y = 0;
  int16_t xinc = 0;
  int16_t yinc = 0;

  bool same_size(const PictureShape& other) const {
    return width == other.width && height == other.height;
  }
  friend bool operator==(const PictureShape&, const PictureShape&) = default;
};

/// A picture of a costume as its block stores it, not decoded yet.
struct StoredPicture : PictureShape {
  uint8_t redirect_limb = kNoLimb;  ///< kNoLimb: none; else `data` is the redirect's target
  uint8_t redirect_index = 0xFF;    ///< 0xFF: none
  uint32_t header = 0;              ///< position of its header in the payload, or the payload's end
  uint32_t data = 0;                ///< position of its pixels in the payload
  uint32_t data_end = 0;            ///< position where they must have ended
  PictureFault fault = PictureFault::none;

  /// Its pixels, in the payload of its costume.
  Bytes data_in(Bytes payload) const { return payload.subspan(data, data_end - data); }
};

/// A COST (SCUMM.md §2, §3) or AKOS (SCUMM.md §6) as its block stores it, before any picture is
/// decoded. What only one of the two kinds has is empty in the other.
struct StoredCostume {
  Kind kind = Kind::cost;
  uint8_t format = 0;          ///< COST: 0x57 … 0x61, and bit 7
  uint16_t flags = 0;          ///< AKOS: AKHD's
  uint8_t codec = 1;           ///< of cels; of all COST 1
  uint8_t directions = 4;      ///< 4 or 8
  bool mirror_west = true;     ///< West is drawn by flipping
  bool short_headers = false;  ///< AKCI has only the cels' sizes; placement and moves are 0
  Column<uint8_t> color;       ///< COST: 4, 16 or 32 indices into the room palette. AKPL
  Column<uint8_t> shadow;      ///< pixel values that are shadows, rising
  Column<uint8_t> rgb;         ///< RGBS
  Column<uint8_t> command;     ///< the stream, up to the end of the last window. AKSQ
  Column<uint16_t> jump;       ///< AKFO
  Column<uint8_t> condition;   ///< AKCT
  Sequences sequences;         ///< by start
  Records records;             ///< only defined ones; they own rows of `windows`
  Windows windows;             ///< as FORMAT.md specifies them
  /// Limb table → its entries. A COST has a table for each limb, some of them without entries; an
  /// AKOS has one of its cels and one of its auxiliary pictures.
  std::array<uint32_t, kLimbs + 1> entry_offset{};
  Column<uint16_t> entry;               ///< COST: as stored
  Column<uint32_t> entry_picture;       ///< row of `pictures`; kNone: empty slot
  Column<uint8_t> entry_reached;        ///< 1: some record can show it
  std::vector<StoredPicture> pictures;  ///< COST: in order of their offsets. AKOS: of entries
  std::string name{};                   ///< AKOS: the artist's file, SPLF
  std::vector<Error> problems;          ///< damage that leaves the rest usable

  RowRange entries_of(size_t table) const { return rows_of(entry_offset, table); }
  /// limb_tables.limb of a table.
  uint8_t limb_of(size_t table) const {
    if (kind == Kind::cost) return static_cast<uint8_t>(table);
    return table == 0 ? kNoLimb : kAuxiliaryLimb;
  }
};

/// Reads `payload`, that of a COST block of a game of version `version`. An error means that there
/// is no costume at all. Damaged parts are omitted and listed in its problems. Only limbs to which
/// a record gives a window have entries. Safe on any input; time and memory are bounded by the
/// payload's size.
Result<StoredCostume> read_cost(Bytes payload, Version version);

/// Whether arbitrary bytes look like a costume: they have a record, and everything that the header
/// leads to lies within them.
bool is_consistent_cost(Bytes payload, Version version);

/// Reads `payload`, that of an AKOS block. An error means that there is no costume at all. Damage
/// to parts of it is listed in its problems. Safe on any input; time and memory are bounded by the
/// payload's size.
Result<StoredCostume> read_akos(Bytes payload, Version version);

/// Returns the pixel value that `codec` does not draw. `colors` is the costume's AKPL, and `map` is
/// actor_colors() of its room.
uint8_t akos_transparent(uint8_t codec, Bytes colors, Version version, Bytes map = {});

/// Whether a window of this mode has a start and a length.
constexpr bool akos_mode_has_codes(WindowMode mode) {
  return mode != WindowMode::off && mode != WindowMode::stop && mode != WindowMode::unstop;
}

/// Returns the true colour of each pixel value, as red, green and blue, by the costume's RGBS; none
/// if it has none (SCUMM.md §6 "Colours"). `colors` is costumes.color: AKPL, and the colours that
/// only auxiliary pictures have. The latter may have no true colours.
Column<uint8_t> akos_true_colors(const StoredCostume& costume, Bytes colors, Version version);

// How the readers of costumes build records and windows (SCUMM.md §3, §6 "Records").

/// A mask of limbs has limb 0 in bit 15.
inline constexpr unsigned kMaskOfLimb0 = 0x8000;
inline bool has_limb(unsigned mask, size_t limb) { return (mask << limb & kMaskOfLimb0) != 0; }

inline void append_window(Windows& windows, size_t limb, WindowMode mode, size_t start,
                          size_t length) {
  windows.limb.push_back(static_cast<uint8_t>(limb));
  windows.mode.push_back(mode);
  windows.start.push_back(static_cast<uint16_t>(start));
  windows.length.push_back(static_cast<uint16_t>(length));
}

/// Appends a record that owns all windows appended since the record before it.
inline void append_record(Records& records, size_t number, const Windows& windows,
                          std::string_view name = {}) {
  records.number.push_back(static_cast<uint16_t>(number));
  records.window_offset.push_back(static_cast<uint32_t>(windows.limb.size()));
  append_text(records.name_offset, records.name, name);
}

/// Whether a costume of this size may have another record, whatever limbs the record has. A
/// costume can store a record once and list it often, and each listing gets windows of its own.
inline bool has_room_for_record(const Windows& windows, size_t costume_size) {
  return windows.limb.size() + kLimbs <= kCostumeWindows.of(costume_size);
}

/// The problem to report if there is no room for this record.
inline Error too_many_windows(size_t record) {
  return {ErrorCode::limit, 0,
          "the records have too many windows for a costume of this size; from record " +
              std::to_string(record) + " on they are skipped"};
}

}  // namespace wardrobe
