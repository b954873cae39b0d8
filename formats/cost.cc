#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <string>

#include "formats/costume.h"
#include "formats/play_rules.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

/// Reads the headers of all pictures that the entries of limb tables list (SCUMM.md §2 "Pictures").
/// `table_at` has the offset of each limb's table, as stored.
class PictureReader {
 public:
  PictureReader(Bytes payload, const CostLayout& layout, std::span<const uint16_t> table_at,
                StoredCostume& out)
      : payload_(payload), layout_(layout), table_at_(table_at), out_(out) {}

  void read() {
    Column<uint16_t> offsets = out_.entry;
    std::ranges::sort(offsets);
    offsets.erase(std::unique(offsets.begin(), offsets.end()), offsets.end());
    std::erase(offsets, 0);
    for (const uint16_t offset : offsets) read_picture(layout_.position(offset));
    for (const uint16_t offset : out_.entry) {
      const auto row = std::ranges::lower_bound(offsets, offset);
      out_.entry_picture.push_back(offset == 0 ? kNone
                                               : static_cast<uint32_t>(row - offsets.begin()));
    }
  }

 private:
  void read_picture(size_t at) {
    StoredPicture& to = out_.pictures.emplace_back();
    ByteReader reader(payload_, std::min(at, payload_.size() + 1));
    const size_t header = picture_header_size(out_.format);
    if (header == kSmallHeader) {
      read_small_header(reader, to);
    } else {
      to.width = reader.u16();
      to.height = reader.u16();
      to.x = reader.i16();
      to.y = reader.i16();
      to.xinc = reader.i16();
      to.yinc = reader.i16();
    }
    if (header == 14) {
      to.redirect_limb = reader.u8();
      to.redirect_index = reader.u8();
    }
    size_t data = reader.position();
    if (!reader.ok()) {
      to.fault = PictureFault::outside;
    } else if (to.redirect_limb != kNoLimb || to.redirect_index != 0xFF) {
      data = redirected(to.redirect_limb, to.redirect_index);
      if (data > payload_.size()) to.fault = PictureFault::redirect;
    }
    to.header = static_cast<uint32_t>(std::min(at, payload_.size()));
    to.data = to.fault == PictureFault::none ? static_cast<uint32_t>(data) : 0;
    to.data_end = static_cast<uint32_t>(payload_.size());
  }

  /// Reads the header of a picture of version 1, which counts horizontally in units of 8 pixels.
  static void read_small_header(ByteReader& reader, PictureShape& to) {
    const auto times = [&](int factor) {
      return static_cast<int16_t>(factor * static_cast<int8_t>(reader.u8()));
    };
    to.width = static_cast<uint16_t>(8 * reader.u8());
    to.height = reader.u8();
    to.x = times(8);
    to.y = times(-1);
    to.xinc = times(8);
    to.yinc = times(1);
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
  StoredCostume& out_;
};

constexpr size_t kPictureNumbers = 128;
constexpr size_t kMostRecords = 256;  ///< the highest id is stored in a byte
constexpr size_t kMostEntries = 256;  ///< no command or redirect names a slot past these

/// How a window shows a slot of a limb's table: some released windows are one command too long.
enum Shown : uint8_t {
  shown_by_command = 1,
  shown_behind_commands = 2,  ///< by a byte behind the commands
  shown_at_the_end = 4,       ///< by the last of its commands
};

/// The slots of a limb's table that windows show: bits of Shown.
struct Reached {
  bool has_window = false;
  std::array<uint8_t, kPictureNumbers> shown{};
};

class CostReader {
 public:
  CostReader(Bytes payload, Version version, StoredCostume& out)
      : payload_(payload), layout_(facts(version).cost), out_(out) {}

  Status read() {
    TRY(read_header());
    read_records();
    out_.command.assign(commands_.begin(),
                        commands_.begin() + static_cast<ptrdiff_t>(commands_end_));
    mark_reached();
    if (out_.records.number.empty() && !out_.problems.empty()) use_all_tables();
    read_limb_tables();
    return ok();
  }

