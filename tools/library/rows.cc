#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "formats/limits.h"
#include "formats/player/direction.h"
#include "formats/tables.h"
#include "tools/library/call.h"
#include "tools/library/cels.h"
#include "tools/library/handles.h"
#include "tools/library/row_reader.h"
#include "tools/library/wardrobe.h"
#include "tools/render/lookup.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// The box of all cels that a timeline shows.
Box box_of_timeline(RowReader& reader, std::span<const uint32_t> frames) {
  std::vector<uint32_t> distinct(frames.begin(), frames.end());
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  Extent extent;
  uint64_t seen = 0;
  for (const uint32_t frame : distinct) {
    const CelRows cels(reader, frame);
    seen += cels.size();
    // A damaged archive can use the same cels over and over.
    if (seen > kMaxTraceRows) {
      reader.fail("a timeline with more than " + limit_text(kMaxTraceRows) + " cels");
    }
    if (!reader.status()) return {};
    for (size_t i = 0; i < cels.size(); ++i) {
      const Cel cel = cels[i];
      extent.add(cel.x, cel.y, reader.get<&Pictures::width>(cel.picture),
                 reader.get<&Pictures::height>(cel.picture));
    }
  }
  return extent.box();
}

wardrobe_timeline describe_timeline(RowReader& reader, uint32_t row) {
  const auto offsets = reader.all<&Costumes::record_offset>();
  const auto next = std::ranges::upper_bound(offsets, row) - offsets.begin();
  const auto costume = static_cast<uint32_t>(next - 1);
  const uint8_t directions = reader.get<&Costumes::directions>(costume);
  if (directions != 4 && directions != kDirections) reader.fail("a costume without directions");
  const TickRows ticks = read_ticks(reader, row);
  if (!reader.status()) return {};
  const RecordKey key = record_key(reader.get<&Records::number>(row), directions);
  wardrobe_timeline timeline{};
  timeline.costume = costume;
  timeline.chore = key.chore;
  timeline.degrees = degrees(key.facing);
  timeline.tick_count = static_cast<uint32_t>(ticks.frames.size());
  timeline.loop_start = ticks.loop_start;
  timeline.flags = reader.get<&Timelines::flags>(row);
  timeline.event_count = static_cast<uint32_t>(reader.owned<&Timelines::event_offset>(row).count);
  const wardrobe_box box = to_c(box_of_timeline(reader, ticks.frames));
  timeline.left = box.left;
  timeline.top = box.top;
  timeline.width = box.width;
  timeline.height = box.height;
  return timeline;
}

wardrobe_costume describe_costume(RowReader& reader, uint32_t row) {
  const Owned records = reader.owned<&Costumes::record_offset>(row);
  wardrobe_costume costume{};
  costume.id = reader.get<&Costumes::id>(row);
  costume.room = reader.get<&Costumes::room>(row);
  costume.kind = reader.get<&Costumes::kind>(row);
  costume.codec = reader.get<&Costumes::codec>(row);
  costume.color_count = static_cast<uint32_t>(reader.owned<&Costumes::color_offset>(row).count);
  costume.directions = reader.get<&Costumes::directions>(row);
  costume.mirror_west = reader.get<&Costumes::mirror_west>(row);
  costume.first_timeline = static_cast<uint32_t>(records.first);
  costume.timeline_count = static_cast<uint32_t>(records.count);
  return costume;
}

wardrobe_source describe_source(RowReader& reader, uint32_t row) {
  wardrobe_source source{};
  source.name = reader.text<&Sources::name_offset, &Sources::name>(row);
  source.size = reader.get<&Sources::size>(row);
  source.xor_key = reader.get<&Sources::xor_key>(row);
  return source;
}

