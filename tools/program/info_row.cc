#include "tools/program/info_row.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/core.h>

#include "formats/player.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "pipeline/find_game.h"
#include "tools/list/rows.h"

namespace wardrobe {
namespace {

uint32_t longest_loop(const TimelinesView& lines) {
  uint32_t longest = 0;
  for (size_t i = 0; i < lines.loop_start.size(); ++i) {
    if (lines.loop_start[i] == kNone) continue;
    longest = std::max(longest, rows_of(lines.tick_offset, i).size() - lines.loop_start[i]);
  }
  return longest;
}

/// Maps each flag of timelines to the number of timelines that have it, in order of first use.
Row flag_counts(const TimelinesView& lines) {
  Row counts = Row::object();
  for (const uint16_t flags : lines.flags) {
    for (const std::string_view flag : flag_names(flags)) {
      const std::string name(flag);
      counts[name] = counts.value(name, 0) + 1;
    }
  }
  return counts;
}

struct Title {
  std::string_view file;  // lower case, without the ending
  std::string_view title;
};
// SCUMM.md §1 "Titles".
constexpr Title kTitles[] = {
    {"atlantis", "Indiana Jones and the Fate of Atlantis"},
    {"comi", "The Curse of Monkey Island"},
    {"dig", "The Dig"},
    {"dottdemo", "Day of the Tentacle (demo)"},
    {"ft", "Full Throttle"},
    {"monkey", "The Secret of Monkey Island"},
    {"monkey1", "The Secret of Monkey Island"},
    {"monkey2", "Monkey Island 2: LeChuck's Revenge"},
    {"playfate", "Indiana Jones and the Fate of Atlantis (demo)"},
    {"samnmax", "Sam & Max Hit the Road"},
    {"snmdemo", "Sam & Max Hit the Road (demo)"},
    {"tentacle", "Day of the Tentacle"},
};

/// The title of the game by the name of its first file; null if that does not tell it.
Row title_of(const SourcesView& sources) {
  if (sources.size.empty()) return nullptr;
  const std::string_view path = text_at(sources.name_offset, sources.name, 0);
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const std::string name = lower_case(std::string(file.substr(0, file.rfind('.'))));
  const Title* found = std::ranges::find(kTitles, name, &Title::file);
  return found == std::end(kTitles) ? Row() : Row(found->title);
}

size_t count_backgrounds(const RoomsView& rooms) {
  size_t count = 0;
  for (size_t i = 0; i < rooms.number.size(); ++i) {
    if (rooms.background_offset[i + 1] != rooms.background_offset[i]) ++count;
  }
  return count;
}

}  // namespace

Row info_row(const std::string& name, const OpenArchive& open) {
  const TablesView& t = open.tables;
  const auto unseen = std::ranges::count(t.entries.picture, kNone);
  return {{"archive", name},
          {"version", facts(t.game.version[0]).number()},
          {"version_name", facts(t.game.version[0]).name},
          {"title", title_of(t.sources)},
          {"evidence", std::string(text_at(t.game.evidence_offset, t.game.evidence, 0))},
          {"files", source_rows(t.sources)},
          {"rooms", t.rooms.number.size()},
          {"palettes", t.palettes.room.size()},
          {"planes", t.planes.bits_offset.rows()},
          {"boxes", t.boxes.mask.size()},
          {"objects", t.objects.number.size()},
          {"backgrounds", count_backgrounds(t.rooms)},
          {"background_pixels", t.rooms.background_offset.back()},
          {"costumes", t.costumes.id.size()},
          {"aliases", t.costumes.alias.size()},
          {"records", t.records.number.size()},
          {"entries", t.entries.picture.size() - static_cast<size_t>(unseen)},
          {"pictures", t.pictures.width.size()},
          {"pixels", open.archive.rows().at(std::string(kPixelColumn))},
          {"timelines", t.timelines.flags.size()},
          {"ticks", t.timelines.tick.size()},
          {"frames", t.frames.cel_offset.rows()},
          {"cels", t.cels.limb.size()},
          {"longest_loop", longest_loop(t.timelines)},
          {"flags", flag_counts(t.timelines)},
          {"failures", damage_count(t.failures)},
          {"notes", t.failures.costume.size() - damage_count(t.failures)},
          {"index_entries", t.game.index_entries[0]},
          {"index_unused", t.game.index_unused[0]},
          {"index_no_room", t.game.index_no_room[0]},
          {"index_no_costume", t.game.index_no_costume[0]},
          {"bytes", open.archive.file().size()},
          {"image_bytes", open.archive.seek_table().image_size()},
          {"zstd_frames", open.archive.seek_table().count()}};
}

}  // namespace wardrobe
