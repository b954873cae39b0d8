#pragma once

#include "kernels/blit.h"

namespace wardrobe {

/// The plain forms of blit, one pixel at a time.
void blit_reference(const BlitPicture& picture, BlitAt at, const Canvas<uint8_t>& canvas);
void blit_reference(const BlitPicture& picture, BlitAt at, BlitPalette palette,
                    const Canvas<uint32_t>& canvas);

}  // namespace wardrobe
