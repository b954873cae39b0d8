#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "tools/list/rows.h"
#include "tools/program/command.h"
#include "tools/program/info_row.h"
#include "tools/program/input.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

constexpr const char* kInfoHelp = R"(Summarises archives

Usage: wardrobe info ARCHIVE... [OPTIONS]

  ARCHIVE               {inputs}
  --json                Print one JSON object per archive
{quiet}

Example:
  wardrobe info game.wardrobe)";

struct InfoOptions {
  std::vector<std::filesystem::path> archives;
  bool json = false;
  bool quiet = false;
};

/// Prints the object of info_row() as text.
class InfoText {
 public:
  explicit InfoText(const Row& info) : info_(info) {}

  void print() const {
    print_line("archive",
               fmt::format("{}, {} ({} decompressed, {})", text("archive"), size("bytes"),
                           size("image_bytes"), count("zstd_frames", "zstd frame")));
    const std::string evidence = text("evidence");
    const std::string title = info_["title"].is_null() ? "" : text("title") + ", ";
    print_line("game", fmt::format("{}SCUMM version {}{}", title, text("version_name"),
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
    print_line("pictures", fmt::format("{} in {}, {}", number("pictures"), count("entries", "slot"),
                                       megapixels("pixels")));
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
    if (number("objects") != 0) parts += ", " + count("objects", "object");
    if (number("backgrounds") != 0) {
      parts += ", " + count("backgrounds", "background") + ", " + megapixels("background_pixels");
    }
    return parts;
  }

  const Row& info_;
};

int info(const InfoOptions& options) {
  const char* between = "";
  int status = kFine;
  for (const std::filesystem::path& path : options.archives) {
    const Result<Input> input = open_input(path, options.quiet);
    if (!input) {
      status = fail(input.error());
      continue;
    }
    const Row about = info_row(path.string(), input->open);
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
  const Options command(app, "info", kInfoHelp);
  command.add("ARCHIVE", options->archives)->required();
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = info(*options); });
}

}  // namespace wardrobe
