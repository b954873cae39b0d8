#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "formats/akos/akos.h"
#include "formats/bytes.h"
#include "tools/edit/cel_data.h"
#include "tools/edit/slots.h"

namespace wardrobe {

struct CelHeaders {
  std::vector<uint8_t> bytes;         ///< the payload of AKCI
  std::map<size_t, uint32_t> offset;  ///< in it, of cels whose header has moved
  CelLinks left;                      ///< cels that used another's header and have their own now
};

/// Lays out the headers of an AKOS's cels: those that change, in their place or, where cels that
/// stay use the same one, behind all others. `again` are cels that use the header of another one
/// again, so that their own are dropped; it has no circles. `headers` is the payload of AKCI, at
/// position `start` of the costume's; `shapes` are the new shapes, by number, which short headers
/// can hold.
CelHeaders place_cel_headers(Bytes headers, const AkosTables& akos, size_t start,
                             std::map<size_t, PictureShape> shapes, const CelLinks& again);

}  // namespace wardrobe
