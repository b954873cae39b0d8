#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/apply/read_game.h"
#include "tools/export/export.h"

namespace wardrobe {

/// A file of the game from which the folder was exported.
struct ExportedFile {
  std::string name;
  uint64_t size = 0;
  std::optional<uint64_t> xxh64{};  ///< of its bytes; only mods have it
};

/// Row of Costumes → red, green and blue of each colour when exported. Has only costumes with a
/// palette in the manifest or index.
using ExportedPalettes = std::map<uint32_t, std::vector<uint8_t>>;

/// Whether a relative name leads to a file in its folder, or below it.
bool is_inner_name(const std::string& name);

inline constexpr const char* kOtherGame = "; the folder was exported from another game";

/// Checks that `files` are the files of the game in `tables`. Errors start with `where`.
Status check_exported_game(const std::string& where, const std::vector<ExportedFile>& files,
                           const Tables& tables);

/// A picture of `export --format pictures` or `hd`, with its new placement.
struct ManifestPicture {
  std::string file;
  uint16_t costume = 0;  ///< id; 0: none
  uint32_t costume_row = 0;
  std::vector<Slot> slots;
  PictureShape shape;
  uint64_t xxh64 = 0;  ///< of the pixels as exported
  uint8_t transparent = 0;
};

struct Manifest {
  std::vector<ExportedFile> files;
  uint32_t scale = 1;  ///< of the exported PNGs; `pictures` has lengths in pixels of the game
  bool has_dark_shadows = false;  ///< the PNGs have shadows as half-transparent black: hd
  ExportedPalettes palettes;
  std::vector<ManifestPicture> pictures;
};

/// Reads manifest.json. Errors name the picture and the field. Safe on any input.
Result<Manifest> read_manifest(std::string_view text);

}  // namespace wardrobe
