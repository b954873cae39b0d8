#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/render/open_archive.h"
#include "tools/render/render.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {

/// The formats whose files belong to a costume. EXPORTS.md specifies them.
enum class CostumeFormat : uint8_t { sheet, aseprite, godot4, godot3, frames, gif, apng, pictures };

/// The names of two files of an exported folder. The index lists what is in the folder; the
/// manifest says to which slots the stored pictures belong.
inline constexpr const char* kExportIndexName = "index.json";
inline constexpr const char* kManifestName = "manifest.json";

/// The range of a tick's duration in milliseconds that every format supports.
inline constexpr int kMinTickMs = 20;
inline constexpr int kMaxTickMs = 65535;

/// The largest scale at which pictures are exported and applied.
inline constexpr uint32_t kMaxPictureScale = 16;

struct ExportOptions {
  std::optional<uint32_t> palette;    ///< a row of Palettes, as for make_look
  Shadows shadows = Shadows::darken;  ///< except pictures and aseprite, which have all as stored
  unsigned tick_ms = 100;             ///< kMinTickMs to kMaxTickMs
  bool trim = false;   ///< sheet, godot: pack the images, without their empty borders
  uint32_t scale = 1;  ///< pictures: 1 to kMaxPictureScale
};

struct ExportFile {
  std::string name;  ///< may have a folder: "costume-001/walk-W.gif"
  std::vector<uint8_t> bytes;
};

/// The exported files of a costume, and what other files say about them. clang-tidy takes the
/// assertions of Row's move constructor for exceptions. NOLINTNEXTLINE(bugprone-exception-escape)
struct CostumeExport {
  std::vector<ExportFile> files;
  Row index;         ///< its row in the index
  Row written;       ///< the rows of its files in the index's list of files
  Row pictures;      ///< pictures only: its rows in the manifest
  Row palette;       ///< pictures, aseprite only: the colours of its files; else null
  std::string note;  ///< a remark for the user; may be empty
};

/// Exports `costume`, a row of Costumes, to files whose names begin with `name`. Returns no files
/// if it has no timelines or, for `pictures`, no pictures.
Result<CostumeExport> export_costume(CostumeFormat format, const OpenArchive& open,
                                     uint32_t costume, const std::string& name,
                                     const ExportOptions& options);

/// The row of a file in the index's list of files, by which it is known again: name and XXH64.
Row file_row(const std::string& name, Bytes bytes);

/// The last line of an index: the XXH64 of the lines `before` it.
std::string index_end(std::string_view before);

/// Returns the index and, if costumes have pictures, the manifest. `costumes` are those in the
/// folder, and `scale` is the scale of their pictures.
std::vector<ExportFile> index_files(const TablesView& tables, std::string_view format,
                                    const std::vector<CostumeExport>& costumes, uint32_t scale);

}  // namespace wardrobe
