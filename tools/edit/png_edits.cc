#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>
#include <zlib.h>

#include <fmt/core.h>
#include <png.h>

#include "formats/bytes.h"
#include "formats/limits.h"
#include "formats/result.h"
#include "tools/edit/edits.h"
#include "tools/edit/manifest.h"
#include "tools/edit/palette_order.h"

namespace wardrobe {
namespace {

/// An indexed PNG as an editor saved it.
struct PngPicture {
  uint16_t width = 0;
  uint16_t height = 0;
  std::vector<uint8_t> pixels;  ///< row-major
  EditedPalette palette;
};

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

/// Refuses files that cannot be used, in the words of an editor's menu, before libpng reads them.
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
    return refused(fmt::format("the PNG is {}; save it as indexed, with its original palette",
                               kind_of(color_type)));
  }
  if (reader.u8() != PNG_INTERLACE_NONE) {
    return refused("the PNG is interlaced; save it without interlacing");
  }
  if (!is_picture_size(width, height)) {
    return Error{ErrorCode::limit, kNoOffset, "the PNG has " + bad_size_text(width, height)};
  }
  out.width = static_cast<uint16_t>(width);
  out.height = static_cast<uint16_t>(height);
  return ok();
}

/// State shared with libpng's callbacks.
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

/// False, with a message, if libpng fails. libpng then jumps out, so nothing here may need a
/// destructor.
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

/// Whether the pixel data inflate to at most `size` bytes. libpng would also inflate everything
/// beyond, which can be a thousand times the size of the file.
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

/// Bytes of all rows of a PNG whose header was checked. Each row starts with a byte that says its
/// filter.
uint64_t size_of_rows(Bytes file, const PngPicture& picture) {
  constexpr size_t kDepthAt = 24;
  return (1 + (uint64_t{picture.width} * file[kDepthAt] + 7) / 8) * picture.height;
}

/// Reads a PNG. Refuses those without a palette, interlaced or damaged ones, pixels without a
/// colour, and sizes that no picture may have (LIMITS.md). Safe on any input.
Result<PngPicture> read_png(Bytes file) {
  PngPicture picture;
  if (Status header = check_header(file, picture); !header) return header.error();
  if (!inflates_to_at_most(size_of_rows(file, picture), file)) {
    return Error{ErrorCode::damaged, kNoOffset,
                 "the PNG is damaged: it has more pixels than its header says"};
  }
  if (Status decoded = decode(file, picture); !decoded) return decoded.error();
  const uint8_t highest = *std::ranges::max_element(picture.pixels);
  if (highest >= picture.palette.rgb.size()) {
    return Error{
        ErrorCode::damaged, kNoOffset,
        fmt::format("the PNG is damaged: a pixel has colour {}, past the end of its palette",
                    highest)};
  }
  return picture;
}

class PngEditReader {
 public:
  PngEditReader(const LoadFile& load, const ReadGame& game, const Manifest& manifest)
      : load_(load), game_(game), tables_(game.tables), manifest_(manifest) {}

  Result<Edits> read() {
    const Status same = check_exported_game(kManifestName, manifest_.files, tables_);
    if (!same) return same.error();
    for (const ManifestPicture& picture : manifest_.pictures) {
      if (Status read = read_picture(picture); !read) return read.error();
    }
    return std::move(out_);
  }

 private:
  /// An error that names the slot looked up last.
  Error refused(const ManifestPicture& picture, const std::string& message) const {
    std::string where = picture.file;
    if (!edit_.entries.empty()) {
      where += ": " + slot_text(tables_, edit_.costume, edit_.entries.back());
    }
    return {ErrorCode::damaged, kNoOffset, where + ": " + message};
  }

