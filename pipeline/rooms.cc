#include "pipeline/rooms.h"

#include <algorithm>
#include <array>
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
  RoomImage image;          ///< points into Scanned's bytes
  std::vector<Error> problems;

  size_t plane_size() const {
    return (header.width + kStripColumns - 1) / kStripColumns * size_t{header.height};
  }
};

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

/// The cells of a picture, expanded.
struct Cells {
  std::array<uint8_t, 2048> glyphs{};
  std::array<uint8_t, 2048> masks{};
  std::vector<uint8_t> maps;  ///< characters, colours and masks of them all
  CellOrder order = CellOrder::rows;
  DecodeResult result{};

  Bytes map(size_t index) const {
    return Bytes(maps).subspan(index * maps.size() / 3, maps.size() / 3);
  }
};

/// Expands the cells of a picture of version 1.
Cells expand_cells(const RoomImage& image, size_t width, size_t height) {
  Cells out;
  decode_cell_map(image.cells.glyphs, out.glyphs);
  decode_cell_map(image.cells.masks,
                  std::span(out.masks).first(std::min(image.cells.mask_bytes, out.masks.size())));
  const size_t cells = width / kStripColumns * (height / kStripColumns);
  out.maps.resize(3 * cells);
  if (!image.data.empty()) {
    out.result = decode_cell_map(image.data, out.maps);
    return out;
  }
  out.order = CellOrder::columns;
  out.result = {DecodeEnd::complete, 0};
  for (size_t i = 0; i < 3; ++i) {
    const DecodeResult result =
        decode_cell_map(image.cells.background[i], std::span(out.maps).subspan(i * cells, cells));
    if (result.end != DecodeEnd::complete) out.result = result;
  }
  return out;
}

/// Decodes a picture that is not in strips.
DecodeResult decode_whole(const RoomImage& image, size_t width, size_t height,
                          std::span<uint8_t> out) {
  switch (image.coding) {
    case PictureCoding::runs_of_16:
      return decode_runs_of_16(image.data, width, height, out.data());
    case PictureCoding::cells: {
      const Cells cells = expand_cells(image, width, height);
      draw_cells(cells.map(0), cells.map(1),
                 {cells.glyphs, image.cells.room_colors, image.cells.cell_colors},
                 width / kStripColumns, cells.order, out.data());
      return cells.result;
    }
    case PictureCoding::bomp:
      return decode_bomp_rows(image.data, width, height, out);
    default:
      return decode_room_bitmap(image.data, width, height, out.data());
  }
}

/// Decodes the z-plane of a picture of version 1 or 2 into rows of `stride` bytes. In version 1,
/// all sizes are multiples of 8.
DecodeResult decode_whole_plane(const RoomImage& image, size_t width, size_t height, size_t stride,
                                uint8_t* out) {
  const size_t strips = width / kStripColumns;
  if (image.coding == PictureCoding::cells) {
    const Cells cells = expand_cells(image, width, height);
    draw_cell_masks(cells.map(2), cells.masks, strips, cells.order, out);
    return cells.result;
  }
  std::vector<uint8_t> picture(width * height);
  const DecodeResult before = decode_runs_of_16(image.data, width, height, picture.data());
  if (before.end != DecodeEnd::complete) return before;
  const DecodeResult mask =
      decode_mask_strips(image.data.subspan(before.consumed), strips, height, false, out, stride);
  return {mask.end, before.consumed + mask.consumed};
}

/// Decodes a strip of a picture, of which `bytes` are the strip's.
DecodeResult decode_strip_of(const RoomImage& image, size_t strip, Bytes bytes, size_t height,
                             uint8_t* picture, size_t stride) {
  uint8_t* const out = picture + strip * kStripColumns;
  if (image.coding == PictureCoding::strips_of_v3)
    return decode_strip_of_v3(bytes, height, out, stride);
  if (image.coding == PictureCoding::strips_of_16)
    return decode_strip_of_16(bytes, height, strip == 0, out, stride);
  return decode_strip(bytes, height, out, stride);
}

/// Whether the pixels of a strip, or of a bitmap, that begins so may leave what is behind them.
bool is_see_through(const RoomImage& image, Bytes strip) {
  return !image.opaque && (strip.empty() || strip_is_see_through(strip[0]));
}

/// Decodes a background that is not in strips. If it is damaged, all of it shows nothing.
void decode_bitmap(RoomPart& part, uint8_t transparent, std::span<uint8_t> see_through,
                   std::span<uint8_t> out) {
  const RoomImage& image = part.image;
  const DecodeEnd end = decode_whole(image, part.header.width, part.header.height, out).end;
  const std::string_view why = fault_text(end);
  const bool shows_through = !why.empty() || is_see_through(image, image.data);
  std::ranges::fill(see_through, static_cast<uint8_t>(shows_through ? 1 : 0));
  if (why.empty()) return;
  std::ranges::fill(out, transparent);
  part.problems.push_back(
      {ErrorCode::damaged, part.payload_at, "the bitmap of the background " + std::string(why)});
}

