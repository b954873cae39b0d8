#include "tools/apply/read_game.h"

#include <fmt/core.h>

#include "formats/limits.h"
#include "formats/version.h"

namespace wardrobe {
Status read_game(const GameInput& input, ReadGame& out) {
  Progress progress;
  KeptPixels pixels;
  ASSIGN_OR_RETURN(Stages stages, run_stages(input, {.rooms = false}, nullptr, pixels, progress));
  bake(stages.tables, kDefaultMaxTicks, progress);
  out = ReadGame{std::move(stages), pixels.column(), {}};
  for (const ParsedCostume& costume : out.costumes) {
    for (const uint32_t picture : costume.entry_picture) {
      out.stored.push_back(picture == kNone ? kNone : costume.first_picture + picture);
    }
  }
  return ok();
}

PictureShape shape_at(const Tables& tables, uint32_t entry) {
  const uint32_t picture = tables.entries.picture[entry];
  return {tables.pictures.width[picture], tables.pictures.height[picture],
          tables.entries.x[entry],        tables.entries.y[entry],
          tables.entries.xinc[entry],     tables.entries.yinc[entry]};
}

uint32_t color_count(const ReadGame& game, uint32_t costume, uint32_t entry) {
  const ParsedCostume& from = game.costumes[costume];
  const uint32_t picture = game.stored[entry] - from.first_picture;
  return static_cast<uint32_t>(from.codec_of(picture, game.version()).colors);
}

std::string size_text(const PictureShape& shape) {
  return fmt::format("{}×{}", shape.width, shape.height);
}

bool is_picture_size(uint64_t width, uint64_t height) {
  return width > 0 && height > 0 && width <= kMaxSide && height <= kMaxSide &&
         width * height <= kMaxPicturePixels;
}

std::string bad_size_text(uint64_t width, uint64_t height) {
  return fmt::format("{}×{} pixels; a picture has 1 to {} a side and at most {}", width, height,
                     limit_text(kMaxSide), limit_text(kMaxPicturePixels));
}

}  // namespace wardrobe
