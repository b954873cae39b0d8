#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/export/json_rows.h"
#include "tools/render/open_archive.h"

namespace wardrobe {

/// EXPORTS.md specifies the files of each format.
enum class ExportFormat : uint8_t {
  sheet,
  aseprite,
  godot,
  godot3,
  frames,
  pictures,
  gif,
  apng,
};

/// By their names.
const std::map<std::string, ExportFormat>& export_formats();

struct ExportOptions {
  ExportFormat format = ExportFormat::sheet;
  std::optional<uint32_t> palette;  ///< a row of Palettes, as for make_look
  unsigned tick_ms = 100;           ///< 20 to 65535
  bool trim = false;                ///< sheet, godot: packed
};

struct ExportFile {
  std::string name;  ///< may be in a folder: "costume-001/walk-W.gif"
  std::vector<uint8_t> bytes;
};

/// What an export makes of a costume.
// clang-tidy takes the assertions of Row's move constructor for exceptions.
// NOLINTNEXTLINE(bugprone-exception-escape)
struct CostumeExport {
  std::vector<ExportFile> files;
  Row index;         ///< what the index of a folder says about it
  Row pictures;      ///< pictures: its part of the manifest
  Row palette;       ///< pictures, aseprite: exported_palette; else null
  std::string note;  ///< what the user might want to know; empty: nothing
};

/// The files of a costume, which begin with `name`. None where it has no timelines, or for pictures
/// no pictures.
Result<CostumeExport> export_costume(const OpenArchive& open, uint32_t costume,
                                     const std::string& name, const ExportOptions& options);

}  // namespace wardrobe
