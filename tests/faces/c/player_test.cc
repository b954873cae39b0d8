// Players of the C functions play what is baked, and what the C++ player plays.

#include "formats/player.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "formats/versions.h"
#include "tests/faces/c/library_support.h"

namespace wardrobe {
namespace {

struct LivePlayer {
  wardrobe_player* c = nullptr;

  LivePlayer(const Sample& sample, uint32_t costume) {
    wardrobe_error error{};
    EXPECT_EQ(wardrobe_player_new(sample.c, costume, &c, &error), WARDROBE_OK) << error.message;
  }
  LivePlayer(const LivePlayer&) = delete;
  LivePlayer& operator=(const LivePlayer&) = delete;
  ~LivePlayer() { wardrobe_player_free(c); }

  std::vector<wardrobe_cel> cels() const {
    return all_of<wardrobe_cel>([&](wardrobe_cel* cels, size_t capacity, size_t* count) {
      return wardrobe_player_cels(c, cels, capacity, count, nullptr);
    });
  }
  std::vector<wardrobe_event> events() const {
    return all_of<wardrobe_event>([&](wardrobe_event* events, size_t capacity, size_t* count) {
      return wardrobe_player_events(c, events, capacity, count, nullptr);
    });
  }
  void reset(uint32_t degrees, uint32_t flags = 0) const {
    EXPECT_EQ(wardrobe_player_reset(c, degrees, flags, nullptr), WARDROBE_OK);
  }
  void step() const { EXPECT_EQ(wardrobe_player_step(c, nullptr), WARDROBE_OK); }
  void start(uint32_t chore, uint32_t limbs = WARDROBE_ALL_LIMBS) const {
    EXPECT_EQ(wardrobe_player_start(c, chore, limbs, nullptr), WARDROBE_OK);
  }
};

bool same_event(const wardrobe_event& a, const wardrobe_event& b) {
  return a.tick == b.tick && a.value == b.value && a.limb == b.limb && a.kind == b.kind;
}

void compare_timeline(const Sample& sample, const LivePlayer& player, uint32_t row) {
  const auto timeline = read(wardrobe_read_timeline, sample, row);
  player.reset(timeline.degrees);
  player.start(timeline.chore);
  std::vector<wardrobe_event> events;
  for (uint32_t tick = 0; tick < timeline.tick_count; ++tick) {
    ASSERT_TRUE(std::ranges::equal(player.cels(), cels_at(sample, row, tick), kSameCel))
        << "timeline " << row << ", tick " << tick;
    player.step();
    const std::vector<wardrobe_event> more = player.events();
    events.insert(events.end(), more.begin(), more.end());
  }
  EXPECT_TRUE(std::ranges::equal(events, events_of(sample, row), same_event)) << "timeline " << row;
}

TEST(LibraryPlayer, PlaysEveryTimelineAsItWasBaked) {
  for (const Version version : kSampleVersions) {
    SCOPED_TRACE(facts(version).name);
    const Sample sample(version);
    for (uint32_t costume = 0; costume < row_count(sample, "costumes"); ++costume) {
      const LivePlayer player(sample, costume);
      const auto row = read(wardrobe_read_costume, sample, costume);
      for (uint32_t i = 0; i < row.timeline_count; ++i) {
        compare_timeline(sample, player, row.first_timeline + i);
      }
    }
  }
}

TEST(LibraryPlayer, MixesTurnsAndAnimatesAsThePlayerOfThePrograms) {
  const Sample sample(Version::v6);
  const LivePlayer player(sample, 0);
  Player expected(sample.tables(), 0);
  std::vector<PlayerEvent> events;
  const auto compare = [&](int ticks) {
    for (int tick = 0; tick < ticks; ++tick) {
      std::vector<Cel> cels;
      expected.draw(cels);
      ASSERT_TRUE(std::ranges::equal(player.cels(), cels, kSameCel));
      expected.step(events);
      player.step();
    }
  };
  compare(1);
  EXPECT_TRUE(player.cels().empty()) << "all limbs are off";
  player.start(2, 0x0003);
  expected.start(2, 0x0003);
  compare(7);
  EXPECT_FALSE(player.cels().empty());
  ASSERT_EQ(wardrobe_player_face(player.c, 270, nullptr), WARDROBE_OK);
  expected.face(Direction::west);
  compare(5);
  ASSERT_EQ(wardrobe_player_animate(player.c, 244 + 1, nullptr), WARDROBE_OK);
  expected.animate(244 + 1);
  compare(5);
}

TEST(LibraryPlayer, StartsInitFirstUnlessItIsBare) {
  const Sample sample(Version::v6);
  const LivePlayer player(sample, 0);
  player.start(2, 0);
  const std::vector<wardrobe_cel> appeared = player.cels();
  EXPECT_FALSE(appeared.empty());
  player.reset(180, WARDROBE_PLAYER_BARE);
  player.start(2, 0);
  EXPECT_TRUE(player.cels().empty());
  player.start(1);
  EXPECT_TRUE(std::ranges::equal(player.cels(), appeared, kSameCel));
}

TEST(LibraryPlayer, HasNoEventsAfterAReset) {
  const Sample sample(Version::v6);
  wardrobe_timeline timeline{};
  for (uint32_t row = 0; timeline.event_count == 0; ++row) {
    ASSERT_EQ(wardrobe_read_timeline(sample.c, row, &timeline, sizeof(timeline), nullptr),
              WARDROBE_OK);
  }
  const LivePlayer player(sample, timeline.costume);
  player.reset(timeline.degrees);
  player.start(timeline.chore);
  while (player.events().empty()) player.step();
  player.reset(timeline.degrees);
  EXPECT_TRUE(player.events().empty());
}

TEST(LibraryPlayer, DrawsItsCels) {
  const Sample sample(Version::v6);
  const LivePlayer player(sample, 0);
  player.start(3);
  const std::vector<wardrobe_cel> cels = player.cels();
  ASSERT_FALSE(cels.empty());
  std::vector<uint8_t> live(200 * 200, 250);
  std::vector<uint8_t> drawn = live;
  wardrobe_canvas canvas{live.data(), 200, 200, 200, 100, 180, {}, nullptr};
  ASSERT_EQ(wardrobe_player_draw(player.c, nullptr, &canvas, sizeof(canvas), nullptr), WARDROBE_OK);
  canvas.pixels = drawn.data();
  ASSERT_EQ(wardrobe_draw_cels(sample.c, cels.data(), cels.size(), nullptr, &canvas, sizeof(canvas),
                               nullptr),
            WARDROBE_OK);
  EXPECT_EQ(live, drawn);
  EXPECT_NE(live, std::vector<uint8_t>(live.size(), 250));
}

TEST(LibraryPlayer, RefusesWhatIsNoDirectionChoreOrLimb) {
  const Sample sample(Version::v6);
  const LivePlayer player(sample, 0);
  wardrobe_error error{};
  EXPECT_EQ(wardrobe_player_reset(player.c, 360, 0, &error), WARDROBE_E_ARGUMENT);
  EXPECT_STREQ(error.message, "degrees must be a multiple of 45 below 360");
  EXPECT_EQ(wardrobe_player_reset(player.c, 0, 2, &error), WARDROBE_E_ARGUMENT);
  EXPECT_STREQ(error.message, "flags has an unknown flag");
  EXPECT_EQ(wardrobe_player_set_variable(player.c, 255, INT16_MIN, nullptr), WARDROBE_OK);
  EXPECT_EQ(wardrobe_player_set_talking(player.c, 13, nullptr), WARDROBE_OK);
  for (const wardrobe_status status : {wardrobe_player_face(player.c, 44, nullptr),
                                       wardrobe_player_start(player.c, 2, 0x10000, nullptr),
                                       wardrobe_player_start(player.c, 65536, 1, nullptr),
                                       wardrobe_player_animate(player.c, 65536, nullptr),
                                       wardrobe_player_set_variable(player.c, 256, 0, nullptr),
                                       wardrobe_player_set_variable(player.c, 0, 32768, nullptr),
                                       wardrobe_player_set_talking(player.c, 14, nullptr),
                                       wardrobe_player_step(nullptr, nullptr)}) {
    EXPECT_EQ(status, WARDROBE_E_ARGUMENT);
  }
  wardrobe_player_free(nullptr);
}

}  // namespace
}  // namespace wardrobe
