#include "tools/edit/cel_parts.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "formats/limits.h"
#include "pipeline/picture_codec.h"

namespace wardrobe {
namespace {

constexpr size_t kShortSize = 4;
constexpr size_t kLongSize = 12;
constexpr size_t kNobody = std::numeric_limits<size_t>::max();

/// How many bytes the pixels of a cel take; 0 if they cannot be decoded.
class PixelSizes {
 public:
  explicit PixelSizes(const AkosTables& akos) : akos_(akos) {}

  size_t of(size_t cel, Bytes data) {
    const size_t width = akos_.cels.width[cel];
    const size_t height = akos_.cels.height[cel];
    if (akos_.cels.fault[cel] != AkosCels::Fault::none) return 0;
    if (width == 0 || height == 0 || width > kMaxSide || height > kMaxSide) return 0;
    if (width * height > kMaxPicturePixels) return 0;
    pixels_.resize(std::max(pixels_.size(), width * height + kPixelPadding));
    const DecodeResult decoded = PictureCodec{akos_.codec, akos_.color.size()}.decode(
        data, width, height, pixels_, scratch_);
    return decoded.end == DecodeEnd::complete ? decoded.consumed : 0;
  }

 private:
  const AkosTables& akos_;
  std::vector<uint8_t> pixels_;
  std::vector<uint8_t> scratch_;
};

class Placer {
 public:
  Placer(const CelParts& parts, std::map<size_t, std::vector<uint8_t>> changes,
         const CelLinks& again)
      : parts_(parts), changes_(std::move(changes)), again_(again) {
    for (const auto& [cel, other] : again_) changes_.erase(cel);
  }

  PlacedParts place() {
    std::vector<Replacement> replacements;
    CelLinks appended;  // cel → the one that keeps the part, or nobody
    for (const auto& [cel, bytes] : changes_) {
      const size_t heir = heir_of(cel);
      if (heir == cel) {
        replacements.push_back({parts_.spans[cel], bytes});
      } else if (heir == kNobody || !changes_alike(cel, heir)) {
        appended[cel] = heir;
      }
    }
    for (const Span& span : dropped()) replacements.push_back({span, {}});
    const Pieces pieces(parts_.chunk, std::move(replacements));
    PlacedParts out{pieces.bytes(), {}, {}};
    for (const Span& span : parts_.spans) {
      // What cannot be told may be anywhere.
      const size_t old = span.begin;
      const size_t moved =
          old < parts_.chunk.size() ? pieces.moved(old).value_or(old) : out.chunk.size();
      out.offset.push_back(static_cast<uint32_t>(moved));
    }
    for (const auto& [cel, heir] : appended) {
      out.offset[cel] = static_cast<uint32_t>(out.chunk.size());
      const std::vector<uint8_t>& bytes = changes_.at(cel);
      out.chunk.insert(out.chunk.end(), bytes.begin(), bytes.end());
      if (heir != kNobody) out.left[cel] = heir;
    }
    for (const auto& [cel, other] : again_) out.offset[cel] = out.offset[end_of(again_, cel)];
    return out;
  }

 private:
  bool overlap(size_t a, size_t b) const {
    const Span& one = parts_.spans[a];
    const Span& other = parts_.spans[b];
    return one.size() > 0 && other.size() > 0 && one.overlaps(other);
  }

  bool share(size_t a, size_t b) const {
    return parts_.spans[a].begin == parts_.spans[b].begin &&
           parts_.spans[a].end == parts_.spans[b].end;
  }

  /// Of the cels that share the part of one that changes, the first that does not change, or else
  /// the first of all; nobody if the part overlaps those of others.
  size_t heir_of(size_t cel) const {
    size_t first = kNobody;
    for (size_t other = 0; other < parts_.spans.size(); ++other) {
      if (again_.contains(other) || !overlap(other, cel)) continue;
      if (!share(other, cel)) return kNobody;
      const bool stays = !changes_.contains(other);
      if (first == kNobody || (stays && changes_.contains(first))) first = other;
    }
    return first;
  }

  bool changes_alike(size_t cel, size_t other) const {
    const auto change = changes_.find(other);
    return change != changes_.end() && change->second == changes_.at(cel);
  }

  /// The parts of cels that use another's again, unless somebody else needs them.
  std::vector<Span> dropped() const {
    std::vector<Span> spans;
    for (const auto& [cel, other] : again_) {
      const Span& span = parts_.spans[cel];
      if (span.size() > 0 && !is_needed(cel) &&
          std::ranges::find(spans, span.begin, &Span::begin) == spans.end()) {
        spans.push_back(span);
      }
    }
    return spans;
  }

  bool is_needed(size_t cel) const {
    for (size_t other = 0; other < parts_.spans.size(); ++other) {
      if (overlap(cel, other) && (!again_.contains(other) || !share(cel, other))) return true;
    }
    return false;
  }

  const CelParts& parts_;
  std::map<size_t, std::vector<uint8_t>> changes_;
  const CelLinks& again_;
};

}  // namespace

size_t end_of(const CelLinks& links, size_t cel) {
  for (auto link = links.find(cel); link != links.end(); link = links.find(cel)) cel = link->second;
  return cel;
}

CelParts pixel_parts(Bytes payload, const AkosTables& akos, size_t start) {
  const Bytes data = payload.subspan(start, akos.data_end - start);
  CelParts parts;
  PixelSizes sizes(akos);
  size_t end = 0;
  for (size_t cel = 0; cel < akos.cels.size(); ++cel) {
    const size_t begin = akos.cels.data[cel] - start;
    const size_t size = sizes.of(cel, data.subspan(std::min(begin, data.size())));
    parts.spans.push_back({begin, begin + size});
    if (size > 0) end = std::max(end, begin + size);
  }
  parts.chunk = without_filling(data, end);
  return parts;
}

CelParts header_parts(Bytes headers, const AkosTables& akos, size_t start) {
  CelParts parts{headers, {}};
  const size_t size = akos.short_headers ? kShortSize : kLongSize;
  for (size_t cel = 0; cel < akos.cels.size(); ++cel) {
    const bool is_there = akos.cels.fault[cel] == AkosCels::Fault::none;
    const size_t begin = akos.cels.header[cel] - start;
    parts.spans.push_back({begin, begin + (is_there ? size : 0)});
  }
  return parts;
}

std::vector<uint8_t> cel_header(const PictureShape& shape, bool is_short) {
  std::vector<uint8_t> header;
  ByteWriter writer(header);
  writer.u16(shape.width);
  writer.u16(shape.height);
  if (is_short) return header;
  writer.i16(shape.x);
  writer.i16(shape.y);
  writer.i16(shape.xinc);
  writer.i16(shape.yinc);
  return header;
}

PlacedParts place_parts(const CelParts& parts, std::map<size_t, std::vector<uint8_t>> changes,
                        const CelLinks& again) {
  return Placer(parts, std::move(changes), again).place();
}

}  // namespace wardrobe
