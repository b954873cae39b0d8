#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/result.h"
#include "tools/export/export.h"
#include "tools/list/rows.h"
#include "tools/render/render.h"

namespace wardrobe {

/// An archive, and the name to show for it.
struct NamedArchive {
  std::string name;
  OpenArchive open;
  GivenNames names{};  ///< what a person named its costumes and chores
};

/// Returns the text of a format that is one file, with the chosen rows. Errors name the archive.
using ExportText = Result<std::string>(std::span<const NamedArchive> archives,
                                       const RowChoice& choice, const std::string& title);

/// What the path after -o can name.
enum class ExportOutput : uint8_t {
  file,    ///< one file
  files,   ///< a folder, or the files of a single costume: they differ in their extension
  folder,  ///< a folder
};

/// A format of `export`. tools/export/README.md specifies its files.
struct ExportFormat {
  std::string_view name;
  std::string_view about;  ///< for --help
  ExportOutput output;
  std::string_view extensions;           ///< of its files, separated by spaces
  std::string_view options;              ///< the words of kFormatOptions that it uses
  std::optional<CostumeFormat> costume;  ///< for files, folder
  ExportText* text = nullptr;            ///< for file
  bool several = false;                  ///< whether it takes more than one archive
};

/// The options of `export` that only some formats use, separated by spaces.
inline constexpr std::string_view kFormatOptions =
    "--costume --chore --palette --shadows --tick-ms --trim --scale --tags --indexed --look "
    "--named --title --names";

std::span<const ExportFormat> export_formats();

/// Gives the files of a page of many games, each in a file of its own.
Status export_catalogue(std::span<const NamedArchive> archives, const std::string& title,
                        const GiveFile& give);

/// The lines of the help that describe the formats.
std::string format_help();

/// Whether `word` is one of the words of `list`, which are separated by single spaces.
bool has_word(std::string_view list, std::string_view word);

/// Whether -o names a .zip of many files.
bool is_zip(const std::filesystem::path& output);

/// Whether -o names a file or several files, not a folder. `single`: only one costume is exported.
/// Fails if -o has the extension of a file that this export does not write.
Result<bool> names_file(const ExportFormat& format, const std::filesystem::path& output,
                        bool single);

}  // namespace wardrobe
