#include "tools/edit/cel_data.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "formats/limits.h"
#include "pipeline/picture_codec.h"
#include "tools/edit/pieces.h"

namespace wardrobe {
namespace {

class CelPlacer {
 public:
  CelPlacer(Bytes data, const AkosTables& akos, size_t data_start,
            std::map<size_t, std::vector<uint8_t>> cels)
      : data_(data), akos_(akos), data_start_(data_start), cels_(std::move(cels)) {
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) spans_.push_back(span_of(cel));
  }

  CelData place() {
    std::vector<Replacement> replacements;
    for (const auto& [cel, bytes] : cels_) {
      if (!owns_data(cel)) continue;
      const Span span = *spans_[cel];
      const auto same = [&](const Replacement& r) { return r.old.begin == span.begin; };
      if (std::ranges::none_of(replacements, same)) replacements.push_back({span, bytes});
    }
    const Bytes kept = without_filling();
    const Pieces pieces(kept, std::move(replacements), ReplacementOrder::in_place);
    CelData out{pieces.bytes(), {}};
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      const size_t old = akos_.cels.data[cel] - data_start_;
      // What cannot be decoded may point anywhere.
      const size_t moved = old < kept.size() ? pieces.moved(old).value_or(old) : out.bytes.size();
      out.offset.push_back(static_cast<uint32_t>(moved));
    }
    append_others(out);
    return out;
  }

 private:
  /// Where the cel's pixels are in AKCD; nothing if they cannot be decoded.
  std::optional<Span> span_of(size_t cel) {
    const size_t width = akos_.cels.width[cel];
    const size_t height = akos_.cels.height[cel];
    if (akos_.cels.fault[cel] != AkosCels::Fault::none) return std::nullopt;
    if (width == 0 || height == 0 || width > kMaxSide || height > kMaxSide) return std::nullopt;
    if (width * height > kMaxPicturePixels) return std::nullopt;
    const size_t begin = akos_.cels.data[cel] - data_start_;
    pixels_.resize(std::max(pixels_.size(), width * height + kPixelPadding));
    const DecodeResult decoded = PictureCodec{akos_.codec, akos_.color.size()}.decode(
        data_.subspan(begin), width, height, pixels_, scratch_);
    if (decoded.end != DecodeEnd::complete) return std::nullopt;
    return Span{begin, begin + decoded.consumed};
  }

  /// Whether all cels that use this one's data get the same instead.
  bool owns_data(size_t cel) const {
    const Span span = *spans_[cel];
    for (size_t other = 0; other < spans_.size(); ++other) {
      if (!spans_[other] || !spans_[other]->overlaps(span)) continue;
      const auto change = cels_.find(other);
      const bool alike = change != cels_.end() && spans_[other]->begin == span.begin &&
                         spans_[other]->end == span.end && change->second == cels_.at(cel);
      if (!alike) return false;
    }
    return true;
  }

  Bytes without_filling() const {
    size_t end = 0;
    for (const std::optional<Span>& span : spans_) {
      if (span) end = std::max(end, span->end);
    }
    const Bytes tail = data_.subspan(end);
    const bool zeros = std::ranges::all_of(tail, [](uint8_t byte) { return byte == 0; });
    return zeros ? data_.first(end) : data_;
  }

  void append_others(CelData& out) const {
    for (const auto& [cel, bytes] : cels_) {
      if (owns_data(cel)) continue;
      out.offset[cel] = static_cast<uint32_t>(out.bytes.size());
      out.bytes.insert(out.bytes.end(), bytes.begin(), bytes.end());
    }
  }

  Bytes data_;
  const AkosTables& akos_;
  size_t data_start_;
  std::map<size_t, std::vector<uint8_t>> cels_;
  std::vector<std::optional<Span>> spans_;  ///< by cel
  std::vector<uint8_t> pixels_;
  std::vector<uint8_t> scratch_;
};

}  // namespace

CelData place_cels(Bytes payload, const AkosTables& akos, size_t data_start,
                   std::map<size_t, std::vector<uint8_t>> cels) {
  const Bytes data = payload.subspan(data_start, akos.data_end - data_start);
  return CelPlacer(data, akos, data_start, std::move(cels)).place();
}

}  // namespace wardrobe
