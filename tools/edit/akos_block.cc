#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "formats/akos/akos.h"
#include "formats/scumm/block.h"
#include "tools/edit/changes.h"
#include "tools/edit/pieces.h"
#include "tools/edit/stored_picture.h"

namespace wardrobe {
namespace {

constexpr size_t kOffsetSize = 6;  // of a row of AKOF
constexpr size_t kShortHeader = 4;
constexpr size_t kLongHeader = 12;

/// A chunk in which each cel of an AKOS has a part, its pixels or its header. Cels may share them.
struct CelParts {
  Bytes chunk;
  std::vector<Span> spans;  ///< by cel; empty where it cannot be told, or if the cel has none
};

/// New parts by cel.
using NewParts = std::map<size_t, std::vector<uint8_t>>;

/// Lays out a chunk anew. Cels that share a part and change alike have it replaced; one that shares
/// it with others gets its own at the end.
class PartPlacer {
 public:
  PartPlacer(const CelParts& parts, const NewParts& changes) : parts_(parts), changes_(changes) {
    std::vector<Replacement> replacements;
    std::vector<size_t> appended;
    for (const auto& [cel, bytes] : changes_) {
      const std::optional<size_t> keeper = keeper_of(cel);
      if (keeper == cel) {
        replacements.push_back({parts_.spans[cel], bytes});
      } else if (!keeper || !changes_alike(cel, *keeper)) {
        appended.push_back(cel);
      }
    }
    const Pieces pieces(parts_.chunk, std::move(replacements));
    chunk_ = pieces.bytes();
    for (const Span& span : parts_.spans) {
      // A part that cannot be told may be anywhere.
      const size_t begin = std::min(span.begin, parts_.chunk.size());
      offset_.push_back(static_cast<uint32_t>(pieces.moved(begin).value_or(begin)));
    }
    for (const size_t cel : appended) {
      offset_[cel] = static_cast<uint32_t>(chunk_.size());
      const std::vector<uint8_t>& bytes = changes_.at(cel);
      chunk_.insert(chunk_.end(), bytes.begin(), bytes.end());
    }
  }

  std::vector<uint8_t>& chunk() { return chunk_; }
  /// Of each cel's part.
  const std::vector<uint32_t>& offset() const { return offset_; }

 private:
  /// Of the cels that share the part of one that changes, the first that does not change, or else
  /// the first of all; none if the part overlaps those of others.
  std::optional<size_t> keeper_of(size_t cel) const {
    const Span& part = parts_.spans[cel];
    std::optional<size_t> keeper;
    for (size_t other = 0; other < parts_.spans.size(); ++other) {
      const Span& span = parts_.spans[other];
      if (span.size() == 0 || part.size() == 0 || !span.overlaps(part)) continue;
      if (span != part) return std::nullopt;
      const bool stays = !changes_.contains(other);
      if (!keeper || (stays && changes_.contains(*keeper))) keeper = other;
    }
    return keeper;
  }

  bool changes_alike(size_t cel, size_t other) const {
    const auto change = changes_.find(other);
    return change != changes_.end() && change->second == changes_.at(cel);
  }

  const CelParts& parts_;
  const NewParts& changes_;
  std::vector<uint8_t> chunk_;
  std::vector<uint32_t> offset_;
};

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
      return refused(change_.pictures[0], "its costume has a chunk of a wrong size, at byte " +
                                              std::to_string(damage->offset));
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
    return cel < akos_.cels.size() && akos_.cels.fault[cel] == PictureFault::none;
  }

  PictureShape shape(size_t cel) const {
    const AkosCels& c = akos_.cels;
    return {c.width[cel], c.height[cel], c.x[cel], c.y[cel], c.xinc[cel], c.yinc[cel]};
  }

  PictureCodec codec() const { return {akos_.codec, akos_.color.size()}; }

  CelParts header_parts() const {
    CelParts parts{headers_, {}};
    const size_t size = akos_.short_headers ? kShortHeader : kLongHeader;
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
      headers[cel] = cel_header(to, akos_.short_headers);
    }
    const CelParts parts = header_parts();
    PartPlacer placed(parts, headers);
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      if (!is_there(cel)) continue;
      if (placed.offset()[cel] > 0xFFFF) {
        const auto change = changed_.find(cel);
        return refused(change == changed_.end() ? change_.pictures[0] : *change->second,
                       "the costume has no room for another cel's header");
      }
      ByteWriter(offsets_).patch_u16(kOffsetSize * cel + 4, placed.offset()[cel]);
    }
    headers_ = std::move(placed.chunk());
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
    const CelParts parts = pixel_parts();
    PartPlacer placed(parts, pixels);
    for (size_t cel = 0; cel < akos_.cels.size(); ++cel) {
      if (is_there(cel)) ByteWriter(offsets_).patch_u32(kOffsetSize * cel, placed.offset()[cel]);
    }
    data_ = std::move(placed.chunk());
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
