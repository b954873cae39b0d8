#include "pipeline/row_order.h"

#include <algorithm>
#include <string>
#include <vector>

#include "formats/limits.h"
#include "formats/scumm/version.h"
#include "pipeline/parallel.h"
#include "pipeline/picture_codec.h"

namespace wardrobe {
namespace {

/// Pixels to inspect. In a game with more pixels, only every n-th picture is inspected.
constexpr uint64_t kMostPixels = 1 << 20;
/// With fewer pixels, the result is not significant.
constexpr uint64_t kLeastPixels = 10000;
/// Least ratio, in hundredths, of the differences by columns to those by rows, at which pictures
/// count as stored by rows.
constexpr uint64_t kLeastMargin = 120;

/// Numbers of differing pairs of neighbours, for each order of reading.
struct Roughness {
  uint64_t pixels = 0;
  uint64_t by_columns = 0;
  uint64_t by_rows = 0;
};

/// Returns the number of differing pairs of pixels at this distance.
uint64_t unequal(Bytes pixels, size_t distance) {
  uint64_t count = 0;
  for (size_t i = distance; i < pixels.size(); ++i) count += pixels[i] != pixels[i - distance];
  return count;
}

/// Returns the number of lines whose first pixel differs from the last one of the line before.
uint64_t unequal_across_lines(Bytes pixels, size_t line) {
  uint64_t count = 0;
  for (size_t i = line; i < pixels.size(); i += line) count += pixels[i] != pixels[i - 1];
  return count;
}

/// Adds the counts of a picture whose pixels are in the order in which they are stored.
void add_picture(Bytes stored, size_t width, size_t height, Roughness& out) {
  const uint64_t along = unequal(stored, 1);
  out.pixels += stored.size();
  out.by_columns += along - unequal_across_lines(stored, height) + unequal(stored, height);
  out.by_rows += along - unequal_across_lines(stored, width) + unequal(stored, width);
}

/// Returns the pictures to inspect. Square ones are left out, because they cannot tell rows from
/// columns.
std::vector<uint32_t> telling_pictures(const StoredPictures& stored) {
  std::vector<uint32_t> rows;
  uint64_t pixels = 0;
  for (uint32_t row = 0; row < stored.count(); ++row) {
    const uint64_t size = uint64_t{stored.width[row]} * stored.height[row];
    const bool tells = stored.fault[row] == PictureFault::none && size != 0 &&
                       size <= kMaxPicturePixels && stored.width[row] != stored.height[row];
    if (!tells) continue;
    rows.push_back(row);
    pixels += size;
  }
  const uint64_t step = pixels / kMostPixels + 1;
  std::vector<uint32_t> chosen;
  for (size_t i = 0; i < rows.size(); i += step) chosen.push_back(rows[i]);
  return chosen;
}

Roughness roughness_of(const StoredPictures& stored, Bytes data) {
  const std::vector<uint32_t> rows = telling_pictures(stored);
  std::vector<Roughness> parts(worker_count());
  std::vector<std::vector<uint8_t>> pixels(parts.size());
  parallel_for(rows.size(), [&](size_t i, size_t worker) {
    const uint32_t row = rows[i];
    const size_t size = size_t{stored.width[row]} * stored.height[row];
    std::vector<uint8_t>& out = pixels[worker];
    if (out.size() < size + kPixelPadding) out.resize(size + kPixelPadding);
    const Bytes in = data.subspan(stored.data[row], stored.data_end[row] - stored.data[row]);
    const PictureCodec codec{kRleByRows, stored.colors[row]};
    std::vector<uint8_t> unused;
    const DecodeEnd end = codec.decode(in, stored.width[row], stored.height[row], out, unused).end;
    if (end != DecodeEnd::complete) return;
    add_picture(Bytes(out).first(size), stored.width[row], stored.height[row], parts[worker]);
  });
  Roughness all;
  for (const Roughness& part : parts) {
    all.pixels += part.pixels;
    all.by_columns += part.by_columns;
    all.by_rows += part.by_rows;
  }
  return all;
}

}  // namespace

void tell_row_order(const Scanned& scanned, StoredPictures& stored, Tables& tables) {
  Game& game = tables.game;
  if (game.version[0] != Version::v5) return;
  const Roughness found = roughness_of(stored, scanned.data);
  if (found.pixels < kLeastPixels || found.by_rows == 0) return;
  const uint64_t margin = 100 * found.by_columns / found.by_rows;
  if (margin < kLeastMargin) return;
  game.version[0] = Version::v5_rows;
  std::ranges::fill(stored.codec, kRleByRows);
  const std::string hundredths = std::to_string(100 + margin % 100).substr(1);
  const std::string told = "; pictures stored by rows, as on the Amiga: they are " +
                           std::to_string(margin / 100) + "." + hundredths +
                           " times as smooth as by columns";
  game.evidence.insert(game.evidence.end(), told.begin(), told.end());
  game.evidence_offset[1] = static_cast<uint32_t>(game.evidence.size());
}

}  // namespace wardrobe
