#include "tools/render/objects.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "formats/limits.h"
#include "formats/versions.h"
#include "kernels/blit.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// A part of a room, cut at its edges.
struct Part {
  int64_t left;
  int64_t top;
  int64_t right;
  int64_t bottom;

  uint64_t pixels() const {
    return left < right && top < bottom ? static_cast<uint64_t>((right - left) * (bottom - top))
                                        : 0;
  }
};

Part part_of(const TablesView& tables, uint32_t room, uint32_t image) {
  const ImagesView& images = tables.images;
  const int64_t x = images.x[image];
  const int64_t y = images.y[image];
  return {std::max<int64_t>(x, 0), std::max<int64_t>(y, 0),
          std::min<int64_t>(x + images.width[image], tables.rooms.width[room]),
          std::min<int64_t>(y + images.height[image], tables.rooms.height[room])};
}

size_t bytes_of_row(size_t width) { return (width + kStripColumns - 1) / kStripColumns; }

bool same_rectangle(const ObjectsView& o, uint32_t a, uint32_t b) {
  return o.x[a] == o.x[b] && o.y[a] == o.y[b] && o.width[a] == o.width[b] &&
         o.height[a] == o.height[b];
}

constexpr unsigned kStateBits = 15;

/// The state of the image that an object in this state shows; 0: none.
unsigned state_shown(uint8_t state) { return (state & kStateBits) != 0 ? state : 0; }

/// Whether a room can show this image.
bool is_drawn(const ImagesView& images, uint32_t image) {
  return images.blast[image] == 0 && images.picture[image] != kNone &&
         state_shown(images.state[image]) != 0;
}

/// Draws a mask of an image into a plane of the room.
void draw_mask(const TablesView& tables, uint32_t image, uint32_t mask, uint32_t room,
               std::vector<uint8_t>& plane) {
  const Bytes bits = elements_at(tables.masks.bits_offset, tables.masks.bits, mask);
  const Bytes cleared = elements_at(tables.masks.cleared_offset, tables.masks.cleared, mask);
  const Part part = part_of(tables, room, image);
  // Without a background, only a room's sides are bounded.
  const uint64_t room_pixels = uint64_t{tables.rooms.width[room]} * tables.rooms.height[room];
  if (bits.empty() || part.pixels() == 0 || room_pixels > kMaxRoomPixels) return;
  const size_t room_stride = bytes_of_row(tables.rooms.width[room]);
  const size_t stride = bytes_of_row(tables.images.width[image]);
  plane.resize(room_stride * tables.rooms.height[room]);
  const int64_t first = tables.images.x[image] >> 3;
  for (int64_t y = part.top; y < part.bottom; ++y) {
    for (size_t strip = 0; strip < stride; ++strip) {
      const int64_t column = first + static_cast<int64_t>(strip);
      if (column < 0 || column >= static_cast<int64_t>(room_stride)) continue;
      const size_t from = static_cast<size_t>(y - tables.images.y[image]) * stride + strip;
      uint8_t& byte = plane[static_cast<size_t>(y) * room_stride + static_cast<size_t>(column)];
      byte = static_cast<uint8_t>((byte & ~cleared[from]) | bits[from]);
    }
  }
}

/// Sets the states that the entry script of a room sets by constants. Up to version 5, only the
/// first object that it shows at a place and size stays shown.
void enter(const TablesView& tables, uint32_t room, ObjectStates& states) {
  const ObjectsView& o = tables.objects;
  const RowRange objects = rows_of(tables.rooms.object_offset, room);
  const auto place = [&](uint32_t row) {
    return std::tuple(o.x[row], o.y[row], o.width[row], o.height[row]);
  };
  const bool replaces = facts(tables.game.version[0]).number() <= 5;
  std::map<std::tuple<int32_t, int32_t, uint32_t, uint32_t>, uint32_t> shown;  // objects by place
  for (const uint32_t object : objects) {
    const bool shows = o.entered[object] != kNoState && state_shown(o.entered[object]) != 0;
    if (replaces && shows) shown.try_emplace(place(object), object);
  }
  for (const uint32_t object : objects) {
    uint8_t& state = states[object - objects.front()];
    if (o.entered[object] != kNoState) state = o.entered[object];
    const auto instead = shown.find(place(object));
    if (instead != shown.end() && instead->second != object) state = 0;
  }
}

}  // namespace

ObjectStates object_states(const TablesView& tables, uint32_t room, ShownObjects shown) {
  ObjectStates states;
  for (const uint32_t object : rows_of(tables.rooms.object_offset, room)) {
    uint8_t state = shown == ShownObjects::none ? uint8_t{0} : tables.objects.state[object];
    for (const uint32_t image : rows_of(tables.objects.image_offset, object)) {
      if (shown != ShownObjects::all || state_shown(state) != 0) break;
      if (is_drawn(tables.images, image)) state = tables.images.state[image];
    }
    states.push_back(state);
  }
  if (shown == ShownObjects::entered) enter(tables, room, states);
  return states;
}

void set_object_state(const TablesView& tables, uint32_t room, uint32_t object, uint8_t state,
                      ObjectStates& states) {
  const RowRange objects = rows_of(tables.rooms.object_offset, room);
  const Version version = tables.game.version[0];
  if (facts(version).number() <= 5 && state_shown(state) != 0) {
    for (const uint32_t other : objects) {
      if (same_rectangle(tables.objects, other, object)) states[other - objects.front()] = 0;
    }
  }
  states[object - objects.front()] = state;
}

