#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "formats/colors.h"
#include "formats/play_rules.h"
#include "formats/script.h"
#include "formats/tables.h"
#include "formats/versions.h"
#include "tools/library/call.h"
#include "tools/library/cels.h"
#include "tools/library/handles.h"
#include "tools/library/wardrobe.h"
#include "tools/library/wardrobe_room.h"
#include "tools/list/text.h"
#include "tools/render/render.h"

namespace wardrobe {
namespace {

/// The box of all cels that a timeline shows.
wardrobe_box box_of_timeline(const TablesView& t, uint32_t timeline) {
  const auto ticks = elements_at(t.timelines.tick_offset, t.timelines.tick, timeline);
  std::vector<uint32_t> frames(ticks.begin(), ticks.end());
  std::ranges::sort(frames);
  frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
  Extent extent;
  for (const uint32_t frame : frames) {
    for (const uint32_t row : rows_of(t.frames.cel_offset, frame)) {
      const Cel cel = cel_at(t.cels, row);
      extent.add(cel.x, cel.y, t.pictures.width[cel.picture], t.pictures.height[cel.picture]);
    }
  }
  return to_c(extent.box());
}

wardrobe_timeline describe_timeline(const TablesView& t, uint32_t row) {
  const wardrobe_box box = box_of_timeline(t, row);
  const auto& records = t.costumes.record_offset;
  const auto costume =
      static_cast<uint32_t>(std::ranges::upper_bound(records, row) - records.begin() - 1);
  const RecordKey key = record_key(t.records.number[row], t.costumes.directions[costume]);
  wardrobe_timeline timeline{};
  timeline.costume = costume;
  timeline.chore = key.chore;
  timeline.degrees = degrees(key.facing);
  timeline.tick_count = rows_of(t.timelines.tick_offset, row).size();
  timeline.loop_start = t.timelines.loop_start[row];
  timeline.flags = t.timelines.flags[row];
  timeline.event_count = rows_of(t.timelines.event_offset, row).size();
  timeline.left = box.left;
  timeline.top = box.top;
  timeline.width = box.width;
  timeline.height = box.height;
  return timeline;
}

wardrobe_costume describe_costume(const CostumesView& costumes, uint32_t row) {
  const RowRange records = rows_of(costumes.record_offset, row);
  wardrobe_costume costume{};
  costume.id = costumes.id[row];
  costume.room = costumes.room[row];
  costume.kind = static_cast<uint32_t>(costumes.kind[row]);
  costume.codec = costumes.codec[row];
  costume.color_count = rows_of(costumes.color_offset, row).size();
  costume.directions = costumes.directions[row];
  costume.mirror_west = costumes.mirror_west[row];
  costume.first_timeline = records.front();
  costume.timeline_count = records.size();
  costume.default_timeline = costumes.default_timeline[row];
  costume.default_palette = costumes.default_palette[row];
  return costume;
}

wardrobe_game describe_game(const wardrobe_archive& archive) {
  constexpr uint32_t kOfHumongous = 6;  // Humongous games stem from version 6.
  const GameView& game = archive.tables().game;
  const VersionFacts& version = facts(game.version[0]);
  const bool humongous = is_humongous(version.version);
  wardrobe_game described{};
  described.version = humongous ? kOfHumongous : static_cast<uint32_t>(version.number());
  described.humongous = humongous ? static_cast<uint32_t>(version.number()) : 0;
  described.directions = version.eight_directions ? kDirections : kFourDirections.size();
  described.name = version.name.data();
  described.reason = archive.kept_text(text_at(game.evidence_offset, game.evidence, 0));
  return described;
}

wardrobe_source describe_source(const wardrobe_archive& archive, uint32_t row) {
  const SourcesView& sources = archive.tables().sources;
  wardrobe_source source{};
  source.name = archive.kept_text(text_at(sources.name_offset, sources.name, row));
  source.size = sources.size[row];
  source.xor_key = sources.xor_key[row];
  source.xxh64 = sources.xxh64[row];
  return source;
}

wardrobe_failure describe_failure(const wardrobe_archive& archive, uint32_t row) {
  const FailuresView& failures = archive.tables().failures;
  const uint8_t limb = failures.limb[row];
  const uint16_t index = failures.index[row];
  wardrobe_failure failure{};
  failure.costume = failures.costume[row];
  failure.id = failures.id[row];
  failure.room = failures.room[row];
  failure.source = failures.source[row];
  failure.offset = failures.offset[row];
  failure.limb = limb == kNoLimb ? WARDROBE_NONE : limb;
  failure.index = index == kNoIndex ? WARDROBE_NONE : index;
  failure.kind = static_cast<uint32_t>(failures.kind[row]);
  failure.message = archive.kept_text(text_at(failures.error_offset, failures.error, row));
  return failure;
}

/// Implements a C function that describes a row of a table of the index. describe() returns the
/// structure.
template <class Row, class Describe>
wardrobe_status read_row(const wardrobe_archive* archive, const char* table, uint32_t row, Row* out,
                         size_t size, wardrobe_error* error, const Describe& describe) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || out == nullptr) {
      return wrong_argument("archive or the structure to fill in is NULL");
    }
    if (row >= archive->archive.rows().find(table)->second) return no_row(table, row);
    const Result<Row> read = describe();
    if (!read) return read.error();
    fill(out, size, *read);
    return {};
  });
}

