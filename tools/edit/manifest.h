#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/result.h"
#include "tools/edit/exported_game.h"
#include "tools/edit/slots.h"

namespace wardrobe {

/// A picture as `export --format pictures` wrote it, with the placement that it is to have.
struct ManifestPicture {
  std::string file;
  uint16_t costume = 0;  ///< id; 0: none
  uint32_t costume_row = 0;
  std::vector<SlotId> slots;
  PictureShape shape;
  uint64_t xxh64 = 0;  ///< of the pixels, when they were exported
  uint8_t transparent = 0;
};

struct Manifest {
  std::vector<ExportedFile> files;
  ExportedPalettes palettes;
  std::vector<ManifestPicture> pictures;
};

inline constexpr const char* kManifestName = "manifest.json";

/// Reads manifest.json. Errors name the picture and the field. Safe on any input.
Result<Manifest> read_manifest(std::string_view text);

}  // namespace wardrobe
