// The C functions draw what the program draws, on all kinds of canvas.

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "formats/player.h"
#include "formats/versions.h"
#include "tests/faces/c/library_support.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

constexpr uint32_t kMostTicks = 24;

/// A canvas of the size of a timeline's box, filled with `behind`.
struct Page {
  std::vector<uint8_t> pixels;
  wardrobe_canvas canvas{};

  Page(const wardrobe_timeline& timeline, size_t pixel_size, uint8_t behind, size_t padding = 0) {
    canvas.width = timeline.width;
    canvas.height = timeline.height;
    canvas.stride = timeline.width * pixel_size + padding;
    canvas.anchor_x = -timeline.left;
    canvas.anchor_y = -timeline.top;
    pixels.assign(canvas.stride * canvas.height, behind);
    canvas.pixels = pixels.data();
  }

  void draw(const Sample& sample, uint32_t row, uint32_t tick,
            const wardrobe_colors* colors = nullptr) {
    ASSERT_EQ(wardrobe_draw_tick(sample.c, row, tick, colors, &canvas, sizeof(canvas), nullptr),
              WARDROBE_OK);
  }
};

/// Draws up to kMostTicks ticks with the C functions and with tools/render; compares the results.
void compare_timeline(const Sample& sample, uint32_t row) {
  const wardrobe_timeline timeline = read(wardrobe_read_timeline, sample, row);
  const Result<Trace> trace = baked_trace(sample.tables(), row);
  ASSERT_TRUE(trace);
  const Rect box = bounds_of(*trace, sample.tables().pictures);
  EXPECT_EQ((Rect{timeline.left, timeline.top, timeline.width, timeline.height}), box);
  const Look look = make_look(sample.tables(), timeline.costume);
  PictureReader pictures(sample.open.archive);
  const Result<TickPainter> painter = TickPainter::create(pictures, *trace, box, look);
  ASSERT_TRUE(painter);
  const wardrobe_colors colors = colors_of(sample, timeline.costume);
  for (uint32_t tick = 0; tick < std::min(kMostTicks, timeline.tick_count); ++tick) {
    const IndexImage expected = *painter->draw(tick, 1, 1);
    Page indices(timeline, 1, look.background);
    Page rgba(timeline, 4, 0);
    indices.draw(sample, row, tick);
    rgba.draw(sample, row, tick, &colors);
    ASSERT_EQ(indices.pixels, expected.pixels) << "timeline " << row << ", tick " << tick;
    std::vector<uint8_t> expected_rgba(4 * expected.pixels.size());
    for (size_t i = 0; i < expected.pixels.size(); ++i) {
      if (expected.pixels[i] == look.background) continue;
      std::copy_n(&look.palette.rgb[size_t{3} * expected.pixels[i]], 3, &expected_rgba[4 * i]);
      expected_rgba[4 * i + 3] = 255;
    }
    ASSERT_EQ(rgba.pixels, expected_rgba) << "timeline " << row << ", tick " << tick;
  }
}

TEST(LibraryDrawing, IsTheProgramsForEveryTickOfAllVersions) {
  for (const Version version : kSampleVersions) {
    SCOPED_TRACE(facts(version).name);
    const Sample sample(version);
    const uint32_t timelines = row_count(sample, "timelines");
    ASSERT_GT(timelines, 20u);
    for (uint32_t row = 0; row < timelines; ++row) compare_timeline(sample, row);
  }
}

/// Returns a timeline with several ticks and a box that is not tiny.
uint32_t lively_timeline(const Sample& sample) {
  for (uint32_t row = 0; row < row_count(sample, "timelines"); ++row) {
    const wardrobe_timeline timeline = read(wardrobe_read_timeline, sample, row);
    if (timeline.tick_count > 3 && timeline.width > 20 && timeline.height > 20) return row;
  }
  ADD_FAILURE() << "the sample has no such timeline";
  return 0;
}

