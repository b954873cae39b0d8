#include <map>
#include <set>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "formats/hash.h"
#include "formats/limits.h"
#include "tools/rows/row.h"

namespace wardrobe {
namespace {

std::string hash_text(uint64_t hash) { return fmt::format("{:016x}", hash); }

bool has_bits(const TablesView& tables, uint32_t plane) {
  return !elements_at(tables.planes.bits_offset, tables.planes.bits, plane).empty();
}

uint64_t pixels_of(const RoomsView& rooms, uint32_t room) {
  return uint64_t{rooms.width[room]} * rooms.height[room];
}

/// Number of pixels of a plane without bits → XXH64 of that many zeros. Computes all at once,
/// because there may be many large planes.
std::map<uint64_t, uint64_t> hashes_without_bits(const TablesView& tables) {
  std::set<uint64_t> pixels;
  for (uint32_t room = 0; room < tables.rooms.number.size(); ++room) {
    for (const uint32_t plane : rows_of(tables.rooms.plane_offset, room)) {
      if (!has_bits(tables, plane)) pixels.insert(pixels_of(tables.rooms, room));
    }
  }
  return xxh64_of_zeros(pixels);
}

}  // namespace

uint64_t plane_hash(const TablesView& tables, uint32_t room, uint32_t plane) {
  const size_t width = tables.rooms.width[room];
  const size_t height = tables.rooms.height[room];
  const Bytes bits = elements_at(tables.planes.bits_offset, tables.planes.bits, plane);
  const size_t stride = bits.size() / height;
  std::vector<uint8_t> row(width);
  size_t y = 0;
  return xxh64_of_pieces([&]() -> Bytes {
    if (y == height) return {};
    for (size_t x = 0; x < width; ++x) {
      const unsigned byte = bits[y * stride + x / kStripColumns];
      row[x] = static_cast<uint8_t>(byte >> (kStripColumns - 1 - x % kStripColumns) & 1);
    }
    ++y;
    return row;
  });
}

void room_rows(const TablesView& tables, const GiveRow& give) {
  const RoomsView& rooms = tables.rooms;
  const std::map<uint64_t, uint64_t> without_bits = hashes_without_bits(tables);
  for (uint32_t room = 0; room < rooms.number.size(); ++room) {
    Row planes = Row::array();
    for (const uint32_t plane : rows_of(rooms.plane_offset, room)) {
      planes.push_back(hash_text(has_bits(tables, plane)
                                     ? plane_hash(tables, room, plane)
                                     : without_bits.at(pixels_of(rooms, room))));
    }
    const bool background = rooms.background_offset[room + 1] != rooms.background_offset[room];
    give({{"row", room},
          {"room", room_number(tables, room)},
          {"name", std::string(text_at(rooms.name_offset, rooms.name, room))},
          {"width", rooms.width[room]},
          {"height", rooms.height[room]},
          {"transparent", rooms.transparent[room]},
          {"planes", planes.size()},
          {"boxes", rows_of(rooms.box_offset, room).size()},
          {"background", background},
          {"xxh64", background ? Row(hash_text(rooms.background_xxh64[room])) : Row()},
          {"zplanes", planes},
          {"file", source_name(tables, rooms.source[room])},
          {"offset", rooms.offset[room]}});
  }
}

Row box_row(const TablesView& tables, uint32_t box) {
  const BoxesView& boxes = tables.boxes;
  const auto corner = [&](const auto& x, const auto& y) { return Row::array({x[box], y[box]}); };
  return {{"corners",
           {corner(boxes.ulx, boxes.uly), corner(boxes.urx, boxes.ury),
            corner(boxes.lrx, boxes.lry), corner(boxes.llx, boxes.lly)}},
          {"mask", boxes.mask[box]},
          {"flags", boxes.flags[box]},
          {"scale", boxes.scale[box]}};
}

Row scale_row(const TablesView& tables, uint32_t slot) {
  const ScalesView& scales = tables.scales;
  return Row::array({scales.scale1[slot], scales.y1[slot], scales.scale2[slot], scales.y2[slot]});
}

std::vector<uint32_t> see_through_strips(const TablesView& tables, uint32_t room) {
  const RoomsView& rooms = tables.rooms;
  std::vector<uint32_t> strips;
  const auto flags = elements_at(rooms.see_through_offset, rooms.see_through, room);
  for (uint32_t strip = 0; strip < flags.size(); ++strip) {
    if (flags[strip] != 0) strips.push_back(strip);
  }
  return strips;
}

}  // namespace wardrobe
