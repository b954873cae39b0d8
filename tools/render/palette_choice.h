#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "formats/result.h"
#include "formats/tables.h"
#include "tools/render/render.h"

namespace wardrobe {

/// --background where nothing is behind a costume.
inline constexpr std::string_view kTransparent = "transparent";

/// A whole number and nothing else.
std::optional<uint32_t> number_of(std::string_view text);

/// How a costume looks in a palette of a room, and the pixel value that it leaves for what is
/// behind it.
struct Look {
  ImagePalette palette;
  uint8_t background = 0;
};

/// The look of a costume. `room_palette` is --palette's ROOM or ROOM:N; empty: the costume's true
/// colours, or without any the first palette of its room, else of any room, in which not all of its
/// colours are black, else greys. `background` is --background's.
Result<Look> make_look(const Tables& tables, uint32_t costume, std::string_view room_palette,
                       std::string_view background);

}  // namespace wardrobe
