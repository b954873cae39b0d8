#include "formats/room.h"

#include <algorithm>
#include <utility>

#include "formats/limits.h"
#include "formats/scumm.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

// 16 × red, green, blue.
constexpr std::array<uint8_t, 48> kEgaColors = {
    0x00, 0x00, 0x00, 0x00, 0x00, 0xAA, 0x00, 0xAA, 0x00, 0x00, 0xAA, 0xAA, 0xAA, 0x00, 0x00, 0xAA,
    0x00, 0xAA, 0xAA, 0x55, 0x00, 0xAA, 0xAA, 0xAA, 0x55, 0x55, 0x55, 0x55, 0x55, 0xFF, 0x55, 0xFF,
    0x55, 0x55, 0xFF, 0xFF, 0xFF, 0x55, 0x55, 0xFF, 0x55, 0xFF, 0xFF, 0xFF, 0x55, 0xFF, 0xFF, 0xFF};

void add_checked(const Block& block, size_t base, RoomPalettes& palettes,
                 std::vector<Error>& problems) {
  if (block.payload.size() < kPaletteSize) {
    problems.push_back({ErrorCode::truncated, base + block.offset,
                        tag_name(block.tag) + " holds " + std::to_string(block.payload.size()) +
                            " bytes instead of 768"});
  }
  palettes.add(block.payload.first(std::min(block.payload.size(), kPaletteSize)));
}

void read_wrap(const Block& wrap, RoomPalettes& palettes, std::vector<Error>& problems) {
  const size_t base = wrap.payload_at();
  std::optional<Block> damage;
  const std::vector<Block> blocks = read_blocks(wrap.payload, 0, damage);
  if (damage) {
    problems.push_back({ErrorCode::damaged, base + damage->offset, "a block in WRAP does not fit"});
  }
  std::vector<Block> listed =
      listed_blocks(blocks, "APAL", 2 * wrap.payload.size()).value_or(std::vector<Block>());
  if (listed.empty()) {
    listed = all_blocks(blocks, "APAL");
    if (!listed.empty()) {
      problems.push_back({ErrorCode::damaged, wrap.offset,
                          "OFFS does not list the APAL blocks; they are read in file order"});
    }
  }
  for (const Block& palette : listed) add_checked(palette, base, palettes, problems);
}

Error problem_at(size_t offset, std::string message) {
  return {ErrorCode::damaged, offset, std::move(message)};
}

/// The contents of a WRAP from its OFFS on. Offsets count from the start of OFFS.
struct WrapPart {
  uint64_t begin;      ///< of OFFS, in the image's payload
  uint64_t table_end;  ///< from there
  uint64_t end;        ///< of WRAP

  size_t count() const { return static_cast<size_t>(table_end - kBlockHeaderSize) / 4; }
};

/// Reads the image block of one room.
class ImageReader {
 public:
  ImageReader(Bytes payload, size_t strips, std::vector<Error>& problems, RoomImage& out)
      : payload_(payload), walk_(payload), strips_(strips), problems_(problems), out_(out) {}

  void read_rmim() {
    const std::optional<Block> head = first("RMIH", 0, payload_.size());
    const std::optional<Block> image = first("IM00", 0, payload_.size());
    if (!head || head->payload.size() < 2) report(0, "RMIM has no number of z-planes");
    if (!image) return report(0, "RMIM has no IM00");
    const std::optional<Block> strips = first("SMAP", *image);
    const std::optional<Block> bitmap = first("BMAP", *image);
    if (strips) {
      out_.strips = table_of(*strips, 4, "the background");
    } else if (bitmap) {
      out_.bitmap = bitmap->payload;
    } else {
      report(image->payload_at(), "IM00 has no SMAP");
    }
    const size_t planes = plane_count(head ? ByteReader(head->payload).u16() : 0, 0);
    for (size_t number = 1; number <= planes; ++number) {
      const std::optional<Block> plane = first("ZP0" + std::to_string(number), *image);
      out_.planes.emplace_back();
      if (plane) out_.planes.back() = table_of(*plane, 2, plane_name(number));
    }
  }

