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

/// The cels of a costume. Row i is cel i; its header is its entry in AKCI.
struct AkosCels : CostumePictures {
  Column<uint8_t> reached;  ///< 1: some sequence can show it
};

/// Auxiliary pictures. Row i is picture i; its header is the payload of its AXFD.
struct AkosAuxiliary : AkosCels {
  Column<uint32_t> data_end;  ///< where its data ends in the payload
};

/// One costume of v7, v8 or a Humongous game (SCUMM.md §6), as flat tables.
struct AkosTables {
  uint16_t flags = 0;
  uint8_t codec = 0;
  uint8_t directions = 4;     ///< 4 or 8
  Column<uint8_t> color;      ///< AKPL
  Column<uint8_t> shadow;     ///< pixel values that are shadows, rising
  Column<uint8_t> rgb;        ///< RGBS
  Column<uint8_t> command;    ///< AKSQ
  Column<uint16_t> jump;      ///< AKFO
  Column<uint8_t> condition;  ///< AKCT
  Sequences sequences;        ///< by start
  Records records;            ///< only defined ones; they own rows of `windows`
  Windows windows;            ///< as FORMAT.md specifies them
  AkosCels cels;
  AkosAuxiliary auxiliary;
  bool short_headers = false;  ///< AKCI has only the cels' sizes; placement and moves are 0
  uint32_t data_end = 0;       ///< where AKCD ends in the payload
  std::vector<CostumeProblem> problems;

  bool mirrors_west() const { return (flags & kAkosWestIsDrawn) == 0; }
};

/// Returns the true colour of each pixel value, as red, green and blue, by the costume's RGBS; none
/// if it has none (SCUMM.md §6 "Colours"). `colors` is costumes.color: AKPL, and the colours that
/// only auxiliary pictures have. The latter may have no true colours.
Column<uint8_t> akos_true_colors(const AkosTables& tables, Bytes colors, Version version);

/// Reads the auxiliary pictures. `payload` is that of AKAX, at `position` in that of the AKOS.
void read_auxiliary(Bytes payload, uint64_t position, AkosTables& out);

/// Reads `payload`, that of an AKOS block. An error means that there is no costume at all. Damage
/// to parts of it goes into `out.problems`. Safe on any input; time and memory are bounded by the
/// payload's size.
Status read_akos(Bytes payload, Version version, AkosTables& out);

}  // namespace wardrobe
