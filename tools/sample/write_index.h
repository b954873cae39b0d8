#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/scumm.h"

namespace wardrobe {

/// Appends a directory in the form of the version. Missing sizes are written as 0.
void write_directory(std::string_view name, const Directory& directory, Version version,
                     std::vector<uint8_t>& out);

/// Returns an index, not XORed, in the form of the version (formats/versions.h). It has RNAM
/// from version 4 on, MAXS from version 5 on, DLFL from HE 70 on, DISK from HE 80 on, and all
/// directories; those of sounds and charsets are empty. Before HE 80, names are
/// cut off after 9 bytes. MAXS has the version's size, not `index.maxs_size`.
std::vector<uint8_t> write_index(const GameIndex& index, Version version);

}  // namespace wardrobe
