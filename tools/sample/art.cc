#include "tools/sample/art.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

#include <png.h>

namespace wardrobe::sample {
namespace {

constexpr std::string_view kBlanks = " \t\r";

[[noreturn]] void fail(std::string_view file, const std::string& message) {
  throw std::runtime_error("tools/sample/art/" + std::string(file) + ": " + message);
}

}  // namespace

Sheet read_sheet(std::string_view name) {
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

bool Line::done() {
  left_.remove_prefix(std::min(left_.find_first_not_of(kBlanks), left_.size()));
  return left_.empty();
}

std::string_view Line::word() {
  if (done()) throw std::runtime_error("the line ends early");
  const std::string_view word = left_.substr(0, left_.find_first_of(kBlanks));
  left_.remove_prefix(word.size());
  return word;
}

int to_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    throw std::runtime_error(std::string(text) + " is not a number");
  }
  return number;
}

void Line::expect(std::string_view expected) {
  const std::string_view found = word();
  if (found != expected) {
    throw std::runtime_error(std::string(found) + " where " + std::string(expected) + " belongs");
  }
}

void read_table(std::string_view name, const std::function<void(Line&)>& visit) {
  const Bytes file = art_file(name);
  std::string_view left(reinterpret_cast<const char*>(file.data()), file.size());
  for (int number = 1; !left.empty(); ++number) {
    const std::string_view text = left.substr(0, left.find('\n'));
    left.remove_prefix(std::min(text.size() + 1, left.size()));
    Line line(text.substr(0, text.find('#')));
    if (line.done()) continue;
    try {
      visit(line);
      if (!line.done()) throw std::runtime_error("words too many from " + std::string(line.word()));
    } catch (const std::exception& error) {
      fail(name, "line " + std::to_string(number) + ": " + error.what());
    }
  }
}

}  // namespace wardrobe::sample
