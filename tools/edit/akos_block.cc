#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "formats/akos/akos.h"
#include "formats/scumm/block.h"
#include "tools/edit/block_parts.h"
#include "tools/edit/changes.h"

namespace wardrobe {
namespace {

constexpr size_t kOffsetSize = 6;  // of a row of AKOF
constexpr size_t kShortHeader = 4;

/// A chunk in which each cel of an AKOS has a part, its pixels or its header. Cels may share them.
struct CelParts {
  Bytes chunk;
  std::vector<Span> spans;  ///< by cel; empty where it cannot be told, or if the cel has none
};

/// New parts by cel.
using NewParts = std::map<size_t, std::vector<uint8_t>>;

struct PlacedParts {
  std::vector<uint8_t> chunk;
  std::vector<uint32_t> offset;  ///< of each cel's part
};

/// Lays out a chunk anew. A part that changes is replaced where it is if no other cel uses its
/// bytes, or all that do change alike; else the new one goes to the end.
PlacedParts place_parts(const CelParts& parts, const NewParts& changes) {
  std::map<size_t, Replacement> replaced;  // by where the part begins
  std::vector<size_t> appended;
  for (const auto& [cel, bytes] : changes) {
    const Span& part = parts.spans[cel];
    bool alone = part.size() > 0;
    for (size_t other = 0; other < parts.spans.size() && alone; ++other) {
      const Span& span = parts.spans[other];
      if (span.size() == 0 || !span.overlaps(part)) continue;
      const auto change = changes.find(other);
      alone = span == part && change != changes.end() && change->second == bytes;
    }
    if (alone) {
      replaced.insert_or_assign(part.begin, Replacement{part, bytes});
    } else {
      appended.push_back(cel);
    }
  }
  std::vector<Replacement> replacements;
  for (auto& [begin, replacement] : replaced) replacements.push_back(std::move(replacement));
  const Pieces pieces(parts.chunk, std::move(replacements));
  PlacedParts out{pieces.bytes(), {}};
  for (const Span& span : parts.spans) {
    // A part that cannot be told may be anywhere.
    const size_t begin = std::min(span.begin, parts.chunk.size());
    out.offset.push_back(static_cast<uint32_t>(pieces.moved(begin).value_or(begin)));
  }
  for (const size_t cel : appended) {
    const std::vector<uint8_t>& bytes = changes.at(cel);
    out.offset[cel] = static_cast<uint32_t>(out.chunk.size());
    out.chunk.insert(out.chunk.end(), bytes.begin(), bytes.end());
  }
  return out;
}

class AkosBuilder {
 public:
  AkosBuilder(const ReadGame& game, const CostumeChange& change)
      : game_(game), change_(change), old_(game.payload(change.costume)) {}

  Result<std::vector<uint8_t>> build() {
    if (Status read = read_chunks(); !read) return read.error();
    const uint32_t first = game_.parsed.stored.row_offset[change_.costume];
    for (const PictureChange& picture : change_.pictures) {
      changed_[picture.stored - first] = &picture;
    }
    if (Status placed = place_headers(); !placed) return placed.error();
    place_data();
    return fill();
  }

 private:
  Error refused(const PictureChange& picture, const std::string& message) const {
    return change_error(game_, change_.costume, picture, message);
  }

  Status read_chunks() {
    if (Status read = read_akos(old_, game_.version(), akos_); !read) return read;
    std::optional<BlockDamage> damage;
    blocks_ = read_blocks(old_, 0, damage);
    if (damage) {
      return refused(
          change_.pictures[0],
          fmt::format("its costume has a chunk of a wrong size, at byte {}", damage->offset));
    }
    for (size_t i = blocks_.size(); i-- > 0;) {  // of several with one name, the first counts
      const Bytes payload = blocks_[i].payload;
      if (blocks_[i].tag == tag("AKOF")) offsets_ = {payload.begin(), payload.end()};
      if (blocks_[i].tag == tag("AKCI")) headers_ = {payload.begin(), payload.end()};
      if (blocks_[i].tag == tag("AKCI")) header_start_ = blocks_[i].offset + kBlockHeaderSize;
      if (blocks_[i].tag == tag("AKCD")) data_start_ = blocks_[i].offset + kBlockHeaderSize;
    }
    return ok();
  }

  bool is_there(size_t cel) const {
    return cel < akos_.cels.size() && akos_.cels.fault[cel] == AkosCels::Fault::none;
  }

  PictureShape shape(size_t cel) const {
    const AkosCels& c = akos_.cels;
    return {c.width[cel], c.height[cel], c.x[cel], c.y[cel], c.xinc[cel], c.yinc[cel]};
  }

