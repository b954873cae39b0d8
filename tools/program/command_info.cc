#include <algorithm>
#include <memory>

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

Row file_rows(const Sources& sources) {
  Row files = Row::array();
  for (size_t i = 0; i < sources.size.size(); ++i) {
    files.push_back({{"name", std::string(text_at(sources.name_offset, sources.name, i))},
                     {"bytes", sources.size[i]},
                     {"xor", sources.xor_key[i]}});
  }
  return files;
}

/// Ticks of the longest loop.
uint32_t longest_loop(const Timelines& lines) {
  uint32_t longest = 0;
  for (size_t i = 0; i < lines.loop_start.size(); ++i) {
    if (lines.loop_start[i] == kNone) continue;
    longest =
        std::max(longest, lines.tick_offset[i + 1] - lines.tick_offset[i] - lines.loop_start[i]);
  }
  return longest;
}

/// How many timelines have each flag.
Row flag_counts(const Timelines& lines) {
  Row counts = Row::object();
  for (const uint16_t flags : lines.flags) {
    for (const Row& name : flag_names(flags)) {
      const auto key = name.get<std::string>();
      counts[key] = counts.value(key, 0) + 1;
    }
  }
  return counts;
}

Row info_row(const std::string& name, const OpenArchive& open) {
  const Tables& t = open.tables;
  size_t entries = 0;
  for (const uint32_t picture : t.entries.picture) entries += picture != kNone;
  return {{"archive", name},
          {"version", t.game.version[0]},
          {"version_name", version_name(t.game.version[0])},
          {"evidence", std::string(text_at(t.game.evidence_offset, t.game.evidence, 0))},
          {"files", file_rows(t.sources)},
          {"rooms", t.rooms.number.size()},
          {"palettes", t.palettes.room.size()},
          {"costumes", t.costumes.id.size()},
          {"aliases", t.costumes.alias.size()},
          {"records", t.records.number.size()},
          {"entries", entries},
          {"pictures", t.pictures.width.size()},
          {"pixels", t.pictures.pixel_offset.back()},
          {"timelines", t.timelines.flags.size()},
          {"ticks", t.timelines.tick.size()},
          {"frames", t.frames.cel_offset.size() - 1},
          {"cels", t.cels.limb.size()},
          {"longest_loop", longest_loop(t.timelines)},
          {"flags", flag_counts(t.timelines)},
          {"failures", t.failures.costume.size()},
          {"index_entries", t.game.index_entries[0]},
          {"index_unused", t.game.index_unused[0]},
          {"index_no_room", t.game.index_no_room[0]},
          {"index_no_costume", t.game.index_no_costume[0]},
          {"bytes", open.archive.file().size()},
          {"image_bytes", open.archive.frames().image_size()},
          {"zstd_frames", open.archive.frames().count()}};
}

void print_info(const Row& row) {
  const auto number = [&](const char* key) { return row[key].get<uint64_t>(); };
  const auto line = [](std::string_view name, const std::string& value) {
    fmt::print("{:<10} {}\n", name, printable(value));
  };
  line("archive", fmt::format("{}, {} ({} inflated, {})", row["archive"].get<std::string>(),
                              size_text(number("bytes")), size_text(number("image_bytes")),
                              count_text(number("zstd_frames"), "zstd frame")));
  const auto evidence = row["evidence"].get<std::string>();
  line("game", fmt::format("SCUMM version {}{}", row["version_name"].get<std::string>(),
                           evidence.empty() ? "" : fmt::format(" ({})", evidence)));
  for (const Row& file : row["files"]) {
    line("file", fmt::format("{}, {}{}", file["name"].get<std::string>(),
                             size_text(file["bytes"].get<uint64_t>()),
                             file["xor"].get<int>() != 0 ? ", XORed" : ""));
  }
  line("rooms", fmt::format("{}, {}", number("rooms"), count_text(number("palettes"), "palette")));
  line("costumes", fmt::format("{}, under {} besides their own, {}", number("costumes"),
                               count_text(number("aliases"), "id"),
                               count_text(number("records"), "animation record")));
  line("pictures", fmt::format("{} in limb tables, {} distinct, {:.3f} Mpx", number("entries"),
                               number("pictures"), static_cast<double>(number("pixels")) / 1e6));
  std::string flags;
  for (const auto& [name, count] : row["flags"].items()) {
    flags += fmt::format(", {} {}", count.get<uint64_t>(), name);
  }
  line("timelines",
       fmt::format("{}, {} of {}, longest loop {}{}", number("timelines"),
                   count_text(number("ticks"), "tick"),
                   count_text(number("frames"), "distinct frame"), number("longest_loop"), flags));
  line("index", fmt::format("{}: {} unused, {} in absent rooms, {} at no costume",
                            count_text(number("index_entries"), "slot"), number("index_unused"),
                            number("index_no_room"), number("index_no_costume")));
  line("failures", fmt::format("{}", number("failures")));
}

int info(const InfoOptions& options) {
  const Result<OpenArchive> open = open_archive(options.archive);
  if (!open) return fail(open.error().message);
  if (options.text) {
    fmt::print("{}", archive_text(open->tables));
    return kFine;
  }
  const Row row = info_row(options.archive, *open);
  if (options.json) {
    fmt::print("{}", json_line(row));
  } else {
    print_info(row);
  }
  return kFine;
}

}  // namespace

void add_info_command(CLI::App& app, int& status) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "Says what an archive holds, and how much of it");
  command->add_option("ARCHIVE", options->archive, "A .wardrobe file")->required();
  CLI::Option* json = command->add_flag("--json", options->json, "One JSON object");
  command
      ->add_flag("--text", options->text,
                 "All of it but pixels, as lines in an order of their own: for git's textconv")
      ->excludes(json);
  command->footer("Example:\n  wardrobe info game.wardrobe");
  command->callback([options, &status] { status = info(*options); });
}

}  // namespace wardrobe
