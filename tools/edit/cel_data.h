#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "formats/akos/akos.h"
#include "formats/bytes.h"

namespace wardrobe {

struct CelData {
  std::vector<uint8_t> bytes;    ///< the payload of AKCD
  std::vector<uint32_t> offset;  ///< of each cel in it
};

/// Lays out the pixels of an AKOS whose payload is given. Cels that share data and change alike
/// have it replaced; one that shares it with others gets its own at the end. Zeros behind the last
/// cel are dropped. `data_start` is the position of AKCD's payload, `cels` are the new
/// pixels, compressed, by number.
CelData place_cels(Bytes payload, const AkosTables& akos, size_t data_start,
                   std::map<size_t, std::vector<uint8_t>> cels);

}  // namespace wardrobe
