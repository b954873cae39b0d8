#include "tools/edit/read_game.h"

#include <algorithm>

#include <fmt/core.h>

#include "formats/akos.h"
#include "formats/limits.h"
#include "formats/version.h"
#include "pipeline/picture_codec.h"

namespace wardrobe {
namespace {

/// Sets ReadGame::block. Costumes and blocks have the same order; a block that could not be read
/// has no costume.
void find_blocks(ReadGame& game) {
  const CostumeBlocks& blocks = game.scanned.blocks;
  const Costumes& costumes = game.tables.costumes;
  uint32_t block = 0;
  for (size_t i = 0; i < costumes.id.size(); ++i, ++block) {
    while (blocks.source[block] != costumes.source[i] ||
           blocks.offset[block] != costumes.offset[i]) {
      ++block;
    }
    game.block.push_back(block);
  }
}

}  // namespace

Status read_game(const GameInput& input, ReadGame& out) {
  Progress progress;
  KeptPixels pixels;
  ASSIGN_OR_RETURN(Stages stages, run_stages(input, {.rooms = false}, nullptr, pixels, progress));
  bake(stages.tables, kDefaultMaxTicks, progress);
  out = ReadGame{std::move(stages), pixels.column(), {}};
  find_blocks(out);
  return ok();
}

PictureShape shape_at(const Tables& tables, uint32_t entry) {
  const uint32_t picture = tables.entries.picture[entry];
  return {tables.pictures.width[picture], tables.pictures.height[picture],
          tables.entries.x[entry],        tables.entries.y[entry],
          tables.entries.xinc[entry],     tables.entries.yinc[entry]};
}

uint32_t color_count(const ReadGame& game, uint32_t entry) {
  const uint32_t row = game.stored.of_entry[entry];
  const uint32_t colors = game.stored.colors[row];
  switch (game.stored.codec[row]) {
    case kAkosBomp:
    case kAkosMajMin:
    case kAkosTrle:
      return kMaxColors;
    case kAuxiliary:
      return colors;
    default:
      return colors == 32 || colors == 64 ? colors : std::min<uint32_t>(colors, 16);
  }
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
