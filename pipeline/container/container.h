#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/byte_source.h"
#include "formats/result.h"
#include "pipeline/io/folder.h"

namespace wardrobe {

/// Returns the folders inside a container (SCUMM.md §1 "Containers"), in order of their paths, with
/// or without a game. Returns none if `file` is not a container. `path` is the file's name in
/// messages; the folders' paths begin with it: "monkey1.pak/classic/en". Nothing is unpacked to
/// disk, and names inside are never used as names of the file system.
Result<std::vector<std::unique_ptr<Folder>>> folders_in(
    const std::shared_ptr<const ByteSource>& file, const std::string& path);

/// Opens the `size` bytes of `file` from `offset` on, which must be inside it. The result keeps
/// `file` open.
std::unique_ptr<ByteSource> open_part(std::shared_ptr<const ByteSource> file, uint64_t offset,
                                      uint64_t size);

}  // namespace wardrobe
