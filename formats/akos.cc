#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "formats/akos_commands.h"
#include "formats/costume.h"
#include "formats/limits.h"
#include "formats/scumm.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

constexpr size_t kOffsetSize = 6;
constexpr size_t kShortHeaderSize = 4;
constexpr size_t kPartSize = 6;

/// A chunk of the costume; if it is missing, `payload` is empty.
struct Chunk {
  Bytes payload;
  uint64_t position = 0;  ///< of this payload in the costume's payload
  bool found = false;
};

/// Whether the headers of cels are short. `offsets` and `headers_size` are the payload of AKOF and
/// the size of that of AKCI (SCUMM.md §6 "Cels").
bool has_short_headers(Bytes offsets, size_t headers_size) {
  std::vector<size_t> starts;
  ByteReader reader(offsets);
  while (reader.left() >= kOffsetSize) {
    reader.u32();
    starts.push_back(reader.u16());
  }
  std::ranges::sort(starts);
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  if (starts.size() == 1) starts.push_back(headers_size);
  size_t close = 0;
  size_t others = 0;
  for (size_t i = 1; i < starts.size(); ++i) {
    ++(starts[i] == starts[i - 1] + kShortHeaderSize ? close : others);
  }
  return close > others;
}

/// "AKPL has 300 colours; the first 256 are read".
std::string too_many(const std::string& has, size_t count, const char* what, size_t most) {
  return has + ' ' + std::to_string(count) + ' ' + what + "; the first " + limit_text(most) +
         " are read";
}

/// A name as its chunk has it: up to a zero byte.
std::string name_in(Bytes payload) {
  const auto end = std::ranges::find(payload, 0);
  const auto size = std::min<size_t>(end - payload.begin(), kMaxNameBytes);
  return std::string(as_text(payload.first(size)));
}

/// Codings of auxiliary pictures: SCUMM.md §6 "Auxiliary pictures".
constexpr uint16_t kCodedNothing = 0;
constexpr uint16_t kCodedRows = 1;

/// Reads auxiliary pictures. `position` is that of the payload of AKAX in that of the AKOS.
class AuxiliaryReader {
 public:
  AuxiliaryReader(uint64_t position, StoredCostume& out) : position_(position), out_(out) {}

  void read(Bytes payload) {
    if (payload.empty()) return;
    const std::vector<Block> wraps = children(payload, 0);
    const Block* const wrap = find_block(wraps, "WRAP");
    if (wrap == nullptr) return problem(0, "AKAX has no WRAP");
    const std::vector<Block> blocks = children(wrap->payload, wrap->payload_at());
    std::vector<Block> listed = in_order(blocks);
    if (listed.size() > kMaxAkosCels) {
      problem(wrap->offset, too_many("AKAX has", listed.size(), "pictures", kMaxAkosCels));
      listed.resize(kMaxAkosCels);
    }
    for (const Block& block : listed) add(block);
  }

 private:
  void problem(uint64_t offset, std::string message) {
    out_.problems.push_back({ErrorCode::damaged, position_ + offset, std::move(message)});
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
    const std::optional<std::vector<Block>> listed = listed_blocks(blocks, "AUXD");
    if (listed && !listed->empty()) return *listed;
    std::vector<Block> all = all_blocks(blocks, "AUXD");
    if (!listed || !all.empty()) {
      problem(0, "OFFS of AKAX does not list the AUXD blocks; they are in file order");
    }
    return all;
  }

  void add(const Block& auxd) {
    const auto [known, is_new] = known_.try_emplace(auxd.offset, out_.pictures.size());
    out_.pictures.push_back(is_new ? read_picture(auxd) : out_.pictures[known->second]);
  }

