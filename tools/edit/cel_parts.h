#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "formats/akos/akos.h"
#include "formats/bytes.h"
#include "tools/edit/pieces.h"
#include "tools/edit/slots.h"

namespace wardrobe {

/// By number of a cel: another whose part it is to use.
using CelLinks = std::map<size_t, size_t>;

/// The cel at the end of a chain of links.
size_t end_of(const CelLinks& links, size_t cel);

/// A chunk in which each cel of an AKOS has a part, its pixels or its header. Cels may share them.
struct CelParts {
  Bytes chunk;
  std::vector<Span> spans;  ///< by cel; empty where it cannot be told, or if the cel has none
};

/// The pixels in AKCD, whose payload is at `start` of the costume's; zeros behind the last that can
/// be decoded are not in `chunk`.
CelParts pixel_parts(Bytes payload, const AkosTables& akos, size_t start);

/// The headers in `headers`, the payload of AKCI, which is at `start`.
CelParts header_parts(Bytes headers, const AkosTables& akos, size_t start);

/// The header of a cel, which a short one can hold.
std::vector<uint8_t> cel_header(const PictureShape& shape, bool is_short);

struct PlacedParts {
  std::vector<uint8_t> chunk;
  std::vector<uint32_t> offset;  ///< of each cel's part
  CelLinks left;                 ///< cels that used another's part and have their own now
};

/// Lays out a chunk anew. Cels that share a part and change alike have it replaced; one that shares
/// it with others gets its own at the end. `again` are cels that use the part of another one again,
/// so that their own are dropped; it has no circles. `changes` are the new parts, by cel.
PlacedParts place_parts(const CelParts& parts, std::map<size_t, std::vector<uint8_t>> changes,
                        const CelLinks& again);

}  // namespace wardrobe