  PictureCodec codec() const { return {akos_.codec, akos_.color.size()}; }

  CelParts header_parts() const {
    CelParts parts{headers_, {}};
    const size_t size = akos_.short_headers ? kShortHeader : kPictureHeader;
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      const size_t begin = akos_.cels.header[cel] - header_start_;
      parts.spans.push_back({begin, begin + (is_there(cel) ? size : 0)});
    }
    return parts;
  }

  Status place_headers() {
    NewParts headers;
    for (const auto& [cel, change] : changed_) {
      const PictureShape& to = change->shape;
      if (to == shape(cel)) continue;
      if (akos_.short_headers && (to.x != 0 || to.y != 0 || to.xinc != 0 || to.yinc != 0)) {
        return refused(*change, "the cels of this costume have no placement; it must be 0");
      }
      headers[cel] = header_bytes(to);
      if (akos_.short_headers) headers[cel].resize(kShortHeader);
    }
    PlacedParts placed = place_parts(header_parts(), headers);
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      if (!is_there(cel)) continue;
      if (placed.offset[cel] > 0xFFFF) {
        const auto change = changed_.find(cel);
        return refused(change == changed_.end() ? change_.pictures[0] : *change->second,
                       "the costume has no room for another cel's header");
      }
      ByteWriter(offsets_).patch_u16(kOffsetSize * cel + 4, placed.offset[cel]);
    }
    headers_ = std::move(placed.chunk);
    return ok();
  }

  /// The pixels in AKCD; zeros behind the last that can be decoded are left out.
  CelParts pixel_parts() const {
    const Bytes data = old_.subspan(data_start_, akos_.data_end - data_start_);
    CelParts parts;
    size_t end = 0;
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      const size_t begin = akos_.cels.data[cel] - data_start_;
      const size_t size = is_there(cel)
                              ? stored_size(codec(), data.subspan(std::min(begin, data.size())),
                                            akos_.cels.width[cel], akos_.cels.height[cel])
                              : 0;
      parts.spans.push_back({begin, begin + size});
      if (size > 0) end = std::max(end, begin + size);
    }
    parts.chunk = without_filling(data, end);
    return parts;
  }

  void place_data() {
    NewParts pixels;
    for (const auto& [cel, change] : changed_) {
      if (change->source != PixelSource::own) continue;
      pixels[cel] = encode_picture(codec(), change->pixels, change->shape);
    }
    PlacedParts placed = place_parts(pixel_parts(), pixels);
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      if (is_there(cel)) ByteWriter(offsets_).patch_u32(kOffsetSize * cel, placed.offset[cel]);
    }
    data_ = std::move(placed.chunk);
  }

  std::vector<uint8_t> fill() {
    const Block& last = blocks_.back();  // there are chunks, or there would be no costume
    const Bytes rest = old_.subspan(last.offset + kBlockHeaderSize + last.payload.size());
    size_t size = rest.size();
    for (const Block& block : blocks_) size += kBlockHeaderSize + payload_of(block).size();
    if (size < old_.size()) data_.resize(data_.size() + old_.size() - size);
    std::vector<uint8_t> out;
    ByteWriter writer(out);
    for (const Block& block : blocks_) {
      const Bytes payload = payload_of(block);
      writer.u32(block.tag);
      writer.u32_be(static_cast<uint32_t>(kBlockHeaderSize + payload.size()));
      writer.bytes(payload);
    }
    writer.bytes(rest);
    return out;
  }

  Bytes payload_of(const Block& block) const {
    const bool first = std::ranges::find(blocks_, block.tag, &Block::tag)->offset == block.offset;
    if (first && block.tag == tag("AKOF")) return offsets_;
    if (first && block.tag == tag("AKCI")) return headers_;
    if (first && block.tag == tag("AKCD")) return data_;
    return block.payload;
  }

  const ReadGame& game_;
  const CostumeChange& change_;
  Bytes old_;
  AkosTables akos_;
  std::vector<Block> blocks_;
  std::map<size_t, const PictureChange*> changed_;  ///< by cel
  size_t header_start_ = 0;                         ///< of AKCI's payload
  size_t data_start_ = 0;                           ///< of AKCD's
  std::vector<uint8_t> offsets_;                    ///< the new payload of AKOF
  std::vector<uint8_t> headers_;                    ///< … of AKCI
  std::vector<uint8_t> data_;                       ///< … of AKCD
};

}  // namespace

Result<std::vector<uint8_t>> new_akos_payload(const ReadGame& game, const CostumeChange& change) {
  return AkosBuilder(game, change).build();
}

}  // namespace wardrobe