  StoredPicture read_picture(const Block& auxd) {
    const std::vector<Block> blocks = children(auxd.payload, auxd.payload_at());
    const Block* const found = find_block(blocks, "AXFD");
    const Block axfd = found != nullptr ? *found : Block{.offset = auxd.offset};
    ByteReader reader(axfd.payload);
    const uint16_t coding = reader.u16();
    StoredPicture picture;
    picture.x = reader.i16();
    picture.y = reader.i16();
    picture.width = reader.u16();
    picture.height = reader.u16();
    picture.fault = found == nullptr || coding == kCodedNothing ? PictureFault::zero_size
                    : !reader.ok()                              ? PictureFault::outside
                    : coding != kCodedRows                      ? PictureFault::coding
                                                                : PictureFault::none;
    const uint64_t start = position_ + axfd.payload_at();
    picture.header = static_cast<uint32_t>(start);
    picture.data_end = static_cast<uint32_t>(start + axfd.payload.size());
    picture.data = picture.data_end - static_cast<uint32_t>(reader.left());
    return picture;
  }

  uint64_t position_;
  StoredCostume& out_;
  std::map<uint64_t, size_t> known_;  ///< offset of an AUXD → its first row
};

/// A row of Sequences.
struct Sequence {
  uint32_t condition = 0;
  uint16_t jump = 0;
  uint16_t jumps = 0;
};

class AkosReader {
 public:
  AkosReader(Bytes payload, Version version, StoredCostume& out)
      : payload_(payload), version_(version), out_(out) {}

  Status read() {
    std::optional<Block> damage;
    blocks_ = read_blocks(payload_, 0, damage);
    if (damage) {
      problem(damage->offset, "a chunk of the AKOS says it has " +
                                  std::to_string(damage->stated_size) +
                                  " bytes, which does not fit; the costume is read up to there");
    }
    TRY(read_header());
    read_colors();
    const Chunk sequences = needed("AKSQ");
    if (sequences.payload.size() > kMaxAkosCommands) {
      problem(sequences.position, "AKSQ is longer than the " + limit_text(kMaxAkosCommands) +
                                      " bytes that records can reach");
    }
    const Bytes commands =
        sequences.payload.first(std::min(sequences.payload.size(), kMaxAkosCommands));
    out_.command.assign(commands.begin(), commands.end());
    read_jumps();
    read_names();
    read_records();
    read_cels();
    const Chunk auxiliary = find("AKAX");
    AuxiliaryReader(auxiliary.position, out_).read(auxiliary.payload);
    list_entries();
    follow_sequences(out_, version_, sequences.position);
    return ok();
  }

 private:
  void problem(uint64_t offset, std::string message) {
    out_.problems.push_back({ErrorCode::damaged, offset, std::move(message)});
  }

  Chunk find(std::string_view name) const {
    const Block* const found = find_block(blocks_, name);
    return found != nullptr ? Chunk{found->payload, found->payload_at(), true} : Chunk();
  }

  Chunk needed(std::string_view name) {
    Chunk chunk = find(name);
    if (!chunk.found) problem(0, "the AKOS has no " + std::string(name));
    return chunk;
  }

  Status read_header() {
    const Chunk header = find("AKHD");
    if (!header.found) return Error{ErrorCode::damaged, 0, "the AKOS has no AKHD"};
    ByteReader reader(header.payload);
    reader.u16();
    out_.flags = reader.u16();
    records_ = reader.u16();
    cels_ = reader.u16();
    const uint16_t codec = reader.u16();
    if (!reader.ok()) return Error{ErrorCode::truncated, header.position, "AKHD is cut short"};
    constexpr std::array kCodecs = {kAkosRle, kAkosBomp, kAkosMajMin, kAkosTrle};
    if (std::ranges::find(kCodecs, codec) == kCodecs.end()) {
      return Error{ErrorCode::unknown_format, header.position + 8,
                   "AKHD names codec " + std::to_string(codec) + "; known are 1, 5, 16 and 32"};
    }
    out_.kind = Kind::akos;
    out_.codec = static_cast<uint8_t>(codec);
    out_.mirror_west = (out_.flags & kAkosWestIsDrawn) == 0;
    const bool can_have_eight = facts(version_).eight_directions;
    out_.directions = can_have_eight && (out_.flags & kAkosEightDirections) != 0 ? 8 : 4;
    return ok();
  }

