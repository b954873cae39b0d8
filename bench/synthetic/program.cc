#include "bench/synthetic/program.h"

#include <algorithm>
#include <utility>

#include "formats/play_rules.h"

namespace wardrobe::sample {
namespace {

/// The chores that every actor has (SCUMM.md §5), and the first of a costume's own.
constexpr unsigned kInit = 1;
constexpr unsigned kWalk = 2;
constexpr unsigned kStand = 3;
constexpr unsigned kTalkStop = 5;
constexpr unsigned kOwn = 6;

constexpr size_t kMostLimbs = 9;
constexpr size_t kLongestScene = 10;

/// A sequence of pseudorandom numbers.
class Draw {
 public:
  explicit Draw(uint64_t seed) : state_(seed) {}
  size_t below(size_t count) { return scramble(++state_) % count; }

 private:
  uint64_t state_;
};

/// A chore in a direction, and each limb's part in it. Limbs stay in step, as in handmade costumes:
/// each plays `length` pictures, or holds one.
struct Scene {
  unsigned chore;
  Facing facing;
  size_t length;
  std::vector<Part> parts;
};

std::vector<Scene> all_scenes(bool own_west, size_t own_chores, Draw& draw) {
  std::vector<Scene> scenes;
  const unsigned chores = kOwn + static_cast<unsigned>(draw.below(own_chores));
  for (unsigned chore = kInit; chore < chores; ++chore) {
    for (const Facing facing : {Facing::west, Facing::east, Facing::south, Facing::north}) {
      if (facing == Facing::west && !own_west) continue;
      scenes.push_back({chore, facing, 1 + draw.below(kLongestScene), {}});
    }
  }
  return scenes;
}

/// Returns a part that shows `length` pictures from `first` on, wrapping around the table of
/// `count`, with an occasional sound or counter in between. The last command is always a picture.
Part window(uint8_t limb, size_t first, size_t length, size_t count, Draw& draw) {
  Part part{limb, {}, draw.below(4) != 0};
  for (size_t i = 0; i < length; ++i) {
    if (i > 0 && draw.below(12) == 0) {
      part.commands.push_back(draw.below(2) == 0 ? kLastSoundCommand : kCommandCount);
    }
    part.commands.push_back(static_cast<uint8_t>((first + i) % count));
  }
  return part;
}

/// Adds one limb's part to every scene. The pictures are spread over the scenes that show any, so
/// that none is left out.
void direct_limb(uint8_t limb, size_t pictures, bool rests_in_walk, std::vector<Scene>& scenes,
                 Draw& draw) {
  std::vector<Scene*> shows;
  for (Scene& scene : scenes) {
    if (rests_in_walk && scene.chore == kWalk) {
      scene.parts.push_back({limb, {kCommandStop}});
    } else if (rests_in_walk && scene.chore == kStand) {
      scene.parts.push_back({limb, {kCommandUnstop}});
    } else if (limb > 0 && scene.chore == kTalkStop) {
      scene.parts.push_back({limb, draw.below(2) == 0 ? Commands{} : Commands{kCommandHide}});
    } else {
      shows.push_back(&scene);
    }
  }
  for (size_t i = 0; i < shows.size(); ++i) {
    const size_t first = i * pictures / shows.size();
    const size_t share = (i + 1) * pictures / shows.size() - first;
    const bool holds = share <= 1 && draw.below(3) == 0;
    const size_t length = holds ? 1 : std::max(share, shows[i]->length);
    shows[i]->parts.push_back(window(limb, first, length, pictures, draw));
  }
}

}  // namespace

uint64_t scramble(uint64_t value) {
  value = (value ^ value >> 31) * 0x7FB5D329728EA185;
  value = (value ^ value >> 27) * 0x81DADEF4BC2DD44D;
  return value ^ value >> 33;
}

void write_program(std::vector<Drawing> drawings, bool own_west, size_t own_chores, uint64_t seed,
                   CostumeSketch& sketch) {
  Draw draw(seed);
  const size_t limbs = std::min(drawings.size(), 1 + draw.below(kMostLimbs));
  std::vector<Scene> scenes = all_scenes(own_west, own_chores, draw);
  for (size_t limb = 0; limb < limbs; ++limb) {
    const size_t first = limb * drawings.size() / limbs;
    const size_t last = (limb + 1) * drawings.size() / limbs;
    for (size_t i = first; i < last; ++i) {
      sketch.slots[limb].push_back(static_cast<uint32_t>(i));
      CostumeSketch::Picture& picture = sketch.pictures.emplace_back();
      picture.drawing = std::move(drawings[i]);
      if (draw.below(6) != 0) continue;
      picture.yinc = static_cast<int>(draw.below(5)) - 2;
      picture.xinc = static_cast<int>(draw.below(9)) - 4;
    }
    const bool rests_in_walk = limb > 0 && limb + 1 == limbs;
    direct_limb(static_cast<uint8_t>(limb), last - first, rests_in_walk, scenes, draw);
  }
  for (const Scene& scene : scenes) {
    for (const Part& part : scene.parts) {
      sketch.add_part(scene.chore, scene.facing, part);
      if (scene.facing == Facing::east && !own_west) {
        sketch.add_part(scene.chore, Facing::west, part);
      }
    }
  }
}

}  // namespace wardrobe::sample
