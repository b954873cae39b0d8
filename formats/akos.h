#pragma once

#include <cstdint>
#include <vector>

#include "formats/bytes.h"
#include "formats/costume.h"
#include "formats/result.h"
#include "formats/tables.h"

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

/// Reads `payload`, that of an AKOS block. An error means that there is no costume at all. Damage
/// to parts of it is listed in its problems. Safe on any input; time and memory are bounded by the
/// payload's size.
Result<StoredCostume> read_akos(Bytes payload, Version version);

}  // namespace wardrobe
