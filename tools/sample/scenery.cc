#include "tools/sample/scenery.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <utility>
#include <vector>

#include "formats/limits.h"
#include "formats/scumm/version.h"
#include "kernels/strips_encode.h"
#include "tools/sample/program.h"

namespace wardrobe::sample {
namespace {

constexpr int kWidth = 192;
constexpr int kHeight = 112;
constexpr int kStrips = kWidth / static_cast<int>(kStripColumns);
/// Shows nothing where a strip is seen through.
constexpr uint8_t kNothing = 5;

/// Ramps of 16 colours for scenery, from dark to light.
constexpr int kRampSize = 16;
constexpr int ramp(int number) { return kRampSize * (number + 1); }
constexpr int kSky = ramp(0);  // or curtain
constexpr int kStone = ramp(1);
constexpr int kWood = ramp(2);
constexpr int kLeaves = ramp(3);  // or painted sky

/// A picture of a room and its planes, a byte a pixel.
class Scenery {
 public:
  explicit Scenery(size_t planes) : pixels_(kArea), planes_(planes, Pixels(kArea)) {}

  /// Colours each pixel of a rectangle with color(x, y) and draws it into `planes`, too.
  template <class ColorAt>
  void fill(int left, int top, int right, int bottom, std::initializer_list<size_t> planes,
            ColorAt&& color) {
    for (int y = std::max(top, 0); y < std::min(bottom, kHeight); ++y) {
      for (int x = std::max(left, 0); x < std::min(right, kWidth); ++x) {
        const int value = color(x, y);
        if (value < 0) continue;
        pixels_[at(x, y)] = static_cast<uint8_t>(value);
        for (const size_t plane : planes) planes_[plane][at(x, y)] = 1;
      }
    }
  }

  /// An ellipse, lighter towards the top left.
  void blob(int x, int y, int rx, int ry, int colors, std::initializer_list<size_t> planes) {
    fill(x - rx, y - ry, x + rx + 1, y + ry + 1, planes, [&](int px, int py) {
      const int dx = 256 * (px - x) / rx;
      const int dy = 256 * (py - y) / ry;
      if (dx * dx + dy * dy > 256 * 256) return -1;
      return colors + 8 - (dx + 2 * dy) / 128;
    });
  }

  RoomPictureDraft draft(int version) const {
    RoomPictureDraft draft;
    if (has_plain_names(version)) {
      constexpr uint8_t kBitmapCode = 138;
      encode_room_bitmap(kBitmapCode, pixels_.data(), kWidth, kHeight, draft.bitmap);
    } else {
      for (int strip = 0; strip < kStrips; ++strip) draft.strips.push_back(encoded(strip));
    }
    for (const Pixels& plane : planes_) draft.planes.push_back(encoded_plane(plane));
    return draft;
  }

 private:
  using Pixels = std::vector<uint8_t>;
  static constexpr size_t kArea = size_t{kWidth} * kHeight;
  static size_t at(int x, int y) {
    return static_cast<size_t>(y) * kWidth + static_cast<size_t>(x);
  }

  /// The shortest of the strip's codings. One in which nothing is to be seen is seen through.
  Pixels encoded(int strip) const {
    constexpr std::array<uint8_t, 5> kOpaque = {1, 18, 28, 68, 108};
    constexpr uint8_t kSeeThrough = 48;
    const uint8_t* const first = &pixels_[at(strip * static_cast<int>(kStripColumns), 0)];
    Pixels best;
    if (*first == kNothing) {
      encode_strip(kSeeThrough, first, kWidth, kHeight, best);
      return best;
    }
    for (const uint8_t code : kOpaque) {
      Pixels tried;
      encode_strip(code, first, kWidth, kHeight, tried);
      if (best.empty() || tried.size() < best.size()) best = std::move(tried);
    }
    return best;
  }

  static RoomPictureDraft::Strips encoded_plane(const Pixels& plane) {
    RoomPictureDraft::Strips strips;
    for (int strip = 0; strip < kStrips; ++strip) {
      Pixels mask;
      for (int y = 0; y < kHeight; ++y) {
        unsigned bits = 0;
        for (int x = 0; x < static_cast<int>(kStripColumns); ++x) {
          bits = 2 * bits + plane[at(strip * static_cast<int>(kStripColumns) + x, y)];
        }
        mask.push_back(static_cast<uint8_t>(bits));
      }
      Pixels& encoded = strips.emplace_back();
      if (std::ranges::any_of(mask, [](uint8_t byte) { return byte != 0; })) {
        encode_mask_strip(mask.data(), 1, mask.size(), encoded);
      }
    }
    return strips;
  }

