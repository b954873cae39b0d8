#include "tools/edit/cel_data.h"

#include <algorithm>
#include <limits>
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
            std::map<size_t, std::vector<uint8_t>> cels, const CelLinks& again)
      : data_(data), akos_(akos), data_start_(data_start), cels_(std::move(cels)), again_(again) {
    for (const auto& [cel, other] : again_) cels_.erase(cel);
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) spans_.push_back(span_of(cel));
  }

  CelData place() {
    std::vector<Replacement> replacements;
    CelLinks appended;  // cel → the one that keeps the data, or itself
    for (const auto& [cel, bytes] : cels_) {
      const size_t heir = heir_of(cel);
      if (heir == cel) {
        replacements.push_back({*spans_[cel], bytes});
      } else if (heir == kNobody || !changes_alike(cel, heir)) {
        appended[cel] = heir;
      }
    }
    for (const Span& span : dropped_data()) replacements.push_back({span, {}});
    const Bytes kept = kept_data();
    const Pieces pieces(kept, std::move(replacements));
    CelData out{pieces.bytes(), {}, {}};
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      const size_t old = akos_.cels.data[cel] - data_start_;
      // What cannot be decoded may point anywhere.
      const size_t moved = old < kept.size() ? pieces.moved(old).value_or(old) : out.bytes.size();
      out.offset.push_back(static_cast<uint32_t>(moved));
    }
    for (const auto& [cel, heir] : appended) {
      out.offset[cel] = static_cast<uint32_t>(out.bytes.size());
      const std::vector<uint8_t>& bytes = cels_.at(cel);
      out.bytes.insert(out.bytes.end(), bytes.begin(), bytes.end());
      if (heir != kNobody) out.left[cel] = heir;
    }
    for (const auto& [cel, other] : again_) out.offset[cel] = out.offset[end_of(again_, cel)];
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

  static constexpr size_t kNobody = std::numeric_limits<size_t>::max();

  bool same_span(size_t a, size_t b) const {
    return spans_[a]->begin == spans_[b]->begin && spans_[a]->end == spans_[b]->end;
  }

  /// Of the cels that share the data of one that changes, the first that does not change, or else
  /// the first of all; nobody if the data overlap those of others.
  size_t heir_of(size_t cel) const {
    size_t first = kNobody;
    for (size_t other = 0; other < spans_.size(); ++other) {
      if (again_.contains(other) || !spans_[other]) continue;
      if (!spans_[other]->overlaps(*spans_[cel])) continue;
      if (!same_span(other, cel)) return kNobody;
      const bool stays = !cels_.contains(other);
      if (first == kNobody || (stays && cels_.contains(first))) first = other;
    }
    return first;
  }

  bool changes_alike(size_t cel, size_t other) const {
    const auto change = cels_.find(other);
    return change != cels_.end() && change->second == cels_.at(cel);
  }

  /// The data of cels that use another's again, unless somebody else needs them.
  std::vector<Span> dropped_data() const {
    std::vector<Span> dropped;
    for (const auto& [cel, heir] : again_) {
      if (!spans_[cel]) continue;
      bool needed = false;
      for (size_t other = 0; other < spans_.size(); ++other) {
        if (!spans_[other] || !spans_[other]->overlaps(*spans_[cel])) continue;
        needed = needed || !again_.contains(other) || !same_span(cel, other);
      }
      const auto begin = spans_[cel]->begin;
      if (!needed && std::ranges::find(dropped, begin, &Span::begin) == dropped.end()) {
        dropped.push_back(*spans_[cel]);
      }
    }
    return dropped;
  }

  Bytes kept_data() const {
    size_t end = 0;
    for (const std::optional<Span>& span : spans_) {
      if (span) end = std::max(end, span->end);
    }
    return without_filling(data_, end);
  }

  Bytes data_;
  const AkosTables& akos_;
  size_t data_start_;
  std::map<size_t, std::vector<uint8_t>> cels_;
  const CelLinks& again_;
  std::vector<std::optional<Span>> spans_;  ///< by cel
  std::vector<uint8_t> pixels_;
  std::vector<uint8_t> scratch_;
};

}  // namespace

CelData place_cels(Bytes payload, const AkosTables& akos, size_t data_start,
                   std::map<size_t, std::vector<uint8_t>> cels, const CelLinks& again) {
  const Bytes data = payload.subspan(data_start, akos.data_end - data_start);
  return CelPlacer(data, akos, data_start, std::move(cels), again).place();
}

size_t end_of(const CelLinks& links, size_t cel) {
  for (auto link = links.find(cel); link != links.end(); link = links.find(cel)) cel = link->second;
  return cel;
}

}  // namespace wardrobe
