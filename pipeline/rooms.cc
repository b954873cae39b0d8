#include "pipeline/rooms.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "formats/hash.h"
#include "formats/limits.h"
#include "formats/room.h"
#include "kernels/decode.h"
#include "pipeline/failures.h"
#include "pipeline/join.h"
#include "pipeline/parallel.h"

namespace wardrobe {
namespace {

/// Results of reading one room; offsets of problems count from the start of the room's file.
struct RoomPart {
  RoomHeader header;
  Boxes boxes;
  Scales scales;
  uint64_t payload_at = 0;  ///< of the image, in the file
  RoomImage image;          ///< points into Scanned::room_bytes
  std::vector<Error> problems;

  bool has_picture() const { return image.strips || image.bitmap; }
  size_t plane_size() const {
    return (header.width + kStripColumns - 1) / kStripColumns * size_t{header.height};
  }
};

/// Reads the blocks of one room.
void read_room(const RoomBlocks& blocks, Version version, RoomPart& out) {
  RoomHeader& header = out.header;
  const auto take = [&](const std::optional<Block>& block, const auto& read) {
    if (!block) return;
    std::vector<Error> problems;
    read(block->payload, problems);
    for (const Error& problem : problems) {
      out.problems.push_back({problem.code, block->payload_at() + problem.offset, problem.message});
    }
  };
  const auto refuse_size = [&](const Block& block, const char* what) {
    const bool none = blocks.header && (header.width == 0 || header.height == 0);
    out.problems.push_back({none ? ErrorCode::odd : ErrorCode::limit, block.offset,
                            "the room has " + std::to_string(header.width) + "×" +
                                std::to_string(header.height) + " pixels; " + what});
  };
  take(blocks.header, [&](Bytes payload, std::vector<Error>& problems) {
    header = read_room_header(payload, version, problems);
  });
  if (header.width > kMaxRoomSide || header.height > kMaxRoomSide) {
    refuse_size(*blocks.header, "more than a room can have");
    header.width = header.height = 0;
  }
  take(blocks.transparent, [&](Bytes payload, std::vector<Error>& problems) {
    if (payload.empty()) {
      problems.push_back({ErrorCode::truncated, 0, "TRNS is empty"});
    } else {
      header.transparent = payload[0];
    }
  });
  take(blocks.boxes, [&](Bytes payload, std::vector<Error>& problems) {
    read_boxes(payload, version, out.boxes, problems);
  });
  take(blocks.scales, [&](Bytes payload, std::vector<Error>& problems) {
    read_scales(payload, version, out.scales, problems);
  });
  const uint64_t pixels = uint64_t{header.width} * header.height;
  if (blocks.image && (pixels == 0 || pixels > kMaxRoomPixels)) {
    refuse_size(*blocks.image, "its picture is not read");
  } else {
    take(blocks.image, [&](Bytes payload, std::vector<Error>& problems) {
      out.payload_at = blocks.image->payload_at();
      out.image = read_room_image(payload, version, header.width, problems);
    });
  }
  if (blocks.trouble) out.problems.push_back(*blocks.trouble);
}

constexpr std::string_view kOutside = "is outside its block";

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
        !bytes ? kOutside : fault_text(decode_strip(*bytes, height, to, width).end);
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
        !bytes ? kOutside : fault_text(decode_mask_strip(*bytes, height, out + i, stride).end);
    if (why.empty()) continue;
    failures.add(i, why);
    for (size_t y = 0; y < height; ++y) out[y * stride + i] = 0;
  }
  failures.report("plane " + std::to_string(plane + 1), part);
}

