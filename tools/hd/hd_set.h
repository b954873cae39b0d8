#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "formats/archive/archive.h"
#include "formats/result.h"
#include "tools/apply/edits.h"
#include "tools/apply/manifest.h"
#include "tools/apply/nearest_colors.h"
#include "tools/list/text.h"
#include "tools/render/render.h"

namespace wardrobe {

/// A picture of an hd export: one file, which any number of slots of costumes show.
struct HdPicture {
  std::string file;
  uint32_t costume = 0;  ///< row of Costumes whose colours it has
  uint32_t picture = 0;  ///< row of Pictures
  std::set<uint32_t> costumes;
};

/// A folder that `export --format hd` wrote, after its pictures were remade.
struct HdSet {
  std::filesystem::path folder;
  OpenArchive original;
  Manifest manifest;
  LoadFile load;
  std::vector<HdPicture> pictures;
  std::vector<uint32_t> picture_of_entry;  ///< row of Entries → row of `pictures`, or kNone

  const TablesView& tables() const { return original.tables; }

  /// The picture as the game has it.
  Result<RgbaImage> original_image(const HdPicture& picture, PictureReader& reader) const;
};

/// Reads manifest and archive of a folder, but no PNGs. Errors name the file. Safe on any files.
Result<HdSet> open_hd_set(const std::filesystem::path& folder);

/// Reads a PNG of at most kMaxFramePixels pixels. Safe on any input.
Result<RgbaImage> read_rgba(Bytes file);

}  // namespace wardrobe
