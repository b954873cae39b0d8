#include "tools/edit/cel_headers.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "tools/edit/pieces.h"

namespace wardrobe {
namespace {

constexpr size_t kShortSize = 4;
constexpr size_t kLongSize = 12;

class HeaderPlacer {
 public:
  HeaderPlacer(Bytes headers, const AkosTables& akos, size_t start,
               std::map<size_t, PictureShape> shapes, const CelLinks& again)
      : headers_(headers), akos_(akos), start_(start), shapes_(std::move(shapes)), again_(again) {
    for (const auto& [cel, other] : again_) shapes_.erase(cel);
  }

  CelHeaders place() {
    std::vector<Replacement> replacements;
    CelLinks appended;
    for (const auto& [cel, shape] : shapes_) {
      const size_t heir = heir_of(cel);
      if (heir == cel) {
        replacements.push_back({span(cel), header_of(shape)});
      } else if (heir == kNobody || !changes_alike(cel, heir)) {
        appended[cel] = heir;
      }
    }
    for (const auto& [cel, other] : again_) {
      if (is_needed(cel)) continue;
      const Span old = span(cel);
      const auto same = [&](const Replacement& r) { return r.old.begin == old.begin; };
      if (std::ranges::none_of(replacements, same)) replacements.push_back({old, {}});
    }
    const Pieces pieces(headers_, std::move(replacements));
    CelHeaders out{pieces.bytes(), {}, {}};
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      if (!is_there(cel)) continue;
      out.offset[cel] = static_cast<uint32_t>(pieces.moved(span(cel).begin).value_or(0));
    }
    for (const auto& [cel, heir] : appended) {
      out.offset[cel] = static_cast<uint32_t>(out.bytes.size());
      const std::vector<uint8_t> header = header_of(shapes_.at(cel));
      out.bytes.insert(out.bytes.end(), header.begin(), header.end());
      if (heir != kNobody) out.left[cel] = heir;
    }
    for (const auto& [cel, other] : again_) out.offset[cel] = out.offset[end_of(again_, cel)];
    return out;
  }

 private:
  static constexpr size_t kNobody = std::numeric_limits<size_t>::max();

  bool is_there(size_t cel) const { return akos_.cels.fault[cel] == AkosCels::Fault::none; }

  Span span(size_t cel) const {
    const size_t begin = akos_.cels.header[cel] - start_;
    return {begin, begin + (akos_.short_headers ? kShortSize : kLongSize)};
  }

  std::vector<uint8_t> header_of(const PictureShape& shape) const {
    std::vector<uint8_t> header;
    ByteWriter writer(header);
    writer.u16(shape.width);
    writer.u16(shape.height);
    if (akos_.short_headers) return header;
    writer.i16(shape.x);
    writer.i16(shape.y);
    writer.i16(shape.xinc);
    writer.i16(shape.yinc);
    return header;
  }

  /// Of the cels that share the header of one that changes, the first that does not change, or else
  /// the first of all; nobody if it overlaps those of others.
  size_t heir_of(size_t cel) const {
    size_t first = kNobody;
    for (size_t other = 0; other < akos_.cels.size(); ++other) {
      if (again_.contains(other) || !is_there(other) || !span(other).overlaps(span(cel))) continue;
      if (span(other).begin != span(cel).begin) return kNobody;
      const bool stays = !shapes_.contains(other);
      if (first == kNobody || (stays && shapes_.contains(first))) first = other;
    }
    return first;
  }

  bool changes_alike(size_t cel, size_t other) const {
    const auto change = shapes_.find(other);
    return change != shapes_.end() && change->second == shapes_.at(cel);
  }

  /// Whether somebody else needs the header of a cel that uses another's again.
  bool is_needed(size_t cel) const {
    for (size_t other = 0; other < akos_.cels.size(); ++other) {
      if (!is_there(other) || !span(other).overlaps(span(cel))) continue;
      if (!again_.contains(other) || span(other).begin != span(cel).begin) return true;
    }
    return false;
  }

  Bytes headers_;
  const AkosTables& akos_;
  size_t start_;
  std::map<size_t, PictureShape> shapes_;
  const CelLinks& again_;
};

}  // namespace

CelHeaders place_cel_headers(Bytes headers, const AkosTables& akos, size_t start,
                             std::map<size_t, PictureShape> shapes, const CelLinks& again) {
  return HeaderPlacer(headers, akos, start, std::move(shapes), again).place();
}

}  // namespace wardrobe
