#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "formats/limits.h"
#include "tools/apply/color_edits.h"

namespace wardrobe {
namespace {

constexpr size_t kActSize = 3 * kMaxColors;  ///< a u16 count and a u16 of no use here may follow

Error bad_palette(const char* message) { return {ErrorCode::damaged, kNoOffset, message}; }

void add_color(const std::array<uint8_t, 3>& rgb, EditedPalette& out) {
  out.rgb.push_back(rgb);
  out.alpha.push_back(255);
}

EditedPalette act_palette(Bytes file) {
  const size_t count =
      file.size() > kActSize ? (size_t{file[kActSize]} << 8) | file[kActSize + 1] : 0;
  const bool has_count = count > 0 && count < kMaxColors;
  EditedPalette out;
  for (size_t i = 0; i < (has_count ? count : kMaxColors); ++i) {
    add_color({file[3 * i], file[3 * i + 1], file[3 * i + 2]}, out);
  }
  return out;
}

/// Takes a number of up to 255 from the start of a line.
bool take_number(std::string_view& line, uint8_t& out) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const auto [end, code] = std::from_chars(line.data(), line.data() + line.size(), out);
  line.remove_prefix(static_cast<size_t>(end - line.data()));
  return code == std::errc();
}

/// Reads the lines of a palette after its first `skipped` ones. Lines that begin with a name are no
/// colours.
Result<EditedPalette> text_palette(std::string_view text, size_t skipped) {
  EditedPalette out;
  for (size_t number = 0; !text.empty(); ++number) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool is_head = line.starts_with("Name:") || line.starts_with("Columns:") ||
                         line.starts_with("Channels:") || line.starts_with('#');
    if (number < skipped || is_head || line.find_first_not_of(" \t\r") == std::string_view::npos)
      continue;
    std::array<uint8_t, 3> rgb{};
    for (uint8_t& part : rgb) {
      if (!take_number(line, part)) return bad_palette("a line of the palette is not a colour");
    }
    if (out.rgb.size() == kMaxColors) return bad_palette("the palette has more than 256 colours");
    add_color(rgb, out);
  }
  return out;
}

}  // namespace

Result<EditedPalette> read_palette_file(Bytes file) {
  if (file.size() == kActSize || file.size() == kActSize + 4) return act_palette(file);
  const std::string_view text = as_text(file);
  if (text.starts_with("GIMP Palette")) return text_palette(text, 1);
  if (text.starts_with("JASC-PAL")) return text_palette(text, 3);  // then its version and its count
  return bad_palette("not a palette of GIMP (.gpl), Paint Shop Pro (.pal) or Photoshop (.act)");
}

}  // namespace wardrobe
