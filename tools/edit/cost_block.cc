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
constexpr size_t kPlacementEnd = 12;  ///< of a picture's header: the redirect

class CostBuilder {
 public:
  CostBuilder(const ReadGame& game, const CostumeChange& change, const CostMap& map)
      : game_(game),
        change_(change),
        map_(map),
        layout_{game.version()},
        old_(game.payload(change.costume)),
        mark_(read_grown_mark(old_)) {
    if (mark_ && old_.size() - mark_->bytes() < map.end()) mark_.reset();
  }

  Result<std::vector<uint8_t>> build() {
    cut_tail();
    if (mark_) take_notes();
    for (const PictureChange& picture : change_.pictures) {
      if (Status replaced = replace(picture); !replaced) return replaced.error();
    }
    if (lay_out(all_at_home(), false) || lay_out(changed_at_end(), true)) return fill();
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

  const CostMap::Picture* picture_at(size_t header) const {
    const auto found = std::ranges::find(map_.pictures, header,
                                         [](const CostMap::Picture& p) { return p.span.begin; });
    return found == map_.pictures.end() ? nullptr : &*found;
  }

  /// What a picture overlaps; empty: nothing, so that it can move.
  std::string overlap(const Span& span) const {
    for (const Span& other : map_.fixed) {
      if (other.overlaps(span)) {
        return "other parts of the costume, at byte " + std::to_string(other.begin);
      }
    }
    for (const CostMap::Picture& other : map_.pictures) {
      if (other.span.begin != span.begin && other.span.overlaps(span)) {
        return "another picture's, at byte " + std::to_string(other.span.begin);
      }
    }
    return {};
  }

  /// The notes of the mark, which may hold anything.
  void take_notes() {
    for (const PictureNote& note : mark_->notes) {
      const CostMap::Picture* const picture = picture_at(note.picture);
      const bool right = picture != nullptr && overlap(picture->span).empty() &&
                         (note.home == PictureNote::kAtHome || is_border(note.home)) &&
                         note_of(note.picture) == nullptr;
      if (right) notes_.push_back(note);
    }
  }

  bool is_border(size_t position) const {
    const auto splits = [&](const Span& s) { return s.begin < position && position < s.end; };
    return position <= kept_.size() && std::ranges::none_of(map_.fixed, splits) &&
           std::ranges::none_of(map_.pictures, splits, &CostMap::Picture::span);
  }

  PictureNote* note_of(size_t header) {
    const auto found = std::ranges::find(notes_, header, &PictureNote::picture);
    return found == notes_.end() ? nullptr : &*found;
  }

  Status replace(const PictureChange& change) {
    const size_t header = game_.parsed.stored.header[change.stored] -
                          game_.scanned.blocks.payload[game_.block[change_.costume]];
    const CostMap::Picture* const picture = picture_at(header);
    if (picture == nullptr) return refused(change, "its data cannot be found");
    const std::string other = overlap(picture->span);
    if (!other.empty()) return refused(change, "its data overlaps " + other);
    changed_.push_back({picture->span, new_bytes(change, *picture)});
    note_redirect(change, *picture);
    return ok();
  }

  /// Notes where a picture redirected that does no more, and forgets it when it does again.
  void note_redirect(const PictureChange& change, const CostMap::Picture& picture) {
    const size_t header = picture.span.begin;
    PictureNote* note = note_of(header);
    if (change.source == PixelSource::redirected && note != nullptr) {
      note->limb = kNoLimb;
      note->index = PictureNote::kNoRedirect;
    }
    if (change.source != PixelSource::own || !picture.redirects) return;
    if (note == nullptr) {
      notes_.push_back({.picture = static_cast<uint16_t>(header)});
      note = &notes_.back();
    }
    note->limb = old_[header + kPlacementEnd];
    note->index = old_[header + kPlacementEnd + 1];
  }

  /// Every picture where it was before any edit.
  std::vector<Replacement> all_at_home() const {
    std::vector<Replacement> out;
    std::vector<Replacement> others = changed_;
    for (const PictureNote& note : notes_) {
      if (note.home == PictureNote::kAtHome) continue;
      const Span span = picture_at(note.picture)->span;
      const auto changed =
          std::ranges::find(others, span.begin, [](const Replacement& r) { return r.old.begin; });
      if (changed != others.end()) {
        out.push_back(std::move(*changed));
        others.erase(changed);
      } else {
        const Bytes bytes = old_.subspan(span.begin, span.size());
        out.push_back({span, {bytes.begin(), bytes.end()}});
      }
      out.back().place = note.home;
    }
    for (Replacement& other : others) out.push_back(std::move(other));
    return out;
  }

  /// Those that change behind all others, the longest at the very end.
  std::vector<Replacement> changed_at_end() {
    std::vector<Replacement> out = changed_;
    for (Replacement& replacement : out) replacement.place = kept_.size();
    std::ranges::stable_sort(out, {}, [](const Replacement& r) { return r.bytes.size(); });
    for (const Replacement& changed : changed_) {
      const auto header = static_cast<uint16_t>(changed.old.begin);
      PictureNote* const note = note_of(header);
      if (note == nullptr) {
        notes_.push_back({.picture = header, .home = header});
      } else if (note->home == PictureNote::kAtHome) {
        const PictureNote moved{header, header, note->limb, note->index};
        notes_.erase(notes_.begin() + (note - notes_.data()));
        notes_.push_back(moved);  // behind those that were there before it
      }
    }
    std::ranges::stable_sort(notes_, {}, &PictureNote::home);
    return out;
  }

  /// Whether all pictures begin near enough.
  bool lay_out(std::vector<Replacement> replacements, bool moves) {
    const Pieces pieces(kept_, std::move(replacements));
    out_ = pieces.bytes();
    too_far_ = 0;
    rewrite(pieces);
    if (too_far_ != 0) return false;
    for (PictureNote& note : notes_) {
      note.picture = static_cast<uint16_t>(*pieces.moved(note.picture));
      if (!moves) note.home = PictureNote::kAtHome;
      if (note.home != PictureNote::kAtHome) {
        note.home = static_cast<uint16_t>(pieces.moved_border(note.home));
      }
    }
    std::erase_if(notes_, [](const PictureNote& note) { return note.empty(); });
    return true;
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
    if (change.source == PixelSource::redirected) {
      writer.u8(change.redirect_limb);
      writer.u8(change.redirect_index);
      return out;
    }
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
    const Bytes content = mark_ ? old_.first(old_.size() - mark_->bytes()) : old_;
    kept_ = without_filling(content, std::min(map_.end(), content.size()));
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

  /// To the original size or, if that is too little or there are notes, to one that is marked; sets
  /// the size field.
  std::vector<uint8_t> fill() {
    const bool has_size = !has_cost_of_v5(layout_.version);
    const auto old_size = static_cast<uint32_t>(old_.size());
    GrownMark original =
        mark_.value_or(GrownMark{old_size, has_size ? ByteReader(old_).u32() : 0, {}});
    original.notes = std::move(notes_);
    const size_t content = out_.size();
    const size_t mark_size = original.notes.empty() ? 0 : original.bytes();
    if (content + mark_size <= original.size) {
      out_.resize(original.size - mark_size);
      set_stated(original.stated);
      if (mark_size != 0) append_grown_mark(original, out_);
      return std::move(out_);
    }
    if (has_size && original.size % 2 == 0) out_.resize(content + content % 2);
    // Such sizes leave out the pad byte (SCUMM.md §2).
    set_stated(original.stated == 0 ? 0 : static_cast<uint32_t>(content));
    if (out_.size() + original.bytes() < old_.size()) out_.resize(old_.size() - original.bytes());
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
  std::vector<Replacement> changed_;
  std::vector<PictureNote> notes_;  ///< of several with one home, the first belongs first
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
