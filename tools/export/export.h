#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/bytes.h"
#include "formats/result.h"
#include "tools/export/png_writer.h"
#include "tools/list/rows.h"
#include "tools/list/wearers.h"
#include "tools/render/render.h"

namespace wardrobe {

/// The formats whose files belong to a costume. tools/export/README.md specifies them.
enum class CostumeFormat : uint8_t {
  sheet,
  aseprite,
  godot4,
  godot3,
  frames,
  gif,
  apng,
  gpl,
  pictures,
  hd
};

/// The name of the format whose files belong into slots of the game.
inline constexpr std::string_view kPicturesFormat = "pictures";
/// The name of the format that has each distinct picture of them once, in true colour.
inline constexpr std::string_view kHdFormat = "hd";

/// The names of two files of an exported folder. The index lists what is in the folder; the
/// manifest says to which slots the stored pictures belong.
inline constexpr const char* kExportIndexName = "index.json";
inline constexpr const char* kManifestName = "manifest.json";
/// hd only: the archive from which it was exported.
inline constexpr const char* kOriginalName = "original.wardrobe";

/// The range of a tick's duration in milliseconds that every format supports.
inline constexpr int kMinTickMs = 20;
inline constexpr int kMaxTickMs = 65535;

/// The largest scale at which pictures are exported and applied.
inline constexpr uint32_t kMaxPictureScale = 16;

/// The names of tags.
enum class TagNames : uint8_t {
  replay,    ///< "walk W", "walk W loop": chore and direction as `replay` takes them
  popochiu,  ///< "walk_l", "walk_l_loop", "idle_ur": as Popochiu imports them
};

struct ExportOptions;

/// The distinct pictures of an hd export, by their colours: two costumes may show the same pixels
/// in different palettes, or different pixels in the same colours.
class DistinctPictures {
 public:
  /// The pictures of these rows of Costumes that `options` choose.
  DistinctPictures(const OpenArchive& open, std::span<const uint32_t> costumes,
                   const ExportOptions& options);

  /// The file of a row of Pictures in a costume, named after the first slot that shows it.
  const std::string& file(uint32_t costume, uint32_t picture) const {
    return files_.at({costume, picture});
  }

 private:
  std::map<std::pair<uint32_t, uint32_t>, std::string> files_;
};

struct ExportOptions {
  std::optional<uint32_t> palette;  ///< a row of Palettes, as for make_look
  /// Except gpl, pictures and aseprite, which have all as stored.
  Shadows shadows = Shadows::darken;
  uint32_t look = 0;               ///< as for look_of; not pictures, hd
  unsigned tick_ms = 100;          ///< kMinTickMs to kMaxTickMs
  bool trim = false;               ///< sheet, godot: pack the images, without their empty borders
  uint32_t scale = 1;              ///< not aseprite: 1 to kMaxPictureScale
  std::vector<unsigned> chores{};  ///< only their timelines and what these show; empty: all
  std::shared_ptr<const DistinctPictures> distinct{};  ///< hd
  TagNames tags = TagNames::replay;                    ///< aseprite
  GivenNames names{};                                  ///< what a person named costumes and chores
  bool indexed = false;  ///< sheet, godot: pixel values as greys, and the palette as a PNG
};

/// Writes a file. Its name may have a folder: "costume-001/walk-W.gif".
using GiveFile = std::function<Status(const std::string& name, Bytes bytes)>;

/// What a thread uses for one costume after another.
struct ExportWorker {
  explicit ExportWorker(const Archive& archive, const GivenNames& names = {})
      : pictures(archive), wearers(archive.tables(), names) {}

  PictureReader pictures;
  CostumeWearers wearers;
  PngWriter png;
};

/// What other files say about the exported files of a costume. Rows are lines of JSON, with ",\n"
/// between them.
struct CostumeExport {
  size_t files = 0;      ///< how many there are
  std::string index;     ///< its row in the index
  std::string written;   ///< the rows of its files in the index's list of files
  std::string pictures;  ///< pictures, hd only: its rows in the manifest
  std::string palette;   ///< pictures, hd, aseprite only: the row of the colours of its files
  std::string note;      ///< a remark for the user; may be empty
};

/// Exports `costume`, a row of Costumes, to files whose names begin with `name`. Gives each file
/// when it is made; after the first one, only a file that cannot be read or written is an error.
/// Gives none if the costume has no timelines or, for `pictures` and `hd`, no pictures.
Result<CostumeExport> export_costume(CostumeFormat format, ExportWorker& worker, uint32_t costume,
                                     const std::string& name, const ExportOptions& options,
                                     const GiveFile& give);

/// The row of a file in the index's list of files, by which it is known again: name and XXH64.
Row file_row(const std::string& name, uint64_t hash);

/// The last line of an index: the XXH64 of the lines `before` it.
std::string index_end(std::string_view before);

/// Gives the files of a mod: PNGs of the slots of `edited` whose picture or placement differs from
/// that of `original`, by slots that show the same in both, and a manifest with the hashes of the
/// original's files. `costumes` are rows of Costumes in both. Returns how many rows the manifest
/// has; if none, nothing is given.
Result<size_t> export_mod(const OpenArchive& original, const OpenArchive& edited,
                          std::span<const std::pair<uint32_t, uint32_t>> costumes,
                          const GiveFile& give);

/// Gives the manifest, if costumes have pictures, and the index. `costumes` are those that were
/// exported, and `scale` is the scale of their pictures.
Status give_index(const TablesView& tables, std::string_view format,
                  std::span<const CostumeExport> costumes, uint32_t scale, const GiveFile& give);

}  // namespace wardrobe
