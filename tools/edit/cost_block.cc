#include "tools/edit/cost_block.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "formats/cost/layout.h"
#include "tools/edit/cost_map.h"
#include "tools/edit/grown_mark.h"
#include "tools/edit/picture_encoder.h"
#include "tools/edit/pieces.h"

namespace wardrobe {
namespace {

constexpr size_t kMostOffset = 0xFFFF;

class CostBuilder {
 public:
  CostBuilder(const ReadGame& game, const CostumeChange& change, const CostMap& map)
      : game_(game),
        change_(change),
        map_(map),
        layout_{game.version()},
        old_(game.payload(change.costume)),
        mark_(read_grown_mark(old_)) {}

  Result<std::vector<uint8_t>> build() {
    for (const PictureChange& picture : change_.pictures) {
      if (Status replaced = replace(picture); !replaced) return replaced.error();
    }
    cut_tail();
    for (const auto order : {ReplacementOrder::in_place, ReplacementOrder::last}) {
      Pieces pieces(kept_, replacements_, order);
      out_ = pieces.bytes();
      too_far_ = 0;
      rewrite(pieces);
      if (too_far_ == 0) return fill();
    }
    return refused(change_.pictures.back(), "the costume is too large by " +
                                                std::to_string(too_far_) +
                                                " bytes: its pictures must begin within 64 KiB");
  }

 private:
  Error refused(const PictureChange& picture, const std::string& message) const {
    return {ErrorCode::limit, kNoOffset,
            picture.file + ": " + slot_text(game_.tables, change_.costume, picture.entries[0]) +
                ": " + message};
  }

  Status replace(const PictureChange& change) {
    const size_t header = game_.parsed.stored.header[change.stored] -
                          game_.scanned.blocks.payload[game_.block[change_.costume]];
    const auto picture = std::ranges::find(map_.pictures, header,
                                           [](const CostMap::Picture& p) { return p.span.begin; });
    if (picture == map_.pictures.end()) return refused(change, "its data cannot be found");
    const Span span = picture->span;
    for (const Span& other : map_.fixed) {
      if (other.overlaps(span)) {
        return refused(change, "its data overlaps other parts of the costume, at byte " +
                                   std::to_string(other.begin));
      }
    }
    for (const CostMap::Picture& other : map_.pictures) {
      if (other.span.begin != span.begin && other.span.overlaps(span)) {
        return refused(change, "its data overlaps another picture's, at byte " +
                                   std::to_string(other.span.begin));
      }
    }
    replacements_.push_back({span, new_bytes(change, *picture)});
    return ok();
  }

  std::vector<uint8_t> new_bytes(const PictureChange& change,
                                 const CostMap::Picture& picture) const {
    const Bytes old = old_.subspan(picture.span.begin, picture.span.size());
    const bool own = change.source == PixelSource::own;
    std::vector<uint8_t> out;
    ByteWriter writer(out);
    writer.u16(change.shape.width);
    writer.u16(change.shape.height);
    writer.i16(change.shape.x);
    writer.i16(change.shape.y);
    writer.i16(change.shape.xinc);
    writer.i16(change.shape.yinc);
    constexpr size_t kPlacementEnd = 12;
    if (!own) {
      writer.bytes(old.subspan(kPlacementEnd));
      return out;
    }
    const uint8_t format = game_.tables.costumes.format[change_.costume];
    if ((format & 0x7E) == 0x60) writer.u16(0xFFFF);
    writer.bytes(encode_picture(game_.tables.costumes.codec[change_.costume],
                                game_.colors(change_.costume).size(), change.pixels, change.shape));
    return out;
  }

  /// Zeros behind the last picture are filling, and come back if there is room.
  void cut_tail() {
    kept_ = mark_ ? old_.first(old_.size() - kGrownMarkSize) : old_;
    const size_t end = std::min(map_.end(), kept_.size());
    const auto is_zero = [](uint8_t byte) { return byte == 0; };
    if (std::ranges::all_of(kept_.subspan(end), is_zero)) kept_ = kept_.first(end);
  }

  void rewrite(const Pieces& pieces) {
    for (const size_t field : map_.fields) rewrite_field(field, pieces);
    for (const size_t field : map_.table_fields) {
      const uint16_t offset = ByteReader(old_, field).u16();
      const size_t position = layout_.position(offset);
      if (offset == 0 || position > kept_.size()) continue;
      put(field, pieces.moved_border(position) + layout_.base());
    }
    for (const size_t slot : map_.slots) {
      const size_t position = layout_.position(ByteReader(old_, slot).u16());
      const auto begins = [](const CostMap::Picture& p) { return p.span.begin; };
      if (std::ranges::binary_search(map_.pictures, position, {}, begins))
        rewrite_field(slot, pieces);
    }
  }

  void rewrite_field(size_t field, const Pieces& pieces) {
    const size_t position = layout_.position(ByteReader(old_, field).u16());
    if (position >= kept_.size()) return;
    const std::optional<size_t> moved = pieces.moved(position);
    const std::optional<size_t> place = pieces.moved(field);
    if (moved && place) put(*place, *moved + layout_.base());
  }

  void put(size_t field, size_t offset) {
    if (offset > kMostOffset) too_far_ = std::max(too_far_, offset - kMostOffset);
    ByteWriter(out_).patch_u16(field, static_cast<unsigned>(offset & kMostOffset));
  }

  /// To the original size or, if that is too little, to one that is marked; sets the size field.
  std::vector<uint8_t> fill() {
    const bool has_size = !has_cost_of_v5(layout_.version);
    const auto old_size = static_cast<uint32_t>(old_.size());
    const GrownMark original =
        mark_.value_or(GrownMark{old_size, has_size ? ByteReader(old_).u32() : 0});
    const size_t content = out_.size();
    if (content <= original.size) {
      out_.resize(original.size);
      set_stated(original.stated);
      return std::move(out_);
    }
    if (has_size && original.size % 2 == 0) out_.resize(content + content % 2);
    // Such sizes leave out the pad byte (SCUMM.md §2).
    set_stated(original.stated == 0 ? 0 : static_cast<uint32_t>(content));
    if (out_.size() + kGrownMarkSize < old_.size()) out_.resize(old_.size() - kGrownMarkSize);
    append_grown_mark(original, out_);
    return std::move(out_);
  }

  void set_stated(uint32_t size) {
    if (!has_cost_of_v5(layout_.version)) ByteWriter(out_).patch_u32(0, size);
  }

  const ReadGame& game_;
  const CostumeChange& change_;
  const CostMap& map_;
  CostLayout layout_;
  Bytes old_;
  std::optional<GrownMark> mark_;
  Bytes kept_;  ///< what is not filling
  std::vector<Replacement> replacements_;
  std::vector<uint8_t> out_;
  size_t too_far_ = 0;
};

}  // namespace

Result<std::vector<uint8_t>> new_cost_payload(const ReadGame& game, const CostumeChange& change) {
  const Result<CostMap> map = map_cost(game.payload(change.costume), game.version());
  if (!map) return map.error();
  return CostBuilder(game, change, *map).build();
}

}  // namespace wardrobe
