#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "formats/costume.h"
#include "formats/play_rules.h"
#include "formats/versions.h"
#include "tools/apply/block_parts.h"
#include "tools/apply/changes.h"

namespace wardrobe {
namespace {

constexpr size_t kMostOffset = 0xFFFF;

/// The positions of all parts of a COST's payload (SCUMM.md §2), from the payload's start. With
/// them, parts can be moved.
class CostMap {
 public:
  CostMap(Bytes payload, Version version, const StoredCostume& costume)
      : payload_(payload), layout_(facts(version).cost), costume_(costume) {
    map_header();
    for (size_t limb = 0; limb < kLimbs; ++limb) map_used_table(limb);
    lowest_picture_ = payload_.size();
    for (size_t i = 0; i < costume_.entry.size(); ++i) {
      if (costume_.entry[i] == 0) continue;
      const size_t position = layout_.position(costume_.entry[i]);
      const bool is_shown = costume_.entry_reached[i] != 0;
      if (is_shown) shown_.insert(position);
      if (is_shown || can_be_decoded(costume_.entry_picture[i])) {
        lowest_picture_ = std::min(lowest_picture_, position);
      }
    }
    for (size_t limb = 0; limb < kLimbs; ++limb) map_unused_table(limb);
    map_redirect_slots();
    map_pictures();
  }

  /// Positions of the offsets of the commands, of the defined records and of the limb tables.
  std::vector<size_t> fields;
  /// Positions of slots. A slot has the offset of a picture, or nonsense.
  std::set<size_t> slots;
  /// The header, the records, the commands and the limb tables.
  std::vector<Span> fixed;
  /// Position of a picture → its bytes: header and data if it can be decoded; the header alone if
  /// it redirects, or if a window shows it. Pictures of slots that no window shows may overlap
  /// others.
  std::map<size_t, Span> pictures;

  /// The end of the last of these parts, at most the payload's end.
  size_t end() const {
    size_t end = 0;
    for (const Span& span : fixed) end = std::max(end, span.end);
    for (const auto& [begin, picture] : pictures) end = std::max(end, picture.end);
    return std::min(end, payload_.size());
  }

 private:
  uint16_t at(size_t position) const {
    return ByteReader(payload_, std::min(position, payload_.size())).u16();
  }

  /// Whether slots of the candidate keep it even if no window shows it (SCUMM.md §2 "Limb table").
  bool can_be_decoded(uint32_t picture) const {
    const StoredPicture& stored = costume_.pictures[picture];
    const PictureCodec codec{1, costume_.color.size()};
    return stored.fault == PictureFault::none &&
           stored_size(codec, payload_.subspan(stored.data), stored.width, stored.height) > 0;
  }

  void map_header() {
    const size_t start = layout_.has_size ? 6 : 0;
    const size_t byte = payload_[start];
    const bool is_count = start != 0 && ByteReader(payload_).u32() == 0;
    const size_t command_field = start + 2 + costume_.color.size();
    table_fields_ = command_field + 2;
    const size_t records = table_fields_ + 2 * kLimbs;
    const size_t end = records + 2 * (byte + (is_count ? 0 : 1));
    fixed.push_back({0, end});
    for (size_t field = command_field; field < records; field += 2) fields.push_back(field);
    const size_t commands = layout_.position(at(command_field));
    fixed.push_back({commands, commands + costume_.command.size()});
    for (size_t field = records; field < end; field += 2) map_record(field);
  }

  void map_record(size_t field) {
    const size_t position = layout_.position(at(field));
    if (at(field) == 0 || position >= payload_.size()) return;
    fields.push_back(field);
    ByteReader reader(payload_, position);
    const uint16_t mask = reader.u16();
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      if (!has_limb(mask, limb)) continue;
      const bool off = layout_.short_starts ? reader.u8() == 0xFF : reader.u16() == 0xFFFF;
      if (!off) reader.u8();
    }
    fixed.push_back({position, reader.position()});
  }

  /// The position of a limb's table. If a limb has no table, it is 0 in version 6, and far outside
  /// the payload in version 5.
  size_t table(size_t limb) const { return layout_.position(at(table_fields_ + 2 * limb)); }

