#include "pipeline/parse.h"

#include <algorithm>

#include "formats/akos.h"
#include "formats/cost.h"
#include "pipeline/failures.h"
#include "pipeline/join.h"
#include "pipeline/picture_codec.h"

namespace wardrobe {
namespace {

constexpr size_t kBlocksPerTask = 16;
constexpr uint8_t kCostCodec = 1;
constexpr uint8_t kCostDirections = 4;

/// Reads some of the blocks into tables whose rows count from 0.
class PartParser {
 public:
  PartParser(const Scanned& scanned, const Tables& game, Tables& out, StoredPictures& stored)
      : scanned_(scanned), game_(game), out_(out), stored_(stored) {}

  void parse(size_t block) {
    const bool is_akos = scanned_.blocks.kind[block] == Kind::akos;
    const Bytes payload = scanned_.payload(block);
    const Version version = game_.game.version[0];
    const Status read =
        is_akos ? read_akos(payload, version, akos_) : read_cost(payload, version, cost_);
    if (!read) return fail(block, kNone, kNoLimb, kNoIndex, read.error());
    const auto row = static_cast<uint32_t>(out_.costumes.id.size());
    if (is_akos) {
      add_akos(block, row);
    } else {
      add_cost(block, row);
    }
    end_costume(block);
  }

 private:
  /// Offset of the block's payload in its file.
  uint64_t payload_offset(size_t block) const { return scanned_.blocks.payload[block]; }

  void fail(size_t block, uint32_t row, uint8_t limb, uint16_t index, const Error& error) {
    const CostumeBlocks& blocks = scanned_.blocks;
    add_failure(out_.failures,
                {.costume = row,
                 .id = blocks.id[block],
                 .room = number_of_room(game_.rooms, blocks.room[block]),
                 .source = blocks.source[block],
                 .offset = payload_offset(block) + error.offset,
                 .limb = limb,
                 .index = index,
                 .kind = kind_of(error.code)},
                error.message);
  }

  /// Adds a costume's place in the game, and ends its rows.
  void end_costume(size_t block) {
    const CostumeBlocks& blocks = scanned_.blocks;
    Costumes& to = out_.costumes;
    to.id.push_back(blocks.id[block]);
    to.alias.insert(to.alias.end(), blocks.alias.begin() + blocks.alias_offset[block],
                    blocks.alias.begin() + blocks.alias_offset[block + 1]);
    to.alias_offset.push_back(static_cast<uint32_t>(to.alias.size()));
    to.room.push_back(blocks.room[block]);
    to.source.push_back(blocks.source[block]);
    to.offset.push_back(blocks.offset[block]);
    to.size.push_back(blocks.size[block]);
    to.kind.push_back(blocks.kind[block]);
    to.color_offset.push_back(static_cast<uint32_t>(to.color.size()));
    to.shadow_offset.push_back(static_cast<uint32_t>(to.shadow.size()));
    to.table_offset.push_back(static_cast<uint32_t>(out_.limb_tables.limb.size()));
    to.record_offset.push_back(static_cast<uint32_t>(out_.records.number.size()));
    to.command_offset.push_back(static_cast<uint32_t>(to.command.size()));
    to.rgb_offset.push_back(static_cast<uint32_t>(to.rgb.size()));
    to.jump_offset.push_back(static_cast<uint32_t>(to.jump.size()));
    to.condition_offset.push_back(static_cast<uint32_t>(to.condition.size()));
    to.sequence_offset.push_back(static_cast<uint32_t>(out_.sequences.start.size()));
    stored_.row_offset.push_back(static_cast<uint32_t>(stored_.count()));
  }

  void add_cost(size_t block, uint32_t row) {
    for (const CostumeProblem& problem : cost_.problems) {
      fail(block, row, problem.limb, problem.index, problem.error);
    }
    Costumes& to = out_.costumes;
    to.format.push_back(cost_.format);
    to.codec.push_back(kCostCodec);
    to.mirror_west.push_back(cost_.mirrors_west() ? 1 : 0);
    to.directions.push_back(kCostDirections);
    append(to.color, cost_.color);
    append(to.command, cost_.command);
    append_table(out_.records, cost_.records);
    append_table(out_.windows, cost_.windows);
    add_limb_tables();
    const size_t end = scanned_.payload(block).size();
    add_stored(block, cost_.candidates, {cost_codec(game_.game.version[0]), cost_.color.size()},
               [end](size_t) { return end; });
  }

  /// Adds the tables of all limbs that have entries.
  void add_limb_tables() {
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      const uint32_t count = cost_.entry_offset[limb + 1] - cost_.entry_offset[limb];
      if (count > 0) add_table(static_cast<uint8_t>(limb), count);
    }
    add_entries();
  }

  void add_table(uint8_t limb, uint32_t entries) {
    out_.limb_tables.limb.push_back(limb);
    out_.limb_tables.entry_offset.push_back(out_.limb_tables.entry_offset.back() + entries);
  }

  void add_entries() {
    const CostCandidates& from = cost_.candidates;
    const size_t count = cost_.entry_candidate.size();
    Entries& to = out_.entries;
    to.state.resize(to.state.size() + count, EntryState::empty);
    append(to.reached, cost_.entry_reached);
    to.picture.resize(to.picture.size() + count, kNone);
    spread(from.x, int16_t{0}, to.x);
    spread(from.y, int16_t{0}, to.y);
    spread(from.xinc, int16_t{0}, to.xinc);
    spread(from.yinc, int16_t{0}, to.yinc);
    spread(from.redirect_limb, kNoLimb, to.redirect_limb);
    spread(from.redirect_index, uint8_t{0xFF}, to.redirect_index);
    append_rows(stored_.of_entry, cost_.entry_candidate, static_cast<uint32_t>(stored_.count()));
  }

