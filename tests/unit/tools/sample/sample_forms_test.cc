#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "formats/archive/archive.h"
#include "formats/costume.h"
#include "formats/play_rules.h"
#include "formats/player.h"
#include "formats/versions.h"
#include "pipeline/pipeline.h"
#include "tests/unit/pipeline/test_game.h"
#include "tools/sample/sample.h"

namespace wardrobe {
namespace {

/// A form of the sample game, packed and read back, and the look of its pictures by day.
class Form {
 public:
  explicit Form(Version version) {
    const TestGame game = test_game(sample_rooms(version, 2), version);
    Result<Packed> packed = pack_game(game.input(), {.level = 1});
    EXPECT_TRUE(packed) << packed.error().message;
    const Result<Archive> archive = Archive::open(open_memory(packed->file));
    EXPECT_TRUE(archive);
    tables_ = std::move(packed->tables);
    EXPECT_EQ(tables_.game.version[0], version);
    EXPECT_TRUE(tables_.failures.costume.empty());
    pixels_.resize(tables_.pictures.width.size());
    for (uint32_t row = 0; row < pixels_.size(); ++row) {
      const Result<Bytes> pixels = archive->read_picture(row);
      EXPECT_TRUE(pixels);
      pixels_[row].assign(pixels->begin(), pixels->end());
    }
  }

  const Tables& tables() const { return tables_; }

  /// Returns the row in Timelines of a chore in a direction, or kNone.
  uint32_t timeline(size_t costume, RecordKey key) const {
    const Costumes& costumes = tables_.costumes;
    const unsigned number = record_number(key.chore, key.facing, costumes.directions[costume]);
    for (uint32_t row = costumes.record_offset[costume]; row < costumes.record_offset[costume + 1];
         ++row) {
      if (tables_.records.number[row] == number) return row;
    }
    return kNone;
  }

  /// The colours of a picture's pixels (−1: transparent), and its width.
  std::vector<int> colors(size_t costume, uint32_t picture) const {
    const Costumes& costumes = tables_.costumes;
    std::vector<int> colors;
    for (const uint8_t pixel : pixels_[picture]) {
      const bool direct = costumes.codec[costume] != kAkosRle;
      const int color = direct ? pixel : costumes.color[costumes.color_offset[costume] + pixel];
      colors.push_back(pixel == tables_.pictures.transparent[picture] ? -1 : color);
    }
    colors.push_back(tables_.pictures.width[picture]);
    return colors;
  }

