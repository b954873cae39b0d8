#include "formats/cost/candidates.h"

#include <algorithm>

namespace wardrobe {
namespace {

class CandidateReader {
 public:
  CandidateReader(Bytes payload, const CostLayout& layout, std::span<const uint16_t> table_at,
                  CostTables& out)
      : payload_(payload), layout_(layout), table_at_(table_at), out_(out) {}

  void read() {
    CostCandidates& candidates = out_.candidates;
    candidates.offset = out_.entry;
    std::ranges::sort(candidates.offset);
    candidates.offset.erase(std::unique(candidates.offset.begin(), candidates.offset.end()),
                            candidates.offset.end());
    std::erase(candidates.offset, 0);
    for (const uint16_t offset : candidates.offset) read_candidate(layout_.position(offset));
    for (const uint16_t offset : out_.entry) {
      const auto row = std::ranges::lower_bound(candidates.offset, offset);
      out_.entry_candidate.push_back(
          offset == 0 ? kNone : static_cast<uint32_t>(row - candidates.offset.begin()));
    }
  }

 private:
  void read_candidate(size_t at) {
    CostCandidates& to = out_.candidates;
    ByteReader reader(payload_, std::min(at, payload_.size() + 1));
    const size_t header = picture_header_size(out_.format);
    if (header == kSmallHeader) {
      read_small_header(reader);
    } else {
      to.width.push_back(reader.u16());
      to.height.push_back(reader.u16());
      to.x.push_back(reader.i16());
      to.y.push_back(reader.i16());
      to.xinc.push_back(reader.i16());
      to.yinc.push_back(reader.i16());
    }
    const bool redirects = header == 14;
    to.redirect_limb.push_back(redirects ? reader.u8() : kNoLimb);
    to.redirect_index.push_back(redirects ? reader.u8() : 0xFF);
    size_t data = reader.position();
    auto fault = PictureFault::none;
    if (!reader.ok()) {
      fault = PictureFault::outside;
    } else if (to.redirect_limb.back() != kNoLimb || to.redirect_index.back() != 0xFF) {
      data = redirected(to.redirect_limb.back(), to.redirect_index.back());
      if (data > payload_.size()) fault = PictureFault::redirect;
    }
    to.header.push_back(static_cast<uint32_t>(std::min(at, payload_.size())));
    to.data.push_back(fault == PictureFault::none ? static_cast<uint32_t>(data) : 0);
    to.fault.push_back(fault);
  }

  /// Reads the header of a picture of version 1, which counts horizontally in units of 8 pixels.
  void read_small_header(ByteReader& reader) {
    CostCandidates& to = out_.candidates;
    const auto by_8 = [&] { return static_cast<int16_t>(8 * static_cast<int8_t>(reader.u8())); };
    to.width.push_back(static_cast<uint16_t>(8 * reader.u8()));
    to.height.push_back(reader.u8());
    to.x.push_back(by_8());
    to.y.push_back(static_cast<int16_t>(-static_cast<int8_t>(reader.u8())));
    to.xinc.push_back(by_8());
    to.yinc.push_back(static_cast<int8_t>(reader.u8()));
  }

  /// Returns the position of the pixels of slot `index` of `limb`, to which a picture redirects; a
  /// position beyond the payload if there is none.
  size_t redirected(size_t limb, size_t index) const {
    if (limb >= kLimbs) return kOutside;
    const size_t slot = layout_.position(table_at_[limb]);
    if (slot >= payload_.size()) return kOutside;
    const uint16_t entry = ByteReader(payload_, std::min(slot + 2 * index, payload_.size())).u16();
    const size_t picture = layout_.position(entry);
    return entry == 0 || picture == kOutside ? kOutside
                                             : picture + picture_header_size(out_.format);
  }

  Bytes payload_;
  const CostLayout& layout_;
  std::span<const uint16_t> table_at_;
  CostTables& out_;
};

}  // namespace

void read_candidates(Bytes payload, const CostLayout& layout, std::span<const uint16_t> table_at,
                     CostTables& out) {
  CandidateReader(payload, layout, table_at, out).read();
}

}  // namespace wardrobe