  void read_colors() {
    const Chunk colors = find("AKPL");
    if (colors.payload.size() > kMaxColors) {
      problem(colors.position, too_many("AKPL has", colors.payload.size(), "colours", kMaxColors));
    }
    const Bytes kept = colors.payload.first(std::min(colors.payload.size(), kMaxColors));
    out_.color.assign(kept.begin(), kept.end());
    const Chunk rgb = find("RGBS");
    if (rgb.payload.size() % 3 != 0) problem(rgb.position, "RGBS ends inside a colour");
    const Bytes whole = rgb.payload.first(rgb.payload.size() / 3 * 3);
    out_.rgb.assign(whole.begin(), whole.end());
    const bool by_color = out_.codec == kAkosRle;
    const size_t values = by_color ? out_.color.size() : 256;
    const uint8_t transparent = akos_transparent(out_.codec, kept, version_);
    for (size_t i = 0; i < values; ++i) {
      const auto value = static_cast<uint8_t>(i);
      const uint8_t color = by_color ? out_.color[i] : value;
      if (value != transparent && facts(version_).is_shadow(color)) out_.shadow.push_back(value);
    }
  }

  /// Finds a chunk of rows of this size.
  Chunk rows(std::string_view name, size_t row) {
    Chunk chunk = find(name);
    if (chunk.payload.size() % row != 0) {
      problem(chunk.position, std::string(name) + " ends inside a row");
      chunk.payload = chunk.payload.first(chunk.payload.size() / row * row);
    }
    return chunk;
  }

  void read_jumps() {
    const Chunk chunk = rows("AKFO", 2);
    if (chunk.payload.size() > 2 * kMaxAkosJumps) {
      problem(chunk.position,
              too_many("AKFO has", chunk.payload.size() / 2, "positions", kMaxAkosJumps));
    }
    ByteReader jumps(chunk.payload.first(std::min(chunk.payload.size(), 2 * kMaxAkosJumps)));
    while (jumps.left() > 0) out_.jump.push_back(jumps.u16());
    const Bytes conditions = rows("AKST", 8).payload;
    const Bytes parts = rows("AKSF", kPartSize).payload;
    const AkosRules& rules = facts(version_).akos;
    if (!rules.conditions) return;
    const Bytes values = find("AKCT").payload;
    out_.condition.assign(values.begin(), values.end());
    const auto all = static_cast<uint16_t>(out_.jump.size());
    std::map<uint32_t, Sequence> sequences;
    for (ByteReader reader(conditions); reader.left() > 0;) {
      const uint32_t start = reader.u32();
      sequences.try_emplace(start, Sequence{reader.u32(), 0, all});
    }
    if (rules.jump_parts) add_parts(parts, sequences);
    for (const auto& [start, sequence] : sequences) {
      if (start > UINT16_MAX) continue;
      out_.sequences.start.push_back(static_cast<uint16_t>(start));
      out_.sequences.condition.push_back(sequence.condition);
      out_.sequences.jump.push_back(sequence.jump);
      out_.sequences.jumps.push_back(sequence.jumps);
    }
  }

  /// Adds the rows of AKSF. Their offsets count bytes, unless that cannot be (SCUMM.md §6 "Parts").
  void add_parts(Bytes parts, std::map<uint32_t, Sequence>& sequences) const {
    bool odd = false;
    size_t last_in_bytes = 0;
    size_t last_in_entries = 0;
    for (ByteReader reader(parts); reader.left() > 0;) {
      reader.u16();
      const size_t offset = reader.u16();
      const size_t count = reader.u16();
      odd = odd || offset % 2 != 0;
      last_in_bytes = std::max(last_in_bytes, offset / 2 + count);
      last_in_entries = std::max(last_in_entries, offset + count);
    }
    const size_t jumps = out_.jump.size();
    const bool entries = odd || (last_in_bytes < jumps && last_in_entries == jumps);
    for (ByteReader reader(parts); reader.left() > 0;) {
      Sequence& sequence = sequences[reader.u16()];
      const uint16_t offset = reader.u16();
      sequence.jump = entries ? offset : offset / 2;
      sequence.jumps = reader.u16();
    }
  }

