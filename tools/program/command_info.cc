#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/scumm/version.h"
#include "tools/diff/archive_text.h"
#include "tools/export/json_rows.h"
#include "tools/program/command.h"
#include "tools/program/print.h"
#include "tools/render/open_archive.h"

namespace wardrobe {
namespace {

struct InfoOptions {
  std::string archive;
  bool json = false;
  bool text = false;
};

/// A file of the game.
struct SourceInfo {
  std::string name;
  uint64_t bytes = 0;
  uint8_t xor_key = 0;
};

/// What `info` says about an archive.
struct Info {
  std::string archive;
  int version = 0;
  std::string version_name;
  std::string evidence;  ///< why the game is taken for this version
  std::vector<SourceInfo> files;
  size_t rooms = 0;
  size_t palettes = 0;
  size_t planes = 0;
  size_t boxes = 0;
  size_t backgrounds = 0;
  uint64_t background_pixels = 0;
  size_t costumes = 0;
  size_t aliases = 0;
  size_t records = 0;
  size_t entries = 0;  ///< of limb tables, with a picture
  size_t pictures = 0;
  uint64_t pixels = 0;
  size_t timelines = 0;
  size_t ticks = 0;
  size_t frames = 0;
  size_t cels = 0;
  uint32_t longest_loop = 0;                               ///< in ticks
  std::vector<std::pair<std::string_view, size_t>> flags;  ///< how many timelines have each
  size_t failures = 0;
  uint32_t index_entries = 0;
  uint32_t index_unused = 0;
  uint32_t index_no_room = 0;
  uint32_t index_no_costume = 0;
  uint64_t bytes = 0;
  uint64_t image_bytes = 0;
  size_t zstd_frames = 0;
};

std::vector<SourceInfo> source_infos(const Sources& sources) {
  std::vector<SourceInfo> files;
  for (size_t i = 0; i < sources.size.size(); ++i) {
    files.push_back({std::string(text_at(sources.name_offset, sources.name, i)), sources.size[i],
                     sources.xor_key[i]});
  }
  return files;
}

uint32_t longest_loop(const Timelines& lines) {
  uint32_t longest = 0;
  for (size_t i = 0; i < lines.loop_start.size(); ++i) {
    if (lines.loop_start[i] == kNone) continue;
    longest = std::max(longest, rows_of(lines.tick_offset, i).size() - lines.loop_start[i]);
  }
  return longest;
}

/// In the order of the first timeline with each flag.
std::vector<std::pair<std::string_view, size_t>> flag_counts(const Timelines& lines) {
  std::vector<std::pair<std::string_view, size_t>> counts;
  for (const uint16_t flags : lines.flags) {
    for (const std::string_view name : flag_names(flags)) {
      auto found = std::ranges::find(counts, name, [](const auto& count) { return count.first; });
      if (found == counts.end()) found = counts.insert(found, {name, 0});
      ++found->second;
    }
  }
  return counts;
}

size_t count_backgrounds(const Rooms& rooms) {
  size_t count = 0;
  for (size_t i = 0; i < rooms.number.size(); ++i) {
    if (rooms.background_offset[i + 1] != rooms.background_offset[i]) ++count;
  }
  return count;
}

Info make_info(const std::string& name, const OpenArchive& open) {
  const Tables& t = open.tables;
  return {.archive = name,
          .version = t.game.version[0],
          .version_name = std::string(version_name(t.game.version[0])),
          .evidence = std::string(text_at(t.game.evidence_offset, t.game.evidence, 0)),
          .files = source_infos(t.sources),
          .rooms = t.rooms.number.size(),
          .palettes = t.palettes.room.size(),
          .planes = t.planes.bits_offset.rows(),
          .boxes = t.boxes.mask.size(),
          .backgrounds = count_backgrounds(t.rooms),
          .background_pixels = t.rooms.background_offset.back(),
          .costumes = t.costumes.id.size(),
          .aliases = t.costumes.alias.size(),
          .records = t.records.number.size(),
          .entries = t.entries.picture.size() -
                     static_cast<size_t>(std::ranges::count(t.entries.picture, kNone)),
          .pictures = t.pictures.width.size(),
          .pixels = t.pictures.pixel_offset.back(),
          .timelines = t.timelines.flags.size(),
          .ticks = t.timelines.tick.size(),
          .frames = t.frames.cel_offset.rows(),
          .cels = t.cels.limb.size(),
          .longest_loop = longest_loop(t.timelines),
          .flags = flag_counts(t.timelines),
          .failures = t.failures.costume.size(),
          .index_entries = t.game.index_entries[0],
          .index_unused = t.game.index_unused[0],
          .index_no_room = t.game.index_no_room[0],
          .index_no_costume = t.game.index_no_costume[0],
          .bytes = open.archive.file().size(),
          .image_bytes = open.archive.frames().image_size(),
          .zstd_frames = open.archive.frames().count()};
}

Row info_row(const Info& info) {
  Row files = Row::array();
  for (const SourceInfo& file : info.files) {
    files.push_back({{"name", file.name}, {"bytes", file.bytes}, {"xor", file.xor_key}});
  }
  Row flags = Row::object();
  for (const auto& [name, count] : info.flags) flags[std::string(name)] = count;
  return {{"archive", info.archive},
          {"version", info.version},
          {"version_name", info.version_name},
          {"evidence", info.evidence},
          {"files", files},
          {"rooms", info.rooms},
          {"palettes", info.palettes},
          {"planes", info.planes},
          {"boxes", info.boxes},
          {"backgrounds", info.backgrounds},
          {"background_pixels", info.background_pixels},
          {"costumes", info.costumes},
          {"aliases", info.aliases},
          {"records", info.records},
          {"entries", info.entries},
          {"pictures", info.pictures},
          {"pixels", info.pixels},
          {"timelines", info.timelines},
          {"ticks", info.ticks},
          {"frames", info.frames},
          {"cels", info.cels},
          {"longest_loop", info.longest_loop},
          {"flags", flags},
          {"failures", info.failures},
          {"index_entries", info.index_entries},
          {"index_unused", info.index_unused},
          {"index_no_room", info.index_no_room},
          {"index_no_costume", info.index_no_costume},
          {"bytes", info.bytes},
          {"image_bytes", info.image_bytes},
          {"zstd_frames", info.zstd_frames}};
}

void print_line(std::string_view name, const std::string& value) {
  fmt::print("{:<10} {}\n", name, printable(value));
}

void print_rooms(const Info& info) {
  std::string text = fmt::format("{}, {}", info.rooms, count_text(info.palettes, "palette"));
  if (info.planes != 0) text += ", " + count_text(info.planes, "z-plane");
  if (info.boxes != 0)
    text += fmt::format(", {} walk box{}", info.boxes, info.boxes == 1 ? "" : "es");
  if (info.backgrounds != 0) {
    text += fmt::format(", {}, {:.3f} Mpx", count_text(info.backgrounds, "background"),
                        static_cast<double>(info.background_pixels) / 1e6);
  }
  print_line("rooms", text);
}

void print_timelines(const Info& info) {
  std::string flags;
  for (const auto& [name, count] : info.flags) flags += fmt::format(", {} {}", count, name);
  print_line(
      "timelines",
      fmt::format("{}, {} of {}, longest loop {}{}", info.timelines, count_text(info.ticks, "tick"),
                  count_text(info.frames, "distinct frame"), info.longest_loop, flags));
}

void print_info(const Info& info) {
  print_line("archive",
             fmt::format("{}, {} ({} inflated, {})", info.archive, size_text(info.bytes),
                         size_text(info.image_bytes), count_text(info.zstd_frames, "zstd frame")));
  print_line("game", fmt::format("SCUMM version {}{}", info.version_name,
                                 info.evidence.empty() ? "" : fmt::format(" ({})", info.evidence)));
  for (const SourceInfo& file : info.files) {
    print_line("file", fmt::format("{}, {}{}", file.name, size_text(file.bytes),
                                   file.xor_key != 0 ? ", XORed" : ""));
  }
  print_rooms(info);
  print_line("costumes",
             fmt::format("{}, {}, {}", info.costumes, count_text(info.aliases, "other id"),
                         count_text(info.records, "animation record")));
  print_line("pictures", fmt::format("{} in limb tables, {} distinct, {:.3f} Mpx", info.entries,
                                     info.pictures, static_cast<double>(info.pixels) / 1e6));
  print_timelines(info);
  print_line("index", fmt::format("{}: {} unused, {} in missing rooms, {} without a costume",
                                  count_text(info.index_entries, "slot"), info.index_unused,
                                  info.index_no_room, info.index_no_costume));
  print_line("failures", fmt::format("{}", info.failures));
}

int info(const InfoOptions& options) {
  const Result<OpenArchive> open = open_archive(options.archive);
  if (!open) return fail(open.error());
  if (options.text) {
    fmt::print("{}", archive_text(open->tables));
    return kFine;
  }
  const Info about = make_info(options.archive, *open);
  if (options.json) {
    fmt::print("{}", json_line(info_row(about)));
  } else {
    print_info(about);
  }
  return kFine;
}

}  // namespace

void add_info_command(CLI::App& app, int& status) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "Shows what an archive contains");
  command->add_option("ARCHIVE", options->archive, "A .wardrobe file")->required();
  CLI::Option* json = command->add_flag("--json", options->json, "Print one JSON object");
  command
      ->add_flag("--text", options->text,
                 "Print everything but pixels as lines in a fixed order, for git's textconv")
      ->excludes(json);
  command->footer("Example:\n  wardrobe info game.wardrobe");
  command->callback([options, &status] { status = info(*options); });
}

}  // namespace wardrobe