 private:
  Tables tables_;
  std::vector<std::vector<uint8_t>> pixels_;
};

/// Returns the form of a version, which is made once.
const Form& form_of(Version version) {
  static std::map<Version, Form> forms;
  return forms.try_emplace(version, version).first->second;
}

class SampleForms : public testing::TestWithParam<Version> {};

TEST_P(SampleForms, PlaysAsVersion6Does) {
  const Form& six = form_of(Version::v6);
  const Form& other = form_of(GetParam());
  const Costumes& costumes = six.tables().costumes;
  ASSERT_EQ(costumes.id, other.tables().costumes.id);
  std::set<std::tuple<size_t, uint32_t, uint32_t>> alike;  // a costume's pictures in both forms
  size_t compared = 0;
  for (size_t costume = 0; costume < costumes.id.size(); ++costume) {
    for (uint32_t row = costumes.record_offset[costume]; row < costumes.record_offset[costume + 1];
         ++row) {
      const RecordKey key = record_key(six.tables().records.number[row], 4);
      const uint32_t there = other.timeline(costume, key);
      if (there == kNone && GetParam() == Version::v3) continue;  // Version 3 lacks this one.
      ASSERT_NE(there, kNone);
      const Result<Trace> a = baked_trace(six.tables(), row);
      const Result<Trace> b = baked_trace(other.tables(), there);
      ASSERT_TRUE(a && b);
      const std::string place = "costume " + std::to_string(costume) + " chore " +
                                std::to_string(key.chore) + " facing " +
                                std::to_string(degrees(key.facing));
      ASSERT_EQ(a->ticks(), b->ticks()) << place;
      EXPECT_EQ(a->loop_start, b->loop_start) << place;
      for (size_t tick = 0; tick < a->ticks(); ++tick) {
        const auto cels = a->cels_at(tick);
        const auto others = b->cels_at(tick);
        ASSERT_EQ(cels.size(), others.size()) << place;
        for (size_t i = 0; i < cels.size(); ++i) {
          const Cel& cel = cels[i];
          const Cel& same = others[i];
          ASSERT_EQ(std::tie(cel.limb, cel.flip, cel.x, cel.y),
                    std::tie(same.limb, same.flip, same.x, same.y))
              << place << " tick " << tick;
          if (!alike.emplace(costume, cel.picture, same.picture).second) continue;
          ASSERT_EQ(six.colors(costume, cel.picture), other.colors(costume, same.picture))
              << place << " tick " << tick;
        }
      }
      ASSERT_EQ(a->events.size(), b->events.size()) << place;
      for (size_t i = 0; i < a->events.size(); ++i) {
        EXPECT_EQ(a->events[i].kind, b->events[i].kind) << place;
        // Up to version 5, the value is always 0.
        const int32_t value = GetParam() <= Version::v5 ? 0 : a->events[i].value;
        EXPECT_EQ(value, b->events[i].value) << place;
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, GetParam() == Version::v3 ? 150u : 200u);
}

/// Returns the row of the costume with this id.
uint32_t costume_of(const Form& form, uint16_t id) {
  const Column<uint16_t>& ids = form.tables().costumes.id;
  return static_cast<uint32_t>(std::ranges::find(ids, id) - ids.begin());
}

/// Returns limb, index, flip, x and y of each cel in the first ticks of a chore that starts with
/// all limbs off.
std::vector<std::tuple<int, int, int, int, int>> cels_of(const Form& form, uint16_t id,
                                                         unsigned chore, Direction facing,
                                                         size_t limbs) {
  Player player(form.tables(), costume_of(form, id));
  player.reset(facing);
  player.start(chore);
  std::vector<std::tuple<int, int, int, int, int>> all;
  std::vector<PlayerEvent> events;
  for (size_t tick = 0; tick < 60; ++tick) {
    std::vector<Cel> cels;
    player.draw(cels);
    for (const Cel& cel : cels) {
      if (cel.limb < limbs) all.emplace_back(cel.limb, cel.index, cel.flip, cel.x, cel.y);
    }
    player.step(events);
  }
  return all;
}

TEST(SampleOfOldVersions, PlaysAsVersion6DoesInItsOwnNumbersOfChores) {
  const Form& six = form_of(Version::v6);
  const auto& chores_of_6 = facts(Version::v6).player.chores;
  for (const Version version : {Version::v1, Version::v2, Version::v3_16}) {
    const Form& old = form_of(version);
    size_t compared = 0;
    for (const uint16_t id : {1, 2, 3, 4}) {
      const uint32_t costume = costume_of(old, id);
      for (const uint32_t row : rows_of(old.tables().costumes.record_offset, costume)) {
        const RecordKey key = record_key(old.tables().records.number[row], 4);
        const auto& chores = facts(version).player.chores;
        const auto named = std::ranges::find(chores, key.chore);
        const unsigned chore = named == chores.end()
                                   ? key.chore
                                   : chores_of_6[static_cast<size_t>(named - chores.begin())];
        const size_t limbs = facts(version).cost.tables;
        auto expected = cels_of(six, id, chore, key.facing, limbs);
        auto got = cels_of(old, id, key.chore, key.facing, limbs);
        for (auto* cels : {&expected, &got}) {
          for (auto& cel : *cels) {
            // Version 1 counts x in units of 8 columns, so x is not compared.
            if (version == Version::v1) std::get<3>(cel) = 0;
          }
        }
        const PlayerRules& rules = facts(version).player;
        for (auto& cel : expected) {
          if (version == Version::v1) break;
          std::get<3>(cel) += key.facing == Direction::west ? rules.shift_west : rules.shift;
        }
        EXPECT_EQ(got, expected) << facts(version).name << " costume " << id << " chore " << chore;
        compared += got.size();
      }
    }
    EXPECT_GT(compared, 10000u) << facts(version).name;
  }
}

INSTANTIATE_TEST_SUITE_P(Versions, SampleForms,
                         testing::Values(Version::v3, Version::v4, Version::v5, Version::v7,
                                         Version::v8, Version::he71),
                         [](const auto& version) {
                           return std::to_string(facts(version.param).number());
                         });

}  // namespace
}  // namespace wardrobe
