#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/byte_source.h"
#include "formats/result.h"
#include "pipeline/io/folder.h"

namespace wardrobe {

/// The folders inside a file that holds other files (SCUMM.md §1 "Containers"), in order of their
/// paths, whatever is in them; none if the file is no container. `path` is what messages call the
/// file, and what the folders' paths start with: "monkey1.pak/classic/en". What is inside is only
/// looked at where it lies, and names in there are never names of the file system's.
Result<std::vector<std::unique_ptr<Folder>>> folders_in(
    const std::shared_ptr<const ByteSource>& file, const std::string& path);

/// Part of a file, which it keeps open; it must lie within it.
std::unique_ptr<ByteSource> open_part(std::shared_ptr<const ByteSource> file, uint64_t offset,
                                      uint64_t size);

}  // namespace wardrobe
