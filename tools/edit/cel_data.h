#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "formats/akos/akos.h"
#include "formats/bytes.h"

namespace wardrobe {

/// By number of a cel: another whose data or header it is to use.
using CelLinks = std::map<size_t, size_t>;

struct CelData {
  std::vector<uint8_t> bytes;    ///< the payload of AKCD
  std::vector<uint32_t> offset;  ///< of each cel in it
  CelLinks left;                 ///< cels that used another's data and have their own now
};

/// Lays out the pixels of an AKOS whose payload is given. Cels that share data and change alike
/// have it replaced; one that shares it with others gets its own at the end. `again` are cels that
/// use the data of another one again, so that their own are dropped; it has no circles. Zeros
/// behind the last cel are dropped. `data_start` is the position of AKCD's payload, `cels` are the
/// new pixels, compressed, by number.
CelData place_cels(Bytes payload, const AkosTables& akos, size_t data_start,
                   std::map<size_t, std::vector<uint8_t>> cels, const CelLinks& again);

/// The cel at the end of a chain of links.
size_t end_of(const CelLinks& links, size_t cel);

}  // namespace wardrobe