  bool is_consistent() {
    const auto inside = [&](uint16_t offset) {
      return offset == 0 || layout_.position(offset) < payload_.size();
    };
    return read_header() && std::ranges::all_of(table_at_, inside) &&
           std::ranges::all_of(record_at_, inside) &&
           std::ranges::any_of(record_at_, [](uint16_t offset) { return offset != 0; });
  }

 private:
  Status read_header() {
    ByteReader reader(payload_);
    if (layout_.has_size) {
      stored_size_ = reader.u32();
      if (reader.u16() != kCostSignature) {
        return Error{ErrorCode::unknown_format, 4, "no \"CO\" here: not a costume of version 6"};
      }
    }
    const size_t last_record = reader.u8();
    const size_t format_at = reader.position();
    out_.format = reader.u8();
    out_.mirror_west = (out_.format & 0x80) == 0;
    const size_t colors = layout_.colors(out_.format);
    if (reader.ok() && colors == 0) {
      return Error{ErrorCode::unknown_format, format_at,
                   "unknown costume format " + std::to_string(out_.format)};
    }
    read_palette(reader, colors);
    const size_t command_at = layout_.position(reader.u16());
    for (size_t limb = 0; limb < layout_.tables; ++limb) table_at_[limb] = reader.u16();
    const bool byte_is_count = layout_.has_size && stored_size_ == 0;
    record_count_ = last_record + (byte_is_count ? 0 : 1);
    for (size_t number = 0; number < record_count_; ++number) record_at_[number] = reader.u16();
    if (!reader.ok()) {
      return Error{ErrorCode::truncated, payload_.size(),
                   "the block ends inside the costume's header"};
    }
    if (command_at > payload_.size()) {
      return Error{ErrorCode::damaged, reader.position(), "the commands start outside the block"};
    }
    commands_ = payload_.subspan(command_at);
    return ok();
  }

  /// Reads the palette that the costume states, or fills in the colours that it does not
  /// (SCUMM.md §2).
  void read_palette(ByteReader& reader, size_t colors) {
    if (layout_.palette == CostPalette::listed) {
      const Bytes palette = reader.take(colors);
      out_.color.assign(palette.begin(), palette.end());
    } else if (layout_.palette == CostPalette::none) {
      out_.color = {kEgaBlack, kEgaSkin, kEgaActor, kEgaBlack};
    } else {
      const uint8_t black = reader.u8();
      out_.color.resize(colors);
      std::iota(out_.color.begin(), out_.color.end(), uint8_t{0});
      if (black < colors) out_.color[black] = kEgaBlack;
    }
  }

  void read_records() {
    for (size_t number = 0; number < record_count_; ++number) {
      if (record_at_[number] == 0) continue;
      if (!has_room_for_record(out_.windows, payload_.size())) {
        out_.problems.push_back(too_many_windows(number));
        return;
      }
      read_record(number);
    }
  }

  /// Appends a record. A damaged one becomes a problem instead and stays undefined.
  void read_record(size_t number) {
    const size_t at = layout_.position(record_at_[number]);
    const size_t first_window = out_.windows.limb.size();
    ByteReader reader(payload_, std::min(at, payload_.size() + 1));
    const auto mask = layout_.tables == 8 ? static_cast<uint16_t>(reader.u8() << 8) : reader.u16();
    for (size_t limb = 0; limb < kLimbs && reader.ok(); ++limb) {
      if (has_limb(mask, limb) && !read_window(reader, limb)) {
        const std::string what =
            reader.ok() ? "has a window that passes the end of the commands" : "leaves the block";
        out_.problems.push_back({ErrorCode::damaged, at,
                                 "record " + std::to_string(number) + ' ' + what,
                                 static_cast<uint8_t>(limb)});
        truncate_table(out_.windows, first_window);
        return;
      }
    }
    if (!reader.ok()) {
      out_.problems.push_back(
          {ErrorCode::damaged, at, "record " + std::to_string(number) + " is outside the block"});
      return;
    }
    append_record(out_.records, number, out_.windows);
    for (size_t i = first_window; i < out_.windows.limb.size(); ++i) {
      commands_end_ =
          std::max<size_t>(commands_end_, size_t{out_.windows.start[i]} + out_.windows.length[i]);
    }
  }