  /// Reads what the makers called the costume and its sequences (SCUMM.md §6 "Names of sequences").
  void read_names() {
    out_.name = name_in(find("SPLF").payload);
    const Chunk database = find("SQDB");
    std::optional<Block> damage;
    const auto children = [&](const Block* parent) {
      return parent == nullptr ? std::vector<Block>() : read_blocks(parent->payload, 0, damage);
    };
    const std::vector<Block> wraps = read_blocks(database.payload, 0, damage);
    for (const Block& sequence : all_blocks(children(find_block(wraps, "WRAP")), "SEQI")) {
      const std::vector<Block> parts = children(&sequence);
      const Block* const name = find_block(parts, "NAME");
      const Block* const start = find_block(parts, "STOF");
      if (name == nullptr || start == nullptr) continue;
      ByteReader reader(start->payload);
      const uint32_t at = reader.u32();
      if (reader.ok()) names_.try_emplace(at, name_in(name->payload));
    }
    if (damage) problem(database.position, "a block in SQDB does not fit; names may be missing");
  }

  /// The name of the sequence that the first of the windows from this one on plays. Records can
  /// share one; all their names have no more bytes than the block.
  std::string_view name_of_windows(size_t first) const {
    const Windows& windows = out_.windows;
    for (size_t i = first; i < windows.limb.size(); ++i) {
      if (!akos_mode_has_codes(windows.mode[i])) continue;
      const auto name = names_.find(windows.start[i]);
      const bool fits =
          name != names_.end() && out_.records.name.size() + name->second.size() <= payload_.size();
      return fits ? name->second : std::string_view();
    }
    return {};
  }

  void read_records() {
    const Chunk chunk = needed("AKCH");
    ByteReader offsets(chunk.payload);
    for (unsigned number = 0; number < records_; ++number) {
      const uint16_t offset = offsets.u16();
      if (!offsets.ok()) {
        problem(chunk.position, "AKHD says " + std::to_string(records_) + " records; AKCH holds " +
                                    std::to_string(number));
        return;
      }
      if (offset == 0) continue;
      if (!has_room_for_record(out_.windows, payload_.size())) {
        out_.problems.push_back(too_many_windows(number));
        return;
      }
      const size_t windows = out_.windows.limb.size();
      if (!read_record(chunk.payload, offset)) {
        problem(chunk.position + offset,
                "record " + std::to_string(number) + " is damaged and skipped");
        continue;
      }
      append_record(out_.records, number, out_.windows, name_of_windows(windows));
    }
  }

