#include "formats/scumm/room_picture.h"

#include <algorithm>
#include <string>
#include <utility>

#include "formats/limits.h"
#include "formats/scumm/block.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

/// A block and the position of its payload in the outermost payload.
struct Part {
  Block block;
  size_t base;

  size_t payload_at() const { return base + block.offset + kBlockHeaderSize; }
};

Error problem_at(size_t offset, std::string message) {
  return {ErrorCode::damaged, offset, std::move(message)};
}

/// Returns the first block named `name` in `bytes`, which start at `base` in the outermost payload.
std::optional<Part> first_part(Bytes bytes, size_t base, std::string_view name) {
  std::optional<BlockDamage> damage;
  for (const Block& block : read_blocks(bytes, 0, damage)) {
    if (block.tag == tag(name)) return Part{block, base};
  }
  return std::nullopt;
}
std::optional<Part> first_part(const Part& parent, std::string_view name) {
  return first_part(parent.block.payload, parent.payload_at(), name);
}

/// The contents of a WRAP from its OFFS on. Offsets count from the start of OFFS.
struct WrapPart {
  Bytes bytes;
  size_t base;
  size_t table_end;

  size_t count() const { return (table_end - kBlockHeaderSize) / 4; }

  uint32_t offset(size_t index) const {
    return ByteReader(bytes, kBlockHeaderSize + 4 * index).u32();
  }

  /// The block that entry `index` leads to.
  std::optional<Part> entry(size_t index) const {
    const uint32_t offset = this->offset(index);
    if (index >= count() || offset >= bytes.size()) return std::nullopt;
    std::optional<BlockDamage> damage;
    const std::vector<Block> found = read_blocks(bytes.subspan(offset), 0, damage);
    if (found.empty()) return std::nullopt;
    return Part{found[0], base + offset};
  }
};

std::optional<WrapPart> find_wrap(Bytes bytes, size_t base) {
  const std::optional<Part> wrap = first_part(bytes, base, "WRAP");
  if (!wrap) return std::nullopt;
  const std::optional<Part> offs = first_part(*wrap, "OFFS");
  if (!offs) return std::nullopt;
  return WrapPart{wrap->block.payload.subspan(offs->block.offset),
                  wrap->payload_at() + offs->block.offset,
                  kBlockHeaderSize + offs->block.payload.size()};
}
std::optional<WrapPart> find_wrap(const Part& parent) {
  return find_wrap(parent.block.payload, parent.payload_at());
}

/// Reads the image block of one room.
class ImageReader {
 public:
  ImageReader(size_t strips, std::vector<Error>& problems, RoomImage& out)
      : strips_(strips), problems_(problems), out_(out) {}

  void read_rmim(Bytes payload) {
    const std::optional<Part> head = first_part(payload, 0, "RMIH");
    const std::optional<Part> image = first_part(payload, 0, "IM00");
    if (!head || head->block.payload.size() < 2) report(0, "RMIM has no number of z-planes");
    if (!image) return report(0, "RMIM has no IM00");
    const std::optional<Part> strips = first_part(*image, "SMAP");
    const std::optional<Part> bitmap = first_part(*image, "BMAP");
    if (strips) {
      out_.strips = table_of(*strips, *image, 4, "the background");
    } else if (bitmap) {
      out_.bitmap = bitmap->block.payload;
    } else {
      report(image->payload_at(), "IM00 has no SMAP");
    }
    const size_t planes = plane_count(head ? ByteReader(head->block.payload).u16() : 0, 0);
    for (size_t number = 1; number <= planes; ++number) {
      const std::optional<Part> part = first_part(*image, "ZP0" + std::to_string(number));
      out_.planes.emplace_back();
      if (part) out_.planes.back() = table_of(*part, *image, 2, plane_name(number));
    }
  }

  void read_imag(Bytes payload) {
    const std::optional<WrapPart> wrap = find_wrap(payload, 0);
    const std::optional<Part> picture = wrap ? wrap->entry(0) : std::nullopt;
    if (!picture || picture->block.tag != tag("SMAP")) return report(0, "IMAG has no SMAP");
    const std::optional<Part> strips = first_part(*picture, "BSTR");
    const std::optional<WrapPart> offsets = strips ? find_wrap(*strips) : std::nullopt;
    if (offsets) {
      out_.strips = table_of(*offsets, "the background");
    } else {
      report(picture->payload_at(), "SMAP has no BSTR with offsets");
    }
    if (const std::optional<Part> planes = first_part(*picture, "ZPLN")) read_zpln(*planes);
  }

 private:
  void report(size_t offset, std::string message) {
    problems_.push_back(problem_at(offset, std::move(message)));
  }

  static std::string plane_name(size_t number) { return "plane " + std::to_string(number); }

  size_t plane_count(size_t stated, size_t offset) {
    if (stated > kMaxPlanes) {
      report(offset, "the room claims " + std::to_string(stated) + " z-planes; it can have " +
                         std::to_string(kMaxPlanes));
    }
    return std::min(stated, kMaxPlanes);
  }

  void read_zpln(const Part& zpln) {
    const std::optional<WrapPart> wrap = find_wrap(zpln);
    if (!wrap) return report(zpln.payload_at(), "ZPLN has no offsets");
    const size_t planes = plane_count(wrap->count(), zpln.payload_at());
    for (size_t i = 0; i < planes; ++i) {
      out_.planes.emplace_back();
      if (wrap->offset(i) == 0) continue;
      const std::optional<Part> part = wrap->entry(i);
      const std::optional<WrapPart> offsets = part ? find_wrap(*part) : std::nullopt;
      if (offsets) {
        out_.planes.back() = table_of(*offsets, plane_name(i + 1));
      } else {
        report(wrap->base, plane_name(i + 1) + ": it has no offsets of strips");
      }
    }
  }

  std::optional<StripTable> table_of(const Part& part, const Part& parent, size_t width,
                                     const std::string& what) {
    const size_t size = kBlockHeaderSize + part.block.payload.size();
    const Bytes block = parent.block.payload.subspan(part.block.offset, size);
    return checked(StripTable::make(block, size, width, strips_), part.payload_at(), what);
  }
  std::optional<StripTable> table_of(const WrapPart& wrap, const std::string& what) {
    return checked(StripTable::make(wrap.bytes, wrap.table_end, 4, strips_), wrap.base, what);
  }

  std::optional<StripTable> checked(Result<StripTable> table, size_t offset,
                                    const std::string& what) {
    if (table) return *table;
    report(offset, what + ": " + table.error().message);
    return std::nullopt;
  }

  size_t strips_;
  std::vector<Error>& problems_;
  RoomImage& out_;
};

}  // namespace

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
  ImageReader reader(width / kStripColumns, problems, image);
  version == Version::v8 ? reader.read_imag(payload) : reader.read_rmim(payload);
  return image;
}

}  // namespace wardrobe
