#include "tools/apply/png_file.h"

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <zlib.h>

#include <fmt/core.h>
#include <png.h>

namespace wardrobe {
namespace {

constexpr size_t kHeaderSize = 33;  // signature and IHDR, in bytes
constexpr std::array<uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

Error refused(std::string message) {
  return {ErrorCode::unknown_format, kNoOffset, std::move(message)};
}

Error damaged(const std::string& message) {
  return {ErrorCode::damaged, kNoOffset, "the PNG is damaged: " + message};
}

/// What libpng's callbacks read and write.
struct Reading {
  Bytes file;
  const PngHeader& header;
  PngPicture& out;
  std::vector<png_bytep> rows;
  size_t at = 0;
  std::string message;
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
  for (const png_color& color : std::span(colors, static_cast<size_t>(count))) {
    out.rgb.push_back({color.red, color.green, color.blue});
  }
  out.alpha.assign(out.rgb.size(), 255);
  png_bytep alpha = nullptr;
  int alphas = 0;
  if (png_get_tRNS(png, info, &alpha, &alphas, nullptr) == 0) return;
  std::copy_n(alpha, std::min<size_t>(static_cast<size_t>(alphas), out.alpha.size()),
              out.alpha.begin());
}

/// Asks libpng for pixels of 8-bit red, green, blue and alpha.
void ask_for_rgba(png_structp png) {
  png_set_scale_16(png);
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
}

/// Returns false and sets a message if libpng fails. libpng then jumps out of this function, so no
/// object in it may need a destructor.
bool decode(png_structp png, png_infop info, Reading& reading) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_read_fn(png, &reading, give_bytes);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
  png_set_user_limits(png, reading.header.width, reading.header.height);
  // Skips all chunks but IHDR, PLTE, tRNS, IDAT and IEND. Texts would be inflated and kept.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  png_read_info(png, info);
  if (reading.header.is_indexed()) {
    png_set_packing(png);
    take_palette(png, info, reading.out.palette);
  } else {
    ask_for_rgba(png);
  }
  png_read_update_info(png, info);
  png_read_image(png, reading.rows.data());
  png_read_end(png, nullptr);
  return true;
}

void keep_message(png_structp png, png_const_charp message) {
  static_cast<Reading*>(png_get_error_ptr(png))->message = message;
  png_longjmp(png, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

Status decode(Bytes file, const PngHeader& header, PngPicture& out) {
  Reading reading{file, header, out, {}, 0, {}};
  const size_t row = size_t{header.width} * (header.is_indexed() ? 1 : 4);
  out.pixels.resize(row * header.height);
  for (size_t y = 0; y < header.height; ++y) reading.rows.push_back(out.pixels.data() + y * row);
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, keep_message, ignore_warning);
  png_infop info = png == nullptr ? nullptr : png_create_info_struct(png);
  const bool decoded = info != nullptr && decode(png, info, reading);
  png_destroy_read_struct(&png, &info, nullptr);
  return decoded ? ok() : damaged(reading.message);
}

/// Whether the pixel data inflate to at most `size` bytes. libpng would inflate everything, which
/// can be a thousand times the size of the file.
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

/// The number of samples of a pixel.
uint64_t channels(uint8_t color_type) {
  switch (color_type) {
    case PNG_COLOR_TYPE_GRAY_ALPHA:
      return 2;
    case PNG_COLOR_TYPE_RGB:
      return 3;
    case PNG_COLOR_TYPE_RGB_ALPHA:
      return 4;
    default:
      return 1;
  }
}

/// The number of bytes of all rows of a PNG. Each row starts with a byte for its filter.
uint64_t size_of_rows(const PngHeader& header) {
  const uint64_t bits = header.width * channels(header.color_type) * header.depth;
  return (1 + (bits + 7) / 8) * header.height;
}

}  // namespace

bool PngHeader::is_indexed() const { return color_type == PNG_COLOR_TYPE_PALETTE; }

const char* PngHeader::kind() const {
  switch (color_type) {
    case PNG_COLOR_TYPE_PALETTE:
      return "indexed";
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

Result<PngHeader> read_png_header(Bytes file) {
  if (file.size() < kHeaderSize ||
      !std::equal(kSignature.begin(), kSignature.end(), file.begin())) {
    return refused("not a PNG");
  }
  ByteReader reader(file, 16);
  PngHeader header;
  header.width = reader.u32_be();
  header.height = reader.u32_be();
  header.depth = reader.u8();
  header.color_type = reader.u8();
  reader.take(2);
  if (reader.u8() != PNG_INTERLACE_NONE) {
    return refused("the PNG is interlaced; save it without interlacing");
  }
  return header;
}

Result<PngPicture> read_png(Bytes file, const PngHeader& header) {
  if (!inflates_to_at_most(size_of_rows(header), file)) {
    return damaged("it has more pixels than its header says");
  }
  PngPicture picture;
  TRY(decode(file, header, picture));
  if (!header.is_indexed()) return picture;
  const uint8_t highest = *std::ranges::max_element(picture.pixels);
  if (highest >= picture.palette.rgb.size()) {
    return damaged(fmt::format("a pixel has colour {}, past the end of its palette", highest));
  }
  return picture;
}

}  // namespace wardrobe