  Status read_picture(const ManifestPicture& picture) {
    edit_ = PictureEdit{};
    edit_.file = picture.file;
    if (Status found = find_costume(picture); !found) return found;
    for (const Slot& slot : picture.slots) {
      if (Status found = find_entry(picture, slot); !found) return found;
    }
    const Result<std::vector<uint8_t>> file = load_(picture.file);
    if (!file && file.error().code == ErrorCode::not_found) {
      out_.missing.push_back(picture.file);
      return ok();
    }
    if (!file) return file.error();
    Result<PngPicture> png = read_picture_file(picture, *file);
    if (!png) return png.error();
    const PictureShape old = shape_at(tables_, edit_.entries[0]);
    edit_.shape = picture.shape;
    edit_.shape.width = png->width;
    edit_.shape.height = png->height;
    if (!picture.shape.same_size(old) && !picture.shape.same_size(edit_.shape)) {
      return refused(picture, fmt::format("the manifest says {} pixels; the PNG has {}",
                                          size_text(picture.shape), size_text(edit_.shape)));
    }
    edit_.pixels = std::move(png->pixels);
    const Result<bool> changed = compare_with_game(game_, edit_);
    if (!changed) return refused(picture, changed.error().message);
    if (*changed) out_.pictures.push_back(std::move(edit_));
    return ok();
  }

  Status find_costume(const ManifestPicture& picture) {
    const Costumes& costumes = tables_.costumes;
    if (picture.costume_row >= costumes.id.size() ||
        costumes.id[picture.costume_row] != picture.costume) {
      return refused(picture, fmt::format("costume #{} is not costume {}{}", picture.costume_row,
                                          picture.costume, kOtherGame));
    }
    edit_.costume = picture.costume_row;
    return ok();
  }

  /// Adds the entry of a slot. The slot must still hold the exported picture, and must be named
  /// only once.
  Status find_entry(const ManifestPicture& picture, const Slot& slot) {
    const std::optional<uint32_t> entry = entry_at(tables_, edit_.costume, slot);
    if (!entry || tables_.entries.picture[*entry] == kNone) {
      return refused(picture,
                     "the game has no picture at " + slot_text(tables_, edit_.costume, slot));
    }
    edit_.entries.push_back(*entry);
    const uint32_t row = tables_.entries.picture[*entry];
    if (tables_.pictures.xxh64[row] != picture.xxh64 ||
        tables_.pictures.transparent[row] != picture.transparent) {
      return refused(picture,
                     fmt::format("the game's picture differs from the exported one{}", kOtherGame));
    }
    if (shape_at(tables_, *entry) != shape_at(tables_, edit_.entries[0])) {
      return refused(picture, "the manifest's slots differ in size or placement");
    }
    const auto [known, is_new] = file_of_entry_.try_emplace(*entry, picture.file);
    if (!is_new) {
      return refused(picture, "the manifest has this slot twice, also in " + known->second);
    }
    return ok();
  }

  /// The PNG, with the values of its pixels in the costume's palette.
  Result<PngPicture> read_picture_file(const ManifestPicture& picture, Bytes file) {
    Result<PngPicture> png = read_png(file);
    if (!png) return refused(picture, png.error().message);
    read_pixels_ += png->pixels.size();
    if (read_pixels_ > kMaxEditPixels) {
      return refused(picture, fmt::format("the pictures up to this one have more than {} pixels",
                                          limit_text(kMaxEditPixels)));
    }
    if (const auto rgb = manifest_.palettes.find(edit_.costume); rgb != manifest_.palettes.end()) {
      const Result<bool> restored =
          restore_palette(rgb->second, picture.transparent, png->palette, png->width, png->pixels);
      if (!restored) return refused(picture, restored.error().message);
      if (*restored) out_.notes.push_back(picture.file + kOtherOrder);
    }
    return png;
  }

  const LoadFile& load_;
  const ReadGame& game_;
  const Tables& tables_;
  const Manifest& manifest_;
  std::unordered_map<uint32_t, std::string> file_of_entry_;
  PictureEdit edit_;
  uint64_t read_pixels_ = 0;  ///< of all PNGs
  Edits out_;
};

}  // namespace

Result<Edits> read_png_edits(Bytes manifest, const LoadFile& load, const ReadGame& game) {
  const Result<Manifest> read = read_manifest(as_text(manifest));
  if (!read) return read.error();
  return PngEditReader(load, game, *read).read();
}

}  // namespace wardrobe
