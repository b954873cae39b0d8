#include "tools/conform/tick_looks.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/compile.h>
#include <fmt/core.h>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/play_rules.h"
#include "formats/player.h"
#include "tools/list/rows.h"
#include "tools/list/text.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// The row that owns element `at`.
uint32_t owner_of(std::span<const uint32_t> offsets, size_t at) {
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), at);
  return static_cast<uint32_t>(after - offsets.begin() - 1);
}

std::vector<Cel> cels_of(const TablesView& tables, uint32_t frame) {
  std::vector<Cel> cels;
  for (const uint32_t row : rows_of(tables.frames.cel_offset, frame)) {
    cels.push_back(cel_at(tables.cels, row));
  }
  return cels;
}

/// The box around all cels, with their transparent pixels.
Rect box_of(const TablesView& tables, const std::vector<Cel>& cels) {
  Extent extent;
  for (const Cel& cel : cels) {
    extent.add(cel.x, cel.y, tables.pictures.width[cel.picture],
               tables.pictures.height[cel.picture]);
  }
  return extent.box();
}

/// Cuts off the rows and columns at the borders of a picture that hold nothing but `empty`. Returns
/// its place in the picture, and moves the pixels of what is left to the front.
Rect trim(std::vector<uint8_t>& pixels, size_t width, uint8_t empty) {
  size_t left = width;
  size_t right = 0;
  size_t top = 0;
  size_t bottom = 0;
  for (size_t at = 0; at < pixels.size(); at += width) {
    const auto row = std::span(pixels).subspan(at, width);
    const auto drawn = [empty](uint8_t value) { return value != empty; };
    const auto first = std::ranges::find_if(row, drawn);
    if (first == row.end()) continue;
    const auto last = std::find_if(row.rbegin(), row.rend(), drawn);
    if (bottom == 0) top = at / width;
    bottom = at / width + 1;
    left = std::min(left, static_cast<size_t>(first - row.begin()));
    right = std::max(right, static_cast<size_t>(row.rend() - last));
  }
  if (bottom == 0) return {0, 0, 0, 0};
  auto to = pixels.begin();
  for (size_t y = top; y < bottom; ++y) {
    to = std::ranges::copy(std::span(pixels).subspan(y * width + left, right - left), to).out;
  }
  return {static_cast<int64_t>(left), static_cast<int64_t>(top), static_cast<int64_t>(right - left),
          static_cast<int64_t>(bottom - top)};
}

std::string timeline_key(uint32_t costume, int64_t chore, const std::string& direction) {
  return fmt::format("{} {} {}", costume, chore, direction);
}

}  // namespace

TickLooks::TickLooks(const TablesView& tables)
    : tables_(&tables), frames_(tables.frames.cel_offset.size() - 1) {
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    const unsigned directions = tables.costumes.directions[costume];
    for (const uint32_t row : rows_of(tables.costumes.record_offset, costume)) {
      const RecordKey key = record_key(tables.records.number[row], directions);
      timelines_[timeline_key(costume, key.chore, direction_name(key.facing, directions))] = row;
    }
  }
}

Result<TickLooks> TickLooks::create(const OpenArchive& open, const ForEach& for_each) {
  TickLooks looks(open.tables);
  TRY(looks.check_limits());
  TRY(looks.hash_pictures(open, for_each));
  for_each(looks.frames_.size(), [&](size_t frame) {
    looks.frames_[frame] = looks.draw(open, static_cast<uint32_t>(frame));
  });
  return looks;
}

Status TickLooks::check_limits() const {
  TRY(check_shown_cels(*tables_));
  uint64_t pixels = 0;
  for (uint32_t frame = 0; frame < frames_.size(); ++frame) {
    const Rect box = box_of(*tables_, cels_of(*tables_, frame));
    if (box.width <= kMaxFramePixels / box.height) {
      pixels += static_cast<uint64_t>(box.width * box.height);
      if (pixels <= kMaxConformPixels) continue;
    }
    return Error{ErrorCode::limit, kNoOffset,
                 fmt::format("the frames are too large: {} pixels each and {} in all are drawn",
                             limit_text(kMaxFramePixels), limit_text(kMaxConformPixels))};
  }
  return ok();
}