  /// Appends a window (SCUMM.md §3 "Animation records"). Returns false if it passes the end of the
  /// commands: that of the block, or of the positions that 16 bits have.
  bool read_window(ByteReader& reader, size_t limb) {
    uint16_t start = layout_.short_starts ? reader.u8() : reader.u16();
    WindowMode mode = WindowMode::off;
    uint16_t length = 0;
    if (start == (layout_.short_starts ? 0xFF : 0xFFFF)) {
      start = 0;
    } else {
      const uint8_t packed = reader.u8();
      mode = packed & 0x80 ? WindowMode::once : WindowMode::loop;
      length = static_cast<uint16_t>((packed & 0x7F) + 1);
    }
    const size_t end = std::min(commands_.size(), kMaxCostCommands);
    if (!reader.ok() || size_t{start} + length > end) return false;
    append_window(out_.windows, limb, mode, start, length);
    return true;
  }

  void mark_reached() {
    const size_t end = layout_.command_count(table_at_, payload_.size(), commands_.size());
    for (size_t i = 0; i < out_.windows.limb.size(); ++i) {
      if (out_.windows.length[i] == 0) continue;
      const Bytes window = commands_.subspan(out_.windows.start[i], out_.windows.length[i]);
      if (window[0] == kCommandStop || window[0] == kCommandUnstop) continue;
      mark_window(window, out_.windows.start[i], end, reached_[out_.windows.limb[i]]);
    }
  }

  /// Marks the slots that a window shows (SCUMM.md §4). The first command is always shown, a later
  /// one only if a step can rest on it.
  void mark_window(Bytes window, size_t start, size_t end, Reached& limb) const {
    limb.has_window = true;
    for (size_t k = 0; k < window.size(); ++k) {
      const uint8_t picture = window[k] & 0x7F;
      if (layout_.hides(picture) || (k > 0 && layout_.takes_no_time(window[k]))) continue;
      limb.shown[picture] |= start + k >= end                  ? shown_behind_commands
                             : k > 0 && k + 1 == window.size() ? shown_at_the_end
                                                               : shown_by_command;
    }
  }

  /// Reads the tables of all limbs, as no record is left that says which are in use. Only the last
  /// of the limbs with the same offset can be (SCUMM.md §2 "Limb table").
  void use_all_tables() {
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      const auto later = std::span(table_at_).subspan(limb + 1);
      reached_[limb].has_window =
          table_at_[limb] != 0 && std::ranges::find(later, table_at_[limb]) == later.end();
    }
    has_records_ = false;
  }

