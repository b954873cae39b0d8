#include "tools/sample/old_scene.h"

#include <algorithm>
#include <utility>

#include "formats/versions.h"
#include "tools/sample/old_pictures.h"

namespace wardrobe::sample {
namespace {

/// Makes an object of each image. States become 1, shown, or 0.
void split(std::vector<ObjectDraft>& objects, std::vector<ObjectArt>& art) {
  const std::vector<ObjectDraft> before = objects;
  std::vector<std::vector<uint8_t>> place(before.size());  // of each image, from 1
  uint16_t number = 0;
  for (const ObjectDraft& object : before) number = std::max(number, object.number);
  for (size_t i = 0; i < before.size(); ++i) {
    place[i].push_back(static_cast<uint8_t>(i + 1));
    const ObjectArt whole = art[i];
    for (size_t image = 1; image < whole.images.size(); ++image) {
      ObjectDraft& more = objects.emplace_back(before[i]);
      more.number = ++number;
      more.state = before[i].state == image + 1 ? 1 : 0;
      art.push_back({{whole.images[image]}, whole.plane, whole.blast});
      place[i].push_back(static_cast<uint8_t>(objects.size()));
    }
    objects[i].state = before[i].state == 1 ? 1 : 0;
    if (!whole.images.empty()) art[i].images.resize(1);
  }
  for (ObjectDraft& object : objects) {
    if (object.parent == 0) continue;
    const size_t image = std::max<size_t>(object.parent_state, 1) - 1;
    object.parent = place[object.parent - 1u][image];
    object.parent_state = object.parent_state != 0 ? 1 : 0;
  }
}

/// Calls visit(pixel of the image, pixel of the room) for each pixel of an object.
template <class From, class To, class Visit>
void for_each_pixel(From& image, const ObjectDraft& object, To& room, Visit visit) {
  for (size_t y = 0; y < image.height; ++y) {
    for (size_t x = 0; x < image.width; ++x) {
      const size_t at =
          (static_cast<size_t>(object.y) + y) * room.width + static_cast<size_t>(object.x) + x;
      visit(image.pixels[y * image.width + x], room.pixels[at]);
    }
  }
}

/// An object's image over the room and the object's parent. In its plane it hides what it covers,
/// besides what the room hides there; it clears the others.
OldPicture picture_of(size_t at, const RoomArt& art, const RoomScene& scene) {
  const ObjectDraft& object = scene.objects[at];
  const auto covers = [&](uint8_t pixel) { return pixel != scene.transparent; };
  OldPicture picture{art.objects[at].images[0], {}};
  Sheet behind = art.background;
  if (object.parent != 0) {
    const size_t parent = object.parent - 1u;
    for_each_pixel(art.objects[parent].images[0], scene.objects[parent], behind,
                   [&](uint8_t pixel, uint8_t& below) { below = covers(pixel) ? pixel : below; });
  }
  if (!art.objects[at].blast) {
    for (size_t i = 0; i < art.planes.size(); ++i) {
      Sheet& plane = picture.planes.emplace_back(picture.sheet);
      const bool hides = i + 1 == art.objects[at].plane;
      for_each_pixel(plane, object, art.planes[i], [&](uint8_t& pixel, uint8_t below) {
        pixel = hides && (covers(pixel) || below != 0) ? 1 : 0;
      });
    }
  }
  for_each_pixel(picture.sheet, object, behind,
                 [&](uint8_t& pixel, uint8_t below) { pixel = covers(pixel) ? pixel : below; });
  return picture;
}

}  // namespace

void draw_old(RoomArt art, Version version, RoomDraft& room) {
  RoomScene& scene = *room.scene;
  split(scene.objects, art.objects);
  std::vector<OldPicture> pictures{{art.background, art.planes}};
  std::vector<ObjectDraft*> owners;
  for (size_t i = 0; i < scene.objects.size(); ++i) {
    if (art.objects[i].images.empty()) continue;
    pictures.push_back(picture_of(i, art, scene));
    owners.push_back(&scene.objects[i]);
  }
  if (facts(version).style == BlockStyle::nameless) {
    const Bytes rgb = elements_at(room.palettes.rgb_offset, room.palettes.rgb, 0);
    for (OldPicture& picture : pictures) draw_in_ega(rgb, picture.sheet);
  }
  std::vector<RoomPictureDraft> drafts = encode_old_pictures(std::move(pictures), version);
  scene.picture = std::move(drafts[0]);
  for (size_t i = 0; i < owners.size(); ++i) owners[i]->images = {std::move(drafts[i + 1])};
}

}  // namespace wardrobe::sample
