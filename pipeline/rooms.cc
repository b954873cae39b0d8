#include "pipeline/rooms.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "formats/hash.h"
#include "formats/limits.h"
#include "formats/scumm/room_picture.h"
#include "formats/scumm/walk_boxes.h"
#include "kernels/decode.h"
#include "pipeline/failures.h"
#include "pipeline/parallel.h"
#include "pipeline/table_append.h"

namespace wardrobe {
namespace {

/// Results of reading one room; offsets of problems count from the start of the room's file.
struct RoomPart {
  RoomHeader header;
  Boxes boxes;
  Scales scales;
  uint64_t payload_at = 0;       ///< of the image, in the file
  std::vector<uint8_t> payload;  ///< of the image; `image` points into it
  RoomImage image;
  std::vector<Error> problems;

  bool has_picture() const { return image.strips || image.bitmap; }
  size_t plane_size() const {
    return (header.width + kStripColumns - 1) / kStripColumns * size_t{header.height};
  }
};

/// Reads the blocks of one room.
class RoomReader {
 public:
  RoomReader(const GameFile& file, const RoomBlocks& blocks, Version version, RoomPart& out)
      : walk_(file), blocks_(blocks), version_(version), out_(out) {}

  void read() {
    if (blocks_.header) {
      take(*blocks_.header, [&](Bytes payload, std::vector<Error>& problems) {
        out_.header = read_room_header(payload, version_, problems);
      });
    }
    check_sides();
    if (blocks_.transparent) read_transparent();
    if (blocks_.boxes) {
      take(*blocks_.boxes, [&](Bytes payload, std::vector<Error>& problems) {
        read_boxes(payload, version_, out_.boxes, problems);
      });
    }
    if (blocks_.scales) {
      take(*blocks_.scales, [&](Bytes payload, std::vector<Error>& problems) {
        read_scales(payload, version_, out_.scales, problems);
      });
    }
    if (blocks_.image && can_have_picture()) read_image();
    if (walk_.trouble()) out_.problems.push_back(*walk_.trouble());
  }

 private:
  /// Calls read(payload, problems) for a block.
  template <class Read>
  void take(const FileBlock& block, Read&& read) {
    const std::vector<uint8_t> payload = walk_.payload(block);
    std::vector<Error> problems;
    read(Bytes(payload), problems);
    keep(problems, block.payload());
  }

  void keep(const std::vector<Error>& problems, uint64_t base) {
    for (const Error& problem : problems) {
      out_.problems.push_back({problem.code, base + problem.offset, problem.message});
    }
  }

  void read_transparent() {
    take(*blocks_.transparent, [&](Bytes payload, std::vector<Error>& problems) {
      if (payload.empty()) {
        problems.push_back({ErrorCode::truncated, 0, "TRNS is empty"});
      } else {
        out_.header.transparent = payload[0];
      }
    });
  }

  void refuse_size(const FileBlock& block, const char* what) {
    out_.problems.push_back({ErrorCode::limit, block.offset,
                             "the room has " + std::to_string(out_.header.width) + "×" +
                                 std::to_string(out_.header.height) + " pixels; " + what});
  }

  /// Discards a size that no room can have.
  void check_sides() {
    RoomHeader& header = out_.header;
    if (header.width <= kMaxRoomSide && header.height <= kMaxRoomSide) return;
    refuse_size(*blocks_.header, "more than a room can have");
    header.width = header.height = 0;
  }

  bool can_have_picture() {
    const uint64_t pixels = uint64_t{out_.header.width} * out_.header.height;
    if (pixels > 0 && pixels <= kMaxRoomPixels) return true;
    refuse_size(*blocks_.image, "its picture is not read");
    return false;
  }

  void read_image() {
    out_.payload = walk_.payload(*blocks_.image);
    out_.payload_at = blocks_.image->payload();
    std::vector<Error> problems;
    out_.image = read_room_image(out_.payload, version_, out_.header.width, problems);
    keep(problems, out_.payload_at);
  }

  BlockWalk walk_;
  const RoomBlocks& blocks_;
  Version version_;
  RoomPart& out_;
};

constexpr std::string_view kNowhere = "is outside its block";

/// Returns a text about the fault of a strip; empty if there is none.
std::string_view fault_text(DecodeEnd end) {
  switch (end) {
    case DecodeEnd::unknown_code:
      return "has an unknown code";
    case DecodeEnd::truncated:
      return "ends before its last pixel";
    case DecodeEnd::damaged:
      return "has a run that never ends";
    default:
      break;
  }
  return {};
}

/// The first failed strip of a picture or plane, and the number of failed strips.
class StripFailures {
 public:
  void add(size_t strip, std::string_view why) {
    if (count_++ > 0) return;
    strip_ = strip;
    why_ = why;
  }
  void report(const std::string& what, RoomPart& part) const {
    if (count_ == 0) return;
    std::string text = "strip " + std::to_string(strip_) + " of " + what + " " + std::string(why_);
    if (count_ > 1) text += " (and " + std::to_string(count_ - 1) + " more)";
    part.problems.push_back({ErrorCode::damaged, part.payload_at, std::move(text)});
  }

