#include "pipeline/bake.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "formats/hash.h"
#include "formats/player/player.h"
#include "pipeline/parallel.h"
#include "pipeline/table_append.h"

namespace wardrobe {
namespace {

// With 16 M cels 64 KiB of hostile game take minutes to compress; real
// costumes have some thousands. Events and ticks count too: a few bytes of game make millions of
// them.
constexpr uint64_t kMaxRows = 2 << 20;

// Commands of programs that are executed, and items drawn, for a costume, which take some ns each;
// real ones take thousands.
constexpr uint64_t kMaxExecuted = 32 << 20;

/// A period that no limit of ticks lets through.
constexpr uint32_t kBeyondAnyLimit = 1u << 30;

/// The timelines of some costumes, counting their own rows from 0.
struct BakedPart {
  Timelines timelines;
  Frames frames;
  std::vector<Cel> cels;
  Events events;
};

/// The frames of a costume by what they draw: an open hash table of rows.
class FrameSet {
 public:
  void clear() {
    slots_.assign(64, kNone);
    count_ = 0;
  }

  /// The row of `frame` in `part`, to which it is added unless it is there.
  uint32_t add(std::span<const Cel> frame, BakedPart& part) {
    if (2 * ++count_ > slots_.size()) grow(part);
    uint32_t& slot = find(frame, part);
    if (slot != kNone) {
      --count_;
      return slot;
    }
    slot = static_cast<uint32_t>(part.frames.cel_offset.size() - 1);
    part.cels.insert(part.cels.end(), frame.begin(), frame.end());
    part.frames.cel_offset.push_back(static_cast<uint32_t>(part.cels.size()));
    return slot;
  }

 private:
  static std::span<const Cel> frame_at(uint32_t row, const BakedPart& part) {
    const uint32_t first = part.frames.cel_offset[row];
    return std::span(part.cels).subspan(first, part.frames.cel_offset[row + 1] - first);
  }

  static bool same(std::span<const Cel> a, std::span<const Cel> b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
  }

  uint32_t& find(std::span<const Cel> frame, const BakedPart& part) {
    const Bytes bytes(reinterpret_cast<const uint8_t*>(frame.data()), frame.size_bytes());
    size_t at = xxh64(bytes) & (slots_.size() - 1);
    while (slots_[at] != kNone && !same(frame, frame_at(slots_[at], part))) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return slots_[at];
  }

  void grow(const BakedPart& part) {
    std::vector<uint32_t> rows(4 * slots_.size(), kNone);
    rows.swap(slots_);
    for (const uint32_t row : rows) {
      if (row != kNone) find(frame_at(row, part), part) = row;
    }
  }

  std::vector<uint32_t> slots_;
  size_t count_ = 0;
};

// Frames are hashed and compared as bytes.
static_assert(std::has_unique_object_representations_v<Cel>);

/// Bakes one costume after the other into a part.
class CostumeBaker {
 public:
  CostumeBaker(const Tables& tables, uint32_t max_ticks, BakedPart& out)
      : tables_(tables), max_ticks_(max_ticks), out_(out) {}

  void bake(uint32_t costume) {
    Player player(tables_, costume);
    frames_.clear();
    first_row_ = rows();
    const Costumes& costumes = tables_.costumes;
    for (uint32_t row = costumes.record_offset[costume]; row < costumes.record_offset[costume + 1];
         ++row) {
      bake_record(player, record_key(tables_.records.number[row], costumes.directions[costume]));
    }
  }

 private:
  uint64_t rows() const {
    return out_.cels.size() + out_.events.tick.size() + out_.timelines.tick.size();
  }

  void bake_record(Player& player, RecordKey key) {
    player.begin(key);
    Cycle whole;
    if (player.limbs_are_independent()) {
      whole = whole_cycle(player);
    } else {
      whole = find_cycle(player);
      player.begin(key);
    }
    const uint64_t states = uint64_t{whole.lead} + whole.period;
    const auto ticks = static_cast<uint32_t>(std::min<uint64_t>(states, max_ticks_));
    flags_ = 0;
    uint32_t tick = 0;
    for (; tick < ticks && (tick == 0 || has_room(player)); ++tick) bake_tick(player, tick);
    if (tick < states) flags_ |= kTruncated;
    end_timeline((flags_ & kTruncated) != 0 ? kNone : whole.lead, player.reads());
  }

  bool has_room(const Player& player) const {
    return rows() - first_row_ <= kMaxRows && player.executed() < kMaxExecuted;
  }

  void bake_tick(Player& player, uint32_t tick) {
    if (!player.draw(frame_)) flags_ |= kMissingPicture;
    out_.timelines.tick.push_back(frames_.add(frame_, out_));
    if (player.executed() >= kMaxExecuted) {
      flags_ |= kTruncated;
      return;
    }
    events_.clear();
    player.step(events_);
    if (add_events(tick)) flags_ |= kStuck;
  }

