#include "tools/edit/row_order.h"

#include "formats/scumm/version.h"

namespace wardrobe {
namespace {

/// How many of the compared pairs of neighbours differ.
struct Differences {
  uint64_t different = 0;
  uint64_t compared = 0;

  void add(bool differs) {
    different += differs ? 1 : 0;
    ++compared;
  }
};

/// Compares each pixel with the one `distance` further on in the stored order, which is that of
/// columns here.
void compare_lines(Bytes pixels, size_t width, size_t height, size_t distance, Differences& out) {
  const auto stored = [&](size_t i) { return pixels[i % height * width + i / height]; };
  for (size_t i = 0; i + distance < pixels.size(); ++i) {
    out.add(stored(i) != stored(i + distance));
  }
}

}  // namespace

bool looks_stored_by_rows(const ReadGame& game) {
  constexpr size_t kLeastSide = 8;  // smaller ones tell little
  constexpr uint64_t kLeastCompared = 20000;
  if (game.version() != kScumm5) return false;
  Differences by_columns;
  Differences by_rows;
  const Pictures& pictures = game.tables.pictures;
  for (uint32_t i = 0; i < pictures.width.size(); ++i) {
    const size_t width = pictures.width[i];
    const size_t height = pictures.height[i];
    if (width < kLeastSide || height < kLeastSide || width == height) continue;
    compare_lines(game.pixels(i), width, height, height, by_columns);
    compare_lines(game.pixels(i), width, height, width, by_rows);
  }
  if (by_columns.compared < kLeastCompared) return false;
  // 3 : 2, as rates.
  return 3 * by_rows.different * by_columns.compared < 2 * by_columns.different * by_rows.compared;
}

}  // namespace wardrobe
