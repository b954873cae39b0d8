#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "formats/scumm.h"
#include "formats/tables.h"
#include "formats/version.h"

namespace wardrobe {

/// LOFF or FO: where each room of a resource file starts, from the start of the file (SCUMM.md §1).
struct RoomOffsets {
  std::vector<uint8_t> room;
  std::vector<uint32_t> offset;  ///< of the ROOM; in version 8 of the LFLF, in version 4 of the LF

  friend bool operator==(const RoomOffsets&, const RoomOffsets&) = default;
};

/// Reads the payload of LOFF or FO; `name` says which. If it is cut short, the complete entries are
/// kept and a problem is reported.
RoomOffsets read_room_offsets(std::string_view name, Bytes payload, std::vector<Error>& problems);

/// The palettes of a room. Palette i is the bytes rgb[rgb_offset[i]] up to rgb[rgb_offset[i + 1]],
/// 3 for each colour. It has 256 colours, in EGA games 16, or fewer if the file is damaged.
struct RoomPalettes {
  Offsets rgb_offset;
  std::vector<uint8_t> rgb;

  size_t count() const { return rgb_offset.size() - 1; }
  void add(Bytes colors);

  friend bool operator==(const RoomPalettes&, const RoomPalettes&) = default;
};

/// Adds the palette of a CLUT to `palettes`. `payload` is the block's.
void read_clut(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems);

/// Adds the palette of a PA to `palettes`. `payload` is the block's; the size in it counts colours
/// if `counts_colors` (version 3), otherwise bytes.
void read_pa(Bytes payload, bool counts_colors, RoomPalettes& palettes,
             std::vector<Error>& problems);

/// The 16 colours of games up to version 4 whose rooms have no PA (SCUMM.md §1 "Version 4").
RoomPalettes ega_palette();

/// The colours of a C64 among those of EGA: how version 1 shows them, in Maniac Mansion or in Zak
/// McKracken (SCUMM.md §8 "Pictures up to version 4").
std::array<uint8_t, 16> ega_of_c64(bool of_zak);

/// Adds the palettes of PALS/WRAP in the order of OFFS or, if OFFS is damaged, in file order.
/// Offsets of problems count from the start of the payload of PALS.
void read_pals(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems);

/// The contents of RMHD, or of HD in version 4, or of the start of a nameless room.
struct RoomHeader {
  uint32_t width = 0;  ///< pixels
  uint32_t height = 0;
  std::optional<uint8_t> transparent;  ///< in version 8; otherwise in TRNS
};

/// Reads the payload of RMHD or HD.
RoomHeader read_room_header(Bytes payload, Version version, std::vector<Error>& problems);

/// The positions of the strips of a picture or z-plane (SCUMM.md §8). The bytes that it was made
/// from must outlive it.
class StripTable {
 public:
  /// Makes a table of `strips` offsets of `width` bytes each, 2 or 4, which stand at `table_at` in
  /// `block` and count from the start of `block`. Fails if it does not fit into the first
  /// `table_end` bytes.
  static Result<StripTable> make(Bytes block, size_t table_at, size_t table_end, size_t width,
                                 size_t strips);

  size_t strips() const { return strips_; }
  size_t table_end() const { return table_at_ + strips_ * width_; }
  Bytes block() const { return block_; }
  /// Returns the bytes from the start of a strip to the end of the block: only its pixels tell
  /// where a strip ends. No bytes if its offset is 0; nullopt if the offset lies outside the block.
  std::optional<Bytes> strip(size_t index) const;

 private:
  StripTable(Bytes block, size_t table_at, size_t width, size_t strips)
      : block_(block), table_at_(table_at), width_(width), strips_(strips) {}

  Bytes block_;
  size_t table_at_;
  size_t width_;
  size_t strips_;
};

/// How the pixels of a picture are stored (SCUMM.md §8).
enum class PictureCoding : uint8_t {
  none,
  strips,        ///< by codes: version 4 with 256 colours, and later ones
  strips_of_v3,  ///< by other codes: version 3 with 256 colours
  strips_of_16,  ///< with 16 colours: versions 3 and 4
  runs_of_16,    ///< with 16 colours, not in strips, followed by its z-plane: version 2
  cells,         ///< of 8 × 8 pixels: version 1
  bitmap,        ///< a BMAP, from its code on
  bomp,          ///< the rows of a BOMP
};

/// What the pictures of a room of version 1 are made of; maps are as stored.
struct CellMaps {
  Bytes glyphs;           ///< a map of 2,048 bytes: what characters look like
  Bytes masks;            ///< the same of masks
  size_t mask_bytes = 0;  ///< how many bytes the map of masks has
  std::array<uint8_t, 3> room_colors{};
  std::array<uint8_t, 8> cell_colors{};
  std::array<Bytes, 3> background;  ///< maps of its characters, colours and masks
};

/// A z-plane of a picture.
struct PlaneImage {
  std::optional<StripTable> strips;
  bool in_picture = false;  ///< it is in the data of the picture: versions 1 and 2

