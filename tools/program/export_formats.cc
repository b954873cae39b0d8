#include "tools/program/export_formats.h"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/core.h>

#include "formats/archive/archive.h"
#include "tools/list/rows.h"
#include "tools/page/page.h"
#include "tools/program/input.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

/// All rows that `list` prints, or those of one costume: {"costumes":[…], …}.
Result<std::string> rows_text(std::span<const NamedArchive> archives, const RowChoice& choice,
                              const std::string& /*title*/) {
  const std::string& name = archives[0].name;
  const OpenArchive& open = archives[0].open;
  PictureReader pictures(open.archive);
  const auto read_picture = [&](uint32_t row) { return pictures.read(row); };
  std::string text;
  for (const auto& [what, rows] : row_makers()) {
    text += fmt::format("{}\"{}\":[", text.empty() ? "{" : "],\n", what);
    const size_t start = text.size();
    Status written =
        write_json_lines(what, open.tables, read_picture, choice, [&](std::string_view piece) {
          if (text.size() == start && !piece.empty()) text += '\n';
          for (const char c : piece) text += c == '\n' ? ",\n" : std::string_view(&c, 1);
        });
    if (!written) return Error{written.error().code, kNoOffset, describe(name, written.error())};
    if (text.size() > start) text.resize(text.size() - std::string_view(",\n").size());
  }
  return text + "]}\n";
}

std::vector<PageGame> games_of(std::span<const NamedArchive> archives) {
  std::vector<PageGame> games;
  for (const auto& [name, open, names] : archives) {
    games.push_back({name, &open.archive, {}, names});
  }
  return games;
}

Result<std::string> page_text(std::span<const NamedArchive> archives, const RowChoice& /*choice*/,
                              const std::string& title) {
  return gallery_page(games_of(archives), title);
}

/// Names a file for each extension: "hero.json and hero.png".
std::string files_named(const std::string& stem, std::string_view extensions) {
  std::string text;
  for (const char c : " " + std::string(extensions)) {
    text += c != ' ' ? std::string(1, c) : (text.empty() ? "" : " and ") + stem;
  }
  return text;
}

/// The extension of a name, in lower case.
std::string extension_of(const fs::path& name) {
  std::string extension = name.extension().string();
  std::ranges::transform(extension, extension.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension;
}

/// Whether files of some format have this extension.
bool is_known(std::string_view extension) {
  return std::ranges::any_of(export_formats(), [&](const ExportFormat& format) {
    return has_word(format.extensions, extension);
  });
}

std::string wrong_name(const ExportFormat& format, const fs::path& output, bool single) {
  const std::string text = fmt::format("{}: --format {} writes ", output.string(), format.name);
  const std::string files = files_named(output.stem().string(), format.extensions);
  if (format.output == ExportOutput::folder) {
    return text + "a folder; for one animation: wardrobe replay ARCHIVE --costume ID -o " +
           output.filename().string();
  }
  if (format.output == ExportOutput::file || single) return text + files;
  return text + "a folder of all costumes; with --costume ID it writes " + files;
}

constexpr std::string_view kDrawn =
    "--costume --chore --palette --shadows --tick-ms --scale --look --named --names";
constexpr std::string_view kPacked =
    "--costume --chore --palette --shadows --tick-ms --scale --trim --indexed --look --named "
    "--names";

constexpr std::array kFormats = {
    ExportFormat{"sheet", "a PNG and a JSON file: Phaser, PixiJS, readers of Aseprite's sheets",
                 ExportOutput::files, ".json .png", kPacked, CostumeFormat::sheet},
    ExportFormat{"aseprite", "limbs as layers, chores as tags: Aseprite, LibreSprite, Unity",
                 ExportOutput::files, ".aseprite",
                 "--costume --chore --palette --tick-ms --tags --look --named --names",
                 CostumeFormat::aseprite},
    ExportFormat{"godot", "a sheet and SpriteFrames (.tres) for Godot 4", ExportOutput::files,
                 ".tres .json .png", kPacked, CostumeFormat::godot4},
    ExportFormat{"godot3", "the same for Godot 3", ExportOutput::files, ".tres .json .png", kPacked,
                 CostumeFormat::godot3},
    ExportFormat{"frames", "numbered PNGs, one per tick: AGS, Visionaire, video editors",
                 ExportOutput::folder, ".png", kDrawn, CostumeFormat::frames},
    ExportFormat{"gif", "an animated GIF per timeline", ExportOutput::folder, ".gif", kDrawn,
                 CostumeFormat::gif},
    ExportFormat{"apng", "an animated PNG per timeline", ExportOutput::folder, ".apng", kDrawn,
                 CostumeFormat::apng},
    ExportFormat{"gpl", "a costume's colours as a GIMP palette, for apply --palette",
                 ExportOutput::files, ".gpl", "--costume --palette --look --named --names",
                 CostumeFormat::gpl},
    ExportFormat{kPicturesFormat,
                 "stored pictures as PNGs, and a manifest of their places, for apply",
                 ExportOutput::folder, ".png", "--costume --chore --palette --scale --names",
                 CostumeFormat::pictures},
    ExportFormat{kHdFormat, "each distinct picture once, in true colour, to remake: hd",
                 ExportOutput::folder, ".png", "--costume --chore --palette --scale --names",
                 CostumeFormat::hd},
    ExportFormat{"html", "a page that plays all costumes of one archive or several, offline",
                 ExportOutput::file, ".html", "--title --names", std::nullopt, page_text, true},
    ExportFormat{"json", "all rows of list", ExportOutput::file, ".json",
                 "--costume --chore --names", std::nullopt, rows_text}};

}  // namespace

std::span<const ExportFormat> export_formats() { return kFormats; }

Status export_catalogue(std::span<const NamedArchive> archives, const std::string& title,
                        const GiveFile& give) {
  return write_catalogue(games_of(archives), title, give);
}

std::string format_help() {
  std::string text;
  for (const ExportFormat& format : export_formats()) {
    text += fmt::format("{}  {:<10}{}", text.empty() ? "" : "\n", format.name, format.about);
  }
  return text;
}

bool has_word(std::string_view list, std::string_view word) {
  return !word.empty() &&
         fmt::format(" {} ", list).find(fmt::format(" {} ", word)) != std::string::npos;
}

bool is_zip(const fs::path& output) { return extension_of(output) == ".zip"; }

Result<bool> names_file(const ExportFormat& format, const fs::path& output, bool single) {
  const std::string extension = output.extension().string();
  const bool may_be_file =
      format.output == ExportOutput::file || (format.output == ExportOutput::files && single);
  if (is_stream(output)) {
    if (may_be_file && format.extensions.find(' ') == std::string_view::npos) return true;
    return Error{ErrorCode::not_found, kNoOffset,
                 "-: the standard output takes one file; html and json write one, and so do "
                 "aseprite and gpl with --costume ID"};
  }
  if (may_be_file && has_word(format.extensions, extension)) return true;
  if (format.output != ExportOutput::file && is_zip(output)) return false;
  if (!is_known(extension_of(output)) && !is_zip(output)) {
    return format.output == ExportOutput::file;
  }
  return Error{ErrorCode::not_found, kNoOffset, wrong_name(format, output, single)};
}

}  // namespace wardrobe