  Pixels pixels_;
  std::vector<Pixels> planes_;
};

/// A few darker or lighter specks: 0 or 1, the same in every build.
int speck(int x, int y) {
  return scramble(static_cast<uint64_t>(x) * 1000 + static_cast<uint64_t>(y)) % 11 == 0 ? 1 : 0;
}

void add_box(Boxes& boxes, std::array<int32_t, 8> corners, uint8_t mask, uint16_t scale) {
  boxes.ulx.push_back(corners[0]);
  boxes.uly.push_back(corners[1]);
  boxes.urx.push_back(corners[2]);
  boxes.ury.push_back(corners[3]);
  boxes.lrx.push_back(corners[4]);
  boxes.lry.push_back(corners[5]);
  boxes.llx.push_back(corners[6]);
  boxes.lly.push_back(corners[7]);
  boxes.mask.push_back(mask);
  boxes.flags.push_back(0);
  boxes.scale.push_back(scale);
}

constexpr int32_t kNowhere = -32000;
constexpr uint16_t kFullSize = 255;

/// A scene with box 0, which nobody is ever in, and one scale slot of four.
RoomScene empty_scene(int32_t scale1, int32_t y1, int32_t scale2, int32_t y2) {
  RoomScene scene;
  scene.transparent = kNothing;
  add_box(scene.boxes,
          {kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere, kNowhere}, 0,
          kFullSize);
  scene.scales = {{scale1, 0, 0, 0}, {y1, 0, 0, 0}, {scale2, 0, 0, 0}, {y2, 0, 0, 0}};
  return scene;
}

void set_size(RoomDraft& room) {
  room.width = kWidth;
  room.height = kHeight;
}

void paint_palm(Scenery& scenery) {
  constexpr int kRoot = 134;
  constexpr int kFoot = 96;
  constexpr int kTop = 30;
  scenery.fill(kRoot - 30, kTop, kRoot + 10, kFoot, {0}, [](int x, int y) {
    const int middle = kRoot - (kFoot - y) * (kFoot - y) / 400;
    const int from_middle = x - middle;
    const int half = 3 + (y > kFoot - 4 ? 1 : 0);
    if (from_middle < -half || from_middle > half) return -1;
    return kWood + 8 - from_middle + (y % 6 == 0 ? -3 : 0);
  });
  constexpr int kCrown = kRoot - (kFoot - kTop) * (kFoot - kTop) / 400;
  for (const auto& [dx, dy] : {std::pair{-16, 4}, {16, 5}, {-10, -8}, {11, -7}, {0, -11}}) {
    scenery.blob(kCrown + dx, kTop + dy, 13, 5, kLeaves, {0});
  }
}

}  // namespace

void paint_quay(int version, RoomDraft& room) {
  constexpr int kHorizon = 52;
  constexpr int kEdge = 72;
  set_size(room);
  Scenery scenery(2);
  scenery.fill(0, 0, kWidth, kHorizon, {}, [](int, int y) { return kSky + 6 + y / 6; });
  scenery.fill(0, kHorizon, kWidth, kEdge, {},
               [](int x, int y) { return kSky + 3 + (y - kHorizon) / 6 + 2 * speck(x / 4, y); });
  scenery.fill(0, kEdge, kWidth, kHeight, {}, [](int x, int y) {
    const bool joint = y % 10 == 2 || (x + y / 10 * 12) % 24 == 0;
    return kStone + 7 + (y - kEdge) / 10 - (joint ? 3 : 0) - speck(x / 2, y / 2);
  });
  paint_palm(scenery);
  scenery.fill(30, 82, 54, kHeight, {0, 1}, [](int x, int y) {
    const bool hoop = y == 86 || y == 106;
    return hoop ? kStone + 2 : kWood + 10 - (x - 30) / 3 - (x % 6 == 0 ? 2 : 0);
  });
  RoomScene& scene = room.scene.emplace(empty_scene(110, kEdge, 255, kHeight - 1));
  add_box(scene.boxes, {8, 75, 183, 75, 188, 94, 3, 94}, 1, kScaleSlot);
  add_box(scene.boxes, {3, 95, 188, 95, 191, 111, 0, 111}, 2, kScaleSlot);
  scene.picture = scenery.draft(version);
}

void paint_theatre(int version, RoomDraft& room) {
  constexpr int kWing = 8;
  constexpr int kFloor = 80;
  set_size(room);
  Scenery scenery(1);
  scenery.fill(0, 0, kWidth, kHeight, {}, [](int, int) { return int{kNothing}; });
  scenery.fill(kWing, 0, kWidth - kWing, kFloor, {},
               [](int, int y) { return kLeaves + 5 + y / 10; });
  scenery.fill(kWing, kFloor, kWidth - kWing, kHeight, {},
               [](int x, int y) { return kWood + 9 - (y % 8 == 0 ? 4 : 0) - speck(x / 8, y); });
  for (const int side : {kWing, kWidth - kWing - 16}) {
    scenery.fill(side, 0, side + 16, kHeight - 20, {},
                 [&](int x, int) { return kSky + 6 + std::abs((x - side) % 8 - 4); });
  }
  constexpr int kMiddle = kWidth / 2;
  constexpr int kOuter = 44;
  constexpr int kInner = 32;
  constexpr int kSpring = 44;
  scenery.fill(kMiddle - kOuter, 0, kMiddle + kOuter, kFloor + 8, {0}, [](int x, int y) {
    const int dx = 2 * (x - kMiddle) + 1;
    const int dy = y < kSpring ? 2 * (kSpring - y) : 0;
    const int distance = dx * dx + dy * dy;
    if (distance > 4 * kOuter * kOuter || distance < 4 * kInner * kInner) return -1;
    return kStone + 11 - (y < kSpring ? (x < kMiddle ? 0 : 3) : (y % 9 == 0 ? 5 : x % 4));
  });
  RoomScene& scene = room.scene.emplace(empty_scene(150, kFloor, 255, kHeight - 1));
  add_box(scene.boxes, {30, 81, 161, 81, 166, 88, 25, 88}, 1, kScaleSlot);
  add_box(scene.boxes, {25, 89, 166, 89, 183, 111, 8, 111}, 0, kFullSize);
  scene.picture = scenery.draft(version);
}

}  // namespace wardrobe::sample