wardrobe_failure describe_failure(RowReader& reader, uint32_t row) {
  const uint8_t limb = reader.get<&Failures::limb>(row);
  const uint16_t index = reader.get<&Failures::index>(row);
  wardrobe_failure failure{};
  failure.costume = reader.get<&Failures::costume>(row);
  failure.id = reader.get<&Failures::id>(row);
  failure.room = reader.get<&Failures::room>(row);
  failure.source = reader.get<&Failures::source>(row);
  failure.offset = reader.get<&Failures::offset>(row);
  failure.limb = limb == UINT8_MAX ? WARDROBE_NONE : limb;
  failure.index = index == UINT16_MAX ? WARDROBE_NONE : index;
  failure.message = reader.text<&Failures::error_offset, &Failures::error>(row);
  return failure;
}

}  // namespace
}  // namespace wardrobe

using namespace wardrobe;

wardrobe_status wardrobe_read_costume(const wardrobe_archive* archive, uint32_t row,
                                      wardrobe_costume* costume, size_t size,
                                      wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || costume == nullptr)
      return wrong_argument("archive or costume is NULL");
    RowReader reader(*archive);
    if (row >= reader.count<&Costumes::id>()) return no_row("costumes", row);
    const wardrobe_costume read = describe_costume(reader, row);
    if (reader.status()) fill(costume, size, read);
    return reader.status();
  });
}

wardrobe_status wardrobe_read_timeline(const wardrobe_archive* archive, uint32_t row,
                                       wardrobe_timeline* timeline, size_t size,
                                       wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || timeline == nullptr)
      return wrong_argument("archive or timeline is NULL");
    RowReader reader(*archive);
    if (row >= reader.count<&Timelines::flags>()) return no_row("timelines", row);
    const wardrobe_timeline read = describe_timeline(reader, row);
    if (reader.status()) fill(timeline, size, read);
    return reader.status();
  });
}

wardrobe_status wardrobe_read_picture(const wardrobe_archive* archive, uint32_t row,
                                      wardrobe_picture* picture, size_t size,
                                      wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || picture == nullptr)
      return wrong_argument("archive or picture is NULL");
    RowReader reader(*archive);
    if (row >= reader.count<&Pictures::width>()) return no_row("pictures", row);
    const Result<BlitPicture> read = read_blit_picture(reader, row);
    const uint64_t hash = reader.get<&Pictures::xxh64>(row);
    if (!reader.status()) return reader.status();
    fill(picture, size,
         wardrobe_picture{static_cast<uint32_t>(read->width), static_cast<uint32_t>(read->height),
                          read->transparent, hash, read->pixels.data()});
    return {};
  });
}

wardrobe_status wardrobe_read_source(const wardrobe_archive* archive, uint32_t row,
                                     wardrobe_source* source, size_t size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || source == nullptr) return wrong_argument("archive or source is NULL");
    RowReader reader(*archive);
    if (row >= reader.count<&Sources::size>()) return no_row("sources", row);
    const wardrobe_source read = describe_source(reader, row);
    if (reader.status()) fill(source, size, read);
    return reader.status();
  });
}

wardrobe_status wardrobe_read_failure(const wardrobe_archive* archive, uint32_t row,
                                      wardrobe_failure* failure, size_t size,
                                      wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || failure == nullptr)
      return wrong_argument("archive or failure is NULL");
    RowReader reader(*archive);
    if (row >= reader.count<&Failures::costume>()) return no_row("failures", row);
    const wardrobe_failure read = describe_failure(reader, row);
    if (reader.status()) fill(failure, size, read);
    return reader.status();
  });
}

wardrobe_status wardrobe_read_cels(const wardrobe_archive* archive, uint32_t timeline,
                                   uint32_t tick, wardrobe_cel* cels, size_t capacity,
                                   size_t* count, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    RowReader reader(*archive);
    if (timeline >= reader.count<&Timelines::flags>()) return no_row("timelines", timeline);
    const CelRows rows(reader, frame_at(reader, timeline, tick));
    if (!reader.status()) return reader.status();
    return give(rows, cels, capacity, count, [](const Cel& cel) { return to_c(cel); });
  });
}