  void map_used_table(size_t limb) {
    const size_t entries = costume_.entry_offset[limb + 1] - costume_.entry_offset[limb];
    if (entries == 0) return;
    fixed.push_back({table(limb), table(limb) + 2 * entries});
    for (size_t i = 0; i < entries; ++i) slots.insert(table(limb) + 2 * i);
  }

  /// Maps the table, if there is one, of a limb to which no record gives a window: redirects may
  /// use the table.
  void map_unused_table(size_t limb) {
    size_t end = lowest_picture_;
    for (size_t other = 0; other < kLimbs; ++other) {
      if (table(other) > table(limb)) end = std::min(end, table(other));
    }
    if (at(table_fields_ + 2 * limb) == 0) return;
    for (size_t slot = table(limb); slot + 2 <= end; slot += 2) add_slot(slot);
  }

  /// Adds the slots that redirects name: some are past the end of a table.
  void map_redirect_slots() {
    for (const StoredPicture& stored : costume_.pictures) {
      const size_t limb = stored.redirect_limb;
      if (limb < kLimbs) add_slot(table(limb) + size_t{2} * stored.redirect_index);
    }
  }

  void add_slot(size_t slot) {
    const Span span{slot, slot + 2};
    const bool free = std::ranges::none_of(fixed, [&](const Span& s) { return s.overlaps(span); });
    if (free && span.end <= lowest_picture_) slots.insert(slot);
  }

  void map_pictures() {
    std::set<size_t> positions;
    for (const size_t slot : slots) {
      if (at(slot) != 0) positions.insert(layout_.position(at(slot)));
    }
    const size_t header = picture_header_size(costume_.format);
    for (const size_t position : positions) {
      if (position > payload_.size() || payload_.size() - position < header) continue;
      const std::optional<size_t> data = data_size(position);
      if (data || shown_.contains(position)) {
        pictures[position] = {position, position + header + data.value_or(0)};
      }
    }
  }

  /// The size of the data after the header at `position`; 0 if the header redirects. nullopt if
  /// there is no picture at `position`.
  std::optional<size_t> data_size(size_t position) const {
    ByteReader reader(payload_, position);
    const size_t width = reader.u16();
    const size_t height = reader.u16();
    const size_t data = position + picture_header_size(costume_.format);
    reader.take(8);
    if (data - position == 14 && reader.u16() != 0xFFFF) return 0;
    if (width == 0 || height == 0) return 0;
    const size_t size =
        stored_size({1, costume_.color.size()}, payload_.subspan(data), width, height);
    return size == 0 ? std::nullopt : std::optional(size);
  }

  Bytes payload_;
  const CostLayout& layout_;
  const StoredCostume& costume_;
  size_t table_fields_ = 0;    ///< position of the first limb's field
  size_t lowest_picture_ = 0;  ///< the lowest position of a picture in the tables in use
  std::set<size_t> shown_;     ///< positions of pictures that windows show
};

class CostBuilder {
 public:
  CostBuilder(const ReadGame& game, const CostumeChange& change)
      : game_(game),
        change_(change),
        layout_(facts(game.version()).cost),
        old_(game.payload(change.costume)),
        map_(old_, game.version(), game.costumes[change.costume]),
        kept_(without_filling(old_, map_.end())) {}

  Result<std::vector<uint8_t>> build() {
    for (const PictureChange& picture : change_.pictures) {
      TRY(replace(picture));
    }
    if (lay_out({})) return fill();
    std::vector<Replacement> at_end = changed_;  // the longest at the very end
    std::ranges::stable_sort(at_end, {}, [](const Replacement& r) { return r.bytes.size(); });
    if (lay_out(at_end)) return fill();
    return refused(change_.pictures.back(),
                   fmt::format("the costume is too large by {} bytes: its pictures must begin "
                               "within 64 KiB",
                               too_far_));
  }

 private:
  Error refused(const PictureChange& picture, const std::string& message) const {
    return change_error(game_, change_.costume, picture, message);
  }

  /// Describes a part that overlaps a picture. Empty if there is none, so that the picture can
  /// move.
  std::string overlap(const Span& span) const {
    for (const Span& other : map_.fixed) {
      if (other.overlaps(span)) {
        return fmt::format("other parts of the costume, at byte {}", other.begin);
      }
    }
    for (const auto& [begin, other] : map_.pictures) {
      if (begin != span.begin && other.overlaps(span)) {
        return fmt::format("another picture's, at byte {}", other.begin);
      }
    }
    return {};
  }

