#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/result.h"
#include "tools/export/json_rows.h"
#include "tools/render/open_archive.h"

namespace wardrobe {

/// The range of what a tick can last, in milliseconds; every format can hold it.
inline constexpr int kMinTickMs = 20;
inline constexpr int kMaxTickMs = 65535;

struct ExportOptions {
  std::optional<uint32_t> palette;  ///< a row of Palettes, as for make_look
  unsigned tick_ms = 100;           ///< kMinTickMs to kMaxTickMs
  bool trim = false;                ///< sheet, godot: packed
  bool whole_state = false;         ///< loops last as long as the whole state's
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

/// Exports a costume, a row of Costumes, to files whose names begin with `name`. There are none if
/// it has no timelines, or for pictures no pictures. EXPORTS.md specifies the files of each format.
using ExportCostume = Result<CostumeExport>(const OpenArchive& open, uint32_t costume,
                                            const std::string& name, const ExportOptions& options);

ExportCostume export_sheet;
ExportCostume export_godot4;
ExportCostume export_godot3;
ExportCostume export_aseprite;
ExportCostume export_frames;
ExportCostume export_gif;
ExportCostume export_apng;
ExportCostume export_pictures;

}  // namespace wardrobe
