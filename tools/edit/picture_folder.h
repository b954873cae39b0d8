#pragma once

#include <filesystem>

#include "tools/edit/edits.h"

namespace wardrobe {

/// Whether a path leads into a folder, or to it; both without links and dots.
bool is_in(const std::filesystem::path& path, const std::filesystem::path& folder);

/// Reads files of a folder by their names in it. A name that leads out of the folder, also through
/// a symbolic link, is refused.
LoadFile picture_folder(const std::filesystem::path& folder);

}  // namespace wardrobe