  void read_limb_tables() {
    std::array<size_t, kLimbs> end{};
    size_t lowest_picture = payload_.size();
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      if (reached_[limb].has_window) end[limb] = bounded_end(limb, lowest_picture);
    }
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      if (reached_[limb].has_window && end[limb] == kOpenEnd) {
        const bool is_picture = lowest_picture <= layout_.position(table_at_[limb]);
        end[limb] = is_picture && !has_records_ ? 0 : open_end(limb, lowest_picture);
      }
      if (reached_[limb].has_window) read_entries(limb, end[limb]);
      out_.entry_offset[limb + 1] = static_cast<uint32_t>(out_.entry.size());
    }
    PictureReader(payload_, layout_, table_at_, out_).read();
  }

  /// Returns the end of the limb's table (SCUMM.md §2 "Limb table"), or kOpenEnd if no table offset
  /// is greater. Offset 0 means no table; its end is 0. If the end is known, lowers
  /// `lowest_picture` to the lowest picture after the table's start that the table names.
  size_t bounded_end(size_t limb, size_t& lowest_picture) const {
    const size_t start = layout_.position(table_at_[limb]);
    if (table_at_[limb] == 0) return 0;
    size_t end = kOpenEnd;
    for (const uint16_t other : table_at_) {
      if (other > table_at_[limb]) end = std::min(end, layout_.position(other));
    }
    if (end == kOpenEnd) return end;
    end = std::min(end, payload_.size());
    // Pictures may stand before the next table: behind the last shown slot, they end this one.
    const auto& shown = reached_[limb].shown;
    const auto by_command = [](uint8_t how) {
      return (how & (shown_by_command | shown_at_the_end)) != 0;
    };
    const auto slots =
        static_cast<size_t>(shown.rend() - std::find_if(shown.rbegin(), shown.rend(), by_command));
    for (size_t at = start; at < end && end - at >= 2; at += 2) {
      const size_t index = (at - start) / 2;
      if (index < slots && by_command(shown[index]))
        lower_to_picture(start + 2 * slots - 1, at, end);
      lower_to_picture(start, at, lowest_picture);
    }
    return end;
  }

  /// Returns the end of a table for which bounded_end() returned kOpenEnd: the costume's lowest
  /// picture, which this table itself may name.
  size_t open_end(size_t limb, size_t lowest_picture) const {
    const size_t start = layout_.position(table_at_[limb]);
    if (lowest_picture <= start) lowest_picture = payload_.size();
    size_t at = start;
    while (at < lowest_picture && lowest_picture - at >= 2) {
      lower_to_picture(start, at, lowest_picture);
      if (lowest_picture > at) at += 2;
    }
    return std::min(at, lowest_picture);
  }

  void lower_to_picture(size_t table_start, size_t entry_at, size_t& lowest_picture) const {
    const uint16_t entry = ByteReader(payload_, entry_at).u16();
    const size_t picture = layout_.position(entry);
    if (entry != 0 && picture > table_start) lowest_picture = std::min(lowest_picture, picture);
  }

  void read_entries(size_t limb, size_t end) {
    const Reached& reached = reached_[limb];
    const size_t start = layout_.position(table_at_[limb]);
    size_t index = 0;
    for (size_t at = start; at < end && end - at >= 2 && index < kMostEntries; at += 2, ++index) {
      out_.entry.push_back(ByteReader(payload_, at).u16());
      out_.entry_reached.push_back(index < kPictureNumbers && reached.shown[index] != 0 ? 1 : 0);
    }
    // Numbers from first_command on may be commands, so they need no slot.
    const size_t length = index;
    for (; index < layout_.first_command; ++index) {
      if (reached.shown[index] == 0) continue;
      const bool odd = reached.shown[index] == shown_behind_commands ||
                       (index == length && (reached.shown[index] & shown_by_command) == 0);
      const ErrorCode code = odd ? ErrorCode::odd : ErrorCode::damaged;
      out_.problems.push_back({code, std::min(end, payload_.size()),
                               "a record shows a slot past the end of the limb's table",
                               static_cast<uint8_t>(limb), static_cast<uint16_t>(index)});
    }
  }

  static constexpr size_t kOpenEnd = ~size_t{0};

  Bytes payload_;
  const CostLayout& layout_;
  StoredCostume& out_;
  uint32_t stored_size_ = 0;
  std::array<uint16_t, kLimbs> table_at_{};
  std::array<uint16_t, kMostRecords> record_at_{};
  size_t record_count_ = 0;
  Bytes commands_;
  size_t commands_end_ = 0;
  std::array<Reached, kLimbs> reached_;
  bool has_records_ = true;  ///< any that can be read, or none at all
};

}  // namespace

Result<StoredCostume> read_cost(Bytes payload, Version version) {
  StoredCostume costume;
  TRY(CostReader(payload, version, costume).read());
  return costume;
}

bool is_consistent_cost(Bytes payload, Version version) {
  StoredCostume unused;
  return CostReader(payload, version, unused).is_consistent();
}

}  // namespace wardrobe
