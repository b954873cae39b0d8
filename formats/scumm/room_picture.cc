#include "formats/scumm/room_picture.h"

#include <algorithm>
#include <string>
#include <utility>

#include "formats/limits.h"
#include "formats/scumm/block.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

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
  std::optional<Block> first(std::string_view name, uint64_t begin, uint64_t end) {
    for (const Block& block : walk_.children(begin, end)) {
      if (block.tag == tag(name) && block.stated_size >= kBlockHeaderSize) return block;
    }
    return std::nullopt;
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
  ImageReader reader(payload, width / kStripColumns, problems, image);
  version == Version::v8 ? reader.read_imag() : reader.read_rmim();
  return image;
}

}  // namespace wardrobe
