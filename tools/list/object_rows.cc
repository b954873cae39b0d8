#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "formats/limits.h"
#include "formats/versions.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"

namespace wardrobe {

Row image_row(const TablesView& tables, uint32_t image) {
  const ImagesView& images = tables.images;
  const uint32_t picture = images.picture[image];
  Row masks = Row::array();
  for (const uint32_t mask : rows_of(images.mask_offset, image)) {
    const Bytes bits = elements_at(tables.masks.bits_offset, tables.masks.bits, mask);
    masks.push_back(bits.empty() ? Row()
                                 : Row(bits_hash(bits, images.width[image], images.height[image])));
  }
  return Row::array({images.state[image], images.width[image], images.height[image],
                     picture == kNone ? Row() : Row(hash_text(tables.pictures.xxh64[picture])),
                     masks});
}

Row object_row(const TablesView& tables, uint32_t object) {
  const ObjectsView& o = tables.objects;
  const uint32_t parent = o.parent[object];
  return {{"object", o.number[object]},
          {"name", game_text(elements_at(o.name_offset, o.name, object), tables.game.version[0])},
          {"name_bytes", name_bytes(elements_at(o.name_offset, o.name, object))},
          {"x", o.x[object]},
          {"y", o.y[object]},
          {"width", o.width[object]},
          {"height", o.height[object]},
          {"walk_x", o.walk_x[object]},
          {"walk_y", o.walk_y[object]},
          {"direction", o.direction[object]},
          {"state", o.state[object]},
          {"parent", parent == kNone ? Row() : Row(o.number[parent])},
          {"parent_state", o.parent_state[object]}};
}

std::string bits_hash(Bytes bits, size_t width, size_t height) {
  const size_t stride = (width + kStripColumns - 1) / kStripColumns;
  std::vector<uint8_t> row(width);
  size_t y = 0;
  return hash_text(xxh64_of_pieces([&]() -> Bytes {
    if (y == height) return {};
    for (size_t x = 0; x < width; ++x) {
      const unsigned byte = bits[y * stride + x / kStripColumns];
      row[x] = static_cast<uint8_t>(byte >> (kStripColumns - 1 - x % kStripColumns) & 1);
    }
    ++y;
    return row;
  }));
}

void object_rows(const TablesView& tables, const GiveRow& give) {
  constexpr int kLastGrouped = 4;  // Later objects have images of their own for all states.
  const ObjectsView& o = tables.objects;
  const bool grouped = facts(tables.game.version[0]).number() <= kLastGrouped;
  for (uint32_t room = 0; room < tables.rooms.number.size(); ++room) {
    std::map<std::tuple<int32_t, int32_t, uint32_t, uint32_t>, uint32_t> first;  // by rectangle
    for (const uint32_t object : rows_of(tables.rooms.object_offset, room)) {
      const std::tuple rectangle(o.x[object], o.y[object], o.width[object], o.height[object]);
      const uint32_t leader = first.try_emplace(rectangle, object).first->second;
      Row row = {{"room", room_number(tables, room)}};
      row.update(object_row(tables, object));
      Row& images = row["images"] = Row::array();
      for (const uint32_t image : rows_of(tables.objects.image_offset, object)) {
        images.push_back(image_row(tables, image));
      }
      row["group"] = grouped ? Row(o.number[leader]) : Row();
      give(row);
    }
  }
}

void cycle_rows(const TablesView& tables, const GiveRow& give) {
  const CyclesView& cycles = tables.cycles;
  for (uint32_t room = 0; room < tables.rooms.number.size(); ++room) {
    for (const uint32_t cycle : rows_of(tables.rooms.cycle_offset, room)) {
      give({{"room", room_number(tables, room)},
            {"cycle", cycles.number[cycle]},
            {"start", cycles.start[cycle]},
            {"end", cycles.end[cycle]},
            {"delay", cycles.delay[cycle]},
            {"reverse", cycles.reverse[cycle] != 0}});
    }
  }
}

}  // namespace wardrobe
