#include "pipeline/parse.h"

#include <algorithm>

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include "formats/akos/akos.h"
#include "formats/cost/layout.h"
#include "formats/scumm/block.h"
#include "pipeline/append.h"
#include "pipeline/failures.h"

namespace wardrobe {
namespace {

constexpr size_t kBlocksPerTask = 16;
constexpr uint8_t kCostCodec = 1;
constexpr uint8_t kCostDirections = 4;

/// What a thread needs to read costumes.
struct Scratch {
  CostTables cost;
  AkosTables akos;
};

/// Reads some of the blocks into tables that count from 0.
class PartParser {
 public:
  PartParser(const Scanned& scanned, Scratch& scratch, Parsed& out)
      : scanned_(scanned), cost_(scratch.cost), akos_(scratch.akos), out_(out) {}

  void parse(size_t block) {
    const bool is_akos = static_cast<Kind>(scanned_.blocks.kind[block]) == Kind::akos;
    const Bytes payload = scanned_.payload(block);
    const int version = scanned_.game.version[0];
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
  /// Where the block's payload is in its file.
  uint64_t payload_offset(size_t block) const {
    return uint64_t{scanned_.blocks.offset[block]} + kBlockHeaderSize;
  }

  void fail(size_t block, uint32_t row, uint8_t limb, uint16_t index, const Error& error) {
    const CostumeBlocks& blocks = scanned_.blocks;
    FailurePlace place;
    place.costume = row;
    place.id = blocks.id[block];
    if (blocks.room[block] != kNone) place.room = scanned_.rooms.number[blocks.room[block]];
    place.source = blocks.source[block];
    place.offset = payload_offset(block) + error.offset;
    place.limb = limb;
    place.index = index;
    add_failure(out_.failures, place, error.message);
  }

  /// What every costume has: its place in the game, and the ends of its rows.
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
    to.table_offset.push_back(static_cast<uint32_t>(out_.tables.limb.size()));
    to.record_offset.push_back(static_cast<uint32_t>(out_.records.number.size()));
    to.command_offset.push_back(static_cast<uint32_t>(to.command.size()));
    to.rgb_offset.push_back(static_cast<uint32_t>(to.rgb.size()));
    to.jump_offset.push_back(static_cast<uint32_t>(to.jump.size()));
    out_.candidates.row_offset.push_back(static_cast<uint32_t>(out_.candidates.count()));
  }