/// Implements a C function that looks up a row. find(tables) returns the row, and name() names it
/// in the error.
template <class Name, class Find>
wardrobe_status find_row(const wardrobe_archive* archive, uint32_t* row, wardrobe_error* error,
                         const Name& name, const Find& find) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || row == nullptr) return wrong_argument("archive or the row is NULL");
    const std::optional<uint32_t> found = find(archive->tables());
    if (!found) return {WARDROBE_E_NOT_FOUND, "there is no " + name()};
    *row = *found;
    return {};
  });
}

}  // namespace
}  // namespace wardrobe

using namespace wardrobe;

wardrobe_status wardrobe_row_count(const wardrobe_archive* archive, const char* table,
                                   uint32_t* count, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || table == nullptr || count == nullptr) {
      return wrong_argument("archive, table or count is NULL");
    }
    const Counts& rows = archive->archive.rows();
    const auto found = rows.find(std::string_view(table));
    if (found == rows.end()) {
      return {WARDROBE_E_NOT_FOUND, "there is no table " + std::string(table)};
    }
    *count = static_cast<uint32_t>(found->second);
    return {};
  });
}

wardrobe_status wardrobe_read_game(const wardrobe_archive* archive, wardrobe_game* game,
                                   size_t size, wardrobe_error* error) {
  return read_row(archive, "game", 0, game, size, error, [&] { return describe_game(*archive); });
}

wardrobe_status wardrobe_read_costume(const wardrobe_archive* archive, uint32_t row,
                                      wardrobe_costume* costume, size_t size,
                                      wardrobe_error* error) {
  return read_row(archive, "costumes", row, costume, size, error,
                  [&] { return describe_costume(archive->tables().costumes, row); });
}

wardrobe_status wardrobe_read_timeline(const wardrobe_archive* archive, uint32_t row,
                                       wardrobe_timeline* timeline, size_t size,
                                       wardrobe_error* error) {
  return read_row(archive, "timelines", row, timeline, size, error,
                  [&] { return describe_timeline(archive->tables(), row); });
}

wardrobe_status wardrobe_read_picture(const wardrobe_archive* archive, uint32_t row,
                                      wardrobe_picture* picture, size_t size,
                                      wardrobe_error* error) {
  return read_row(
      archive, "pictures", row, picture, size, error, [&]() -> Result<wardrobe_picture> {
        ASSIGN_OR_RETURN(const BlitPicture read, read_picture(archive->archive, row));
        return wardrobe_picture{static_cast<uint32_t>(read.width),
                                static_cast<uint32_t>(read.height), read.transparent,
                                archive->tables().pictures.xxh64[row], read.pixels.data()};
      });
}

wardrobe_status wardrobe_read_source(const wardrobe_archive* archive, uint32_t row,
                                     wardrobe_source* source, size_t size, wardrobe_error* error) {
  return read_row(archive, "sources", row, source, size, error,
                  [&] { return describe_source(*archive, row); });
}

wardrobe_status wardrobe_read_failure(const wardrobe_archive* archive, uint32_t row,
                                      wardrobe_failure* failure, size_t size,
                                      wardrobe_error* error) {
  return read_row(archive, "failures", row, failure, size, error,
                  [&] { return describe_failure(*archive, row); });
}

wardrobe_status wardrobe_read_cels(const wardrobe_archive* archive, uint32_t timeline,
                                   uint32_t tick, wardrobe_cel* cels, size_t capacity,
                                   size_t* count, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    const TablesView& t = archive->tables();
    if (timeline >= t.timelines.flags.size()) return no_row("timelines", timeline);
    const RowRange rows = rows_of(t.frames.cel_offset, frame_at(t.timelines, timeline, tick));
    return give(rows.size(), cels, capacity, count, [&](size_t i) {
      return to_c(cel_at(t.cels, rows.front() + static_cast<uint32_t>(i)));
    });
  });
}