/// Decodes the strips of a background into `out`, which is all 0.
void decode_strips(RoomPart& part, uint8_t transparent, std::span<uint8_t> see_through,
                   std::span<uint8_t> out) {
  const size_t width = part.header.width;
  const size_t height = part.header.height;
  const auto decode = [&](size_t i, Bytes bytes) {
    see_through[i] = is_see_through(part.image, bytes) ? 1 : 0;
    return decode_strip_of(part.image, i, bytes, height, out.data(), width).end;
  };
  decode_each(*part.image.strips, "the background", part, decode, [&](size_t i) {
    see_through[i] = 1;
    for (size_t y = 0; y < height; ++y) {
      std::fill_n(&out[y * width + i * kStripColumns], kStripColumns, transparent);
    }
  });
}

/// Decodes mask strips, which `what` names, into rows of `stride` bytes, which are all 0.
void decode_masks_of(RoomPart& part, const StripTable& plane, const std::string& what,
                     bool last_may_lack, size_t height, size_t stride, uint8_t* out) {
  const auto decode = [&](size_t i, Bytes bytes) {
    return bytes.empty() ? DecodeEnd::complete
                         : decode_mask_strips(bytes, 1, height, last_may_lack, out + i, stride).end;
  };
  decode_each(plane, what, part, decode, [&](size_t i) {
    for (size_t y = 0; y < height; ++y) out[y * stride + i] = 0;
  });
}

/// Decodes a z-plane of a picture, which `what` names, into rows of `stride` bytes, which are all
/// 0.
void decode_plane(RoomPart& part, const RoomImage& image, size_t plane, const std::string& what,
                  size_t width, size_t height, size_t stride, std::span<uint8_t> out) {
  const PlaneImage& from = image.planes[plane];
  if (from.strips)
    return decode_masks_of(part, *from.strips, what, image.masks_may_lack, height, stride,
                           out.data());
  const std::string_view why =
      fault_text(decode_whole_plane(image, width, height, stride, out.data()).end);
  if (why.empty()) return;
  std::ranges::fill(out, uint8_t{0});
  part.problems.push_back({ErrorCode::damaged, part.payload_at, what + " " + std::string(why)});
}

/// Whether the strips of a block begin behind their table and end with the block; decode(i, bytes)
/// decodes one.
template <class Decode>
bool fill_their_block(const StripTable& strips, const Decode& decode) {
  const size_t size = strips.block().size();
  size_t begin = size;
  size_t end = strips.table_end();
  for (size_t i = 0; i < strips.strips(); ++i) {
    const std::optional<Bytes> bytes = strips.strip(i);
    if (!bytes) return false;
    if (bytes->empty()) continue;
    const DecodeResult result = decode(i, *bytes);
    if (result.end != DecodeEnd::complete) return false;
    begin = std::min(begin, size - bytes->size());
    end = std::max(end, size - bytes->size() + result.consumed);
  }
  return end == size && begin == std::min(strips.table_end(), size);
}

/// Whether an image of an object of a nameless room ends exactly where its data end, so that it is
/// really its image.
bool ends_with_its_data(const ObjectImage& object) {
  const RoomImage& image = object.image;
  const size_t stride = object.width / kStripColumns;
  std::vector<uint8_t> out(size_t{object.width} * object.height);
  if (!image.strips) {
    const DecodeResult result =
        decode_whole_plane(image, object.width, object.height, stride, out.data());
    return result.end == DecodeEnd::complete && result.consumed == image.data.size();
  }
  const auto decode = [&](size_t i, Bytes bytes) {
    return decode_strip_of(image, i, bytes, object.height, out.data(), object.width);
  };
  const auto decode_mask = [&](size_t i, Bytes bytes) {
    return decode_mask_strips(bytes, 1, object.height, false, out.data() + i, stride);
  };
  return fill_their_block(*image.strips, decode) && !image.planes.empty() &&
         image.planes[0].strips && fill_their_block(*image.planes[0].strips, decode_mask);
}

