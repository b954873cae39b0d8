#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "formats/akos/akos.h"
#include "formats/limits.h"
#include "formats/scumm/block.h"

namespace wardrobe {
namespace {

/// Codings of auxiliary pictures: SCUMM.md §6 "Auxiliary pictures".
constexpr uint16_t kCodedNothing = 0;
constexpr uint16_t kCodedRows = 1;

class AuxiliaryReader {
 public:
  AuxiliaryReader(uint64_t position, AkosTables& out) : position_(position), out_(out) {}

  void read(Bytes payload) {
    if (payload.empty()) return;
    const std::vector<Block> wraps = children(payload, 0);
    const auto wrap = std::ranges::find(wraps, tag("WRAP"), &Block::tag);
    if (wrap == wraps.end()) return problem(0, "AKAX has no WRAP");
    const std::vector<Block> blocks = children(wrap->payload, wrap->payload_at());
    std::vector<Block> listed = in_order(blocks);
    if (listed.size() > kMaxAkosCels) {
      problem(wrap->offset, "AKAX has " + std::to_string(listed.size()) + " pictures; the first " +
                                limit_text(kMaxAkosCels) + " are read");
      listed.resize(kMaxAkosCels);
    }
    for (const Block& block : listed) add(block);
  }

 private:
  void problem(uint64_t offset, std::string message) {
    out_.problems.push_back(
        {kNoLimb, kNoIndex, {ErrorCode::damaged, position_ + offset, std::move(message)}});
  }

  /// Returns the blocks in `parent`, at `offset` in AKAX.
  std::vector<Block> children(Bytes parent, uint64_t offset) {
    std::optional<Block> damage;
    std::vector<Block> blocks = read_blocks(parent, 0, damage);
    for (Block& block : blocks) block.offset += offset;
    if (damage) problem(offset + damage->offset, "a block in AKAX does not fit");
    return blocks;
  }

  /// Returns the AUXDs that OFFS lists, or all of them if it lists anything else.
  std::vector<Block> in_order(const std::vector<Block>& blocks) {
    const auto offs = std::ranges::find(blocks, tag("OFFS"), &Block::tag);
    std::vector<Block> listed;
    bool right = offs != blocks.end();
    for (ByteReader reader(right ? offs->payload : Bytes()); right && reader.left() >= 4;) {
      const uint64_t at = offs->offset + reader.u32();
      const auto found = std::ranges::lower_bound(blocks, at, {}, &Block::offset);
      right = found != blocks.end() && found->offset == at && found->tag == tag("AUXD");
      if (right) listed.push_back(*found);
    }
    if (right && !listed.empty()) return listed;
    listed.clear();
    std::ranges::copy_if(blocks, std::back_inserter(listed),
                         [](const Block& block) { return block.tag == tag("AUXD"); });
    if (!right || !listed.empty()) {
      problem(0, "OFFS of AKAX does not list the AUXD blocks; they are in file order");
    }
    return listed;
  }

  void add(const Block& auxd) {
    const auto [known, is_new] = known_.try_emplace(auxd.offset, out_.auxiliary.size());
    if (is_new) {
      read_picture(auxd);
    } else {
      repeat(out_.auxiliary, known->second);
    }
  }

  static void repeat(AkosAuxiliary& to, size_t row) {
    const auto again = [row](auto&... column) {
      (column.resize(column.size() + 1, column[row]), ...);
    };
    again(to.width, to.height, to.x, to.y, to.xinc, to.yinc, to.header, to.data, to.data_end,
          to.fault, to.reached);
  }

  void read_picture(const Block& auxd) {
    const std::vector<Block> blocks = children(auxd.payload, auxd.payload_at());
    const auto found = std::ranges::find(blocks, tag("AXFD"), &Block::tag);
    const Block axfd = found != blocks.end() ? *found : Block{.offset = auxd.offset};
    ByteReader reader(axfd.payload);
    const uint16_t coding = reader.u16();
    AkosAuxiliary& to = out_.auxiliary;
    to.x.push_back(reader.i16());
    to.y.push_back(reader.i16());
    to.width.push_back(reader.u16());
    to.height.push_back(reader.u16());
    to.xinc.push_back(0);
    to.yinc.push_back(0);
    to.fault.push_back(found == blocks.end() || coding == kCodedNothing ? PictureFault::zero_size
                       : !reader.ok()                                   ? PictureFault::outside
                       : coding != kCodedRows                           ? PictureFault::coding
                                                                        : PictureFault::none);
    const uint64_t start = position_ + axfd.payload_at();
    to.header.push_back(static_cast<uint32_t>(start));
    to.data_end.push_back(static_cast<uint32_t>(start + axfd.payload.size()));
    to.data.push_back(to.data_end.back() - static_cast<uint32_t>(reader.left()));
    to.reached.push_back(0);
  }

  uint64_t position_;
  AkosTables& out_;
  std::map<uint64_t, size_t> known_;  ///< offset of an AUXD → its first row
};

}  // namespace

void read_auxiliary(Bytes payload, uint64_t position, AkosTables& out) {
  AuxiliaryReader(position, out).read(payload);
}

}  // namespace wardrobe
