#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/costume.h"
#include "tools/sample/write_game.h"

namespace wardrobe::sample {

/// Directions in the order of the records (SCUMM.md §3).
enum class Facing : uint8_t { west, east, south, north };

using Commands = std::vector<uint8_t>;  ///< as in a COST; sounds are kLastSoundCommand

/// The pixel that codecs of rows, and BOMPs, do not draw.
inline constexpr uint8_t kNotDrawn = 255;

/// What a record does to a limb.
struct Part {
  uint8_t limb = 0;
  Commands commands;  ///< of the window; none: the record turns the limb off
  bool loops = true;
};

/// A picture and its place: row-major pixels; (x, y) is the top left, from the anchor.
struct Drawing {
  int x = 0;
  int y = 0;
  uint16_t width = 0;
  uint16_t height = 0;
  std::vector<uint8_t> pixels;
};

/// Pictures in limb tables, and records of windows. They can be written for any version. From v4
/// on, all versions look the same: where v6 redirects, others repeat the pixels or share them.
struct CostumeSketch {
  struct Picture {
    Drawing drawing;
    int xinc = 0;
    int yinc = 0;
    /// The slot of an earlier picture with the same pixels and moves; kNoLimb: none.
    uint8_t redirect_limb = kNoLimb;
    uint8_t redirect_index = 0xFF;

    PictureShape shape() const {
      const auto number = [](int value) { return static_cast<int16_t>(value); };
      return {drawing.width,     drawing.height, number(drawing.x),
              number(drawing.y), number(xinc),   number(yinc)};
    }
  };

  std::string name;
  std::map<unsigned, std::string> chore_names;  ///< of its own chores
  uint8_t format_v5 = 0x58;                     ///< the formats of SCUMM.md §2
  uint8_t format_v6 = 0x58;
  std::vector<uint8_t> colors;  ///< numbers in the room's palette; 16 or 32 by the formats
  std::vector<Picture> pictures;
  std::array<std::vector<uint32_t>, kLimbs> slots;  ///< rows of `pictures`
  std::map<unsigned, std::vector<Part>> records;    ///< by 4 × chore + facing; parts in limb order

  /// Adds a part to a record. The record must have no part for the limb.
  void add_part(unsigned chore, Facing facing, Part part);
};

/// Reads the sketch in art/`name`.txt.
CostumeSketch read_figure(const std::string& name);

/// Returns a costume in the format of the version, for `room`: a COST up to v6, reduced up to v3
/// (old_sketch.h), or else an AKOS. Its codec is one of the version's codecs, which take turns by
/// `number`. In v8, the costume with number 0 has records for 8 directions. In Humongous games,
/// costumes of codec 1 have short headers. The costume must fit 16-bit offsets, and each limb with
/// a window must have a picture.
CostumeDraft draft_of(const CostumeSketch& sketch, std::vector<uint16_t> ids, Version version,
                      size_t number, const RoomDraft& room);

/// Returns the payload of the costume's AKOS block (SCUMM.md §6). `number` is as above.
std::vector<uint8_t> akos_payload(const CostumeSketch& sketch, Version version, size_t number,
                                  Bytes room_rgb);

}  // namespace wardrobe::sample
