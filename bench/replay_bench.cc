// replay/<variant>: every 8th timeline of the large sample drawn tick by tick on one canvas; items
// are pixels of the pictures' rectangles.
//
//   baked   cels from the archive's tables, blit kernel
//   live    cels from the player, blit kernel
//   engine  cels from the tables, each picture's RLE decoded straight onto the canvas, pixel by
//           pixel
//   memcpy  the same rectangles, copied row by row

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/large_sample.h"
#include "bench/replay_canvas.h"
#include "formats/player/player.h"
#include "kernels/blit.h"
#include "kernels/encode.h"

namespace wardrobe {
namespace {

/// The large sample with its timelines, and each picture's RLE in 32 colours.
struct Stage {
  const LargeSample& sample = LargeSample::get();
  Tables tables = sample.tables();
  std::vector<std::vector<uint8_t>> rle;
  std::vector<uint8_t> canvas = std::vector<uint8_t>(kWidth * kHeight);

  Stage() {
    bake(tables, kDefaultMaxTicks);
    for (size_t row = 0; row < tables.pictures.width.size(); ++row) {
      const Bytes pixels = sample.picture_pixels()[row];
      std::vector<uint8_t>& out = rle.emplace_back(encode_rle_bound(pixels.size()));
      out.resize(encode_rle(pixels, tables.pictures.width[row], tables.pictures.height[row],
                            RleSplit::colors32, out));
    }
  }

  static Stage& get() {
    static Stage stage;
    return stage;
  }
};

/// A cel's rectangle, clipped to the canvas.
struct Clipped {
  int32_t left, top, right, bottom;  ///< on the canvas
};

Clipped clipped(const Stage& stage, const Cel& cel) {
  const int32_t x = kAnchorX + cel.x;
  const int32_t y = kAnchorY + cel.y;
  const Pictures& pictures = stage.tables.pictures;
  return {std::max(x, 0), std::max(y, 0),
          std::min<int32_t>(x + pictures.width[cel.picture], kWidth),
          std::min<int32_t>(y + pictures.height[cel.picture], kHeight)};
}

void draw_blit(Stage& stage, const Cel& cel) {
  const Pictures& pictures = stage.tables.pictures;
  const size_t width = pictures.width[cel.picture];
  blit({stage.sample.picture_pixels()[cel.picture], width, pictures.height[cel.picture], width,
        pictures.transparent[cel.picture]},
       {kAnchorX + cel.x, kAnchorY + cel.y, cel.flip != 0},
       Canvas<uint8_t>{stage.canvas, kWidth, kHeight, kWidth});
}

void draw_like_engine(Stage& stage, const Cel& cel) {
  const int32_t width = stage.tables.pictures.width[cel.picture];
  const int32_t height = stage.tables.pictures.height[cel.picture];
  const std::vector<uint8_t>& rle = stage.rle[cel.picture];
  int32_t column = 0;
  int32_t row = 0;
  for (size_t at = 0; column < width;) {
    const uint8_t color = rle[at] >> 3;
    unsigned length = rle[at++] & 7;
    if (length == 0) length = rle[at++];
    for (; length > 0; --length) {
      const int32_t x = kAnchorX + cel.x + (cel.flip != 0 ? width - 1 - column : column);
      const int32_t y = kAnchorY + cel.y + row;
      if (color != 0 && x >= 0 && x < int32_t{kWidth} && y >= 0 && y < int32_t{kHeight}) {
        stage.canvas[static_cast<size_t>(y) * kWidth + static_cast<size_t>(x)] = color;
      }
      if (++row == height) {
        row = 0;
        ++column;
      }
    }
  }
}

void draw_memcpy(Stage& stage, const Cel& cel) {
  const Clipped to = clipped(stage, cel);
  if (to.left >= to.right) return;
  const size_t width = stage.tables.pictures.width[cel.picture];
  const uint8_t* from = stage.sample.picture_pixels()[cel.picture].data();
  for (int32_t y = to.top; y < to.bottom; ++y) {
    const auto row = static_cast<size_t>(y - kAnchorY - cel.y);
    const auto skip = static_cast<size_t>(to.left - kAnchorX - cel.x);
    std::memcpy(&stage.canvas[static_cast<size_t>(y) * kWidth + static_cast<size_t>(to.left)],
                from + row * width + skip, static_cast<size_t>(to.right - to.left));
  }
}

size_t pixels_of(const Stage& stage, const Cel& cel) {
  return size_t{stage.tables.pictures.width[cel.picture]} *
         stage.tables.pictures.height[cel.picture];
}

/// Calls `draw` for each cel of each tick. Counts ticks and pixels.
template <class Draw>
void replay_baked(Stage& stage, const Draw& draw, size_t& ticks, size_t& pixels) {
  const Tables& t = stage.tables;
  for (uint32_t line = 0; line < t.timelines.flags.size(); line += kEveryTimeline) {
    for (const uint32_t i : rows_of(t.timelines.tick_offset, line)) {
      const uint32_t frame = t.timelines.tick[i];
      for (const uint32_t c : rows_of(t.frames.cel_offset, frame)) {
        const Cel cel{t.cels.limb[c],    t.cels.flip[c], t.cels.index[c],
                      t.cels.picture[c], t.cels.x[c],    t.cels.y[c]};
        draw(stage, cel);
        pixels += pixels_of(stage, cel);
      }
      ++ticks;
    }
  }
}

void replay_live(Stage& stage, size_t& ticks, size_t& pixels) {
  const Tables& t = stage.tables;
  std::vector<Cel> cels;
  std::vector<PlayerEvent> events;
  for (uint32_t costume = 0; costume < t.costumes.id.size(); ++costume) {
    Player player(t, costume);
    const uint32_t first = t.costumes.record_offset[costume];
    for (uint32_t line = (first + kEveryTimeline - 1) / kEveryTimeline * kEveryTimeline;
         line < t.costumes.record_offset[costume + 1]; line += kEveryTimeline) {
      player.begin(record_key(t.records.number[line], t.costumes.directions[costume]));
      for (size_t left = rows_of(t.timelines.tick_offset, line).size(); left != 0; --left) {
        player.draw(cels);
        for (const Cel& cel : cels) {
          draw_blit(stage, cel);
          pixels += pixels_of(stage, cel);
        }
        events.clear();
        player.step(events);
        ++ticks;
      }
    }
  }
}

template <class Replay>
void run(benchmark::State& state, const Replay& replay) {
  Stage& stage = Stage::get();
  size_t ticks = 0;
  size_t pixels = 0;
  for ([[maybe_unused]] auto _ : state) {
    replay(stage, ticks, pixels);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(static_cast<int64_t>(pixels));
  state.counters["frames"] =
      benchmark::Counter(static_cast<double>(ticks), benchmark::Counter::kIsRate);
}

template <class Draw>
void add_baked(const char* name, Draw draw) {
  benchmark::RegisterBenchmark(name, [draw](benchmark::State& state) {
    run(state, [draw](Stage& stage, size_t& ticks, size_t& pixels) {
      replay_baked(stage, draw, ticks, pixels);
    });
  })->Unit(benchmark::kMillisecond);
}

int add_all() {
  add_baked("replay/baked", draw_blit);
  add_baked("replay/engine", draw_like_engine);
  add_baked("replay/memcpy", draw_memcpy);
  benchmark::RegisterBenchmark("replay/live", [](benchmark::State& state) {
    run(state, replay_live);
  })->Unit(benchmark::kMillisecond);
  return 0;
}

[[maybe_unused]] const int kAdded = add_all();

}  // namespace
}  // namespace wardrobe
