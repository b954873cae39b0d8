#pragma once

#include <filesystem>
#include <vector>

#include "pipeline/pipeline.h"

namespace wardrobe {

/// `pack` of several games into a folder.
struct CollectionCommand {
  std::vector<std::filesystem::path> inputs;
  std::filesystem::path folder;  ///< of the archives and their report; created if need be
  PackOptions pack;
  bool force = false;
  bool json = false;
  bool quiet = false;
};

/// Returns the exit status.
int pack_collection_command(const CollectionCommand& command);

/// Reads names of games from a file, or from standard input if it is "-", one a line.
Result<std::vector<std::filesystem::path>> read_names(const std::filesystem::path& file);

}  // namespace wardrobe