/// Reads the blocks of one room.
void read_room(const RoomBlocks& blocks, const RoomRules& rules, const ObjectDirectory& directory,
               RoomPart& out) {
  const Version version = rules.version;
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
      out.image = read_room_image(payload, rules, header.width, problems);
    });
  }
  take(blocks.cycles, [&](Bytes payload, std::vector<Error>& problems) {
    // HE 70 and later ignore them.
    if (version == Version::v4) {
      read_old_cycles(payload, out.look.cycles);
    } else if (!facts(version).has_dlfl()) {
      read_cycles(payload, out.look.cycles, problems);
    }
  });
  const bool nameless = facts(version).style == BlockStyle::nameless;
  std::vector<RoomObject> objects;
  if (!nameless) {
    objects = read_objects(blocks.objects, rules, out.image.planes.size(), directory, out.problems);
  } else if (blocks.image) {
    objects = read_nameless_objects(*blocks.image, rules, out.image, directory, out.problems);
  }
  uint64_t left = kMaxTriedPixels;
  const auto is_of_another = [&](const ObjectImage& image) {
    const uint64_t size = uint64_t{image.width} * image.height;
    const bool fits = size <= left;
    if (fits) left -= size;
    return !fits || !ends_with_its_data(image);
  };
  for (RoomObject& object : objects) {
    if (nameless) std::erase_if(object.images, is_of_another);
    out.look.objects.push_back({std::move(object), {}});
  }
  if (blocks.trouble) out.problems.push_back(*blocks.trouble);
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
    decode_masks_of(part, *image.image.touched, what + "TMSK", false, image.height, stride,
                    touched.data());
  }
  const auto replaces = [&](size_t strip) {
    if (object.planes != PlaneRule::by_strip) return object.planes == PlaneRule::replace;
    const std::optional<Bytes> bytes =
        image.image.strips ? image.image.strips->strip(strip) : std::nullopt;
    return bytes && !is_see_through(image.image, *bytes);
  };
  for (size_t plane = 0; plane < image.image.planes.size(); ++plane) {
    const size_t at = masks.bits_offset[plane];
    const size_t size = masks.bits_offset[plane + 1] - at;
    if (size == 0) continue;
    uint8_t* const bits = &masks.bits[at];
    uint8_t* const cleared = &masks.cleared[at];
    decode_plane(part, image.image, plane, what + plane_name(plane), image.width, image.height,
                 stride, {bits, size});
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
    const auto size_of_plane = [&](const PlaneImage& plane, size_t size) {
      const bool fits = !plane.missing() && bits + size <= most_bits;
      if (!plane.missing() && !fits) refuse("the game's z-planes are too large; one is skipped");
      bits += fits ? size : 0;
      return fits ? size : 0;
    };
    for (const PlaneImage& plane : part.image.planes) {
      look.planes.emplace_back(size_of_plane(plane, part.plane_size()));
    }
    for (ObjectLook& object : look.objects) {
      for (const ObjectImage& image : object.images) {
        Masks& masks = object.masks.emplace_back();
        const size_t size = (image.width + kStripColumns - 1) / kStripColumns * image.height;
        for (const PlaneImage& plane : image.image.planes) {
          masks.bits.resize(masks.bits.size() + size_of_plane(plane, size));
          masks.bits_offset.push_back(static_cast<uint32_t>(masks.bits.size()));
        }
        masks.cleared.resize(masks.bits.size());
        masks.cleared_offset = masks.bits_offset;
      }
    }
    if (most_pixels == 0 || part.image.empty()) continue;
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
    decode_plane(part, part.image, plane, plane_name(plane), look.width, look.height,
                 bits.size() / look.height, bits);
  }
  for (ObjectLook& object : look.objects) {
    for (size_t i = 0; i < object.images.size(); ++i) {
      decode_masks(part, object, object.images[i], object.masks[i]);
    }
  }
  background.assign(look.background_pixels, 0);
  if (background.empty()) return;
  (part.image.strips ? decode_strips : decode_bitmap)(part, look.transparent, look.see_through,
                                                      background);
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
    shows_through[i] = is_see_through(image.image, *bytes);
    if (bytes->empty()) continue;
    const PictureFault fault =
        fault_of(decode_strip_of(image.image, i, *bytes, image.height, out.data(), width).end);
    if (fault != PictureFault::none) return fault;
    const uint8_t* const first = &out[i * kStripColumns];
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
  const Bytes data = image.image.data;
  const bool is_wiz = image.image.coding == PictureCoding::bitmap && !data.empty() &&
                      (data[0] == kWizCode || data[0] == kWizCode + 1);
  return fault_of((is_wiz ? decode_trle_rows(data.subspan(1), image.width, image.height, out)
                          : decode_whole(image.image, image.width, image.height, out))
                      .end);
}

std::vector<RoomLook> read_rooms(PixelSink* backgrounds, Scanned& scanned, Failures& failures,
                                 Progress& progress) {
  std::vector<RoomPart> parts(scanned.rooms.size());
  constexpr size_t kLoops = 2;
  parallel_for(
      parts.size(), progress,
      [&](size_t row, size_t) {
        read_room(scanned.rooms[row].blocks, scanned.rules(), scanned.objects, parts[row]);
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
