#include "tools/library/cels.h"

namespace wardrobe {
namespace {

constexpr std::string_view kContradiction = "the tables contradict each other: ";

Error contradiction_in(std::string_view what) {
  return {ErrorCode::damaged, kNoOffset, std::string(kContradiction) + std::string(what)};
}

}  // namespace

CelRows::CelRows(RowReader& reader, uint32_t frame) {
  const Owned rows = reader.owned<&Frames::cel_offset>(frame);
  limb_ = reader.range<&Cels::limb>(rows.first, rows.count);
  flip_ = reader.range<&Cels::flip>(rows.first, rows.count);
  index_ = reader.range<&Cels::index>(rows.first, rows.count);
  picture_ = reader.range<&Cels::picture>(rows.first, rows.count);
  x_ = reader.range<&Cels::x>(rows.first, rows.count);
  y_ = reader.range<&Cels::y>(rows.first, rows.count);
  const uint64_t pictures = reader.count<&Pictures::width>();
  const bool right = std::ranges::all_of(limb_, [](uint8_t limb) { return limb < kLimbs; }) &&
                     std::ranges::all_of(flip_, [](uint8_t flip) { return flip < 2; }) &&
                     std::ranges::all_of(picture_, [&](uint32_t row) { return row < pictures; });
  if (!right) reader.fail(contradiction_in("cels").message);
  if (!reader.status()) limb_ = {};
}

TickRows read_ticks(RowReader& reader, uint32_t timeline) {
  TickRows ticks{reader.elements<&Timelines::tick_offset, &Timelines::tick>(timeline),
                 reader.get<&Timelines::loop_start>(timeline)};
  if (ticks.frames.empty() ||
      (ticks.loop_start != kNone && ticks.loop_start >= ticks.frames.size()))
    reader.fail(contradiction_in("timelines").message);
  if (!reader.status()) return {};
  return ticks;
}

uint32_t frame_at(RowReader& reader, uint32_t timeline, uint32_t tick) {
  const Owned place = reader.owned<&Timelines::tick_offset>(timeline);
  if (tick < place.count) return reader.get<&Timelines::tick>(place.first + tick);
  const TickRows ticks = read_ticks(reader, timeline);
  const size_t count = ticks.frames.size();
  if (count == 0) return kNone;
  if (ticks.loop_start == kNone) return ticks.frames.back();
  return ticks.frames[ticks.loop_start + (tick - count) % (count - ticks.loop_start)];
}

Result<BlitPicture> read_new_picture(RowReader& reader, uint32_t row) {
  const uint16_t width = reader.get<&Pictures::width>(row);
  const uint16_t height = reader.get<&Pictures::height>(row);
  const uint8_t transparent = reader.get<&Pictures::transparent>(row);
  const Owned place = reader.owned<&Pictures::pixel_offset>(row);
  const bool right = width >= 1 && width <= kMaxSide && height >= 1 && height <= kMaxSide &&
                     place.count == size_t{width} * height;
  if (!right) reader.fail(contradiction_in("pictures").message);
  if (!reader.status()) return reader.status().error();
  const Bytes pixels = reader.pixels(place.first, place.count);
  if (!reader.status()) return reader.status().error();
  const BlitPicture picture{pixels, width, height, width, transparent};
  reader.archive().pictures.add(row, picture);
  return picture;
}

}  // namespace wardrobe
