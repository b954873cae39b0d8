#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/player/trace.h"
#include "formats/versions.h"
#include "pipeline/failures.h"
#include "tools/diff/archive_text.h"
#include "tools/program/command.h"
#include "tools/program/print.h"
#include "tools/render/open_archive.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {
namespace {

struct InfoOptions {
  std::vector<std::filesystem::path> archives;
  bool json = false;
  bool text = false;
};

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

size_t count_backgrounds(const RoomsView& rooms) {
  size_t count = 0;
  for (size_t i = 0; i < rooms.number.size(); ++i) {
    if (rooms.background_offset[i + 1] != rooms.background_offset[i]) ++count;
  }
  return count;
}

/// The JSON object that `info` prints.
Row info_row(const std::string& name, const OpenArchive& open) {
  const TablesView& t = open.tables;
  const auto unseen = std::ranges::count(t.entries.picture, kNone);
  return {{"archive", name},
          {"version", facts(t.game.version[0]).number()},
          {"version_name", facts(t.game.version[0]).name},
          {"evidence", std::string(text_at(t.game.evidence_offset, t.game.evidence, 0))},
          {"files", source_rows(t.sources)},
          {"rooms", t.rooms.number.size()},
          {"palettes", t.palettes.room.size()},
          {"planes", t.planes.bits_offset.rows()},
          {"boxes", t.boxes.mask.size()},
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

/// Prints that object as text.
class InfoText {
 public:
  explicit InfoText(const Row& info) : info_(info) {}

  void print() const {
    print_line("archive",
               fmt::format("{}, {} ({} decompressed, {})", text("archive"), size("bytes"),
                           size("image_bytes"), count("zstd_frames", "zstd frame")));
    const std::string evidence = text("evidence");
    print_line("game", fmt::format("SCUMM version {}{}", text("version_name"),
                                   evidence.empty() ? "" : fmt::format(" ({})", evidence)));
    for (const Row& file : info_["files"]) {
      print_line("file", fmt::format("{}, {}{}", file["name"].get<std::string>(),
                                     size_text(file["bytes"]), file["xor"] != 0 ? ", XORed" : ""));
    }
    print_line("rooms", fmt::format("{}, {}{}", number("rooms"), count("palettes", "palette"),
                                    parts_of_rooms()));
    print_line("costumes",
               fmt::format("{}, {}, {}", number("costumes"), count("aliases", "other id"),
                           count("records", "animation record")));
    print_line("pictures", fmt::format("{} in limb tables, {} distinct, {}", number("entries"),
                                       number("pictures"), megapixels("pixels")));
    std::string flags;
    for (const auto& [name, timelines] : info_["flags"].items()) {
      flags += fmt::format(", {} {}", timelines.get<size_t>(), name);
    }
    print_line("timelines", fmt::format("{}, {} of {}, longest loop {}{}", number("timelines"),
                                        count("ticks", "tick"), count("frames", "distinct frame"),
                                        number("longest_loop"), flags));
    print_line("index", fmt::format("{}: {} unused, {} in missing rooms, {} without a costume",
                                    count("index_entries", "slot"), number("index_unused"),
                                    number("index_no_room"), number("index_no_costume")));
    const std::string notes = count_text(number("notes"), "note");
    print_line("failures",
               std::to_string(number("failures")) + (number("notes") > 0 ? ", " + notes : ""));
  }

 private:
  static void print_line(std::string_view name, const std::string& value) {
    fmt::print("{:<10} {}\n", name, printable(value));
  }

  std::string text(const char* field) const { return info_[field]; }
  uint64_t number(const char* field) const { return info_[field]; }
  std::string size(const char* field) const { return size_text(number(field)); }
  std::string count(const char* field, std::string_view noun) const {
    return count_text(number(field), noun);
  }
  std::string megapixels(const char* field) const {
    return fmt::format("{:.3f} Mpx", static_cast<double>(number(field)) / 1e6);
  }

  std::string parts_of_rooms() const {
    std::string parts;
    if (number("planes") != 0) parts += ", " + count("planes", "z-plane");
    if (number("boxes") != 0) {
      parts += fmt::format(", {} walk box{}", number("boxes"), number("boxes") == 1 ? "" : "es");
    }
    if (number("backgrounds") != 0) {
      parts += ", " + count("backgrounds", "background") + ", " + megapixels("background_pixels");
    }
    return parts;
  }

  const Row& info_;
};

int info(const InfoOptions& options) {
  if (options.text && options.archives.size() > 1) return fail("--text takes a single archive");
  const char* between = "";
  int status = kFine;
  for (const std::filesystem::path& path : options.archives) {
    const Result<OpenArchive> open = open_archive(path);
    if (!open) {
      status = fail(open.error());
      continue;
    }
    if (options.text) {
      fmt::print("{}", archive_text(open->tables));
      continue;
    }
    const Row about = info_row(path.string(), *open);
    if (options.json) {
      fmt::print("{}", json_line(about));
    } else {
      fmt::print("{}", std::exchange(between, "\n"));
      InfoText(about).print();
    }
  }
  return status;
}

}  // namespace

void add_info_command(CLI::App& app, int& status) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand("info", "Summarises archives");
  command->add_option("ARCHIVE", options->archives, "One or more .wardrobe files")
      ->required()
      ->type_name(kFile);
  CLI::Option* json =
      command->add_flag("--json", options->json, "Print one JSON object per archive");
  command
      ->add_flag("--text", options->text,
                 "Print rooms, costumes and failures as lines of text, for git's textconv")
      ->excludes(json);
  command->footer("Example:\n  wardrobe info game.wardrobe");
  command->callback([options, &status] { status = info(*options); });
}

}  // namespace wardrobe
