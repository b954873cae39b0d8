#include "tools/edit/png_picture.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <string>
#include <string_view>
#include <zlib.h>

#include <png.h>

#include "formats/limits.h"

namespace wardrobe {
namespace {

constexpr size_t kHeaderSize = 33;  // signature and IHDR
constexpr std::array<uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

Error refused(std::string message) {
  return {ErrorCode::unknown_format, kNoOffset, std::move(message)};
}

const char* kind_of(uint8_t color_type) {
  switch (color_type) {
    case PNG_COLOR_TYPE_GRAY:
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      return "grey";
    case PNG_COLOR_TYPE_RGB:
      return "RGB";
    case PNG_COLOR_TYPE_RGB_ALPHA:
      return "RGBA";
    default:
      return "of an unknown kind";
  }
}

/// What can be refused in the words of an editor's menu, before libpng looks at it.
Status check_header(Bytes file, PngPicture& out) {
  if (file.size() < kHeaderSize ||
      !std::equal(kSignature.begin(), kSignature.end(), file.begin())) {
    return refused("not a PNG");
  }
  ByteReader reader(file, 16);
  const uint32_t width = reader.u32_be();
  const uint32_t height = reader.u32_be();
  reader.u8();
  const uint8_t color_type = reader.u8();
  reader.take(2);
  if (color_type != PNG_COLOR_TYPE_PALETTE) {
    return refused(std::string("the PNG is ") + kind_of(color_type) +
                   "; save it indexed, with the palette that it came with");
  }
  if (reader.u8() != PNG_INTERLACE_NONE) {
    return refused("the PNG is interlaced; save it without interlacing");
  }
  if (width == 0 || height == 0 || width > kMaxSide || height > kMaxSide ||
      uint64_t{width} * height > kMaxPicturePixels) {
    return Error{ErrorCode::limit, kNoOffset,
                 "the PNG has " + std::to_string(width) + "×" + std::to_string(height) +
                     " pixels; a picture has 1 to " + limit_text(kMaxSide) +
                     " a side and at most " + limit_text(kMaxPicturePixels)};
  }
  out.width = static_cast<uint16_t>(width);
  out.height = static_cast<uint16_t>(height);
  return ok();
}

/// What libpng's callbacks share with the reader.
struct Reading {
  Bytes file;
  size_t at = 0;
  std::string message;
  PngPicture& out;
  std::vector<png_bytep> rows;
};

void give_bytes(png_structp png, png_bytep out, size_t count) {
  Reading& reading = *static_cast<Reading*>(png_get_io_ptr(png));
  if (reading.file.size() - reading.at < count) png_error(png, "it ends early");
  std::memcpy(out, reading.file.data() + reading.at, count);
  reading.at += count;
}

void take_palette(png_structp png, png_infop info, EditedPalette& out) {
  png_colorp colors = nullptr;
  int count = 0;
  png_get_PLTE(png, info, &colors, &count);
  for (int i = 0; i < count; ++i)
    out.rgb.push_back({colors[i].red, colors[i].green, colors[i].blue});
  out.alpha.assign(out.rgb.size(), 255);
  png_bytep alpha = nullptr;
  int alphas = 0;
  if (png_get_tRNS(png, info, &alpha, &alphas, nullptr) == 0) return;
  std::copy_n(alpha, std::min<size_t>(static_cast<size_t>(alphas), out.alpha.size()),
              out.alpha.begin());
}

/// False, with a message, where libpng gives up: it jumps, so nothing here may need a destructor.
bool decode(png_structp png, png_infop info, Reading& reading) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_read_fn(png, &reading, give_bytes);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_user_limits(png, kMaxSide, kMaxSide);
  png_read_info(png, info);
  png_set_packing(png);
  png_read_update_info(png, info);
  take_palette(png, info, reading.out.palette);
  png_read_image(png, reading.rows.data());
  png_read_end(png, nullptr);
  return true;
}

void keep_message(png_structp png, png_const_charp message) {
  static_cast<Reading*>(png_get_error_ptr(png))->message = message;
  png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

Status decode(Bytes file, PngPicture& out) {
  Reading reading{file, 0, {}, out, {}};
  out.pixels.resize(size_t{out.width} * out.height);
  for (size_t y = 0; y < out.height; ++y) {
    reading.rows.push_back(out.pixels.data() + y * out.width);
  }
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, keep_message, ignore_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  const bool decoded = info != nullptr && decode(png, info, reading);
  png_destroy_read_struct(&png, &info, nullptr);
  if (decoded) return ok();
  return Error{ErrorCode::damaged, kNoOffset, "the PNG is damaged: " + reading.message};
}

/// Whether the pixels' data inflate to no more than `size` bytes, as far as they inflate at all:
/// libpng would inflate all that follows, too, which can be a thousand times the file.
bool inflates_to_at_most(uint64_t size, Bytes file) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return false;
  std::array<uint8_t, 16384> out{};
  int result = Z_OK;
  ByteReader reader(file, kSignature.size());
  while (result == Z_OK && reader.ok() && stream.total_out <= size) {
    const uint32_t length = reader.u32_be();
    const bool is_data = std::ranges::equal(reader.take(4), std::string_view("IDAT"));
    const Bytes data = reader.take(std::min<size_t>(length, reader.left()));
    reader.take(4);
    if (!is_data) continue;
    stream.next_in = const_cast<uint8_t*>(data.data());
    stream.avail_in = static_cast<uInt>(data.size());
    while (result == Z_OK && stream.total_out <= size && stream.avail_in > 0) {
      stream.next_out = out.data();
      stream.avail_out = out.size();
      result = inflate(&stream, Z_NO_FLUSH);
    }
  }
  inflateEnd(&stream);
  return stream.total_out <= size;
}

/// Bytes of the rows of a PNG whose header was checked, each after one that says its filter.
uint64_t size_of_rows(Bytes file, const PngPicture& picture) {
  constexpr size_t kDepthAt = 24;
  return (1 + (uint64_t{picture.width} * file[kDepthAt] + 7) / 8) * picture.height;
}

}  // namespace

Result<PngPicture> read_png(Bytes file) {
  PngPicture picture;
  if (Status header = check_header(file, picture); !header) return header.error();
  if (!inflates_to_at_most(size_of_rows(file, picture), file)) {
    return Error{ErrorCode::damaged, kNoOffset,
                 "the PNG is damaged: it has more pixels than it says"};
  }
  if (Status decoded = decode(file, picture); !decoded) return decoded.error();
  const uint8_t highest = *std::ranges::max_element(picture.pixels);
  if (highest >= picture.palette.rgb.size()) {
    return Error{ErrorCode::damaged, kNoOffset,
                 "the PNG is damaged: a pixel has colour " + std::to_string(highest) +
                     ", and its palette ends before"};
  }
  return picture;
}

}  // namespace wardrobe