 private:
  size_t strip_ = 0;
  std::string_view why_;
  size_t count_ = 0;
};

/// Decodes the bitmap of a background. If it is damaged, all of the background shows nothing.
void decode_bitmap(RoomPart& part, uint8_t transparent, std::span<uint8_t> see_through,
                   uint8_t* out) {
  const size_t width = part.header.width;
  const size_t height = part.header.height;
  const Bytes bytes = *part.image.bitmap;
  const std::string_view why = fault_text(decode_room_bitmap(bytes, width, height, out).end);
  const bool shows_through = !why.empty() || strip_is_see_through(bytes[0]);
  std::ranges::fill(see_through, static_cast<uint8_t>(shows_through ? 1 : 0));
  if (why.empty()) return;
  std::fill_n(out, width * height, transparent);
  part.problems.push_back(
      {ErrorCode::damaged, part.payload_at, "the bitmap of the background " + std::string(why)});
}

/// Decodes the strips of a background into `out`, which is all 0.
void decode_strips(RoomPart& part, uint8_t transparent, std::span<uint8_t> see_through,
                   uint8_t* out) {
  const size_t width = part.header.width;
  const size_t height = part.header.height;
  StripFailures failures;
  for (size_t i = 0; i < see_through.size(); ++i) {
    const std::optional<Bytes> bytes = part.image.strips->strip(i);
    uint8_t* const to = out + i * kStripColumns;
    const std::string_view why =
        !bytes ? kNowhere : fault_text(decode_strip(*bytes, height, to, width).end);
    const bool shows_through = !why.empty() || strip_is_see_through((*bytes)[0]);
    see_through[i] = static_cast<uint8_t>(shows_through ? 1 : 0);
    if (why.empty()) continue;
    failures.add(i, why);
    for (size_t y = 0; y < height; ++y) std::fill_n(to + y * width, kStripColumns, transparent);
  }
  failures.report("the background", part);
}

/// Decodes a plane into `out`, which is all 0.
void decode_plane(RoomPart& part, size_t plane, uint8_t* out) {
  const StripTable& strips = *part.image.planes[plane];
  const size_t height = part.header.height;
  const size_t stride = part.plane_size() / height;
  StripFailures failures;
  for (size_t i = 0; i < strips.strips(); ++i) {
    const std::optional<Bytes> bytes = strips.strip(i);
    if (bytes && bytes->empty()) continue;
    const std::string_view why =
        !bytes ? kNowhere : fault_text(decode_mask_strip(*bytes, height, out + i, stride).end);
    if (why.empty()) continue;
    failures.add(i, why);
    for (size_t y = 0; y < height; ++y) out[y * stride + i] = 0;
  }
  failures.report("plane " + std::to_string(plane + 1), part);
}

/// Joins the parts of all rooms in order, and gives their pictures places in the columns.
class RoomGather {
 public:
  /// `backgrounds` is the limit on pixels of backgrounds, `planes` the limit on bytes of planes.
  RoomGather(std::vector<RoomPart>& parts, uint64_t backgrounds, uint64_t planes, Rooms& rooms,
             RoomTables& out)
      : parts_(parts), backgrounds_(backgrounds), planes_(planes), rooms_(rooms), out_(out) {
    rooms_.plane_offset = rooms_.box_offset = rooms_.scale_offset = rooms_.see_through_offset = {0};
    rooms_.background_offset = {0};
  }

  void run() {
    for (size_t row = 0; row < parts_.size(); ++row) gather(row);
    out_.planes.bits.resize(out_.planes.bits_offset.back());
    out_.backgrounds.resize(rooms_.background_offset.back());
    rooms_.see_through.resize(rooms_.see_through_offset.back());
  }

