#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/synthetic/pictures.h"

namespace wardrobe {

/// Pictures for the row codecs of AKOS; 255 is transparent. Sizes and outlines are those of
/// make_synthetic_pictures with 32 colours, modelled on three real games. Half of the rows are
/// drawn afresh, in runs of these lengths:
///   1: 22%, 2: 13%, 3: 10%, 4: 8%, 5–7: 13%, 8–15: 16%, 16–31: 12%, 32–63: 6%
/// (mean 9.4, before the outline cuts them); the other half repeat the row above. There are 64
/// colours; half of all changes are to a colour 1 to 4 numbers away, the others to any colour.
///
/// Three in ten candidates are kept: those that average 8 to 12 pixels per code both in codec 5 and
/// in codec 32, counting all codes that the kernels' encoders write. Most of the rejected ones are
/// narrow. Of 9,800, 3,006 are kept:
///
///   share of pictures         0   5%   25%   50%   75%   95%  100%
///   width                     9   31    46    62   102   188   241
///   pixels a code, codec 5  8.0  8.1   8.8   9.5  10.4  11.5  12.0
///   pixels a code, codec 32 8.0  8.3   9.2  10.0  10.8  11.7  12.0
///
/// On average a row has 74 pixels, in 7.5 codes and 19 bytes with codec 5, in 7.3 codes and 16
/// bytes with codec 32; runs of one colour average 8.0. The same arguments give the same pictures
/// on every machine.
SyntheticPictures make_akos_pictures(size_t candidates, uint64_t seed);

}  // namespace wardrobe
