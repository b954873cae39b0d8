#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/apply/edits.h"

namespace wardrobe {

/// Finds edits by what a user named: a folder that export wrote, a .zip of it, mods, or files in
/// one such folder, which may lack the other files, manifest.json and index.json. Errors name the
/// path.
Result<EditFiles> find_edits(const std::vector<std::filesystem::path>& paths);

/// The text of the index.json of .aseprite files that were named alone. Their layers tell to which
/// costumes they belong. `index` is the index.json beside them; empty: none.
Result<std::vector<uint8_t>> index_of_files(Bytes index, const EditFiles& files,
                                            const ReadGame& game);

/// The text of the manifest.json of PNGs that were named alone. `manifest` is the one beside them;
/// empty: none, so the names of the PNGs tell which pictures they are.
Result<std::vector<uint8_t>> manifest_of_files(Bytes manifest, const EditFiles& files,
                                               const ReadGame& game);

}  // namespace wardrobe