  /// Returns false, and appends no windows, if the record is damaged.
  bool read_record(Bytes chunk, size_t offset) {
    const size_t first_window = out_.windows.limb.size();
    ByteReader reader(chunk, std::min(offset, chunk.size()));
    const unsigned mask = reader.u16();
    bool known = true;
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      if (has_limb(mask, limb)) known = read_window(reader, limb) && known;
    }
    if (known && reader.ok()) return true;
    truncate_table(out_.windows, first_window);
    return false;
  }

  /// Appends a window. Returns false if its mode is unknown.
  bool read_window(ByteReader& reader, size_t limb) {
    const uint8_t number = reader.u8();
    const auto mode = static_cast<WindowMode>(number);
    const bool has_codes = akos_mode_has_codes(mode);
    const uint16_t start = has_codes ? reader.u16() : uint16_t{0};
    const size_t length = has_codes ? reader.u16() + size_t{1} : 0;
    append_window(out_.windows, limb, mode, start, length);
    return number < kWindowModes;
  }

  void read_cels() {
    const Chunk offsets = needed("AKOF");
    const Chunk infos = needed("AKCI");
    const Chunk data = needed("AKCD");
    data_end_ = static_cast<uint32_t>(data.position + data.payload.size());
    const size_t stored = offsets.payload.size() / kOffsetSize;
    const size_t there = std::min(stored, kMaxAkosCels);
    if (there < stored) {
      problem(offsets.position, too_many("AKOF holds", stored, "cels", kMaxAkosCels));
    }
    if (there < cels_) {
      problem(offsets.position,
              "AKHD says " + std::to_string(cels_) + " cels; AKOF holds " + std::to_string(there));
    }
    out_.short_headers = has_short_headers(offsets.payload, infos.payload.size());
    cels_read_ = there;
    ByteReader reader(offsets.payload);
    for (size_t cel = 0; cel < there; ++cel) {
      const uint32_t data_at = reader.u32();
      read_cel(infos, data, reader.u16(), data_at);
    }
  }

  void read_cel(const Chunk& infos, const Chunk& data, uint16_t info_at, uint32_t data_at) {
    StoredPicture& to = out_.pictures.emplace_back();
    ByteReader reader(infos.payload, std::min<size_t>(info_at, infos.payload.size()));
    const auto next = [&] { return out_.short_headers ? int16_t{0} : reader.i16(); };
    to.width = reader.u16();
    to.height = reader.u16();
    to.x = next();
    to.y = next();
    to.xinc = next();
    to.yinc = next();
    const bool inside = reader.ok() && data_at <= data.payload.size();
    to.fault = inside ? PictureFault::none : PictureFault::outside;
    to.header = static_cast<uint32_t>(infos.position + info_at);
    to.data = inside ? static_cast<uint32_t>(data.position + data_at) : data_end_;
    to.data_end = data_end_;
  }

  /// Lists the cels and the auxiliary pictures, each a table of its own.
  void list_entries() {
    const auto all = static_cast<uint32_t>(out_.pictures.size());
    const auto cels = static_cast<uint32_t>(cels_read_);
    out_.entry_offset.fill(all);
    out_.entry_offset[0] = 0;
    out_.entry_offset[1] = cels;
    out_.entry_reached.resize(all);
    out_.entry_picture.resize(all);
    std::iota(out_.entry_picture.begin(), out_.entry_picture.end(), 0U);
  }

  Bytes payload_;
  Version version_;
  StoredCostume& out_;
  std::vector<Block> blocks_;
  std::map<uint32_t, std::string> names_;  ///< of sequences, by where they start
  uint32_t data_end_ = 0;                  ///< where AKCD ends in the payload
  unsigned records_ = 0;
  unsigned cels_ = 0;
  size_t cels_read_ = 0;
};

}  // namespace

uint8_t akos_transparent(uint8_t codec, Bytes colors, Version version, Bytes map) {
  constexpr uint8_t kLast = 255;
  if (codec == kAkosRle) return 0;
  const bool own = codec == kAkosMajMin && facts(version).akos.own_transparent && !colors.empty() &&
                   colors.size() != kMaxColors;
  if (!own) return kLast;
  return map.empty() ? colors[0] : map[colors[0]];
}

Column<uint8_t> akos_true_colors(const StoredCostume& costume, Bytes colors, Version version) {
  const bool is_all = costume.rgb.size() == 3 * kMaxColors;
  if (costume.codec == kAkosTrle) return is_all ? costume.rgb : Column<uint8_t>();
  if (costume.codec != kAkosRle) return {};
  const bool has_one_each = costume.rgb.size() == 3 * costume.color.size();
  const bool by_color = is_all && (!has_one_each || is_humongous(version));
  if (!by_color) return has_one_each ? costume.rgb : Column<uint8_t>();
  Column<uint8_t> rgb;
  for (const uint8_t color : colors) {
    for (size_t i = 0; i < 3; ++i) rgb.push_back(costume.rgb[size_t{3} * color + i]);
  }
  return rgb;
}

Result<StoredCostume> read_akos(Bytes payload, Version version) {
  StoredCostume costume;
  TRY(AkosReader(payload, version, costume).read());
  return costume;
}

}  // namespace wardrobe