wardrobe_status wardrobe_read_events(const wardrobe_archive* archive, uint32_t timeline,
                                     wardrobe_event* events, size_t capacity, size_t* count,
                                     wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    RowReader reader(*archive);
    if (timeline >= reader.count<&Timelines::flags>()) return no_row("timelines", timeline);
    const size_t ticks = read_ticks(reader, timeline).frames.size();
    const Owned rows = reader.owned<&Timelines::event_offset>(timeline);
    const auto tick = reader.range<&Events::tick>(rows.first, rows.count);
    const auto limb = reader.range<&Events::limb>(rows.first, rows.count);
    const auto kind = reader.range<&Events::kind>(rows.first, rows.count);
    const auto value = reader.range<&Events::value>(rows.first, rows.count);
    const bool right =
        std::ranges::all_of(tick, [&](uint32_t at) { return at < ticks; }) &&
        std::ranges::all_of(limb, [](uint8_t number) { return number < kLimbs; }) &&
        std::ranges::all_of(kind, [](uint8_t number) { return number < kEventKinds; });
    if (!right) reader.fail("the tables contradict each other: events");
    if (!reader.status()) return reader.status();
    std::vector<wardrobe_event> found;
    for (size_t i = 0; i < tick.size(); ++i) found.push_back({tick[i], value[i], limb[i], kind[i]});
    return give(found, events, capacity, count, [](const wardrobe_event& event) { return event; });
  });
}

wardrobe_status wardrobe_find_costume(const wardrobe_archive* archive, uint32_t id,
                                      uint32_t* costume, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || costume == nullptr)
      return wrong_argument("archive or costume is NULL");
    RowReader reader(*archive);
    const CostumeIds ids{reader.all<&Costumes::id>(), reader.all<&Costumes::alias_offset>(),
                         reader.all<&Costumes::alias>()};
    if (!reader.status()) return reader.status();
    const std::optional<uint32_t> row = find_costume(ids, id);
    if (!row) return {WARDROBE_E_NOT_FOUND, "there is no costume " + std::to_string(id)};
    *costume = *row;
    return {};
  });
}

wardrobe_status wardrobe_find_timeline(const wardrobe_archive* archive, uint32_t costume,
                                       uint32_t chore, uint32_t degrees, uint32_t* timeline,
                                       wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || timeline == nullptr)
      return wrong_argument("archive or timeline is NULL");
    const std::optional<Direction> facing = direction_at(degrees);
    if (!facing) return wrong_argument("degrees are no multiple of 45 below 360");
    RowReader reader(*archive);
    if (costume >= reader.count<&Costumes::id>()) return no_row("costumes", costume);
    const Owned records = reader.owned<&Costumes::record_offset>(costume);
    const auto numbers = reader.range<&Records::number>(records.first, records.count);
    const uint8_t directions = reader.get<&Costumes::directions>(costume);
    if (!reader.status()) return reader.status();
    std::optional<uint32_t> found;
    if (chore <= UINT16_MAX) found = find_record(numbers, directions, {chore, *facing});
    if (!found) {
      return {WARDROBE_E_NOT_FOUND, "row " + std::to_string(costume) +
                                        " of costumes has no chore " + std::to_string(chore) +
                                        " at " + std::to_string(degrees) + " degrees"};
    }
    *timeline = static_cast<uint32_t>(records.first) + *found;
    return {};
  });
}

wardrobe_status wardrobe_find_palette(const wardrobe_archive* archive, uint32_t room_number,
                                      uint32_t number, uint32_t* palette, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || palette == nullptr)
      return wrong_argument("archive or palette is NULL");
    RowReader reader(*archive);
    const PaletteNumbers numbers{reader.all<&Rooms::number>(), reader.all<&Palettes::room>(),
                                 reader.all<&Palettes::number>()};
    if (!reader.status()) return reader.status();
    const std::optional<uint32_t> row = find_palette(numbers, room_number, number);
    if (!row) {
      return {WARDROBE_E_NOT_FOUND,
              "room " + std::to_string(room_number) + " has no palette " + std::to_string(number)};
    }
    *palette = *row;
    return {};
  });
}