  /// Copies each picture's value to all entries that show the picture; the other entries get
  /// `empty`.
  template <class T>
  void spread(const Column<T>& from, T empty, Column<T>& to) const {
    for (const uint32_t c : cost_.entry_candidate) to.push_back(c == kNone ? empty : from[c]);
  }

  /// Adds the stored pictures of a block. data_end(i) is the position in the payload where the
  /// pixels of picture i must have ended.
  template <class DataEnd>
  void add_stored(size_t block, const CostumePictures& from, const PictureCodec& codec,
                  const DataEnd& data_end) {
    StoredPictures& to = stored_;
    append(to.width, from.width);
    append(to.height, from.height);
    append(to.fault, from.fault);
    to.codec.resize(to.width.size(), codec.codec);
    to.colors.resize(to.width.size(), static_cast<uint16_t>(codec.colors));
    const uint64_t start = scanned_.blocks.data_offset[block];
    for (size_t i = 0; i < from.size(); ++i) {
      to.header.push_back(payload_offset(block) + from.header[i]);
      to.data.push_back(start + from.data[i]);
      to.data_end.push_back(start + data_end(i));
    }
  }

  void add_akos(size_t block, uint32_t row) {
    for (const CostumeProblem& problem : akos_.problems) {
      fail(block, row, problem.limb, problem.index, problem.error);
    }
    Costumes& to = out_.costumes;
    to.format.push_back(0);
    to.codec.push_back(akos_.codec);
    to.mirror_west.push_back(akos_.mirrors_west() ? 1 : 0);
    to.directions.push_back(akos_.directions);
    const Column<uint8_t> colors = colors_with_auxiliary(akos_, scanned_.payload(block));
    append(to.color, colors);
    append(to.shadow, akos_.shadow);
    append(to.command, akos_.command);
    append(to.rgb, akos_true_colors(akos_, colors, game_.game.version[0]));
    append(to.jump, akos_.jump);
    append(to.condition, akos_.condition);
    append_table(out_.sequences, akos_.sequences);
    append_table(out_.records, akos_.records);
    append_table(out_.windows, akos_.windows);
    add_cels(block, kNoLimb, akos_.cels, {akos_.codec, akos_.color.size()},
             [this](size_t) { return akos_.data_end; });
    if (akos_.auxiliary.size() == 0) return;
    add_cels(block, kAuxiliaryLimb, akos_.auxiliary,
             {kAuxiliary, akos_.codec == kAkosRle ? colors.size() : kMaxColors},
             [this](size_t i) { return akos_.auxiliary.data_end[i]; });
  }

  /// Adds the cels of a costume as a limb table, each as an entry and as a stored picture.
  template <class DataEnd>
  void add_cels(size_t block, uint8_t limb, const AkosCels& from, const PictureCodec& codec,
                const DataEnd& data_end) {
    const size_t count = from.size();
    add_table(limb, static_cast<uint32_t>(count));
    Entries& entries = out_.entries;
    entries.state.resize(entries.state.size() + count, EntryState::empty);
    append(entries.reached, from.reached);
    entries.picture.resize(entries.picture.size() + count, kNone);
    append(entries.x, from.x);
    append(entries.y, from.y);
    append(entries.xinc, from.xinc);
    append(entries.yinc, from.yinc);
    entries.redirect_limb.resize(entries.redirect_limb.size() + count, kNoLimb);
    entries.redirect_index.resize(entries.redirect_index.size() + count, 0xFF);
    for (uint32_t cel = 0; cel < count; ++cel) {
      stored_.of_entry.push_back(static_cast<uint32_t>(stored_.count()) + cel);
    }
    add_stored(block, from, codec, data_end);
  }

  const Scanned& scanned_;
  const Tables& game_;  ///< what scan() filled
  CostTables cost_;
  AkosTables akos_;
  Tables& out_;
  StoredPictures& stored_;
};

}  // namespace

StoredPictures parse(const Scanned& scanned, Tables& tables, Progress& progress) {
  const size_t blocks = scanned.blocks.count();
  std::vector<Tables> parts((blocks + kBlocksPerTask - 1) / kBlocksPerTask);
  std::vector<StoredPictures> stored(parts.size());
  parallel_for(parts.size(), progress, [&](size_t part, size_t) {
    PartParser parser(scanned, tables, parts[part], stored[part]);
    const size_t end = std::min(blocks, (part + 1) * kBlocksPerTask);
    for (size_t block = part * kBlocksPerTask; block < end; ++block) parser.parse(block);
  });
  join(tables, parts);
  StoredPictures out;
  for (StoredPictures& part : stored) {
    for (uint32_t& row : part.of_entry)
      row += row == kNone ? 0 : static_cast<uint32_t>(out.count());
    append(out.row_offset, part.row_offset);
    append(out.header, part.header);
    append(out.width, part.width);
    append(out.height, part.height);
    append(out.data, part.data);
    append(out.data_end, part.data_end);
    append(out.codec, part.codec);
    append(out.colors, part.colors);
    append(out.fault, part.fault);
    append(out.of_entry, part.of_entry);
    part = {};
  }
  return out;
}

}  // namespace wardrobe