wardrobe_status wardrobe_read_events(const wardrobe_archive* archive, uint32_t timeline,
                                     wardrobe_event* events, size_t capacity, size_t* count,
                                     wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr) return wrong_argument("archive is NULL");
    const TablesView& t = archive->tables();
    if (timeline >= t.timelines.flags.size()) return no_row("timelines", timeline);
    const RowRange rows = rows_of(t.timelines.event_offset, timeline);
    return give(rows.size(), events, capacity, count, [&](size_t i) {
      const size_t row = rows.front() + i;
      const EventsView& all = t.events;
      return wardrobe_event{all.tick[row], all.value[row], all.limb[row],
                            static_cast<uint8_t>(all.kind[row])};
    });
  });
}

wardrobe_status wardrobe_read_name(const wardrobe_archive* archive, const char* table, uint32_t row,
                                   const char** name, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || table == nullptr || name == nullptr) {
      return wrong_argument("archive, table or name is NULL");
    }
    const TablesView& t = archive->tables();
    const auto read = [&](std::span<const uint32_t> offset, Bytes names) -> Outcome {
      if (row + uint64_t{1} >= offset.size()) return no_row(table, row);
      *name = archive->kept_text(game_text(elements_at(offset, names, row), t.game.version[0]));
      return {};
    };
    const std::string_view which = table;
    if (which == "objects") return read(t.objects.name_offset, t.objects.name);
    if (which == "wearers") return read(t.wearers.name_offset, t.wearers.name);
    if (which == "costumes") return read(t.costumes.name_offset, t.costumes.name);
    if (which == "records") return read(t.records.name_offset, t.records.name);
    return wrong_argument("no table of names");
  });
}

wardrobe_status wardrobe_find_costume(const wardrobe_archive* archive, uint32_t id,
                                      uint32_t* costume, wardrobe_error* error) {
  return find_row(
      archive, costume, error, [&] { return "costume " + std::to_string(id); },
      [&](const TablesView& tables) { return find_costume(tables, id); });
}

wardrobe_status wardrobe_find_chore(const wardrobe_archive* archive, const char* name,
                                    uint32_t* chore, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || name == nullptr || chore == nullptr) {
      return wrong_argument("archive, name or chore is NULL");
    }
    const std::optional<unsigned> found = named_chore(name, archive->tables().game.version[0]);
    if (!found) return {WARDROBE_E_NOT_FOUND, "no chore has the name " + std::string(name)};
    *chore = *found;
    return {};
  });
}

const char* wardrobe_chore_name(const wardrobe_archive* archive, uint32_t chore) {
  return archive == nullptr ? nullptr : chore_name(chore, archive->tables().game.version[0]).data();
}

wardrobe_status wardrobe_find_timeline(const wardrobe_archive* archive, uint32_t costume,
                                       uint32_t chore, uint32_t degrees, uint32_t* timeline,
                                       wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || timeline == nullptr)
      return wrong_argument("archive or timeline is NULL");
    const bool any_chore = chore == WARDROBE_NONE;
    const bool any_degrees = degrees == WARDROBE_NONE;
    const std::optional<Direction> facing = direction_at(degrees);
    if (!facing && !any_degrees)
      return wrong_argument("degrees must be a multiple of 45 below 360");
    if (costume >= archive->tables().costumes.id.size()) return no_row("costumes", costume);
    std::optional<uint32_t> found;
    if (any_chore || chore <= UINT16_MAX) {
      found = best_timeline(archive->tables(), costume,
                            any_chore ? std::nullopt : std::optional(chore), facing);
    }
    if (!found) {
      return {WARDROBE_E_NOT_FOUND,
              "row " + std::to_string(costume) + " of costumes has no " +
                  (any_chore ? "timeline" : "chore " + std::to_string(chore)) +
                  (any_degrees ? "" : " at " + std::to_string(degrees) + " degrees")};
    }
    *timeline = *found;
    return {};
  });
}

wardrobe_status wardrobe_find_room(const wardrobe_archive* archive, uint32_t number, uint32_t* room,
                                   wardrobe_error* error) {
  return find_row(
      archive, room, error, [&] { return "room " + std::to_string(number); },
      [&](const TablesView& tables) { return find_room(tables, number); });
}

wardrobe_status wardrobe_find_palette(const wardrobe_archive* archive, uint32_t room_number,
                                      uint32_t number, uint32_t* palette, wardrobe_error* error) {
  return find_row(
      archive, palette, error,
      [&] {
        return "palette " + std::to_string(number) + " of room " + std::to_string(room_number);
      },
      [&](const TablesView& tables) { return find_palette(tables, room_number, number); });
}
