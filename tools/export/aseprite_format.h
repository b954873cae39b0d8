#pragma once

#include <cstddef>
#include <cstdint>

namespace wardrobe {

/// Numbers of the .aseprite format, for the writer here and for the reader of edited files.

inline constexpr uint16_t kAsepriteMagic = 0xA5E0;
inline constexpr uint16_t kAsepriteFrameMagic = 0xF1FA;
inline constexpr size_t kAsepriteHeaderSize = 128;
inline constexpr uint16_t kAsepriteIndexed = 8;  ///< bits per pixel
inline constexpr uint8_t kAsepriteOpaque = 255;
inline constexpr uint32_t kAsepriteHasText = 1;   ///< flag of user data
inline constexpr uint32_t kAsepriteHasPivot = 2;  ///< flag of slices

/// The name of the slice whose pivot is the costume's anchor.
inline constexpr const char* kAsepriteAnchor = "anchor";

/// Kinds of chunks.
enum class AsepriteChunk : uint16_t {
  old_palette = 0x0004,
  layer = 0x2004,
  cel = 0x2005,
  cel_extra = 0x2006,
  color_profile = 0x2007,
  tags = 0x2018,
  palette = 0x2019,
  user_data = 0x2020,
  slice = 0x2022,
};

/// How a cel stores its pixels.
enum class AsepriteCelType : uint16_t {
  raw = 0,
  link = 1,  ///< to a cel of an earlier frame
  compressed = 2,
};

}  // namespace wardrobe
