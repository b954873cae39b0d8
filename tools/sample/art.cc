#include "tools/sample/art.h"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include <png.h>

#include "formats/limits.h"
#include "tools/sample/strips_encode.h"

namespace wardrobe::sample {
namespace {

[[noreturn]] void fail(const std::string& file, const std::string& message) {
  throw std::runtime_error("tools/sample/art/" + file + ": " + message);
}

}  // namespace

Sheet read_sheet(const std::string& name) {
  const Bytes file = art_file(name);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  png_image_begin_read_from_memory(&image, file.data(), file.size());
  if ((image.format & PNG_FORMAT_FLAG_COLORMAP) == 0) fail(name, "not an indexed PNG");
  image.format = PNG_FORMAT_RGBA_COLORMAP;
  Sheet sheet{image.width, image.height, {}, std::vector<uint8_t>(size_t{3} * 256)};
  sheet.pixels.resize(sheet.width * sheet.height);
  std::vector<uint8_t> rgba(size_t{4} * 256);
  if (png_image_finish_read(&image, nullptr, sheet.pixels.data(), 0, rgba.data()) == 0) {
    fail(name, image.message);
  }
  for (size_t i = 0; i < image.colormap_entries; ++i) {
    std::copy_n(&rgba[4 * i], 3, &sheet.rgb[3 * i]);
  }
  return sheet;
}

std::vector<uint8_t> mask_of(const Sheet& sheet, size_t strip) {
  std::vector<uint8_t> mask(sheet.height);
  for (size_t y = 0; y < sheet.height; ++y) {
    for (size_t x = 0; x < kStripColumns; ++x) {
      const uint8_t pixel = sheet.pixels[y * sheet.width + strip * kStripColumns + x];
      mask[y] = static_cast<uint8_t>(2 * mask[y] + (pixel != 0 ? 1 : 0));
    }
  }
  return mask;
}

std::vector<uint8_t> encoded_mask(const Sheet& sheet, size_t strip) {
  const std::vector<uint8_t> mask = mask_of(sheet, strip);
  std::vector<uint8_t> encoded;
  if (std::ranges::any_of(mask, [](uint8_t byte) { return byte != 0; })) {
    encode_mask_strip(mask.data(), 1, mask.size(), encoded);
  }
  return encoded;
}

void read_table(const std::string& name, const std::function<void(std::istream&)>& visit) {
  const Bytes file = art_file(name);
  std::istringstream lines(std::string(file.begin(), file.end()));
  std::string text;
  for (int number = 1; std::getline(lines, text); ++number) {
    const std::string place = "line " + std::to_string(number) + ": ";
    std::istringstream line(text.substr(0, text.find('#')));
    if (done(line)) continue;
    try {
      visit(line);
      if (!done(line)) throw std::runtime_error("too many words, from " + next<std::string>(line));
    } catch (const std::exception& error) {
      fail(name, place + error.what());
    }
  }
}

void expect(std::istream& line, std::string_view word) {
  const std::string found = next<std::string>(line);
  if (found != word) throw std::runtime_error(found + " where " + std::string(word) + " belongs");
}

}  // namespace wardrobe::sample