  Status replace(const PictureChange& change) {
    const ParsedCostume& costume = game_.costumes[change_.costume];
    const size_t header = costume.pictures[change.stored - costume.first_picture].header;
    const auto picture = map_.pictures.find(header);
    if (picture == map_.pictures.end()) return refused(change, "its data cannot be found");
    const std::string other = overlap(picture->second);
    if (!other.empty()) return refused(change, "its data overlaps " + other);
    changed_.push_back({picture->second, new_bytes(change, picture->second)});
    return ok();
  }

  std::vector<uint8_t> new_bytes(const PictureChange& change, const Span& picture) const {
    const Costumes& costumes = game_.tables.costumes;
    std::vector<uint8_t> out = header_bytes(change.shape);
    ByteWriter writer(out);
    if (change.source != PixelSource::own) {
      writer.bytes(old_.subspan(picture.begin, picture.size()).subspan(kPictureHeader));
      return out;
    }
    if ((costumes.format[change_.costume] & 0x7E) == 0x60) writer.u16(0xFFFF);
    const PictureCodec codec{costumes.codec[change_.costume], game_.colors(change_.costume).size()};
    writer.bytes(encode_picture(codec, change.pixels, change.shape));
    return out;
  }

  /// Puts the pictures in `at_end` after all others, and the other changed ones in their old
  /// places. Returns false if an offset cannot reach one.
  bool lay_out(const std::vector<Replacement>& at_end) {
    std::vector<Replacement> in_place = changed_;
    for (Replacement& picture : in_place) {
      if (!at_end.empty()) picture.bytes.clear();
    }
    const Pieces pieces(kept_, std::move(in_place));
    out_ = pieces.bytes();
    std::map<size_t, size_t> place_at_end;
    for (const Replacement& picture : at_end) {
      place_at_end[picture.old.begin] = out_.size();
      out_.insert(out_.end(), picture.bytes.begin(), picture.bytes.end());
    }
    too_far_ = 0;
    for (const size_t field : map_.fields) {
      const size_t position = layout_.position(ByteReader(old_, field).u16());
      if (position <= kept_.size()) put(pieces.moved(field), pieces.moved(position));
    }
    for (const size_t slot : map_.slots) {
      const size_t position = layout_.position(ByteReader(old_, slot).u16());
      const auto last = place_at_end.find(position);
      if (!map_.pictures.contains(position) || position > kept_.size()) continue;
      put(pieces.moved(slot), last == place_at_end.end() ? pieces.moved(position) : last->second);
    }
    return too_far_ == 0;
  }

  void put(std::optional<size_t> field, std::optional<size_t> position) {
    if (!field || !position) return;
    const size_t offset = *position + layout_.base;
    if (offset > kMostOffset) too_far_ = std::max(too_far_, offset - kMostOffset);
    ByteWriter(out_).patch_u16(*field, static_cast<unsigned>(offset & kMostOffset));
  }

  /// Pads the payload to its old size. If it is larger, pads it to an even size, provided that the
  /// old size was even and that there is a size field. Then sets the field to the size without the
  /// pad byte, unless it was 0 (SCUMM.md §2).
  std::vector<uint8_t> fill() {
    const size_t content = out_.size();
    if (content <= old_.size()) {
      out_.resize(old_.size());
    } else if (layout_.has_size) {
      if (old_.size() % 2 == 0) out_.resize(content + content % 2);
      const bool states_size = ByteReader(old_).u32() != 0;
      if (states_size) ByteWriter(out_).patch_u32(0, static_cast<uint32_t>(content));
    }
    return std::move(out_);
  }

  const ReadGame& game_;
  const CostumeChange& change_;
  const CostLayout& layout_;
  Bytes old_;
  CostMap map_;
  Bytes kept_;  ///< the old payload without padding
  std::vector<Replacement> changed_;
  std::vector<uint8_t> out_;
  size_t too_far_ = 0;
};

}  // namespace

Result<std::vector<uint8_t>> new_cost_payload(const ReadGame& game, const CostumeChange& change) {
  return CostBuilder(game, change).build();
}

}  // namespace wardrobe