  void add_cost(size_t block, uint32_t row) {
    for (const CostProblem& problem : cost_.problems) {
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
    add_candidates(block);
  }

  /// Limbs that have entries, and these.
  void add_limb_tables() {
    for (size_t limb = 0; limb < kCostLimbs; ++limb) {
      const uint32_t first = cost_.entry_offset[limb];
      const uint32_t last = cost_.entry_offset[limb + 1];
      if (first == last) continue;
      for (uint32_t i = first; i < last; ++i) add_entry(i);
      end_table(static_cast<uint8_t>(limb));
    }
  }

  void end_table(uint8_t limb) {
    out_.tables.limb.push_back(limb);
    out_.tables.entry_offset.push_back(static_cast<uint32_t>(out_.entries.state.size()));
  }

  void add_entry(uint32_t i) {
    Entries& to = out_.entries;
    const CostCandidates& from = cost_.candidates;
    const uint32_t c = cost_.entry_candidate[i];
    const bool empty = c == kNone;
    to.state.push_back(static_cast<uint8_t>(EntryState::empty));
    to.reached.push_back(cost_.entry_reached[i]);
    to.picture.push_back(kNone);
    to.x.push_back(empty ? int16_t{0} : from.x[c]);
    to.y.push_back(empty ? int16_t{0} : from.y[c]);
    to.xinc.push_back(empty ? int16_t{0} : from.xinc[c]);
    to.yinc.push_back(empty ? int16_t{0} : from.yinc[c]);
    to.redirect_limb.push_back(empty ? kNoLimb : from.redirect_limb[c]);
    to.redirect_index.push_back(empty ? uint8_t{0xFF} : from.redirect_index[c]);
    const auto first_candidate = static_cast<uint32_t>(out_.candidates.count());
    out_.entry_candidate.push_back(empty ? kNone : first_candidate + c);
  }

  void add_candidates(size_t block) {
    Candidates& to = out_.candidates;
    const CostCandidates& from = cost_.candidates;
    append(to.width, from.width);
    append(to.height, from.height);
    append(to.fault, from.fault);
    const CostLayout layout{scanned_.game.version[0]};
    for (const uint16_t offset : from.offset) {
      const size_t at = std::min(layout.position(offset), scanned_.payload(block).size());
      to.header.push_back(payload_offset(block) + at);
    }
    for (const uint32_t data : from.data) {
      to.data.push_back(scanned_.blocks.data_offset[block] + data);
      to.data_end.push_back(scanned_.blocks.data_offset[block + 1]);
    }
  }

  void add_akos(size_t block, uint32_t row) {
    for (const AkosProblem& problem : akos_.problems) {
      fail(block, row, kNoLimb, problem.cel, problem.error);
    }
    Costumes& to = out_.costumes;
    to.format.push_back(0);
    to.codec.push_back(akos_.codec);
    to.mirror_west.push_back(akos_.mirrors_west() ? 1 : 0);
    to.directions.push_back(akos_.directions);
    append(to.color, akos_.color);
    append(to.command, akos_.command);
    append(to.rgb, akos_.rgb);
    append(to.jump, akos_.jump);
    append_table(out_.records, akos_.records);
    append_table(out_.windows, akos_.windows);
    add_cels(block);
    end_table(kNoLimb);
  }

  /// Every cel is an entry, and a candidate.
  void add_cels(size_t block) {
    const AkosCels& from = akos_.cels;
    const size_t count = from.size();
    const auto first_candidate = static_cast<uint32_t>(out_.candidates.count());
    Entries& entries = out_.entries;
    entries.state.resize(entries.state.size() + count, static_cast<uint8_t>(EntryState::empty));
    append(entries.reached, from.reached);
    entries.picture.resize(entries.picture.size() + count, kNone);
    append(entries.x, from.x);
    append(entries.y, from.y);
    append(entries.xinc, from.xinc);
    append(entries.yinc, from.yinc);
    entries.redirect_limb.resize(entries.redirect_limb.size() + count, kNoLimb);
    entries.redirect_index.resize(entries.redirect_index.size() + count, 0xFF);

    Candidates& to = out_.candidates;
    append(to.width, from.width);
    append(to.height, from.height);
    const uint64_t start = scanned_.blocks.data_offset[block];
    for (size_t cel = 0; cel < count; ++cel) {
      out_.entry_candidate.push_back(first_candidate + static_cast<uint32_t>(cel));
      to.header.push_back(payload_offset(block) + from.header[cel]);
      to.data.push_back(start + from.data[cel]);
      to.data_end.push_back(start + akos_.data_end);
      to.fault.push_back(from.fault[cel] == AkosCels::Fault::none
                             ? CostCandidates::Fault::none
                             : CostCandidates::Fault::header_outside);
    }
  }

  const Scanned& scanned_;
  CostTables& cost_;
  AkosTables& akos_;
  Parsed& out_;
};

void append_part(Parsed& to, const Parsed& part) {
  append_failures(to.failures, part.failures, static_cast<uint32_t>(to.costumes.id.size()));
  append_table(to.costumes, part.costumes);
  append_table(to.tables, part.tables);
  append_table(to.entries, part.entries);
  append_table(to.records, part.records);
  append_table(to.windows, part.windows);
  append_rows(to.entry_candidate, part.entry_candidate,
              static_cast<uint32_t>(to.candidates.count()));
  append_table(to.candidates, part.candidates);
}

}  // namespace

void parse(const Scanned& scanned, Parsed& out) {
  const size_t blocks = scanned.blocks.count();
  std::vector<Parsed> parts((blocks + kBlocksPerTask - 1) / kBlocksPerTask);
  tbb::enumerable_thread_specific<Scratch> scratch;
  tbb::parallel_for(size_t{0}, parts.size(), [&](size_t part) {
    PartParser parser(scanned, scratch.local(), parts[part]);
    const size_t end = std::min(blocks, (part + 1) * kBlocksPerTask);
    for (size_t block = part * kBlocksPerTask; block < end; ++block) parser.parse(block);
  });
  out = Parsed{};
  for (const Parsed& part : parts) append_part(out, part);
}

}  // namespace wardrobe