  bool missing() const { return !strips && !in_picture; }  ///< or damaged
};

/// The picture of a room or of an object, and its z-planes.
struct RoomImage {
  PictureCoding coding = PictureCoding::none;
  bool opaque = false;                  ///< up to version 4: no strip is see-through
  bool masks_may_lack = false;          ///< the last run of a mask strip may lack its value
  std::optional<StripTable> strips{};   ///< of a coding of strips
  Bytes data{};                         ///< all that decides the pixels, but for the size
  CellMaps cells{};                     ///< of that coding
  std::vector<PlaneImage> planes{};     ///< plane i + 1
  std::optional<StripTable> touched{};  ///< of a TMSK: where the planes of an object count

  bool empty() const { return coding == PictureCoding::none; }
};

/// What a game's pictures of rooms depend on.
struct RoomRules {
  Version version{};
  bool has_16_colors = false;  ///< no room has a palette: up to version 4
  bool of_zak = false;         ///< in version 1: it is Zak McKracken, not Maniac Mansion
};

/// Finds the parts of an RMIM, an IMAG in version 8, a BM up to version 4, or those of a room
/// without named blocks. `payload` is the block's; `width` is that of the room, in pixels. Missing
/// and damaged parts are omitted and reported.
RoomImage read_room_image(Bytes payload, const RoomRules& rules, uint32_t width,
                          std::vector<Error>& problems);

/// A picture of an object.
struct ObjectImage {
  uint8_t state = 0;   ///< in which the object is shown so, from 1
  bool blast = false;  ///< a BOMP, which only scripts draw
  int32_t x = 0;       ///< where it is drawn in the room
  int32_t y = 0;
  uint32_t width = 0;  ///< pixels that are drawn
  uint32_t height = 0;
  int32_t hotspot_x = 0;
  int32_t hotspot_y = 0;
  size_t at = 0;  ///< where it is stored, in the file
  RoomImage image;
};

/// What the z-planes of an object's image do to those of the room.
enum class PlaneRule : uint8_t {
  by_strip,  ///< those of a see-through strip are added, those of another one replace the room's
  add,
  replace,
};

/// An object of a room (SCUMM.md §8 "Objects").
struct RoomObject {
  uint16_t number = 0;  ///< in the game; 0: unknown
  std::vector<uint8_t> name;
  int32_t x = 0;
  int32_t y = 0;
  uint32_t width = 0;
  uint32_t height = 0;
  int32_t walk_x = 0;
  int32_t walk_y = 0;
  uint16_t direction = 0;  ///< degrees, clockwise from north
  uint32_t parent = 0;     ///< the parent's position in the room's objects, from 1; 0: none
  uint8_t parent_state = 0;
  uint8_t state = 0;  ///< when the game starts
  PlaneRule planes = PlaneRule::by_strip;
  std::vector<ObjectImage> images;
};

/// "image 2 of object 7: ", the start of a message.
std::string image_text(uint16_t object, unsigned state);

/// Returns the objects of a room, in the order of their OBCDs; those of an OBIM alone come last.
/// `blocks` are all OBIMs and OBCDs of the room (OIs and OCs up to version 4), in the order of the
/// file; `planes` is the number of the room's z-planes. Parts that are damaged or do not fit are
/// omitted and reported, with offsets in the file.
std::vector<RoomObject> read_objects(std::span<const Block> blocks, const RoomRules& rules,
                                     size_t planes, const ObjectDirectory& directory,
                                     std::vector<Error>& problems);

/// The same for a room without named blocks, which is `room`. Each object has an image, which is
/// really its own only if it ends with its data (SCUMM.md §8). `background` is that of the room.
std::vector<RoomObject> read_nameless_objects(const Block& room, const RoomRules& rules,
                                              const RoomImage& background,
                                              const ObjectDirectory& directory,
                                              std::vector<Error>& problems);

/// Appends the cycles of a CYCL that run; `payload` is the block's. Reads up to the first entry
/// that does not fit, and reports it.
void read_cycles(Bytes payload, Cycles& cycles, std::vector<Error>& problems);

/// Appends the cycles of a CC, of version 4, that run; `payload` is the block's.
void read_old_cycles(Bytes payload, Cycles& cycles);

/// The corners of a box in stored order.
inline constexpr std::array kBoxCorners = {&Boxes::ulx, &Boxes::uly, &Boxes::urx, &Boxes::ury,
                                           &Boxes::lrx, &Boxes::lry, &Boxes::llx, &Boxes::lly};

/// Appends the walk boxes of a BOXD; `payload` is the block's (SCUMM.md §8 "Containers"). If it is
/// cut short, the complete boxes are kept and a problem is reported.
void read_boxes(Bytes payload, Version version, Boxes& boxes, std::vector<Error>& problems);

/// Appends the scale slots of a SCAL; `payload` is the block's. If there are fewer than four, those
/// are kept and a problem is reported.
void read_scales(Bytes payload, Version version, Scales& scales, std::vector<Error>& problems);

}  // namespace wardrobe
