#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/tables.h"

namespace wardrobe {

/// What an edit has done to a picture of a COST besides giving it new bytes (SCUMM.md §8).
struct PictureNote {
  static constexpr uint16_t kAtHome = 0xFFFF;
  static constexpr uint8_t kNoRedirect = 0xFF;

  uint16_t picture = 0;     ///< position of its header in the payload
  uint16_t home = kAtHome;  ///< position before which it belongs
  uint8_t limb = kNoLimb;   ///< of the slot to which it redirected
  uint8_t index = kNoRedirect;

  bool redirected() const { return limb != kNoLimb || index != kNoRedirect; }
  bool empty() const { return home == kAtHome && !redirected(); }
};

/// What stands at the end of a costume that had to grow, or that has notes (SCUMM.md §8), so that
/// undoing the edit gives the original bytes. Games do not look there.
struct GrownMark {
  uint32_t size = 0;    ///< of the original payload
  uint32_t stated = 0;  ///< COST: its size field; 0 where it has none
  std::vector<PictureNote> notes;

  size_t bytes() const;
};

inline constexpr std::string_view kGrownMark = "WARDROBE";

/// The mark of a COST's payload, if it has one.
std::optional<GrownMark> read_grown_mark(Bytes payload);
void append_grown_mark(const GrownMark& mark, std::vector<uint8_t>& payload);

/// What an edit has done to a cel of an AKOS that shared its data or its header with another.
struct CelNote {
  static constexpr uint16_t kNone = 0xFFFF;

  uint16_t cel = 0;
  uint16_t data_of = kNone;    ///< the cel whose data it used
  uint16_t header_of = kNone;  ///< … whose header
};

/// The chunk that marks an AKOS.
inline constexpr std::string_view kGrownChunk = "WRDB";

struct GrownAkos {
  uint32_t size = 0;  ///< of the original payload
  std::vector<CelNote> notes;

  size_t bytes() const;
};

GrownAkos read_grown_akos(Bytes chunk);
void put_grown_akos(const GrownAkos& mark, ByteWriter& out);

}  // namespace wardrobe
