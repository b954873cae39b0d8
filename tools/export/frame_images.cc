#include "tools/export/frame_images.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "formats/hash.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

struct Rectangle {
  uint32_t left = 0;
  uint32_t top = 0;
  uint32_t width = 1;
  uint32_t height = 1;
};

/// The smallest rectangle around all pixels that are not `background`.
Rectangle visible_part(const IndexImage& image, uint8_t background) {
  uint32_t left = image.width;
  uint32_t right = 0;
  uint32_t top = image.height;
  uint32_t bottom = 0;
  const auto is_visible = [&](uint8_t pixel) { return pixel != background; };
  for (uint32_t y = 0; y < image.height; ++y) {
    const Bytes row = Bytes(image.pixels).subspan(size_t{y} * image.width, image.width);
    const auto first = std::ranges::find_if(row, is_visible);
    if (first == row.end()) continue;
    const auto last = std::find_if(row.rbegin(), row.rend(), is_visible);
    left = std::min(left, static_cast<uint32_t>(first - row.begin()));
    right = std::max(right, static_cast<uint32_t>(row.rend() - last));
    top = std::min(top, y);
    bottom = y + 1;
  }
  if (bottom == 0) return {};
  return {left, top, right - left, bottom - top};
}

class ImageSet {
 public:
  explicit ImageSet(FrameImages& out) : out_(out) {}

  /// The row of an image that looks like this.
  uint32_t add(const IndexImage& image, const Rectangle& part) {
    const auto next = static_cast<uint32_t>(out_.cut.size());
    const uint32_t cut = add_cut(image, part);
    const auto [found, is_new] = images_.try_emplace({cut, part.left, part.top}, next);
    if (is_new) {
      out_.cut.push_back(cut);
      out_.left.push_back(part.left);
      out_.top.push_back(part.top);
    }
    return found->second;
  }

 private:
  uint32_t add_cut(const IndexImage& image, const Rectangle& part) {
    const auto row = static_cast<uint32_t>(out_.width.size());
    const size_t start = out_.pixels.size();
    for (uint32_t y = part.top; y < part.top + part.height; ++y) {
      const Bytes pixels =
          Bytes(image.pixels).subspan(size_t{y} * image.width + part.left, part.width);
      out_.pixels.insert(out_.pixels.end(), pixels.begin(), pixels.end());
    }
    const Bytes added = Bytes(out_.pixels).subspan(start);
    const uint64_t hash = xxh64(added);
    const auto [first, last] = cuts_.equal_range(hash);
    for (auto at = first; at != last; ++at) {
      const uint32_t known = at->second;
      if (out_.width[known] != part.width || !std::ranges::equal(out_.pixels_of(known), added)) {
        continue;
      }
      out_.pixels.resize(start);
      return known;
    }
    out_.width.push_back(part.width);
    out_.height.push_back(part.height);
    out_.pixel_offset.push_back(out_.pixels.size());
    cuts_.emplace(hash, row);
    return row;
  }

  FrameImages& out_;
  std::unordered_multimap<uint64_t, uint32_t> cuts_;                     ///< by hash
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> images_;  ///< by cut, left, top
};

}  // namespace

Result<FrameImages> make_frame_images(const FramePlan& plan, const TickPainter& painter,
                                      uint8_t background) {
  FrameImages images;
  ImageSet set(images);
  std::unordered_map<uint32_t, uint32_t> image_of;  // row of Frames → row of images
  for (size_t frame = 0; frame < plan.look.size(); ++frame) {
    const auto [found, is_new] = image_of.try_emplace(plan.look[frame], 0);
    if (is_new) {
      const IndexImage image = painter.draw(frame, 1, 1);
      found->second = set.add(image, visible_part(image, background));
    }
    images.image.push_back(found->second);
    if (images.pixels.size() > kMaxFramePixels) {
      return Error{ErrorCode::limit, kNoOffset,
                   "frames of more than " + limit_text(kMaxFramePixels) + " pixels"};
    }
  }
  return images;
}

}  // namespace wardrobe