 private:
  void gather(size_t row) {
    RoomPart& part = parts_[row];
    rooms_.width[row] = static_cast<uint16_t>(part.header.width);
    rooms_.height[row] = static_cast<uint16_t>(part.header.height);
    rooms_.transparent[row] = part.header.transparent.value_or(kNoTransparent);
    append_table(out_.boxes, part.boxes);
    append_table(out_.scales, part.scales);
    rooms_.box_offset.push_back(static_cast<uint32_t>(out_.boxes.mask.size()));
    rooms_.scale_offset.push_back(static_cast<uint32_t>(out_.scales.y1.size()));
    for (auto& plane : part.image.planes) place_plane(part, plane);
    rooms_.plane_offset.push_back(static_cast<uint32_t>(out_.planes.bits_offset.rows()));
    place_background(part);
  }

  void place_plane(RoomPart& part, std::optional<StripTable>& plane) {
    uint64_t end = out_.planes.bits_offset.back();
    if (plane && end + part.plane_size() > planes_) {
      refuse(part, "the game's z-planes are too large; one is skipped");
      plane.reset();
    }
    if (plane) end += part.plane_size();
    out_.planes.bits_offset.push_back(static_cast<uint32_t>(end));
  }

  void place_background(RoomPart& part) {
    uint64_t end = rooms_.background_offset.back();
    uint32_t strips = 0;
    if (backgrounds_ > 0 && part.has_picture()) {
      const uint64_t pixels = uint64_t{part.header.width} * part.header.height;
      if (end + pixels <= backgrounds_) {
        end += pixels;
        strips = part.header.width / kStripColumns;
      } else {
        refuse(part, "the game's backgrounds are too large; this one is skipped");
      }
    }
    rooms_.background_offset.push_back(end);
    rooms_.see_through_offset.push_back(rooms_.see_through_offset.back() + strips);
  }

  static void refuse(RoomPart& part, const char* why) {
    part.problems.push_back({ErrorCode::limit, part.payload_at, why});
  }

  /// The transparent colour of rooms that do not name one.
  static constexpr uint8_t kNoTransparent = 255;

  std::vector<RoomPart>& parts_;
  uint64_t backgrounds_;
  uint64_t planes_;
  Rooms& rooms_;
  RoomTables& out_;
};

/// Decodes all pictures of a room into their places.
void decode_room(RoomPart& part, uint32_t row, Rooms& rooms, RoomTables& out) {
  for (const uint32_t plane : rows_of(rooms.plane_offset, row)) {
    const size_t number = plane - rooms.plane_offset[row];
    if (!part.image.planes[number]) continue;
    decode_plane(part, number, out.planes.bits.data() + out.planes.bits_offset[plane]);
  }
  const uint64_t begin = rooms.background_offset[row];
  const uint64_t size = rooms.background_offset[row + 1] - begin;
  if (size == 0) return;
  const RowRange strips = rows_of(rooms.see_through_offset, row);
  const auto see_through = std::span(rooms.see_through).subspan(strips.front(), strips.size());
  (part.image.strips ? decode_strips : decode_bitmap)(part, rooms.transparent[row], see_through,
                                                      out.backgrounds.data() + begin);
  rooms.background_xxh64[row] = xxh64(Bytes(out.backgrounds).subspan(begin, size));
}

void add_failures(const std::vector<RoomPart>& parts, const Rooms& rooms, Failures& failures) {
  for (uint32_t row = 0; row < parts.size(); ++row) {
    for (const Error& problem : parts[row].problems) {
      add_failure(
          failures,
          {.room = rooms.number[row], .source = rooms.source[row], .offset = problem.offset},
          problem.message);
    }
  }
}

}  // namespace

RoomTables read_rooms(const GameInput& input, bool backgrounds, Scanned& scanned,
                      Progress* progress) {
  RoomTables out;
  Rooms& rooms = scanned.rooms;
  const size_t first_source = input.index ? 1 : 0;
  const Version version = scanned.game.version_code();
  std::vector<RoomPart> parts(rooms.number.size());
  constexpr size_t kLoops = 2;
  const auto read = [&](size_t row, size_t) {
    const GameFile& file = input.resources[rooms.source[row] - first_source];
    RoomReader(file, scanned.room_blocks[row], version, parts[row]).read();
  };
  if (!parallel_for(parts.size(), progress, read, kLoops)) return out;
  uint64_t bytes = 0;
  for (const uint64_t size : scanned.sources.size) bytes += size;
  RoomGather(parts, backgrounds ? kGameBackgrounds.of(bytes) : 0, kGamePlanes.of(bytes), rooms, out)
      .run();
  const auto decode = [&](size_t row, size_t) {
    decode_room(parts[row], static_cast<uint32_t>(row), rooms, out);
  };
  if (!parallel_for(parts.size(), progress, decode, kLoops)) return out;
  add_failures(parts, rooms, out.failures);
  return out;
}

}  // namespace wardrobe
