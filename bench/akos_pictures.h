#pragma once

#include <cstddef>
#include <cstdint>

#include "pipeline/synthetic.h"

namespace wardrobe {

/// Pictures for the codecs of AKOS that go by rows; 255 is transparent. Sizes and outlines are
/// those of make_synthetic_pictures with 32 colours, which are like those of three real games. Half
/// of the rows are drawn anew, in runs of these lengths:
///   1: 22%, 2: 13%, 3: 10%, 4: 8%, 5–7: 13%, 8–15: 16%, 16–31: 12%, 32–63: 6%
/// (mean 9.4, before the outline cuts them); the other half are like the row above. There are 64
/// colours, and half of all changes are by 1 to 4, the others to any colour.
/// The same arguments give the same pictures on every machine.
SyntheticPictures make_akos_pictures(size_t count, uint64_t seed);

}  // namespace wardrobe
