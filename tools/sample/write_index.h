#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/scumm/index.h"

namespace wardrobe {

/// Appends a directory in the version's form. Missing sizes are written as 0.
void write_directory(std::string_view name, const Directory& directory, int version,
                     std::vector<uint8_t>& out);

/// Writes an index, not XORed, in the version's form (formats/scumm/version.h): RNAM from version 4
/// on, MAXS from version 5 on, and all directories; the directories of scripts, sounds, charsets
/// and objects are empty. It has DLFL from HE 70 on and DISK from HE 80 on. Names are cut at 9
/// bytes before HE 80. MAXS has the version's size, not `index.maxs_size`.
std::vector<uint8_t> write_index(const GameIndex& index, int version);

}  // namespace wardrobe
