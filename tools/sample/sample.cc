#include "tools/sample/sample.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include "formats/limits.h"
#include "formats/versions.h"
#include "kernels/encode.h"
#include "tools/sample/art.h"
#include "tools/sample/old_scene.h"
#include "tools/sample/script.h"
#include "tools/sample/sketch.h"
#include "tools/sample/strips_encode.h"
#include "tools/sample/write_room.h"

namespace wardrobe::sample {
namespace {

/// Encodes a strip with the code that makes it shortest. A strip that starts with the transparent
/// colour is see-through.
std::vector<uint8_t> encoded_strip(const Sheet& sheet, size_t strip, uint8_t transparent) {
  constexpr std::array<uint8_t, 5> kOpaque = {1, 18, 28, 68, 108};
  constexpr uint8_t kSeeThrough = 48;
  const uint8_t* const first = &sheet.pixels[strip * kStripColumns];
  std::vector<uint8_t> best;
  if (*first == transparent) {
    encode_strip(kSeeThrough, first, sheet.width, sheet.height, best);
    return best;
  }
  for (const uint8_t code : kOpaque) {
    std::vector<uint8_t> tried;
    encode_strip(code, first, sheet.width, sheet.height, tried);
    if (best.empty() || tried.size() < best.size()) best = std::move(tried);
  }
  return best;
}

void draw_background(const Sheet& sheet, Version version, RoomDraft& room) {
  RoomPictureDraft& picture = room.scene->picture;
  if (facts(version).plain_names) {
    constexpr uint8_t kBitmapCode = 138;
    encode_room_bitmap(kBitmapCode, sheet.pixels.data(), sheet.width, sheet.height, picture.bitmap);
    return;
  }
  for (size_t strip = 0; strip < sheet.width / kStripColumns; ++strip) {
    picture.strips.push_back(encoded_strip(sheet, strip, room.scene->transparent));
  }
}

void add_plane(const Sheet& sheet, RoomDraft& room) {
  RoomPictureDraft::Strips& strips = room.scene->picture.planes.emplace_back();
  for (size_t strip = 0; strip < sheet.width / kStripColumns; ++strip) {
    strips.push_back(encoded_mask(sheet, strip));
  }
}

/// The part of a sheet with picture `index` of those side by side.
Sheet part_of(const Sheet& sheet, size_t width, size_t index) {
  Sheet part{width, sheet.height, {}, {}};
  for (size_t y = 0; y < sheet.height; ++y) {
    const auto row = sheet.pixels.begin() + static_cast<ptrdiff_t>(y * sheet.width + index * width);
    part.pixels.insert(part.pixels.end(), row, row + static_cast<ptrdiff_t>(width));
  }
  return part;
}

/// A picture of an object that hides actors in plane `plane`, from 1, where it is drawn; 0: none.
RoomPictureDraft object_picture(const Sheet& sheet, size_t plane, const RoomScene& scene) {
  RoomPictureDraft picture;
  Sheet mask = sheet;
  for (uint8_t& pixel : mask.pixels) pixel = pixel != scene.transparent ? 1 : 0;
  picture.planes.resize(scene.picture.planes.size());
  for (size_t strip = 0; strip < sheet.width / kStripColumns; ++strip) {
    picture.strips.push_back(encoded_strip(sheet, strip, scene.transparent));
    for (size_t i = 0; i < picture.planes.size(); ++i) {
      picture.planes[i].push_back(i + 1 == plane ? encoded_mask(mask, strip)
                                                 : std::vector<uint8_t>());
    }
  }
  return picture;
}

/// A picture of an object in rows, without planes: a BOMP or, in Humongous games, a BMAP.
RoomPictureDraft object_rows(Sheet sheet, Version version, const RoomScene& scene) {
  constexpr uint8_t kRowsWithGaps = 8;
  std::ranges::replace(sheet.pixels, scene.transparent, kNotDrawn);
  const bool humongous = is_humongous(version);
  const auto bound = humongous ? encode_trle_bound : encode_bomp_bound;
  std::vector<uint8_t> rows(bound(sheet.width, sheet.height));
  rows.resize(
      (humongous ? encode_trle : encode_bomp)(sheet.pixels, sheet.width, sheet.height, rows));
  RoomPictureDraft picture;
  if (humongous) {
    rows.insert(rows.begin(), kRowsWithGaps);
    picture.bitmap = std::move(rows);
  } else {
    picture.bomp = std::move(rows);
  }
  return picture;
}

/// Reads an object, with its images from a sheet.
void add_object(std::istream& line, bool blast, RoomScene& scene, RoomArt& art) {
  ObjectDraft object;
  object.number = next<uint16_t>(line);
  for (int* value : {&object.x, &object.y}) *value = next<int>(line);
  for (unsigned* value : {&object.width, &object.height}) *value = next<unsigned>(line);
  for (int* value : {&object.walk_x, &object.walk_y}) *value = next<int>(line);
  object.direction = next<uint16_t>(line);
  for (uint8_t* value : {&object.state, &object.parent, &object.parent_state}) {
    *value = static_cast<uint8_t>(next<unsigned>(line));
  }
  object.name = next<std::string>(line);
  ObjectArt& images = art.objects.emplace_back();
  images.blast = blast;
  if (!done(line)) {
    images.plane = next<size_t>(line);
    const Sheet sheet = read_sheet(next<std::string>(line));
    for (size_t i = 0; i < sheet.width / object.width; ++i) {
      images.images.push_back(part_of(sheet, object.width, i));
    }
  }
  scene.objects.push_back(std::move(object));
}

/// Encodes the pictures of a room. Before version 6, there are no BOMPs.
void draw(const RoomArt& art, Version version, RoomDraft& room) {
  if (facts(version).number() < 5) return draw_old(art, version, room);
  RoomScene& scene = *room.scene;
  draw_background(art.background, version, room);
  for (const Sheet& plane : art.planes) add_plane(plane, room);
  for (size_t i = 0; i < art.objects.size(); ++i) {
    const ObjectArt& object = art.objects[i];
    const bool in_rows = object.blast && facts(version).number() >= 6;
    for (const Sheet& image : object.images) {
      std::vector<RoomPictureDraft>& images = scene.objects[i].images;
      images.push_back(in_rows ? object_rows(image, version, scene)
                               : object_picture(image, object.plane, scene));
      if (object.blast) images.back().planes.clear();
    }
  }
}

void add_cycle(std::istream& line, Cycles& cycles) {
  cycles.number.push_back(static_cast<uint8_t>(cycles.number.size() + 1));
  cycles.start.push_back(static_cast<uint8_t>(next<unsigned>(line)));
  cycles.end.push_back(static_cast<uint8_t>(next<unsigned>(line)));
  cycles.delay.push_back(next<uint16_t>(line));
  cycles.reverse.push_back(static_cast<uint8_t>(next<unsigned>(line)));
}

void add_box(std::istream& line, Boxes& boxes) {
  boxes.mask.push_back(static_cast<uint8_t>(next<int>(line)));
  const auto scale = next<uint16_t>(line);
  boxes.scale.push_back(scale == 0 ? kScaleSlot : scale);
  boxes.flags.push_back(0);
  for (Column<int32_t>* corner : {&boxes.ulx, &boxes.uly, &boxes.urx, &boxes.ury, &boxes.lrx,
                                  &boxes.lry, &boxes.llx, &boxes.lly}) {
    corner->push_back(next<int>(line));
  }
}

/// Reads the first of four scale slots. The others stay unused.
void set_scale(std::istream& line, Scales& scales) {
  for (Column<int32_t>* column : {&scales.scale1, &scales.y1, &scales.scale2, &scales.y2}) {
    *column = {next<int>(line), 0, 0, 0};
  }
}

/// What differs between the rooms of a copy and those of the sample.
struct Copy {
  unsigned number = 0;  ///< 0: the sample
  unsigned zoom = 1;
};

/// Enlarges the pictures of a figure. All copies but the first permute its opaque colours.
void vary(const Copy& copy, CostumeSketch& sketch) {
  std::vector<uint8_t> color(sketch.colors.size());
  std::iota(color.begin(), color.end(), uint8_t{0});
  std::minstd_rand random(copy.number);  // the same numbers on every platform
  for (size_t i = 2; i < color.size() && copy.number > 0; ++i) {
    std::swap(color[i], color[1 + random() % i]);
  }
  const auto zoom = static_cast<uint16_t>(copy.zoom);
  for (CostumeSketch::Picture& picture : sketch.pictures) {
    const Drawing from = picture.drawing;
    Drawing& to = picture.drawing;
    to = {from.x * zoom,
          from.y * zoom,
          static_cast<uint16_t>(from.width * zoom),
          static_cast<uint16_t>(from.height * zoom),
          {}};
    for (size_t y = 0; y < to.height; ++y) {
      for (size_t x = 0; x < to.width; ++x) {
        to.pixels.push_back(color[from.pixels[y / zoom * from.width + x / zoom]]);
      }
    }
  }
}

void read_line(std::istream& line, Version version, const Copy& copy, size_t& costumes,
               const ReadScriptLine& read_script, RoomDraft& room, RoomArt& art) {
  const auto what = next<std::string>(line);
  if (read_script(what, line)) return;
  if (what == "room") {
    room.number = static_cast<uint8_t>(next<unsigned>(line) + 2 * copy.number);
    art.background = read_sheet(next<std::string>(line));
    expect(line, "transparent");
    room.scene.emplace().transparent = static_cast<uint8_t>(next<int>(line));
    room.width = static_cast<uint16_t>(art.background.width);
    room.height = static_cast<uint16_t>(art.background.height);
  } else if (what == "palette") {
    room.palettes.add(read_sheet(next<std::string>(line)).rgb);
  } else if (what == "plane") {
    const Sheet& sheet = art.planes.emplace_back(read_sheet(next<std::string>(line)));
    if (sheet.width != room.width || sheet.height != room.height) {
      throw std::runtime_error("the plane is not as large as the background");
    }
  } else if (what == "scale") {
    set_scale(line, room.scene->scales);
  } else if (what == "box") {
    add_box(line, room.scene->boxes);
  } else if (what == "object" || what == "blast") {
    add_object(line, what == "blast", *room.scene, art);
  } else if (what == "cycle") {
    add_cycle(line, room.scene->cycles);
  } else if (what == "costume") {
    CostumeSketch sketch = read_figure(next<std::string>(line));
    vary(copy, sketch);
    std::vector<uint16_t> ids;
    while (!done(line))
      ids.push_back(static_cast<uint16_t>(next<unsigned>(line) + 10 * copy.number));
    room.costumes.push_back(draft_of(sketch, std::move(ids), version, costumes++, room));
  } else {
    throw std::runtime_error("unknown word " + what);
  }
}

/// Reads the room in art/`name`.txt. `costumes` counts the costumes of all rooms read so far.
RoomDraft read_room(const std::string& name, Version version, const Copy& copy, size_t& costumes) {
  RoomDraft room;
  room.name = copy.number == 0 ? name : name + std::to_string(copy.number);
  RoomArt art;
  const ReadScriptLine read_script = script_reader(version, room.scripts);
  read_table(name + ".txt", [&](std::istream& line) {
    read_line(line, version, copy, costumes, read_script, room, art);
  });
  draw(art, version, room);
  // Scripts of copies would say what those of the first say.
  if (copy.number > 0) room.scripts.clear();
  for (ObjectDraft& object : room.scene->objects) {
    const auto is_of_it = [&](const ScriptDraft& script) {
      return script.kind == ScriptKind::object && script.numbers[0] == object.number;
    };
    if (std::ranges::none_of(room.scripts, is_of_it)) {
      room.scripts.push_back({ScriptKind::object, {object.number}, {}});
    }
  }
  return room;
}

}  // namespace
}  // namespace wardrobe::sample

namespace wardrobe {

std::vector<RoomDraft> sample_rooms(Version version, unsigned copies, unsigned zoom) {
  size_t costumes = 0;
  std::vector<RoomDraft> rooms;
  for (unsigned copy = 0; copy < copies; ++copy) {
    for (const char* name : {"quay", "theatre"}) {
      rooms.push_back(sample::read_room(name, version, {copy, zoom}, costumes));
    }
    // The theatre's actors use the palette of the quay, which also has their colours.
    if (facts(version).style == BlockStyle::size_first) rooms.back().palettes = {};
  }
  for (RoomDraft& room : rooms) {
    if (facts(version).style == BlockStyle::nameless) room.palettes = {};
  }
  return rooms;
}

}  // namespace wardrobe
