#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "formats/bytes.h"
#include "formats/result.h"

namespace wardrobe {

/// A CLI11 check for options that name an output: what is wrong with the name, or nothing.
std::string check_name(const std::string& name);

/// Whether an output may be written: it does not exist, or is a regular file and `force` is set,
/// and it is none of the `inputs`, under whatever name. Asked before the work starts. Errors name
/// the file.
Status check_output(const std::filesystem::path& path, bool force,
                    const std::vector<std::filesystem::path>& inputs);

/// Writes the file atomically (write_file); an existing one is replaced only with `force`. Errors
/// name the file.
Status save_output(const std::filesystem::path& path, Bytes bytes, bool force);

}  // namespace wardrobe
