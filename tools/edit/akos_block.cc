#include "tools/edit/akos_block.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "formats/akos/akos.h"
#include "formats/scumm/block.h"
#include "tools/edit/cel_parts.h"
#include "tools/edit/grown_mark.h"
#include "tools/edit/picture_encoder.h"

namespace wardrobe {
namespace {

constexpr size_t kOffsetSize = 6;  // of a row of AKOF

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
    const CelLinks data_again = links_again(&CelNote::data_of, [&](size_t a, size_t b) {
      return final_shape(a).same_size(final_shape(b)) && same_pixels(a, b);
    });
    const CelLinks header_again = links_again(
        &CelNote::header_of, [&](size_t a, size_t b) { return final_shape(a) == final_shape(b); });
    if (Status placed = place_headers(header_again); !placed) return placed.error();
    place_data(data_again);
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
      mark_ = read_grown_akos(last.payload);
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

  PictureShape shape(size_t cel) const {
    const AkosCels& c = akos_.cels;
    return {c.width[cel], c.height[cel], c.x[cel], c.y[cel], c.xinc[cel], c.yinc[cel]};
  }

  PictureShape final_shape(size_t cel) const {
    const auto change = changed_.find(cel);
    return change == changed_.end() ? shape(cel) : change->second->shape;
  }

  /// Nothing if it shows nothing.
  std::optional<Bytes> final_pixels(size_t cel) const {
    const auto change = changed_.find(cel);
    if (change != changed_.end() && change->second->source == PixelSource::own) {
      return change->second->pixels;
    }
    const Tables& t = game_.tables;
    const auto entry = entry_at(t, change_.costume, {kNoLimb, static_cast<uint16_t>(cel)});
    if (!entry || t.entries.picture[*entry] == kNone) return std::nullopt;
    return game_.pixels(t.entries.picture[*entry]);
  }

  bool same_pixels(size_t a, size_t b) const {
    const std::optional<Bytes> one = final_pixels(a);
    const std::optional<Bytes> other = final_pixels(b);
    return one && other && std::ranges::equal(*one, *other);
  }

  bool is_there(size_t cel) const {
    return cel < akos_.cels.size() && akos_.cels.fault[cel] == AkosCels::Fault::none;
  }

  /// The cels that use the same as another one again, as the notes of the mark say, which may be
  /// anything: where one of both changes, and they are alike then.
  template <class Alike>
  CelLinks links_again(uint16_t CelNote::*other_of, Alike alike) const {
    CelLinks links;
    for (const CelNote& note : mark_ ? mark_->notes : std::vector<CelNote>()) {
      const size_t cel = note.cel;
      const size_t other = note.*other_of;
      if (!is_there(cel) || !is_there(other)) continue;
      if (!changed_.contains(cel) && !changed_.contains(other)) continue;
      if (end_of(links, other) != cel && alike(cel, other)) links.try_emplace(cel, other);
    }
    return links;
  }

  Status place_headers(const CelLinks& again) {
    std::map<size_t, std::vector<uint8_t>> headers;
    for (const auto& [cel, change] : changed_) {
      const PictureShape& to = change->shape;
      if (to == shape(cel)) continue;
      if (akos_.short_headers && (to.x != 0 || to.y != 0 || to.xinc != 0 || to.yinc != 0)) {
        return refused(*change, "the cels of this costume have no placement; it must be 0");
      }
      headers[cel] = cel_header(to, akos_.short_headers);
    }
    PlacedParts placed =
        place_parts(header_parts(headers_, akos_, header_start_), std::move(headers), again);
    headers_ = std::move(placed.chunk);
    for (size_t cel = 0; cel < placed.offset.size(); ++cel) {
      if (!is_there(cel)) continue;
      if (placed.offset[cel] > 0xFFFF) {
        const auto change = changed_.find(cel);
        return refused(change == changed_.end() ? change_.pictures[0] : *change->second,
                       "the costume has no room for another cel's header");
      }
      ByteWriter(offsets_).patch_u16(kOffsetSize * cel + 4, placed.offset[cel]);
    }
    note_links(&CelNote::header_of, again, placed.left);
    return ok();
  }

  void place_data(const CelLinks& again) {
    std::map<size_t, std::vector<uint8_t>> pixels;
    for (const auto& [cel, change] : changed_) {
      if (change->source != PixelSource::own) continue;
      pixels[cel] = encode_picture(akos_.codec, akos_.color.size(), change->pixels, change->shape);
    }
    PlacedParts placed =
        place_parts(pixel_parts(old_, akos_, data_start_), std::move(pixels), again);
    data_ = std::move(placed.chunk);
    for (size_t cel = 0; cel < placed.offset.size(); ++cel) {
      if (is_there(cel)) ByteWriter(offsets_).patch_u32(kOffsetSize * cel, placed.offset[cel]);
    }
    note_links(&CelNote::data_of, again, placed.left);
  }

  /// Notes what cels have left, with what the mark has said and still holds.
  void note_links(uint16_t CelNote::*other_of, const CelLinks& again, const CelLinks& left) {
    for (const CelNote& note : mark_ ? mark_->notes : std::vector<CelNote>()) {
      if (is_there(note.cel) && !again.contains(note.cel))
        notes_[note.cel].*other_of = note.*other_of;
    }
    for (const auto& [cel, other] : left) {
      notes_[cel].*other_of = static_cast<uint16_t>(other);
    }
  }

  std::vector<uint8_t> fill() {
    GrownAkos mark{mark_ ? mark_->size : static_cast<uint32_t>(old_.size()), {}};
    for (auto& [cel, note] : notes_) {
      note.cel = static_cast<uint16_t>(cel);
      if (note.data_of != CelNote::kNone || note.header_of != CelNote::kNone) {
        mark.notes.push_back(note);
      }
    }
    size_t size = rest_.size();
    for (const Block& block : blocks_) size += kBlockHeaderSize + payload_of(block).size();
    const bool marked = size > mark.size || !mark.notes.empty();
    if (marked) size += kBlockHeaderSize + mark.bytes();
    const size_t wanted = size > mark.size ? old_.size() : mark.size;
    if (size < wanted) data_.resize(data_.size() + wanted - size);
    std::vector<uint8_t> out;
    ByteWriter writer(out);
    for (const Block& block : blocks_) {
      const Bytes payload = payload_of(block);
      writer.u32(block.tag);
      writer.u32_be(static_cast<uint32_t>(kBlockHeaderSize + payload.size()));
      writer.bytes(payload);
    }
    if (marked) {
      const BlockScope scope(out, kGrownChunk);
      put_grown_akos(mark, writer);
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
  Bytes rest_;  ///< behind the last chunk, less than a chunk
  std::optional<GrownAkos> mark_;
  std::map<size_t, const PictureChange*> changed_;  ///< by cel
  std::map<size_t, CelNote> notes_;                 ///< likewise, for the new mark
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
