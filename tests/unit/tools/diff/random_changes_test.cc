#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include "tests/unit/tools/diff/changed_sample.h"
#include "tools/diff/diff.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

/// Makes one random change, or several at once.
void change_something(GameVersion& v, std::mt19937& random) {
  Tables& t = v.tables;
  const auto below = [&](size_t count) { return static_cast<uint32_t>(random() % count); };
  const uint32_t entry = below(t.entries.state.size());
  const uint32_t window = below(t.windows.mode.size());
  switch (below(12)) {
    case 0:
      return v.change_pixel(below(v.pixels.size()), 0);
    case 1:
      return v.swap_entries(entry, below(t.entries.state.size()));
    case 2:
      return v.clear_entry(entry);
    case 3:
      t.entries.x[entry] += 1;
      break;
    case 4:
      t.entries.yinc[entry] += 1;
      break;
    case 5:
      t.costumes.command[below(t.costumes.command.size())] = static_cast<uint8_t>(below(128));
      break;
    case 6:
      if (t.windows.length[window] > 1) --t.windows.length[window];
      break;
    case 7:
      if (t.windows.length[window] > 0) {
        t.windows.mode[window] =
            t.windows.mode[window] == WindowMode::loop ? WindowMode::once : WindowMode::loop;
      }
      break;
    case 8:
      t.costumes.mirror_west[below(t.costumes.id.size())] ^= 1;
      break;
    case 9:
      std::swap(t.costumes.id[below(t.costumes.id.size())],
                t.costumes.id[below(t.costumes.id.size())]);
      break;
    case 10:
      t.palettes.rgb[below(t.palettes.rgb.size())] ^= 4;
      break;
    default:
      if (t.entries.picture[entry] != kNone) t.entries.picture[entry] = below(v.pixels.size());
  }
}

TEST(Diff, IsTheSameFromBothSidesWhateverChanged) {
  const GameVersion games[] = {packed(sample_rooms(Version::v6), Version::v6), akos_sample()};
  std::mt19937 random(7);
  for (unsigned round = 0; round < 40; ++round) {
    const GameVersion& game = games[round % 2];
    GameVersion changed = game;
    for (unsigned i = 0; i <= round / 2; ++i) change_something(changed, random);
    changed.rebake();
    EXPECT_FALSE(findings(game, changed).empty() && round > 4) << "round " << round;
    ASSERT_FALSE(HasFailure()) << "round " << round;
  }
}

}  // namespace
}  // namespace wardrobe