Status set_object_states(const TablesView& tables, uint32_t room,
                         const std::vector<std::string>& texts, ObjectStates& states) {
  const auto fail = [](const std::string& text, const std::string& why) {
    return Error{ErrorCode::not_found, kNoOffset, text + ": " + why};
  };
  for (const std::string& text : texts) {
    const size_t equals = std::min(text.find('='), text.size());
    const std::string_view after = std::string_view(text).substr(std::min(equals + 1, text.size()));
    const auto number = parse_decimal(std::string_view(text).substr(0, equals));
    const auto state = parse_decimal(after, 255);
    if (!number || !state) {
      return fail(text, "expected the number of an object and a state, such as 7=1");
    }
    uint32_t object = kNone;
    for (const uint32_t row : rows_of(tables.rooms.object_offset, room)) {
      if (object == kNone && tables.objects.number[row] == *number) object = row;
    }
    if (object == kNone) {
      return fail(text, "room " + std::to_string(tables.rooms.number[room]) + " has no object " +
                            std::to_string(*number) + " (see: wardrobe list ARCHIVE objects)");
    }
    set_object_state(tables, room, object, static_cast<uint8_t>(*state), states);
  }
  return ok();
}

std::vector<uint32_t> images_shown(const TablesView& tables, uint32_t room,
                                   const std::optional<ObjectStates>& given) {
  if (!given) return {};
  const ObjectStates& states = *given;
  const RowRange objects = rows_of(tables.rooms.object_offset, room);
  const auto at = [&](uint32_t object) { return object - objects.front(); };
  // Whether an object's parents are in the states in which it is there; null: not known yet.
  std::vector<std::optional<bool>> is_there(objects.size());
  std::vector<uint32_t> chain;
  std::vector<uint32_t> shown;
  // The first object is drawn last, over the others.
  for (uint32_t i = objects.size(); i-- > 0;) {
    uint32_t object = objects.front() + i;
    chain.clear();
    while (!is_there[at(object)]) {
      is_there[at(object)] = false;  // ends a circle
      chain.push_back(object);
      if (tables.objects.parent[object] == kNone) break;
      object = tables.objects.parent[object];
    }
    for (size_t link = chain.size(); link-- > 0;) {
      const uint32_t child = chain[link];
      const uint32_t parent = tables.objects.parent[child];
      is_there[at(child)] =
          parent == kNone || (*is_there[at(parent)] && (states[at(parent)] & kStateBits) ==
                                                           tables.objects.parent_state[child]);
    }
    const uint32_t drawn = objects.front() + i;
    if (!*is_there[i]) continue;
    for (const uint32_t image : rows_of(tables.objects.image_offset, drawn)) {
      const bool is_it = tables.images.state[image] == states[i];
      if (is_it && is_drawn(tables.images, image)) shown.push_back(image);
    }
  }
  return shown;
}

std::array<uint8_t, 256> cycled_colors(const TablesView& tables, uint32_t room, size_t frames) {
  constexpr uint64_t kJiffies = 6;  // of a frame, unless a script sets another number
  std::array<uint8_t, 256> colors{};
  std::iota(colors.begin(), colors.end(), uint8_t{0});
  const CyclesView& cycles = tables.cycles;
  for (const uint32_t cycle : rows_of(tables.rooms.cycle_offset, room)) {
    if (cycles.start[cycle] >= cycles.end[cycle]) continue;
    const auto first = colors.begin() + cycles.start[cycle];
    const auto last = colors.begin() + cycles.end[cycle] + 1;
    const uint64_t delay = std::max<uint64_t>(cycles.delay[cycle], kJiffies);  // a step a frame
    const auto steps =
        static_cast<ptrdiff_t>(frames * kJiffies / delay % static_cast<uint64_t>(last - first));
    std::rotate(first, cycles.reverse[cycle] != 0 ? first + steps : last - steps, last);
  }
  return colors;
}

std::vector<uint8_t> plane_with(const TablesView& tables, uint32_t room, uint32_t plane,
                                const std::vector<uint32_t>& images) {
  const uint32_t row = tables.rooms.plane_offset[room] + plane - 1;
  const Bytes bits = elements_at(tables.planes.bits_offset, tables.planes.bits, row);
  std::vector<uint8_t> out(bits.begin(), bits.end());
  for (const uint32_t image : images) {
    const RowRange masks = rows_of(tables.images.mask_offset, image);
    if (plane <= masks.size()) draw_mask(tables, image, masks.front() + plane - 1, room, out);
  }
  return out;
}

Result<std::vector<uint8_t>> draw_room(const Archive& archive, uint32_t room,
                                       const std::vector<uint32_t>& images) {
  const TablesView& tables = archive.tables();
  uint64_t pixels = 0;
  for (const uint32_t image : images) pixels += part_of(tables, room, image).pixels();
  if (pixels > kMaxReplayPixels) {
    return Error{ErrorCode::limit, kNoOffset,
                 "the objects that the room shows have more than " + limit_text(kMaxReplayPixels) +
                     " pixels"};
  }
  ASSIGN_OR_RETURN(const Bytes background, archive.read_background(room));
  std::vector<uint8_t> out(background.begin(), background.end());
  const size_t width = tables.rooms.width[room];
  const size_t height = tables.rooms.height[room];
  for (const uint32_t image : images) {
    if (out.empty() || part_of(tables, room, image).pixels() == 0) continue;
    ASSIGN_OR_RETURN(const BlitPicture picture,
                     read_picture(archive, tables.images.picture[image]));
    blit(picture, {tables.images.x[image], tables.images.y[image], false},
         Canvas<uint8_t>{out, width, height, width});
  }
  return out;
}

}  // namespace wardrobe
