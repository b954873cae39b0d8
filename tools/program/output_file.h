#pragma once

#include <filesystem>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// Whether a file may be written: nothing of the name is there, or `force` and a regular file.
/// Asked before the work starts; errors are told with the file's name.
Status check_output(const std::filesystem::path& path, bool force);

/// Writes the file whole (write_file), over one that is there with `force` only. Errors are told
/// with its name.
Status save_output(const std::filesystem::path& path, Bytes bytes, bool force);

}  // namespace wardrobe