  void end_timeline(uint32_t loop_start, const std::bitset<kReads>& reads) {
    Timelines& to = out_.timelines;
    for (uint16_t read = 0; reads.any() && read < kReads; ++read) {
      if (reads[read]) to.read.push_back(read);
    }
    if (reads.any()) flags_ |= kDynamic;
    to.loop_start.push_back(loop_start);
    to.flags.push_back(flags_);
    to.tick_offset.push_back(static_cast<uint32_t>(to.tick.size()));
    to.event_offset.push_back(static_cast<uint32_t>(out_.events.tick.size()));
    to.read_offset.push_back(static_cast<uint32_t>(to.read.size()));
  }

  /// Limbs are independent, so that the whole comes back when all of them do; the period is cut
  /// where it is beyond any limit.
  Cycle whole_cycle(const Player& player) const {
    Cycle whole;
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      const Cycle cycle = player.cycle(limb);
      whole.lead = std::max(whole.lead, cycle.lead);
      if (whole.period % cycle.period == 0) continue;
      const uint64_t period = std::lcm(uint64_t{whole.period}, uint64_t{cycle.period});
      whole.period = static_cast<uint32_t>(std::min<uint64_t>(period, kBeyondAnyLimit));
      if (whole.period > max_ticks_) whole.period = kBeyondAnyLimit;
    }
    return whole;
  }

  /// Steps on until the player is as it was. Variables count that are read before it comes round
  /// for ever; which they are is known when it has, at the latest.
  Cycle find_cycle(Player& player) {
    states_.clear();
    std::unordered_set<std::string> seen;
    // Each tick is a row at least: no more of them can be baked.
    const uint64_t room = kMaxRows - std::min(kMaxRows, rows() - first_row_);
    const uint64_t ticks_left = std::min<uint64_t>(max_ticks_, room + 1);
    for (uint64_t tick = 0; tick <= ticks_left && player.executed() < kMaxExecuted; ++tick) {
      states_.push_back(player.state());
      if (!seen.insert(Player::compared(states_.back(), player.reads())).second) break;
      events_.clear();
      player.step(events_);
    }
    std::unordered_map<std::string, uint32_t> ticks;
    for (uint32_t tick = 0; tick < states_.size(); ++tick) {
      const auto [first, is_new] =
          ticks.try_emplace(Player::compared(states_[tick], player.reads()), tick);
      if (!is_new) return {first->second, tick - first->second};
    }
    return {0, kBeyondAnyLimit};
  }

  /// Whether a limb is stuck.
  bool add_events(uint32_t tick) {
    bool stuck = false;
    for (const PlayerEvent& event : events_) {
      out_.events.tick.push_back(tick);
      out_.events.limb.push_back(event.limb);
      out_.events.kind.push_back(static_cast<uint8_t>(event.kind));
      out_.events.value.push_back(event.value);
      stuck = stuck || event.kind == EventKind::stuck;
    }
    return stuck;
  }

  const Tables& tables_;
  uint32_t max_ticks_;
  BakedPart& out_;
  FrameSet frames_;         ///< of the costume
  uint64_t first_row_ = 0;  ///< rows() when the costume began
  std::vector<Cel> frame_;
  std::vector<PlayerEvent> events_;
  std::vector<std::string> states_;  ///< of the timeline's ticks
  uint16_t flags_ = 0;               ///< … and its flags
};

void append_part(Tables& to, const BakedPart& part) {
  const auto first_tick = static_cast<ptrdiff_t>(to.timelines.tick.size());
  const auto first_frame = static_cast<uint32_t>(to.frames.cel_offset.size() - 1);
  append_table(to.timelines, part.timelines);
  for (auto frame = to.timelines.tick.begin() + first_tick; frame != to.timelines.tick.end();
       ++frame) {
    *frame += first_frame;
  }
  append_table(to.frames, part.frames);
  const size_t first_cel = to.cels.limb.size();
  const size_t count = part.cels.size();
  for_each_column_of(to.cels,
                     [&](std::string_view, auto& column) { column.resize(first_cel + count); });
  for (size_t i = 0; i < count; ++i) {
    const Cel& cel = part.cels[i];
    to.cels.limb[first_cel + i] = cel.limb;
    to.cels.index[first_cel + i] = cel.index;
    to.cels.picture[first_cel + i] = cel.picture;
    to.cels.x[first_cel + i] = cel.x;
    to.cels.y[first_cel + i] = cel.y;
    to.cels.flip[first_cel + i] = cel.flip;
  }
  append_table(to.events, part.events);
}

}  // namespace

void bake(Tables& tables, uint32_t max_ticks) {
  std::vector<BakedPart> parts(tables.costumes.id.size());
  parallel_for(parts.size(), [&](size_t costume, size_t) {
    CostumeBaker(tables, max_ticks, parts[costume]).bake(static_cast<uint32_t>(costume));
  });
  size_t cels = 0;
  for (const BakedPart& part : parts) cels += part.cels.size();
  for_each_column_of(tables.cels, [&](std::string_view, auto& column) { column.reserve(cels); });
  for (const BakedPart& part : parts) append_part(tables, part);
}

}  // namespace wardrobe
