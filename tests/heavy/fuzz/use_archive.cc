#include "tests/heavy/fuzz/use_archive.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/player.h"
#include "formats/script.h"
#include "tests/heavy/fuzz/edits.h"
#include "tests/heavy/fuzz/use_rooms.h"
#include "tools/diff/diff.h"
#include "tools/diff/finding_output.h"
#include "tools/list/rows.h"
#include "tools/page/diff_data.h"
#include "tools/render/render.h"
#include "tools/render/room.h"

namespace wardrobe {
namespace {

constexpr uint32_t kLooks = 8;  // costumes to draw in their colours
constexpr std::string_view kScript =
    "0 walk W\n2 talk-start\n3 set talking 5\n4 animate 245\n5 variable 1 -1\n6 stand N\n9 end\n";
constexpr int kTicks = 64;               // ticks to play of each record
constexpr uint64_t kTracedCels = 65536;  // in all timelines; one edit can multiply them
constexpr uint64_t kListedRows = 4096;
constexpr int64_t kMaxCanvas = 1 << 20;

std::vector<Bytes> read_pictures(const Archive& archive, const PicturesView& pictures) {
  std::vector<Bytes> pixels;
  for (uint32_t row = 0; row < pictures.width.size(); ++row) {
    const Result<Bytes> read = archive.read_picture(row);
    if (!read) return {};  // a damaged zstd frame
    require(read->size() == size_t{pictures.width[row]} * pictures.height[row]);
    pixels.push_back(*read);
  }
  return pixels;
}

/// Returns the number of cels in all ticks of all timelines, and one for each tick.
uint64_t count_cels(const TablesView& tables) {
  uint64_t cels = 0;
  for (const uint32_t frame : tables.timelines.tick) {
    cels += 1 + rows_of(tables.frames.cel_offset, frame).size();
  }
  return cels;
}

bool is_small(const Rect& box) {
  return box.width <= kMaxCanvas && box.height <= kMaxCanvas &&
         box.width * box.height <= kMaxCanvas;
}

void draw(const Trace& trace, const PicturesView& pictures, const std::vector<Bytes>& pixels) {
  const Rect box = bounds_of(trace, pictures);
  if (!is_small(box)) return;
  const auto width = static_cast<size_t>(box.width);
  const auto height = static_cast<size_t>(box.height);
  std::vector<uint8_t> canvas(width * height);
  const auto picture_of = [&](uint32_t picture) -> Result<BlitPicture> {
    return picture_with(pictures, picture, pixels[picture]);
  };
  for (size_t tick = 0; tick < std::min<size_t>(trace.ticks(), kTicks); ++tick) {
    require(static_cast<bool>(
        draw_cels(trace.cels_at(tick), picture_of, box, {canvas, width, height, width})));
  }
}

void show_timelines(const TablesView& tables, const std::vector<Bytes>& pixels) {
  for (uint32_t row = 0; row < tables.timelines.flags.size(); ++row) {
    const Result<Trace> trace = baked_trace(tables, row);
    require(static_cast<bool>(trace));
    require(trace->ticks() == rows_of(tables.timelines.tick_offset, row).size());
    draw(*trace, tables.pictures, pixels);
  }
}

/// Plays each record live, as `replay` does.
void play(const TablesView& tables) {
  std::vector<Cel> cels;
  std::vector<PlayerEvent> events;
  for (uint32_t costume = 0; costume < tables.costumes.id.size(); ++costume) {
    Player player(tables, costume);
    for (const uint32_t record : rows_of(tables.costumes.record_offset, costume)) {
      const RecordKey key =
          record_key(tables.records.number[record], tables.costumes.directions[costume]);
      player.reset(key.facing);
      player.start(key.chore);
      for (int tick = 0; tick < kTicks; ++tick) {
        cels.clear();
        events.clear();
        player.draw(cels);
        for (const Cel& cel : cels) require(cel.picture < tables.pictures.width.size());
        player.step(events);
      }
    }
  }
}

/// Draws what a script plays in all colours of a costume, as `replay --script` does.
void draw_looks(const Archive& archive, uint32_t costume, const Script& script) {
  const TablesView& tables = archive.tables();
  const Result<Trace> trace = play_script(tables, costume, script);
  require(trace ? trace->ticks() == script.ticks : !trace.error().message.empty());
  std::vector<std::optional<uint32_t>> palettes{std::nullopt};
  const auto count = static_cast<uint32_t>(tables.palettes.room.size());
  if (count > 0) palettes.insert(palettes.end(), {0, count - 1});
  PictureReader pictures(archive);
  for (const std::optional<uint32_t>& palette : palettes) {
    if (palette) room_shading(tables, costume, *palette);
    for (const Shadows shadows : {Shadows::darken, Shadows::as_stored}) {
      make_look(tables, costume, palette, 3, shadows);
      const Look look = make_look(tables, costume, palette, {}, shadows);
      for (const uint32_t picture : tables.entries.picture) {
        if (picture != kNone) picture_palette(tables, costume, picture, look.palette);
      }
      if (!trace) continue;
      const Rect box = bounds_of(*trace, tables.pictures);
      if (!is_small(box)) continue;
      const Result<TickPainter> painter = TickPainter::create(pictures, *trace, box, look);
      require(static_cast<bool>(painter));
      for (size_t tick = 0; tick < trace->ticks(); ++tick) {
        const Result<IndexImage> image = painter->draw(tick, 1, 1);
        require(image && !rgba_of(image->pixels, look.palette).empty());
      }
    }
  }
}

void show_looks(const Archive& archive) {
  const TablesView& tables = archive.tables();
  const Result<Script> script = parse_script(kScript, tables.game.version[0]);
  require(static_cast<bool>(script));
  const auto costumes = static_cast<uint32_t>(tables.costumes.id.size());
  for (uint32_t costume = 0; costume < std::min(costumes, kLooks); ++costume) {
    draw_looks(archive, costume, *script);
  }
}

void list(const Archive& archive) {
  const TablesView& tables = archive.tables();
  const auto read_picture = [&](uint32_t row) { return archive.read_picture(row); };
  for (const auto& [what, rows] : row_makers()) {
    if (!check_rows(what, tables, kListedRows)) continue;
    rows.make(tables, [](const Row& row) { require(!json_line(row).empty()); });
    require(static_cast<bool>(write_json_lines(what, tables, read_picture, {}, [](auto) {})));
  }
}

/// Compares the archive with itself, then with a copy in which the hashes of all pictures and
/// backgrounds, the planes, the boxes and the scale slots differ.
void compare(const OpenArchive& open, const std::vector<Bytes>& pixels) {
  const TablesView& tables = open.tables;
  const auto incremented = []<class T>(const ColumnView<T>& column) {
    std::vector<T> values(column.begin(), column.end());
    for (T& value : values) value = static_cast<T>(value + 1);
    return values;
  };
  const auto pictures = incremented(tables.pictures.xxh64);
  const auto backgrounds = incremented(tables.rooms.background_xxh64);
  const auto bits = incremented(tables.planes.bits);
  const auto masks = incremented(tables.boxes.mask);
  const auto heights = incremented(tables.scales.y2);
  TablesView changed = tables;
  changed.pictures.xxh64 = pictures;
  changed.rooms.background_xxh64 = backgrounds;
  changed.planes.bits = bits;
  changed.boxes.mask = masks;
  changed.scales.y2 = heights;
  const auto input = [&](const TablesView& of) {
    return DiffInput{of, [&](uint32_t picture) { return pixels[picture]; },
                     [&](uint32_t room) { return open.archive.read_background(room); }};
  };
  const Result<Diff> same = diff(input(tables), input(tables));
  require(same && same->findings.empty());
  const Result<Diff> found = diff(input(tables), input(changed));
  if (!found) return;  // a background's zstd frame is damaged
  const DiffTables both{tables, changed};
  for (const Finding& finding : found->findings) {
    const Row row = finding_row(both, finding);
    require(!finding_text(row).empty());
    require(!json_line(row).empty());
  }
  require(!json_line(diff_data(both, *found)).empty());
}

}  // namespace

bool use_archive(Bytes file) {
  Result<Archive> archive = Archive::open(open_memory(file));
  if (!archive) return false;
  const OpenArchive open{*std::move(archive)};
  const TablesView& tables = open.tables;
  const std::vector<Bytes> pixels = read_pictures(open.archive, tables.pictures);
  if (pixels.size() != tables.pictures.width.size()) return false;
  if (count_cels(tables) > kTracedCels) return true;
  show_timelines(tables, pixels);
  play(tables);
  show_looks(open.archive);
  list(open.archive);
  use_rooms(open, pixels);
  compare(open, pixels);
  return true;
}

}  // namespace wardrobe