  void read_imag() {
    const std::optional<WrapPart> wrap = find_wrap(0, payload_.size());
    const std::optional<Block> picture = wrap ? entry(*wrap, 0) : std::nullopt;
    if (!picture || picture->tag != tag("SMAP")) return report(0, "IMAG has no SMAP");
    const std::optional<Block> strips = first("BSTR", *picture);
    const std::optional<WrapPart> offsets = strips ? find_wrap(*strips) : std::nullopt;
    if (offsets) {
      out_.strips = table_of(*offsets, "the background");
    } else {
      report(picture->payload_at(), "SMAP has no BSTR with offsets");
    }
    if (const std::optional<Block> planes = first("ZPLN", *picture)) read_zpln(*planes);
  }

 private:
  void report(size_t offset, std::string message) {
    problems_.push_back(problem_at(offset, std::move(message)));
  }

  /// Returns the first block of that name.
  std::optional<Block> first(std::string_view name, uint64_t begin, uint64_t end) const {
    std::optional<Block> damage;
    const std::vector<Block> blocks = read_blocks(payload_.first(end), begin, damage);
    const Block* const found = find_block(blocks, name);
    return found != nullptr ? std::optional(*found) : std::nullopt;
  }
  std::optional<Block> first(std::string_view name, const Block& parent) {
    return first(name, parent.payload_at(), parent.end);
  }

  std::optional<WrapPart> find_wrap(uint64_t begin, uint64_t end) {
    const std::optional<Block> wrap = first("WRAP", begin, end);
    const std::optional<Block> offs = wrap ? first("OFFS", *wrap) : std::nullopt;
    if (!offs) return std::nullopt;
    return WrapPart{offs->offset, offs->end - offs->offset, wrap->end};
  }
  std::optional<WrapPart> find_wrap(const Block& parent) {
    return find_wrap(parent.payload_at(), parent.end);
  }

  uint32_t offset_in(const WrapPart& wrap, size_t index) const {
    return ByteReader(payload_, wrap.begin + kBlockHeaderSize + 4 * index).u32();
  }

  /// The block that entry `index` of a WRAP leads to.
  std::optional<Block> entry(const WrapPart& wrap, size_t index) {
    if (index >= wrap.count()) return std::nullopt;
    const std::optional<Block> block = walk_.at(wrap.begin + offset_in(wrap, index), wrap.end);
    return block && block->stated_size >= kBlockHeaderSize ? block : std::nullopt;
  }

  static std::string plane_name(size_t number) { return "plane " + std::to_string(number); }

  size_t plane_count(size_t stated, size_t offset) {
    if (stated > kMaxPlanes) {
      report(offset, "the room claims " + std::to_string(stated) + " z-planes; it can have " +
                         std::to_string(kMaxPlanes));
    }
    return std::min(stated, kMaxPlanes);
  }

  void read_zpln(const Block& zpln) {
    const std::optional<WrapPart> wrap = find_wrap(zpln);
    if (!wrap) return report(zpln.payload_at(), "ZPLN has no offsets");
    const size_t planes = plane_count(wrap->count(), zpln.payload_at());
    for (size_t i = 0; i < planes; ++i) {
      out_.planes.emplace_back();
      if (offset_in(*wrap, i) == 0) continue;
      const std::optional<Block> plane = entry(*wrap, i);
      const std::optional<WrapPart> offsets = plane ? find_wrap(*plane) : std::nullopt;
      if (offsets) {
        out_.planes.back() = table_of(*offsets, plane_name(i + 1));
      } else {
        report(wrap->begin, plane_name(i + 1) + ": it has no offsets of strips");
      }
    }
  }

