// The C functions read what is in an archive's tables.

#include <algorithm>
#include <cstring>
#include <iterator>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "formats/bytes.h"
#include "formats/player.h"
#include "tests/faces/c/library_support.h"
#include "tests/unit/formats/archive/small_archive.h"

namespace wardrobe {
namespace {

TEST(LibraryRows, CostumesAreThoseOfTheTables) {
  for (const Version version : kSampleVersions) {
    const Sample sample(version);
    const CostumesView& costumes = sample.tables().costumes;
    ASSERT_EQ(row_count(sample, "costumes"), costumes.id.size());
    for (uint32_t row = 0; row < costumes.id.size(); ++row) {
      const auto costume = read(wardrobe_read_costume, sample, row);
      EXPECT_EQ(costume.id, costumes.id[row]);
      EXPECT_EQ(costume.room, costumes.room[row]);
      EXPECT_EQ(costume.kind, static_cast<uint32_t>(costumes.kind[row]));
      EXPECT_EQ(costume.codec, costumes.codec[row]);
      EXPECT_EQ(costume.color_count, rows_of(costumes.color_offset, row).size());
      EXPECT_EQ(costume.directions, costumes.directions[row]);
      EXPECT_EQ(costume.mirror_west, costumes.mirror_west[row]);
      EXPECT_EQ(costume.first_timeline, costumes.record_offset[row]);
      EXPECT_EQ(costume.timeline_count, rows_of(costumes.record_offset, row).size());
      EXPECT_EQ(costume.default_timeline, costumes.default_timeline[row]);
      EXPECT_EQ(costume.default_palette, costumes.default_palette[row]);
      EXPECT_EQ(found(wardrobe_find_timeline, sample, row, WARDROBE_NONE, WARDROBE_NONE),
                costume.default_timeline);
      if (costume.id == 0) continue;
      EXPECT_EQ(found(wardrobe_find_costume, sample, costume.id), row);
    }
  }
}

TEST(LibraryRows, TimelinesAreThoseOfTheTablesWithTheirEvents) {
  for (const Version version : kSampleVersions) {
    const Sample sample(version);
    const TablesView& t = sample.tables();
    size_t events_seen = 0;
    for (uint32_t row = 0; row < row_count(sample, "timelines"); ++row) {
      const auto timeline = read(wardrobe_read_timeline, sample, row);
      EXPECT_EQ(timeline.tick_count, rows_of(t.timelines.tick_offset, row).size());
      EXPECT_EQ(timeline.loop_start, t.timelines.loop_start[row]);
      EXPECT_EQ(timeline.flags, t.timelines.flags[row]);
      EXPECT_EQ(
          found(wardrobe_find_timeline, sample, timeline.costume, timeline.chore, timeline.degrees),
          row);
      const std::vector<wardrobe_event> events = events_of(sample, row);
      ASSERT_EQ(events.size(), timeline.event_count);
      for (const wardrobe_event& event : events) {
        EXPECT_EQ(event.tick, t.events.tick[events_seen]);
        EXPECT_EQ(event.limb, t.events.limb[events_seen]);
        EXPECT_EQ(EventKind{event.kind}, t.events.kind[events_seen]);
        EXPECT_EQ(event.value, t.events.value[events_seen++]);
      }
    }
    EXPECT_EQ(events_seen, t.events.tick.size());
  }
}

TEST(LibraryRows, CelsAreThoseOfTheTimelineAndOfItsLoop) {
  const Sample sample(Version::v6);
  for (uint32_t row = 0; row < row_count(sample, "timelines"); ++row) {
    const Result<Trace> trace = baked_trace(sample.tables(), row);
    ASSERT_TRUE(trace);
    const auto ticks = static_cast<uint32_t>(trace->ticks());
    for (uint32_t tick = 0; tick < ticks + 5; ++tick) {
      uint32_t same = tick;
      while (same >= ticks) same -= ticks - trace->loop_start;
      const std::vector<wardrobe_cel> cels = cels_at(sample, row, tick);
      ASSERT_TRUE(std::ranges::equal(cels, trace->cels_at(same), kSameCel)) << row << ", " << tick;
    }
  }
}

TEST(LibraryRows, AsManyCelsAreGivenAsFit) {
  const Sample sample(Version::v6);
  uint32_t row = 0;
  while (cels_at(sample, row, 0).size() < 2) ++row;
  const std::vector<wardrobe_cel> all = cels_at(sample, row, 0);
  wardrobe_cel cels[2] = {{7, 7, 7, 7, 7, 7}, {7, 7, 7, 7, 7, 7}};
  size_t count = 0;
  ASSERT_EQ(wardrobe_read_cels(sample.c, row, 0, cels, 1, &count, nullptr), WARDROBE_OK);
  EXPECT_EQ(count, all.size());
  EXPECT_EQ(cels[0].picture, all[0].picture);
  EXPECT_EQ(cels[1].limb, 7);
}

TEST(LibraryRows, PicturesHaveTheHashesOfTheTable) {
  for (const Version version : kSampleVersions) {
    const Sample sample(version);
    const PicturesView& pictures = sample.tables().pictures;
    for (uint32_t row = 0; row < row_count(sample, "pictures"); ++row) {
      const auto picture = read(wardrobe_read_picture, sample, row);
      EXPECT_EQ(picture.width, pictures.width[row]);
      EXPECT_EQ(picture.height, pictures.height[row]);
      EXPECT_EQ(picture.transparent, pictures.transparent[row]);
      EXPECT_EQ(picture.xxh64, pictures.xxh64[row]);
      EXPECT_EQ(xxh64({picture.indices, size_t{picture.width} * picture.height}), picture.xxh64);
    }
  }
}

TEST(LibraryRows, ColumnsAreThoseOfTheTables) {
  const Sample sample(Version::he80);
  uint32_t index = 0;
  for_each_column(sample.tables(), [&](const std::string& name, const auto& values) {
    ASSERT_STREQ(wardrobe_column_name(sample.c, index++), name.c_str());
    wardrobe_column column{};
    ASSERT_EQ(wardrobe_read_column(sample.c, name.c_str(), &column, sizeof(column), nullptr),
              WARDROBE_OK);
    ASSERT_EQ(column.count, values.size()) << name;
    if (values.empty()) return;
    EXPECT_EQ(std::memcmp(column.data, values.data(), values.size() * sizeof(values[0])), 0);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(column.data) % sizeof(values[0]), 0u);
  });
  ASSERT_STREQ(wardrobe_column_name(sample.c, index++), "backgrounds");
  ASSERT_STREQ(wardrobe_column_name(sample.c, index), "pixels");
  EXPECT_EQ(wardrobe_column_count(sample.c), index + 1);
  EXPECT_EQ(wardrobe_column_name(sample.c, index + 1), nullptr);
}

TEST(LibraryRows, SourcesAreThoseOfTheTables) {
  const Sample sample(Version::v5);
  const SourcesView& sources = sample.tables().sources;
  ASSERT_GT(sources.size.size(), 1u);
  for (uint32_t row = 0; row < row_count(sample, "sources"); ++row) {
    const auto source = read(wardrobe_read_source, sample, row);
    EXPECT_EQ(source.name, text_at(sources.name_offset, sources.name, row));
    EXPECT_EQ(source.size, sources.size[row]);
    EXPECT_EQ(source.xor_key, sources.xor_key[row]);
    EXPECT_EQ(source.xxh64, sources.xxh64[row]);
    EXPECT_NE(source.xxh64, 0u);
  }
}

TEST(LibraryRows, FailuresSayWhereAndWhy) {
  SmallArchive small = small_archive();
  Failures& failures = small.tables.failures;
  const auto first = static_cast<uint32_t>(failures.costume.size());
  const auto add = [&](uint32_t costume, uint64_t offset, uint8_t limb, uint16_t index) {
    failures.kind.push_back(FailureKind::note);
    failures.costume.push_back(costume);
    failures.id.push_back(7);
    failures.room.push_back(12);
    failures.source.push_back(0);
    failures.offset.push_back(offset);
    failures.limb.push_back(limb);
    failures.index.push_back(index);
    append_text(failures.error_offset, failures.error, "größer");
  };
  add(0, 0x123, 3, 4);
  add(kNone, UINT64_MAX, UINT8_MAX, UINT16_MAX);
  const std::vector<uint8_t> file = write_archive(small);
  const Sample sample(file);
  ASSERT_EQ(row_count(sample, "failures"), first + 2);
  const auto known = read(wardrobe_read_failure, sample, first);
  auto failure = read(wardrobe_read_failure, sample, first + 1);
  EXPECT_EQ(std::tie(known.id, known.room, known.source), std::tuple(7u, 12u, 0u));
  const auto place = [](const wardrobe_failure& of) {
    return std::tuple(of.costume, of.offset, of.limb, of.index);
  };
  EXPECT_EQ(place(known), std::tuple(0u, 0x123u, 3u, 4u));
  EXPECT_EQ(place(failure), std::tuple(WARDROBE_NONE, UINT64_MAX, WARDROBE_NONE, WARDROBE_NONE));
  EXPECT_STREQ(known.message, "größer");
  EXPECT_EQ(failure.message, known.message) << "the same text is kept once";
  EXPECT_EQ(wardrobe_read_failure(sample.c, first + 2, &failure, sizeof(failure), nullptr),
            WARDROBE_E_ARGUMENT);
}

TEST(LibraryRows, StructuresOfOtherSizesAreCutOrFilledWithZeros) {
  const Sample sample(Version::v6);
  const auto whole = read(wardrobe_read_costume, sample, 1);
  struct Later {
    wardrobe_costume costume;
    uint32_t more;
  } later;
  std::memset(&later, 0xFF, sizeof(later));
  ASSERT_EQ(wardrobe_read_costume(sample.c, 1, &later.costume, sizeof(later), nullptr),
            WARDROBE_OK);
  EXPECT_EQ(later.costume.timeline_count, whole.timeline_count);
  EXPECT_EQ(later.more, 0u);
  std::memset(&later, 0xFF, sizeof(later));
  ASSERT_EQ(
      wardrobe_read_costume(sample.c, 1, &later.costume, offsetof(wardrobe_costume, room), nullptr),
      WARDROBE_OK);
  EXPECT_EQ(later.costume.id, whole.id);
  EXPECT_EQ(later.costume.room, 0xFFFFFFFFu);
}

TEST(LibraryRows, StructuresThatAreReadMayBeLongerIfTheRestIsZero) {
  const Sample sample(Version::v6);
  std::vector<uint8_t> pixels(100 * 100);
  struct {
    wardrobe_canvas canvas;
    uint64_t more;  // large enough that there is no padding, which might not be zero
  } later{{pixels.data(), 100, 100, 100, 50, 50, {}, nullptr}, 0};
  static_assert(sizeof(later) == sizeof(wardrobe_canvas) + sizeof(uint64_t));
  const auto draw = [&](size_t size) {
    return wardrobe_draw_tick(sample.c, 0, 0, nullptr, &later.canvas, size, nullptr);
  };
  EXPECT_EQ(draw(sizeof(later)), WARDROBE_OK);
  EXPECT_EQ(draw(offsetof(wardrobe_canvas, clip)), WARDROBE_OK) << "no clip";
  EXPECT_EQ(draw(0), WARDROBE_E_ARGUMENT) << "no pixels";
  later.more = 1;
  EXPECT_EQ(draw(sizeof(wardrobe_canvas)), WARDROBE_OK);
  EXPECT_EQ(draw(sizeof(later)), WARDROBE_E_ARGUMENT);
}

TEST(LibraryRows, LookUpsSayWhatThereIsNot) {
  const Sample sample(Version::v6);
  uint32_t row = 77;
  wardrobe_column column{};
  wardrobe_error errors[9] = {};
  wardrobe_find_costume(sample.c, 9999, &row, &errors[0]);
  wardrobe_find_timeline(sample.c, 0, 500, 90, &row, &errors[1]);
  wardrobe_find_timeline(sample.c, 0, 500, WARDROBE_NONE, &row, &errors[2]);
  wardrobe_read_column(sample.c, "cels.z", &column, sizeof(column), &errors[3]);
  wardrobe_row_count(sample.c, "castles", &row, &errors[4]);
  wardrobe_find_chore(sample.c, "2", &row, &errors[5]);
  wardrobe_find_costume(sample.c, 0, &row, &errors[6]);
  wardrobe_find_timeline(sample.c, 0, UINT32_MAX - 1, 90, &row, &errors[7]);
  wardrobe_find_palette(sample.c, 1, 99, &row, &errors[8]);
  const char* const messages[] = {
      "there is no costume 9999",           "row 0 of costumes has no chore 500 at 90 degrees",
      "row 0 of costumes has no chore 500", "there is no column cels.z",
      "there is no table castles",          "no chore has the name 2"};
  for (size_t i = 0; i < std::size(messages); ++i) EXPECT_STREQ(errors[i].message, messages[i]);
  for (const wardrobe_error& error : errors) {
    EXPECT_EQ(error.status, WARDROBE_E_NOT_FOUND) << error.message;
    EXPECT_EQ(error.offset, UINT64_MAX);
  }
  EXPECT_EQ(wardrobe_find_timeline(sample.c, 0, 2, 91, &row, nullptr), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(row, 77u) << "out-parameters are as they were";
}

TEST(LibraryRows, ThereAreNoRowsPastTheLast) {
  const Sample sample(Version::v6);
  const wardrobe_archive* c = sample.c;
  wardrobe_costume costume{};
  wardrobe_timeline timeline{};
  wardrobe_picture picture{};
  wardrobe_colors colors{};
  wardrobe_player* player = nullptr;
  wardrobe_box box{};
  size_t count = 0;
  for (const uint32_t past : {0u, 7u, UINT32_MAX - 10000}) {
    const auto row = [&](const char* table) { return row_count(c, table) + past; };
    const wardrobe_cel cel{row("pictures"), 0, 0, 0, 0, 0};
    for (const wardrobe_status status :
         {wardrobe_read_costume(c, row("costumes"), &costume, 8, nullptr),
          wardrobe_read_timeline(c, row("timelines"), &timeline, 8, nullptr),
          wardrobe_read_picture(c, row("pictures"), &picture, 8, nullptr),
          wardrobe_read_cels(c, row("timelines"), 0, nullptr, 0, &count, nullptr),
          wardrobe_read_events(c, row("timelines"), nullptr, 0, &count, nullptr),
          wardrobe_read_colors(c, row("costumes"), WARDROBE_NONE, &colors, nullptr),
          wardrobe_read_colors(c, 0, row("palettes"), &colors, nullptr),
          wardrobe_player_new(c, row("costumes"), &player, nullptr),
          wardrobe_measure_cels(c, &cel, 1, &box, nullptr)}) {
      EXPECT_EQ(status, WARDROBE_E_ARGUMENT);
    }
  }
}

}  // namespace
}  // namespace wardrobe