/// Joins the parts of all rooms in order, and gives their pictures places in the columns.
/// `most_pixels` and `most_bits` are the limits on backgrounds and on bytes of planes.
void gather(std::vector<RoomPart>& parts, uint64_t most_pixels, uint64_t most_bits, Tables& out) {
  Rooms& rooms = out.rooms;
  constexpr uint8_t kNoTransparent = 255;  // of rooms that do not name a colour
  rooms.plane_offset = rooms.box_offset = rooms.scale_offset = rooms.see_through_offset = {0};
  rooms.background_offset = {0};
  for (size_t row = 0; row < parts.size(); ++row) {
    RoomPart& part = parts[row];
    const auto refuse = [&](const char* why) {
      part.problems.push_back({ErrorCode::limit, part.payload_at, why});
    };
    rooms.width[row] = static_cast<uint16_t>(part.header.width);
    rooms.height[row] = static_cast<uint16_t>(part.header.height);
    rooms.transparent[row] = part.header.transparent.value_or(kNoTransparent);
    append_table(out.boxes, part.boxes);
    append_table(out.scales, part.scales);
    rooms.box_offset.push_back(static_cast<uint32_t>(out.boxes.mask.size()));
    rooms.scale_offset.push_back(static_cast<uint32_t>(out.scales.y1.size()));
    for (std::optional<StripTable>& plane : part.image.planes) {
      uint64_t end = out.planes.bits_offset.back();
      if (plane && end + part.plane_size() > most_bits) {
        refuse("the game's z-planes are too large; one is skipped");
        plane.reset();
      }
      if (plane) end += part.plane_size();
      out.planes.bits_offset.push_back(static_cast<uint32_t>(end));
    }
    rooms.plane_offset.push_back(static_cast<uint32_t>(out.planes.bits_offset.rows()));
    uint64_t end = rooms.background_offset.back();
    uint32_t strips = 0;
    if (most_pixels > 0 && part.has_picture()) {
      const uint64_t pixels = uint64_t{part.header.width} * part.header.height;
      if (end + pixels <= most_pixels) {
        end += pixels;
        strips = part.header.width / kStripColumns;
      } else {
        refuse("the game's backgrounds are too large; this one is skipped");
      }
    }
    rooms.background_offset.push_back(end);
    rooms.see_through_offset.push_back(rooms.see_through_offset.back() + strips);
  }
  out.planes.bits.resize(out.planes.bits_offset.back());
  rooms.see_through.resize(rooms.see_through_offset.back());
}

/// Decodes the planes of a room into their places, and its background into `background`, which is
/// empty if there is none.
void decode_room(RoomPart& part, uint32_t row, Tables& out, std::vector<uint8_t>& background) {
  Rooms& rooms = out.rooms;
  for (const uint32_t plane : rows_of(rooms.plane_offset, row)) {
    const size_t number = plane - rooms.plane_offset[row];
    if (!part.image.planes[number]) continue;
    decode_plane(part, number, out.planes.bits.data() + out.planes.bits_offset[plane]);
  }
  background.assign(rooms.background_offset[row + 1] - rooms.background_offset[row], 0);
  if (background.empty()) return;
  const RowRange strips = rows_of(rooms.see_through_offset, row);
  const auto see_through = std::span(rooms.see_through).subspan(strips.front(), strips.size());
  (part.image.strips ? decode_strips : decode_bitmap)(part, rooms.transparent[row], see_through,
                                                      background.data());
  rooms.background_xxh64[row] = xxh64(background);
}

}  // namespace

void read_rooms(PixelSink* backgrounds, Scanned& scanned, Tables& tables, Progress& progress) {
  Rooms& rooms = tables.rooms;
  const Version version = tables.game.version[0];
  std::vector<RoomPart> parts(rooms.number.size());
  constexpr size_t kLoops = 2;
  parallel_for(
      parts.size(), progress,
      [&](size_t row, size_t) { read_room(scanned.room_blocks[row], version, parts[row]); },
      kLoops);
  uint64_t bytes = 0;
  for (const uint64_t size : tables.sources.size) bytes += size;
  gather(parts, backgrounds != nullptr ? kGameBackgrounds.of(bytes) : 0, kGamePlanes.of(bytes),
         tables);
  if (backgrounds != nullptr) backgrounds->start(parts.size());
  std::vector<std::vector<uint8_t>> background(worker_count());
  parallel_for(
      parts.size(), progress,
      [&](size_t row, size_t worker) {
        decode_room(parts[row], static_cast<uint32_t>(row), tables, background[worker]);
        if (!background[worker].empty()) backgrounds->take(row, background[worker], worker);
      },
      kLoops);
  for (uint32_t row = 0; row < parts.size(); ++row) {
    for (const auto& [code, offset, message] : parts[row].problems) {
      add_failure(tables.failures,
                  {.room = rooms.number[row],
                   .source = rooms.source[row],
                   .offset = offset,
                   .kind = kind_of(code)},
                  message);
    }
  }
  scanned.room_blocks = {};
  scanned.room_bytes = {};
}

}  // namespace wardrobe