TEST(LibraryDrawing, ChangesNothingOutsideTheClipAndTheSameInside) {
  const Sample sample(Version::v6);
  const uint32_t row = lively_timeline(sample);
  const wardrobe_timeline timeline = read(wardrobe_read_timeline, sample, row);
  Page whole(timeline, 1, 250);
  whole.draw(sample, row, 1);
  for (const wardrobe_box clip :
       {wardrobe_box{3, 4, 10, 9}, wardrobe_box{-5, -5, 12, 12}, wardrobe_box{10, 10, 4000, 4000},
        wardrobe_box{4000, 0, 5, 5}, wardrobe_box{INT32_MIN, INT32_MIN, UINT32_MAX, UINT32_MAX}}) {
    Page part(timeline, 1, 250, 3);
    part.canvas.clip = clip;
    part.draw(sample, row, 1);
    for (int64_t y = 0; y < timeline.height; ++y) {
      for (int64_t x = 0; x < int64_t{timeline.width} + 3; ++x) {
        const bool inside = x < timeline.width && x >= clip.left && y >= clip.top &&
                            x < int64_t{clip.left} + clip.width &&
                            y < int64_t{clip.top} + clip.height;
        const auto at = static_cast<size_t>(y);
        ASSERT_EQ(part.pixels[at * part.canvas.stride + static_cast<size_t>(x)],
                  inside ? whole.pixels[at * timeline.width + static_cast<size_t>(x)] : 250)
            << x << ", " << y;
      }
    }
  }
}

TEST(LibraryDrawing, OfCelsIsThatOfTheirTick) {
  const Sample sample(Version::v7);
  const uint32_t row = lively_timeline(sample);
  const wardrobe_timeline timeline = read(wardrobe_read_timeline, sample, row);
  const std::vector<wardrobe_cel> cels = cels_at(sample, row, 2);
  Page tick(timeline, 1, 250);
  Page drawn(timeline, 1, 250);
  tick.draw(sample, row, 2);
  ASSERT_EQ(wardrobe_draw_cels(sample.c, cels.data(), cels.size(), nullptr, &drawn.canvas,
                               sizeof(drawn.canvas), nullptr),
            WARDROBE_OK);
  EXPECT_EQ(drawn.pixels, tick.pixels);
}

TEST(LibraryDrawing, BoxHoldsTheCelsAndIsEmptyWithoutAny) {
  const Sample sample(Version::v6);
  const auto picture = read(wardrobe_read_picture, sample, 0);
  const std::vector<wardrobe_cel> cels = {{0, -10, 5, 0, 0, 0}, {0, 7, -3, 0, 0, 1}};
  wardrobe_box box{1, 1, 1, 1};
  ASSERT_EQ(wardrobe_measure_cels(sample.c, cels.data(), 2, &box, nullptr), WARDROBE_OK);
  EXPECT_EQ(box.left, -10);
  EXPECT_EQ(box.top, -3);
  EXPECT_EQ(box.width, picture.width + 17);
  EXPECT_EQ(box.height, picture.height + 8);
  ASSERT_EQ(wardrobe_measure_cels(sample.c, nullptr, 0, &box, nullptr), WARDROBE_OK);
  EXPECT_EQ(box.width, 0u);
}