  std::optional<StripTable> table_of(const Block& block, size_t width, const std::string& what) {
    const size_t size = block.end - block.offset;
    return checked(StripTable::make(payload_.subspan(block.offset, size), size, width, strips_),
                   block.payload_at(), what);
  }
  std::optional<StripTable> table_of(const WrapPart& wrap, const std::string& what) {
    const Bytes bytes = payload_.subspan(wrap.begin, wrap.end - wrap.begin);
    return checked(StripTable::make(bytes, wrap.table_end, 4, strips_), wrap.begin, what);
  }

  std::optional<StripTable> checked(Result<StripTable> table, size_t offset,
                                    const std::string& what) {
    if (table) return *table;
    report(offset, what + ": " + table.error().message);
    return std::nullopt;
  }

  Bytes payload_;
  BlockWalk walk_;
  size_t strips_;
  std::vector<Error>& problems_;
  RoomImage& out_;
};

constexpr size_t kBoxSize = 20;
constexpr size_t kBoxSizeOfV8 = 52;
constexpr size_t kSlotSize = 8;
constexpr size_t kSlotSizeOfV8 = 16;
/// Slots of every SCAL; in version 8 there may be more.
constexpr size_t kSlots = 4;

/// Returns `value`, or `most` if that is less.
template <class T>
T at_most(uint32_t value, uint32_t most) {
  return static_cast<T>(std::min(value, most));
}

void read_box_of_v8(ByteReader& reader, Boxes& boxes) {
  for (const auto corner : kBoxCorners)
    (boxes.*corner).push_back(static_cast<int32_t>(reader.u32()));
  boxes.mask.push_back(at_most<uint8_t>(reader.u32(), 0xFF));
  boxes.flags.push_back(reader.u32());
  const uint32_t slot = reader.u32();
  const uint32_t scale = reader.u32();
  reader.take(4);
  const uint32_t by_slot = kScaleSlot | std::min(slot - 1, kScaleSlot - 1u);
  boxes.scale.push_back(slot != 0 ? static_cast<uint16_t>(by_slot)
                                  : at_most<uint16_t>(scale, kScaleSlot - 1u));
}

void read_box(ByteReader& reader, Boxes& boxes) {
  for (const auto corner : kBoxCorners) (boxes.*corner).push_back(reader.i16());
  boxes.mask.push_back(reader.u8());
  boxes.flags.push_back(reader.u8());
  boxes.scale.push_back(reader.u16());
}

}  // namespace

RoomOffsets read_room_offsets(std::string_view name, Bytes payload, std::vector<Error>& problems) {
  ByteReader reader(payload);
  const size_t count = reader.u8();
  RoomOffsets offsets;
  for (size_t i = 0; i < count; ++i) {
    const uint8_t room = reader.u8();
    const uint32_t offset = reader.u32();
    if (!reader.ok()) {
      problems.push_back(cut_short(std::string(name), count, "rooms", i));
      break;
    }
    offsets.room.push_back(room);
    offsets.offset.push_back(offset);
  }
  return offsets;
}

void RoomPalettes::add(Bytes colors) {
  rgb.insert(rgb.end(), colors.begin(), colors.end());
  rgb_offset.push_back(static_cast<uint32_t>(rgb.size()));
}

void read_clut(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems) {
  add_checked({.tag = tag("CLUT"), .payload = payload}, 0, palettes, problems);
}

void read_pa(Bytes payload, bool counts_colors, RoomPalettes& palettes,
             std::vector<Error>& problems) {
  ByteReader reader(payload);
  const size_t size = (counts_colors ? 3 : 1) * size_t{reader.u16()};
  const size_t fits = std::min(size, reader.left());
  if (!reader.ok() || fits < size) {
    problems.push_back(cut_short("PA", size, "bytes of colours", fits));
  }
  palettes.add(reader.take(std::min(fits, kPaletteSize)));
}

RoomPalettes ega_palette() {
  RoomPalettes palettes;
  palettes.add(kEgaColors);
  return palettes;
}