/// After this, all pixels are in memory, so that drawing cannot fail.
Status TickLooks::hash_pictures(const OpenArchive& open, const ForEach& for_each) {
  const PicturesView& pictures = tables_->pictures;
  const size_t count = pictures.width.size();
  std::vector<Bytes> pixels(count);
  for (uint32_t row = 0; row < count; ++row) {
    ASSIGN_OR_RETURN(pixels[row], open.archive.read_picture(row));
  }
  for (std::vector<uint64_t>& hashes : picture_hashes_) hashes.resize(count);
  for_each(count, [&](size_t row) {
    std::vector<uint8_t> mirrored(pixels[row].begin(), pixels[row].end());
    const size_t width = pictures.width[row];
    for (size_t at = 0; at < mirrored.size(); at += width) {
      std::ranges::reverse(std::span(mirrored).subspan(at, width));
    }
    picture_hashes_[0][row] = xxh64(pixels[row]);
    picture_hashes_[1][row] = xxh64(mirrored);
  });
  return ok();
}

FrameLook TickLooks::draw(const OpenArchive& open, uint32_t frame) const {
  const std::vector<Cel> cels = cels_of(*tables_, frame);
  const Rect box = box_of(*tables_, cels);
  const auto width = static_cast<size_t>(box.width);
  const auto height = static_cast<size_t>(box.height);
  const uint8_t empty = cels.empty() ? 0 : tables_->pictures.transparent[cels[0].picture];
  std::vector<uint8_t> pixels(width * height, empty);
  const auto picture_of = [&](uint32_t row) { return read_picture(open.archive, row); };
  static_cast<void>(draw_cels(cels, picture_of, box, {pixels, width, height, width}));
  const Rect drawn = trim(pixels, width, empty);
  pixels.resize(static_cast<size_t>(drawn.width * drawn.height));
  if (pixels.empty()) return {0, 0, 0, 0, xxh64(pixels)};
  return {box.left + drawn.left, box.top + drawn.top, drawn.width, drawn.height, xxh64(pixels)};
}

TickPlace TickLooks::place_of(size_t tick) const {
  const uint32_t timeline = owner_of(tables_->timelines.tick_offset, tick);
  return {owner_of(tables_->costumes.record_offset, timeline), timeline,
          static_cast<uint32_t>(tick - tables_->timelines.tick_offset[timeline])};
}

std::optional<size_t> TickLooks::find(uint32_t costume, int64_t chore, const std::string& direction,
                                      int64_t tick) const {
  const auto found = timelines_.find(timeline_key(costume, chore, direction));
  if (found == timelines_.end() || tick < 0) return std::nullopt;
  const RowRange ticks = rows_of(tables_->timelines.tick_offset, found->second);
  if (tick >= static_cast<int64_t>(ticks.size())) return std::nullopt;
  return *ticks.begin() + static_cast<size_t>(tick);
}

std::vector<CelLook> TickLooks::cels(size_t tick) const {
  const PicturesView& pictures = tables_->pictures;
  std::vector<CelLook> looks;
  for (const Cel& cel : cels_of(*tables_, tables_->timelines.tick[tick])) {
    looks.push_back({cel.limb, cel.x, cel.y, pictures.width[cel.picture],
                     pictures.height[cel.picture], picture_hashes_[cel.flip][cel.picture]});
  }
  return looks;
}

std::string TickLooks::name(size_t tick) const {
  const TickPlace place = place_of(tick);
  const unsigned directions = tables_->costumes.directions[place.costume];
  const RecordKey key = record_key(tables_->records.number[place.timeline], directions);
  return fmt::format("{}, chore {} {}, tick {}", costume_text(*tables_, place.costume), key.chore,
                     direction_name(key.facing, directions), place.tick);
}

std::string TickLooks::header() const {
  return json_line({{"format", kConformFormat},
                    {"version", kConformVersion},
                    {"game", static_cast<unsigned>(tables_->game.version[0])},
                    {"lines", size()}});
}

std::string TickLooks::line(size_t tick) const {
  const TickPlace place = place_of(tick);
  const unsigned directions = tables_->costumes.directions[place.costume];
  const RecordKey key = record_key(tables_->records.number[place.timeline], directions);
  const FrameLook& shown = frame(tick);
  std::string text = json_line({{"costume", costume_id(tables_->costumes.id[place.costume])},
                                {"costume_row", place.costume},
                                {"chore", key.chore},
                                {"dir", direction_row(key.facing, directions)},
                                {"tick", place.tick},
                                {"x", shown.x},
                                {"y", shown.y},
                                {"width", shown.width},
                                {"height", shown.height},
                                {"xxh64", hash_text(shown.xxh64)}});
  // A row of JSON for each cel would take several times as long.
  text.resize(text.size() - std::string_view("}\n").size());
  text += R"(,"cels":[)";
  const char* between = "";
  for (const CelLook& cel : cels(tick)) {
    fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}[{},{},{},{},{},\"{:016x}\"]"),
                   std::exchange(between, ","), cel.limb, cel.x, cel.y, cel.width, cel.height,
                   cel.xxh64);
  }
  return text + "]}\n";
}

}  // namespace wardrobe
