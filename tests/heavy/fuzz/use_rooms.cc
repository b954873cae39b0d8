#include "tests/heavy/fuzz/use_rooms.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "formats/player.h"
#include "tests/heavy/fuzz/edits.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

constexpr uint32_t kRooms = 8;
constexpr uint32_t kCostumes = 3;  // costumes to put into each room
constexpr int64_t kMaxStage = 1 << 16;

void draw(const RoomStage& stage, const Trace& trace, const PicturesView& pictures,
          const std::vector<Bytes>& pixels) {
  const auto picture_of = [&](uint32_t picture) -> Result<BlitPicture> {
    return picture_with(pictures, picture, pixels[picture]);
  };
  for (const bool crop : {false, true}) {
    const Rect box = stage_bounds(stage, trace, pictures, crop);
    require(box.left >= 0 && box.left + box.width <= stage.room.width);
    require(box.top >= 0 && box.top + box.height <= stage.room.height);
    if (box.width * box.height > kMaxStage) continue;
    const auto width = static_cast<size_t>(box.width);
    const auto height = static_cast<size_t>(box.height);
    std::vector<uint8_t> drawn(width * height);
    const Canvas<uint8_t> canvas{drawn, width, height, width};
    draw_background<uint8_t>(stage.room, stage.background_colors, box, canvas);
    require(static_cast<bool>(draw_actor<uint8_t>(trace.cels_at(0), picture_of, stage.room,
                                                  stage.actor, stage.actor_colors, box, canvas)));
  }
}

void put_costume(const OpenArchive& open, uint32_t room, uint32_t costume,
                 const std::vector<Bytes>& pixels) {
  const TablesView& tables = open.tables;
  const RowRange records = rows_of(tables.costumes.record_offset, costume);
  if (records.empty()) return;
  const Result<Trace> trace = baked_trace(tables, records.front());
  require(static_cast<bool>(trace));
  constexpr int32_t kFar = std::numeric_limits<int32_t>::max();
  const auto x = static_cast<int32_t>(tables.rooms.width[room] / 2);
  const auto y = static_cast<int32_t>(tables.rooms.height[room] / 2);
  for (const RoomPoint at : {RoomPoint{x, y}, RoomPoint{0, kFar}, RoomPoint{-kFar, -3}}) {
    for (const StageWish& wish : {StageWish{at}, StageWish{at, 1u, 9u, 100u}}) {
      const Result<RoomStage> stage = make_stage(open.archive, costume, room, 0, wish);
      require(stage ? !describe(*stage).empty() : !stage.error().message.empty());
      if (stage) draw(*stage, *trace, tables.pictures, pixels);
    }
  }
}

}  // namespace

void use_rooms(const OpenArchive& open, const std::vector<Bytes>& pixels) {
  const RoomsView& rooms = open.tables.rooms;
  if (open.tables.palettes.room.empty()) return;
  const auto count = static_cast<uint32_t>(rooms.number.size());
  const auto costumes = static_cast<uint32_t>(open.tables.costumes.id.size());
  for (uint32_t room = 0; room < std::min(count, kRooms); ++room) {
    const Result<Bytes> background = open.archive.read_background(room);
    if (!background) continue;  // a damaged zstd frame
    require(background->empty() ||
            background->size() == size_t{rooms.width[room]} * rooms.height[room]);
    for (uint32_t costume = 0; costume < std::min(costumes, kCostumes); ++costume) {
      put_costume(open, room, costume, pixels);
    }
  }
}

}  // namespace wardrobe
