#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "formats/akos/akos.h"
#include "formats/cost/cost.h"
#include "tools/sample/art.h"

namespace wardrobe::sample {

/// Directions in the order of the records (SCUMM.md §3).
enum class Facing : uint8_t { west, east, south, north };

/// The chores that every actor has (SCUMM.md §5); kOwn is the first of the costume's own.
inline constexpr unsigned kInit = 1;
inline constexpr unsigned kWalk = 2;
inline constexpr unsigned kStand = 3;
inline constexpr unsigned kTalkStart = 4;
inline constexpr unsigned kTalkStop = 5;
inline constexpr unsigned kOwn = 6;

using Commands = std::vector<uint8_t>;

/// What a record does to a limb.
struct Part {
  uint8_t limb;
  Commands commands;  ///< of the window; none: the limb is switched off
  bool loops = true;
};

/// How an AKOS is to be written.
struct AkosForm {
  uint8_t codec = 1;
  unsigned directions = 4;   ///< 8: North and South also serve the directions next to them
  unsigned first_sound = 1;  ///< the number of the first sound: 0 from HE 61 on
  /// Cels with short headers, which only draw-many commands place, and an RGBS of the whole
  /// palette.
  bool short_headers = false;
};

/// A costume being made: pictures in limb tables and records of windows, to be written for v5 or
/// v6. Both show the same, but where v6 redirects, v5 repeats the pixels.
class CostumeSketch {
 public:
  /// `colors` point into the room palette; there are 16 or 32, as the formats say.
  CostumeSketch(uint8_t format_v5, uint8_t format_v6, std::vector<uint8_t> colors);

  /// Adds a picture to a limb's table and returns its number there.
  uint8_t add(uint8_t limb, const Drawing& drawing, int xinc = 0, int yinc = 0);
  /// … with the pixels of an earlier picture, but its own place and moves.
  uint8_t add_redirect(uint8_t limb, uint8_t to_limb, uint8_t to_index, int x, int y);
  /// … the picture that is already in another slot.
  uint8_t share(uint8_t limb, uint8_t of_limb, uint8_t of_index);

  void record(unsigned chore, Facing facing, const std::vector<Part>& parts);
  /// The same record for West, drawn mirrored, and East.
  void record_sides(unsigned chore, const std::vector<Part>& parts) {
    record(chore, Facing::west, parts);
    record(chore, Facing::east, parts);
  }

  /// The payload of a COST block. Requires that it fits 16-bit offsets and that each limb with a
  /// window has a picture: a sample that breaks this is a bug in the program.
  std::vector<uint8_t> payload(int version) const;

  /// The payload of an AKOS block that shows the same (SCUMM.md §6). With codec 1 its RGBS has
  /// colours of the palette `rgb`, at least 768 bytes.
  std::vector<uint8_t> akos_payload(const AkosForm& form, Bytes rgb) const;

 private:
  struct Picture {
    Drawing drawing;
    int xinc = 0;
    int yinc = 0;
    uint8_t redirect_limb = kNoLimb;
    uint8_t redirect_index = 0xFF;
  };

  uint8_t append(uint8_t limb, size_t picture);
  void write_tables(CostTables& tables) const;
  void write_cels(uint8_t codec, AkosTables& tables, std::vector<uint8_t>& data,
                  std::vector<uint32_t>& data_offset) const;
  void write_pictures(bool redirects, CostTables& tables, std::vector<uint8_t>& rle,
                      std::vector<uint32_t>& rle_offset) const;

  uint8_t format_v5_;
  uint8_t format_v6_;
  std::vector<uint8_t> colors_;
  std::vector<Picture> pictures_;
  std::array<std::vector<uint32_t>, kLimbs> slots_;  ///< rows of pictures_
  std::map<unsigned, std::vector<Part>> records_;
};

}  // namespace wardrobe::sample