TEST(LibraryDrawing, RefusesCanvasesThatItCannotDrawOn) {
  const Sample sample(Version::v6);
  const wardrobe_timeline timeline = read(wardrobe_read_timeline, sample, 0);
  wardrobe_colors colors{};
  const auto status_with = [&](auto change, const wardrobe_colors* with) {
    Page page(timeline, 4, 0, 8);
    change(page.canvas);
    return wardrobe_draw_tick(sample.c, 0, 0, with, &page.canvas, sizeof(page.canvas), nullptr);
  };
  EXPECT_EQ(status_with([](auto&) {}, &colors), WARDROBE_OK);
  EXPECT_EQ(status_with([](auto& c) { c.pixels = nullptr; }, &colors), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(status_with([](auto& c) { c.stride = c.width * 4 - 4; }, &colors), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(status_with([](auto& c) { c.stride += 1; }, &colors), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(status_with([](auto& c) { c.pixels += 1; }, &colors), WARDROBE_E_ARGUMENT);
  EXPECT_EQ(status_with([](auto& c) { c.stride += 1; }, nullptr), WARDROBE_OK);
  EXPECT_EQ(wardrobe_draw_tick(sample.c, 0, 0, nullptr, nullptr, 0, nullptr), WARDROBE_E_ARGUMENT);
}

TEST(LibraryColors, AreThoseThatScriptsGive) {
  const Sample sample(Version::v6);
  const RecoloursView& recolours = sample.tables().recolours;
  ASSERT_GT(recolours.costume.size(), 0U);
  const uint32_t costume = recolours.costume[0];
  const wardrobe_colors own = colors_of(sample, costume);
  wardrobe_colors zero{};
  wardrobe_colors first{};
  const auto read = [&](uint32_t look, wardrobe_colors& colors) {
    return wardrobe_read_look(sample.c, costume, WARDROBE_NONE, look, &colors, nullptr);
  };
  ASSERT_EQ(read(0, zero), WARDROBE_OK);
  ASSERT_EQ(read(1, first), WARDROBE_OK);
  EXPECT_EQ(read(99, zero), WARDROBE_E_NOT_FOUND);
  for (uint32_t slot = 0; slot < 256; ++slot) {
    const bool is_changed = std::ranges::find(recolours.slot, slot) != recolours.slot.end();
    EXPECT_TRUE(std::ranges::equal(own.rgba[slot], zero.rgba[slot])) << slot;
    EXPECT_TRUE(is_changed || std::ranges::equal(own.rgba[slot], first.rgba[slot])) << slot;
  }
  EXPECT_FALSE(std::ranges::equal(own.rgba[recolours.slot[0]], first.rgba[recolours.slot[0]]));
}

TEST(LibraryColors, AreThoseOfThePaletteAskedFor) {
  const Sample sample(Version::v6);
  const TablesView& tables = sample.tables();
  for (uint32_t palette = 0; palette < row_count(sample, "palettes"); ++palette) {
    const Look look = make_look(tables, 0, palette);
    const wardrobe_colors colors = colors_of(sample, 0, palette);
    EXPECT_EQ(std::ranges::count(colors.rgba[0], 0), 4);  // the transparent value
    for (size_t i = 1; i < 256; ++i) {
      EXPECT_TRUE(std::equal(colors.rgba[i], colors.rgba[i] + 3, &look.palette.rgb[3 * i])) << i;
      EXPECT_EQ(colors.rgba[i][3], 255);
    }
    EXPECT_EQ(
        found(wardrobe_find_palette, sample, tables.rooms.number[tables.palettes.room[palette]],
              tables.palettes.number[palette]),
        palette);
  }
}

TEST(LibraryDrawing, ShadowsDarkenIndicesByTheShading) {
  const Sample sample(Version::v6);
  Page page(read(wardrobe_read_timeline, sample, 0), 1, 200);
  wardrobe_shading shading{};
  std::ranges::fill(shading.is_shadow, uint8_t{1});
  std::ranges::fill(shading.darker, uint8_t{77});
  page.canvas.shading = &shading;
  page.draw(sample, 0, 0);
  const auto darkened = std::ranges::count(page.pixels, 77);
  EXPECT_GT(darkened, 0);
  EXPECT_EQ(std::ranges::count(page.pixels, 200) + darkened, std::ssize(page.pixels));
}

TEST(LibraryDrawing, ShadowsAreBlackAtHalfStrength) {
  const Sample sample(Version::v8);
  const TablesView& tables = sample.tables();
  const auto with_shadow = std::ranges::find_if(tables.costumes.shadow_offset,
                                                [](uint32_t offset) { return offset != 0; });
  const auto costume =
      static_cast<uint32_t>(with_shadow - tables.costumes.shadow_offset.begin() - 1);
  const wardrobe_colors colors = colors_of(sample, costume);
  for (const uint8_t value :
       elements_at(tables.costumes.shadow_offset, tables.costumes.shadow, costume)) {
    EXPECT_EQ(std::vector<uint8_t>(colors.rgba[value], colors.rgba[value] + 4),
              (std::vector<uint8_t>{0, 0, 0, 128}));
  }
  EXPECT_EQ(colors.rgba[100][3], 255);
}

}  // namespace
}  // namespace wardrobe
