#include "tools/page/picture_store.h"

namespace wardrobe {

size_t PictureStore::add(const DiffInput& input, uint32_t picture) {
  const PictureKey key = picture_key(input.tables, picture);
  const auto [found, is_new] = number_.emplace(key, pictures_.size());
  if (!is_new) return found->second;
  if (Status read = input.read_pixels(picture, pixels_); !read) {
    status_ = read;
    pixels_.clear();
  }
  pictures_.push_back({{"width", key.width},
                       {"height", key.height},
                       {"transparent", key.transparent},
                       {"runs", base64(runs_of(pixels_))}});
  return found->second;
}

size_t PictureStore::add_palette(const std::string& colors) {
  const auto [found, is_new] = palette_number_.emplace(colors, palettes_.size());
  if (is_new) palettes_.push_back(colors);
  return found->second;
}

std::vector<uint8_t> runs_of(Bytes pixels) {
  std::vector<uint8_t> runs;
  for (size_t at = 0; at < pixels.size();) {
    size_t end = at + 1;
    while (end < pixels.size() && end - at < 256 && pixels[end] == pixels[at]) ++end;
    runs.push_back(pixels[at]);
    runs.push_back(static_cast<uint8_t>(end - at - 1));
    at = end;
  }
  return runs;
}

std::string base64(Bytes bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (size_t at = 0; at < bytes.size(); at += 3) {
    const size_t count = std::min<size_t>(3, bytes.size() - at);
    uint32_t bits = 0;
    for (size_t i = 0; i < 3; ++i) bits = bits << 8 | (i < count ? bytes[at + i] : 0u);
    for (size_t i = 0; i < 4; ++i) {
      text += i <= count ? kDigits[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return text;
}

}  // namespace wardrobe
