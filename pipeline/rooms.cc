#include "pipeline/rooms.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/room.h"
#include "kernels/decode.h"
#include "pipeline/failures.h"

namespace wardrobe {
namespace {

/// Results of reading one room; offsets of problems count from the start of the room's file.
struct RoomPart {
  RoomHeader header;
  RoomLook look;
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
    for (Error& problem : problems) {
      problem.offset += block->payload_at();
      out.problems.push_back(std::move(problem));
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
    read_boxes(payload, version, out.look.boxes, problems);
  });
  take(blocks.scales, [&](Bytes payload, std::vector<Error>& problems) {
    read_scales(payload, version, out.look.scales, problems);
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

/// Returns a text about the fault of a strip; empty if there is none.
std::string_view fault_text(DecodeEnd end) {
  if (end == DecodeEnd::unknown_code) return "has an unknown code";
  if (end == DecodeEnd::truncated) return "ends before its last pixel";
  return end == DecodeEnd::damaged ? "has a run that never ends" : "";
}

/// Decodes the strips of `what`: calls decode(i, bytes) for each, and clear(i) for those that fail,
/// which are one problem.
template <class Decode, class Clear>
void decode_each(const StripTable& strips, const std::string& what, RoomPart& part,
                 const Decode& decode, const Clear& clear) {
  std::string problem;
  size_t failed = 0;
  for (size_t i = 0; i < strips.strips(); ++i) {
    const std::optional<Bytes> bytes = strips.strip(i);
    const std::string_view why = bytes ? fault_text(decode(i, *bytes)) : "is outside its block";
    if (why.empty()) continue;
    clear(i);
    if (failed++ > 0) continue;
    problem.append("strip ").append(std::to_string(i)).append(" of ").append(what);
    problem.append(" ").append(why);
  }
  if (failed > 1) problem += " (and " + std::to_string(failed - 1) + " more)";
  if (failed > 0) part.problems.push_back({ErrorCode::damaged, part.payload_at, problem});
}

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
  const auto decode = [&](size_t i, Bytes bytes) {
    const DecodeEnd end = decode_strip(bytes, height, out + i * kStripColumns, width).end;
    see_through[i] = bytes.empty() || strip_is_see_through(bytes[0]) ? 1 : 0;
    return end;
  };
  decode_each(*part.image.strips, "the background", part, decode, [&](size_t i) {
    see_through[i] = 1;
    for (size_t y = 0; y < height; ++y) {
      std::fill_n(out + y * width + i * kStripColumns, kStripColumns, transparent);
    }
  });
}

/// Decodes a plane into `out`, which is all 0.
void decode_plane(RoomPart& part, size_t plane, uint8_t* out) {
  const size_t height = part.header.height;
  const size_t stride = part.plane_size() / height;
  const auto decode = [&](size_t i, Bytes bytes) {
    return bytes.empty() ? DecodeEnd::complete
                         : decode_mask_strip(bytes, height, out + i, stride).end;
  };
  decode_each(*part.image.planes[plane], "plane " + std::to_string(plane + 1), part, decode,
              [&](size_t i) {
                for (size_t y = 0; y < height; ++y) out[y * stride + i] = 0;
              });
}

/// Gives each room its size, and its planes and background as far as there is room for them:
/// `most_pixels` and `most_bits` are the limits on backgrounds and on bytes of planes.
void make_room(std::vector<RoomPart>& parts, uint64_t most_pixels, uint64_t most_bits) {
  constexpr uint8_t kNoTransparent = 255;  // of rooms that do not name a colour
  uint64_t pixels = 0;
  uint64_t bits = 0;
  for (RoomPart& part : parts) {
    const auto refuse = [&](const char* why) {
      part.problems.push_back({ErrorCode::limit, part.payload_at, why});
    };
    RoomLook& look = part.look;
    look.width = static_cast<uint16_t>(part.header.width);
    look.height = static_cast<uint16_t>(part.header.height);
    look.transparent = part.header.transparent.value_or(kNoTransparent);
    for (const std::optional<StripTable>& plane : part.image.planes) {
      const bool fits = plane && bits + part.plane_size() <= most_bits;
      if (plane && !fits) refuse("the game's z-planes are too large; one is skipped");
      look.planes.emplace_back(fits ? part.plane_size() : 0);
      bits += look.planes.back().size();
    }
    if (most_pixels == 0 || !part.has_picture()) continue;
    const uint64_t size = uint64_t{look.width} * look.height;
    if (pixels + size > most_pixels) {
      refuse("the game's backgrounds are too large; this one is skipped");
      continue;
    }
    pixels += size;
    look.background_pixels = size;
    look.see_through.resize(look.width / kStripColumns);
  }
}

/// Decodes the planes of a room, and its background into `background`, which is empty if there is
/// none.
void decode_room(RoomPart& part, std::vector<uint8_t>& background) {
  RoomLook& look = part.look;
  for (size_t plane = 0; plane < look.planes.size(); ++plane) {
    if (!look.planes[plane].empty()) decode_plane(part, plane, look.planes[plane].data());
  }
  background.assign(look.background_pixels, 0);
  if (background.empty()) return;
  (part.image.strips ? decode_strips : decode_bitmap)(part, look.transparent, look.see_through,
                                                      background.data());
  look.background_xxh64 = xxh64(background);
}

}  // namespace

std::vector<RoomLook> read_rooms(PixelSink* backgrounds, Scanned& scanned, Failures& failures,
                                 Progress& progress) {
  std::vector<RoomPart> parts(scanned.rooms.size());
  constexpr size_t kLoops = 2;
  parallel_for(
      parts.size(), progress,
      [&](size_t row, size_t) {
        read_room(scanned.rooms[row].blocks, scanned.version(), parts[row]);
      },
      kLoops);
  uint64_t bytes = 0;
  for (const uint64_t size : scanned.sources.size) bytes += size;
  make_room(parts, backgrounds != nullptr ? kGameBackgrounds.of(bytes) : 0, kGamePlanes.of(bytes));
  if (backgrounds != nullptr) backgrounds->start(parts.size());
  std::vector<std::vector<uint8_t>> background(worker_count());
  parallel_for(
      parts.size(), progress,
      [&](size_t row, size_t worker) {
        decode_room(parts[row], background[worker]);
        if (!background[worker].empty()) backgrounds->take(row, background[worker], worker);
      },
      kLoops);
  std::vector<RoomLook> looks;
  for (uint32_t row = 0; row < parts.size(); ++row) {
    FoundRoom& room = scanned.rooms[row];
    add_failures(failures, {.room = room.number, .source = room.source}, parts[row].problems);
    looks.push_back(std::move(parts[row].look));
    room.blocks = {};
  }
  scanned.room_bytes = {};
  return looks;
}

}  // namespace wardrobe