void read_pals(Bytes payload, RoomPalettes& palettes, std::vector<Error>& problems) {
  std::optional<Block> damage;
  for (const Block& block : read_blocks(payload, 0, damage)) {
    if (block.tag == tag("WRAP")) read_wrap(block, palettes, problems);
  }
  if (damage) {
    problems.push_back({ErrorCode::damaged, damage->offset, "a block in PALS does not fit"});
  }
}

RoomHeader read_room_header(Bytes payload, Version version, std::vector<Error>& problems) {
  constexpr size_t kTransparentOfV8 = 20;
  RoomHeader header;
  ByteReader reader(payload);
  // The version that the user asked for may differ from that of the file.
  const bool is_long = kBlockHeaderSize + payload.size() >= facts(version).rmhd_size;
  if (is_long && version == Version::v8) {
    reader.u32();  // a version number
    header.width = reader.u32();
    header.height = reader.u32();
    if (payload.size() > kTransparentOfV8) header.transparent = payload[kTransparentOfV8];
  } else if (version == Version::v1) {
    header.width = 8 * reader.u8();
    header.height = 8 * reader.u8();
  } else {
    if (is_long && version == Version::v7) reader.u32();
    header.width = reader.u16();
    header.height = reader.u16();
  }
  if (reader.ok()) return header;
  problems.push_back(problem_at(0, "the room's header is cut short"));
  return {};
}

Result<StripTable> StripTable::make(Bytes block, size_t table_end, size_t width, size_t strips) {
  const size_t fit = table_end < kBlockHeaderSize ? 0 : (table_end - kBlockHeaderSize) / width;
  if (fit >= strips && table_end <= block.size()) return StripTable(block, width, strips);
  return problem_at(0, "there are " + std::to_string(fit) + " offsets of strips; the room has " +
                           std::to_string(strips) + " strips");
}

std::optional<Bytes> StripTable::strip(size_t index) const {
  ByteReader reader(block_, kBlockHeaderSize + index * width_);
  const size_t offset = width_ == 2 ? reader.u16() : reader.u32();
  if (offset == 0) return Bytes();
  if (offset >= block_.size()) return std::nullopt;
  return block_.subspan(offset);
}

RoomImage read_room_image(Bytes payload, Version version, uint32_t width,
                          std::vector<Error>& problems) {
  RoomImage image;
  ImageReader reader(payload, width / kStripColumns, problems, image);
  version == Version::v8 ? reader.read_imag() : reader.read_rmim();
  return image;
}

void read_boxes(Bytes payload, Version version, Boxes& boxes, std::vector<Error>& problems) {
  const bool v8 = version == Version::v8;
  ByteReader reader(payload);
  const size_t count = v8 ? reader.u32() : reader.u16();
  const size_t held = std::min(count, reader.left() / (v8 ? kBoxSizeOfV8 : kBoxSize));
  if (!reader.ok() || held < count) {
    problems.push_back(cut_short("BOXD", count, "boxes", held));
  }
  for (size_t i = 0; i < held; ++i) v8 ? read_box_of_v8(reader, boxes) : read_box(reader, boxes);
}

void read_scales(Bytes payload, Version version, Scales& scales, std::vector<Error>& problems) {
  const bool v8 = version == Version::v8;
  const size_t held = payload.size() / (v8 ? kSlotSizeOfV8 : kSlotSize);
  if (held < kSlots) {
    problems.push_back({ErrorCode::truncated, 0,
                        "SCAL should have " + std::to_string(kSlots) + " slots but holds " +
                            std::to_string(held)});
  }
  ByteReader reader(payload);
  const auto number = [&] { return v8 ? static_cast<int32_t>(reader.u32()) : reader.u16(); };
  for (size_t i = 0; i < (v8 ? held : std::min(held, kSlots)); ++i) {
    scales.scale1.push_back(number());
    scales.y1.push_back(number());
    scales.scale2.push_back(number());
    scales.y2.push_back(number());
  }
}

}  // namespace wardrobe
