#include "tools/edit/akos_block.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "formats/akos/akos.h"
#include "formats/scumm/block.h"
#include "tools/edit/cel_data.h"
#include "tools/edit/grown_mark.h"
#include "tools/edit/picture_encoder.h"
#include "tools/edit/pieces.h"

namespace wardrobe {
namespace {

constexpr size_t kOffsetSize = 6;  // of a row of AKOF
constexpr size_t kMarkSize = kBlockHeaderSize + 4;

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
    for (const auto& [cel, picture] : changed_) {
      if (Status placed = place_header(cel, *picture); !placed) return placed.error();
    }
    place_data();
    return fill();
  }

 private:
  Error refused(const PictureChange& picture, const std::string& message) const {
    return {ErrorCode::limit, kNoOffset,
            picture.file + ": " + slot_text(game_.tables, change_.costume, picture.entries[0]) +
                ": " + message};
  }

  Status read_chunks() {
    if (Status read = read_akos(old_, game_.version(), akos_); !read) return read;
    std::optional<BlockDamage> damage;
    blocks_ = read_blocks(old_, 0, damage);
    if (damage) {
      return refused(change_.pictures[0], "its costume has a chunk of a wrong size, at byte " +
                                              std::to_string(damage->offset));
    }
    const Block& last = blocks_.back();  // there are chunks, or there would be no costume
    rest_ = old_.subspan(last.offset + kBlockHeaderSize + last.payload.size());
    if (last.tag == tag(kGrownChunk)) {
      mark_ = ByteReader(last.payload).u32();
      blocks_.pop_back();
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

  size_t header_size() const { return akos_.short_headers ? 4 : 12; }

  /// Whether all cels whose headers lie in this cel's change to the same.
  bool owns_header(size_t cel, const PictureShape& shape) const {
    const auto span = [&](size_t c) {
      return Span{akos_.cels.header[c], akos_.cels.header[c] + header_size()};
    };
    for (size_t other = 0; other < akos_.cels.size(); ++other) {
      if (!span(other).overlaps(span(cel))) continue;
      const auto change = changed_.find(other);
      const bool alike = change != changed_.end() && change->second->shape == shape &&
                         akos_.cels.header[other] == akos_.cels.header[cel];
      if (!alike) return false;
    }
    return true;
  }

  /// Writes the cel's header in its place or, if it shares that with cels that stay, behind all
  /// others.
  Status place_header(size_t cel, const PictureChange& change) {
    const PictureShape& shape = change.shape;
    std::vector<uint8_t> header;
    ByteWriter writer(header);
    writer.u16(shape.width);
    writer.u16(shape.height);
    if (!akos_.short_headers) {
      writer.i16(shape.x);
      writer.i16(shape.y);
      writer.i16(shape.xinc);
      writer.i16(shape.yinc);
    } else if (shape.x != 0 || shape.y != 0 || shape.xinc != 0 || shape.yinc != 0) {
      return refused(change, "the cels of this costume have no placement; it must be 0");
    }
    const size_t old_at = akos_.cels.header[cel] - header_start_;
    if (std::ranges::equal(header, Bytes(headers_).subspan(old_at, header.size()))) return ok();
    size_t at = old_at;
    if (!owns_header(cel, shape)) {
      at = headers_.size();
      if (at > 0xFFFF) return refused(change, "the costume has no room for another cel's header");
      headers_.resize(at + header.size());
    }
    std::ranges::copy(header, headers_.begin() + static_cast<std::ptrdiff_t>(at));
    ByteWriter(offsets_).patch_u16(kOffsetSize * cel + 4, static_cast<unsigned>(at));
    return ok();
  }

  void place_data() {
    std::map<size_t, std::vector<uint8_t>> cels;
    for (const auto& [cel, change] : changed_) {
      if (change->source != PixelSource::own) continue;
      cels[cel] = encode_picture(akos_.codec, akos_.color.size(), change->pixels, change->shape);
    }
    CelData placed = place_cels(old_, akos_, data_start_, std::move(cels));
    data_ = std::move(placed.bytes);
    for (size_t cel = 0; cel < placed.offset.size(); ++cel) {
      if (akos_.cels.fault[cel] == AkosCels::Fault::none) {
        ByteWriter(offsets_).patch_u32(kOffsetSize * cel, placed.offset[cel]);
      }
    }
  }

  std::vector<uint8_t> fill() {
    const size_t original = mark_.value_or(static_cast<uint32_t>(old_.size()));
    size_t size = rest_.size();
    for (const Block& block : blocks_) size += kBlockHeaderSize + payload_of(block).size();
    const bool grows = size > original;
    if (grows) size += kMarkSize;
    const size_t wanted = grows ? old_.size() : original;
    if (size < wanted) data_.resize(data_.size() + wanted - size);
    std::vector<uint8_t> out;
    ByteWriter writer(out);
    for (const Block& block : blocks_) {
      const Bytes payload = payload_of(block);
      writer.u32(block.tag);
      writer.u32_be(static_cast<uint32_t>(kBlockHeaderSize + payload.size()));
      writer.bytes(payload);
    }
    if (grows) {
      const BlockScope mark(out, kGrownChunk);
      writer.u32(static_cast<uint32_t>(original));
    }
    writer.bytes(rest_);
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
  Bytes rest_;                    ///< behind the last chunk, less than a chunk
  std::optional<uint32_t> mark_;  ///< of an edit that made it grow: the original size
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
