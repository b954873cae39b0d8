#include "pipeline/rooms.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/room.h"
#include "formats/versions.h"
#include "kernels/decode.h"
#include "pipeline/failures.h"
#include "pipeline/parse.h"

namespace wardrobe {
namespace {

/// The code of a BMAP of an object that has rows with gaps; one more is the same.
constexpr uint8_t kWizCode = 8;

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
void read_room(const RoomBlocks& blocks, Version version, const ObjectDirectory& directory,
               RoomPart& out) {
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
  take(blocks.cycles, [&](Bytes payload, std::vector<Error>& problems) {
    // HE 70 and later ignore them.
    if (!facts(version).has_dlfl()) read_cycles(payload, out.look.cycles, problems);
  });
  for (RoomObject& object :
       read_objects(blocks.objects, version, out.image.planes.size(), directory, out.problems)) {
    out.look.objects.push_back({std::move(object), {}});
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

/// Decodes a z-plane, which `what` names, into rows of `stride` bytes, which are all 0.
void decode_plane(RoomPart& part, const StripTable& plane, const std::string& what, size_t height,
                  size_t stride, uint8_t* out) {
  const auto decode = [&](size_t i, Bytes bytes) {
    return bytes.empty() ? DecodeEnd::complete
                         : decode_mask_strip(bytes, height, out + i, stride).end;
  };
  decode_each(plane, what, part, decode, [&](size_t i) {
    for (size_t y = 0; y < height; ++y) out[y * stride + i] = 0;
  });
}

std::string plane_name(size_t plane) { return "plane " + std::to_string(plane + 1); }

/// Decodes the planes of an object's image for which there is room (SCUMM.md §8 "Objects").
void decode_masks(RoomPart& part, const ObjectLook& object, const ObjectImage& image,
                  Masks& masks) {
  if (masks.bits.empty()) return;
  const std::string what = image_text(object.number, image.state);
  const size_t stride = (image.width + kStripColumns - 1) / kStripColumns;
  std::vector<uint8_t> touched;
  if (image.image.touched) {
    touched.resize(stride * image.height);
    decode_plane(part, *image.image.touched, what + "TMSK", image.height, stride, touched.data());
  }
  const auto replaces = [&](size_t strip) {
    if (object.planes != PlaneRule::by_strip) return object.planes == PlaneRule::replace;
    const std::optional<Bytes> bytes =
        image.image.strips ? image.image.strips->strip(strip) : std::nullopt;
    return bytes && !bytes->empty() && !strip_is_see_through(bytes->front());
  };
  for (size_t plane = 0; plane < image.image.planes.size(); ++plane) {
    const size_t at = masks.bits_offset[plane];
    const size_t size = masks.bits_offset[plane + 1] - at;
    if (size == 0) continue;
    uint8_t* const bits = &masks.bits[at];
    uint8_t* const cleared = &masks.cleared[at];
    decode_plane(part, *image.image.planes[plane], what + plane_name(plane), image.height, stride,
                 bits);
    if (!touched.empty()) {
      for (size_t i = 0; i < size; ++i) bits[i] &= touched[i];
      std::ranges::copy(touched, cleared);
      continue;
    }
    for (size_t strip = 0; strip < stride; ++strip) {
      if (!replaces(strip)) continue;
      for (size_t y = 0; y < image.height; ++y) cleared[y * stride + strip] = 0xFF;
    }
  }
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
    const auto size_of_plane = [&](const std::optional<StripTable>& plane, size_t size) {
      const bool fits = plane && bits + size <= most_bits;
      if (plane && !fits) refuse("the game's z-planes are too large; one is skipped");
      bits += fits ? size : 0;
      return fits ? size : 0;
    };
    for (const std::optional<StripTable>& plane : part.image.planes) {
      look.planes.emplace_back(size_of_plane(plane, part.plane_size()));
    }
    for (ObjectLook& object : look.objects) {
      for (const ObjectImage& image : object.images) {
        Masks& masks = object.masks.emplace_back();
        const size_t size = (image.width + kStripColumns - 1) / kStripColumns * image.height;
        for (const std::optional<StripTable>& plane : image.image.planes) {
          masks.bits.resize(masks.bits.size() + size_of_plane(plane, size));
          masks.bits_offset.push_back(static_cast<uint32_t>(masks.bits.size()));
        }
        masks.cleared.resize(masks.bits.size());
        masks.cleared_offset = masks.bits_offset;
      }
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
    std::vector<uint8_t>& bits = look.planes[plane];
    if (bits.empty()) continue;
    decode_plane(part, *part.image.planes[plane], plane_name(plane), look.height,
                 bits.size() / look.height, bits.data());
  }
  for (ObjectLook& object : look.objects) {
    for (size_t i = 0; i < object.images.size(); ++i) {
      decode_masks(part, object, object.images[i], object.masks[i]);
    }
  }
  background.assign(look.background_pixels, 0);
  if (background.empty()) return;
  (part.image.strips ? decode_strips : decode_bitmap)(part, look.transparent, look.see_through,
                                                      background.data());
  look.background_xxh64 = xxh64(background);
}

/// Decodes the strips of an object's picture, as decode_object_image().
PictureFault decode_object_strips(const ObjectImage& image, uint8_t& transparent,
                                  std::span<uint8_t> out) {
  const StripTable& strips = *image.image.strips;
  const size_t width = image.width;
  std::vector<bool> shows_through(strips.strips());
  ColorSet used;
  std::fill_n(out.begin(), width * image.height, transparent);
  for (size_t i = 0; i < strips.strips(); ++i) {
    const std::optional<Bytes> bytes = strips.strip(i);
    if (!bytes) return PictureFault::outside;
    shows_through[i] = bytes->empty() || strip_is_see_through(bytes->front());
    if (bytes->empty()) continue;
    uint8_t* const first = &out[i * kStripColumns];
    const PictureFault fault = fault_of(decode_strip(*bytes, image.height, first, width).end);
    if (fault != PictureFault::none) return fault;
    for (size_t y = 0; y < image.height; ++y) {
      for (size_t x = 0; x < kStripColumns; ++x) {
        const uint8_t pixel = first[y * width + x];
        if (!shows_through[i] || pixel != transparent) used.set(pixel);
      }
    }
  }
  if (!used[transparent]) return PictureFault::none;
  const std::optional<uint8_t> marker = unused_value(used, transparent);
  if (!marker) return PictureFault::colors;
  for (size_t i = 0; i < width * image.height; ++i) {
    if (shows_through[i % width / kStripColumns] && out[i] == transparent) out[i] = *marker;
  }
  transparent = *marker;
  return PictureFault::none;
}

}  // namespace

PictureFault decode_object_image(const ObjectImage& image, uint8_t& transparent,
                                 std::span<uint8_t> out) {
  constexpr uint8_t kNotDrawn = 255;
  if (image.image.strips) return decode_object_strips(image, transparent, out);
  transparent = kNotDrawn;
  if (image.image.bomp) {
    return fault_of(decode_bomp_rows(*image.image.bomp, image.width, image.height, out).end);
  }
  const Bytes bitmap = *image.image.bitmap;
  const bool is_wiz = !bitmap.empty() && (bitmap[0] == kWizCode || bitmap[0] == kWizCode + 1);
  return fault_of((is_wiz ? decode_trle_rows(bitmap.subspan(1), image.width, image.height, out)
                          : decode_room_bitmap(bitmap, image.width, image.height, out.data()))
                      .end);
}

std::vector<RoomLook> read_rooms(PixelSink* backgrounds, Scanned& scanned, Failures& failures,
                                 Progress& progress) {
  std::vector<RoomPart> parts(scanned.rooms.size());
  constexpr size_t kLoops = 2;
  parallel_for(
      parts.size(), progress,
      [&](size_t row, size_t) {
        read_room(scanned.rooms[row].blocks, scanned.version(), scanned.objects, parts[row]);
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
