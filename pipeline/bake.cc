#include "pipeline/bake.h"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "formats/bytes.h"
#include "formats/colors.h"
#include "formats/limits.h"
#include "formats/player.h"
#include "pipeline/row_set.h"

namespace wardrobe {

uint32_t cut_to_shortest_loop(Timelines& timelines, Events& events, uint32_t start) {
  if (start == kNone) return kNone;
  const uint32_t before = timelines.tick_offset.back();
  const uint32_t* frames = timelines.tick.data() + before;
  const auto ticks = static_cast<uint32_t>(timelines.tick.size()) - before;
  const auto first_event = [&](uint32_t tick) {
    const uint32_t* column = std::as_const(events.tick).data();
    return std::lower_bound(column + timelines.event_offset.back(), column + events.tick.size(),
                            tick) -
           column;
  };
  // Whether `count` ticks from tick `a` on are the same as those from tick `b` on.
  const auto same = [&](uint32_t a, uint32_t b, uint32_t count) {
    if (!std::equal(frames + a, frames + a + count, frames + b)) return false;
    auto i = first_event(a);
    auto j = first_event(b);
    const auto end = first_event(a + count);
    if (end - i != first_event(b + count) - j) return false;
    for (; i < end; ++i, ++j) {
      if (events.tick[i] - a != events.tick[j] - b || events.limb[i] != events.limb[j] ||
          events.kind[i] != events.kind[j] || events.value[i] != events.value[j]) {
        return false;
      }
    }
    return true;
  };

  // The shortest period divides all others that divide the loop, so it is found prime by prime.
  const uint32_t size = ticks - start;
  uint32_t period = size;
  for (uint32_t rest = size, prime = 2; rest > 1; ++prime) {
    if (uint64_t{prime} * prime > rest) prime = rest;
    for (; rest % prime == 0; rest /= prime) {
      const uint32_t shorter = period / prime;
      if (same(start, start + shorter, size - shorter)) period = shorter;
    }
  }
  while (start > 0 && same(start - 1, start - 1 + period, 1)) --start;

  const uint32_t kept = start + period;
  const auto kept_events = static_cast<size_t>(first_event(kept));
  timelines.tick.resize(before + kept);
  truncate_table(events, kept_events);
  return start;
}
namespace {

/// A period longer than any limit of ticks.
constexpr uint32_t kBeyondAnyLimit = 1u << 30;

/// Limits of baking.
struct Allowance {
  uint64_t rows;      ///< ticks, cels and events
  uint64_t commands;  ///< executed (Player::executed), or inspected to find cycles
};

/// What the timelines of a costume took of its allowance.
struct Spent {
  uint64_t rows = 0;
  uint64_t commands = 0;
  bool cut = false;  ///< whether the allowance cut it off
};

/// Returns the variables among `reads`.
std::vector<uint8_t> variables_of(const std::bitset<kReads>& reads) {
  std::vector<uint8_t> variables;
  for (size_t i = 0; reads.any() && i < kReadRandom; ++i) {
    if (reads[i]) variables.push_back(static_cast<uint8_t>(i));
  }
  return variables;
}

/// The timelines of a costume. Frames count from 0.
struct Baked {
  Timelines timelines;
  Frames frames;
  Cels cels;
  Events events;
};

// Frames are hashed and compared as bytes.
static_assert(std::has_unique_object_representations_v<Cel>);

class CostumeBaker {
 public:
  CostumeBaker(const Tables& tables, uint32_t costume, uint32_t max_ticks, Allowance allowance,
               Baked& out)
      : tables_(tables),
        costume_(costume),
        max_ticks_(max_ticks),
        allowance_(allowance),
        out_(out),
        player_(tables, costume) {}

  /// Bakes the timelines into `out`, in which frames count from 0.
  Spent bake() {
    const Costumes& costumes = tables_.costumes;
    for (const uint32_t row : rows_of(costumes.record_offset, costume_)) {
      const RecordKey key = record_key(tables_.records.number[row], costumes.directions[costume_]);
      if (is_within()) {
        bake_record(key);
      } else {
        bake_nothing();
      }
    }
    write_cels();
    return {rows(), executed(), !is_within()};
  }

 private:
  void bake_record(RecordKey key) {
    begin(key);
    const bool independent = player_.limbs_are_independent();
    const Cycle whole = independent ? whole_cycle() : find_cycle(key);
    if (!independent) begin(key);
    const uint64_t states = uint64_t{whole.lead} + whole.period;
    const auto ticks = static_cast<uint32_t>(std::min<uint64_t>(states, max_ticks_));
    flags_ = 0;
    uint32_t tick = 0;
    for (; tick < ticks && (tick == 0 || is_within()); ++tick) bake_tick(tick);
    if (tick < states) flags_ |= kTruncated;
    const uint64_t rows_before = rows();
    const uint32_t lead = (flags_ & kTruncated) != 0 ? kNone : whole.lead;
    end_timeline(cut_to_shortest_loop(out_.timelines, out_.events, lead), player_.reads());
    repeated_ += rows_before - rows();
  }

  void begin(RecordKey key) {
    player_.reset(key.facing);
    player_.start(key.chore);
  }

  /// Rows that count towards Allowance::rows.
  uint64_t rows() const {
    return cels_.size() + out_.events.tick.size() + out_.timelines.tick.size() + repeated_;
  }
  uint64_t executed() const { return player_.executed() + looked_at_; }

  /// Whether the costume is still within its allowance.
  bool is_within() const { return rows() <= allowance_.rows && executed() < allowance_.commands; }

  /// Bakes a timeline of one tick that draws nothing.
  void bake_nothing() {
    frame_.clear();
    out_.timelines.tick.push_back(frame_row());
    flags_ = kTruncated;
    end_timeline(kNone, {});
  }

  void bake_tick(uint32_t tick) {
    if (!player_.draw(frame_)) flags_ |= kMissingPicture;
    if (player_.lost()) flags_ |= kLost;
    out_.timelines.tick.push_back(frame_row());
    if (executed() >= allowance_.commands) {
      flags_ |= kTruncated;
      return;
    }
    events_.clear();
    player_.step(events_);
    if (add_events(tick)) flags_ |= kStuck;
  }

  /// Returns the row of Frames with the cels of `frame_`. Adds the row if it is new.
  uint32_t frame_row() {
    const Bytes bytes(reinterpret_cast<const uint8_t*>(frame_.data()), frame_.size() * sizeof(Cel));
    const auto next = static_cast<uint32_t>(out_.frames.cel_offset.rows());
    const uint32_t row = frames_.find_or_add(quick_hash(bytes), next, [&](uint32_t known) {
      const RowRange cels = rows_of(out_.frames.cel_offset, known);
      return cels.size() == frame_.size() &&
             (cels.empty() || std::memcmp(&cels_[cels.front()], frame_.data(), bytes.size()) == 0);
    });
    if (row == next) {
      cels_.insert(cels_.end(), frame_.begin(), frame_.end());
      out_.frames.cel_offset.push_back(static_cast<uint32_t>(cels_.size()));
    }
    return row;
  }

  void write_cels() {
    Cels& to = out_.cels;
    zip_columns_of([&](const ColumnInfo&, auto& column) { column.reserve(cels_.size()); }, to);
    for (const Cel& cel : cels_) {
      to.limb.push_back(cel.limb);
      to.index.push_back(cel.index);
      to.picture.push_back(cel.picture);
      to.x.push_back(cel.x);
      to.y.push_back(cel.y);
      to.flip.push_back(cel.flip);
    }
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

  /// Returns the cycle of the whole record. Its limbs are independent, so it repeats after the
  /// least common multiple of their periods. A period that exceeds the limit of ticks becomes
  /// kBeyondAnyLimit.
  Cycle whole_cycle() {
    Cycle whole;
    for_each_limb(player_.on(), [&](size_t limb) {
      const Cycle cycle = player_.cycle(limb);
      looked_at_ += cycle.lead + cycle.period;
      whole.lead = std::max(whole.lead, cycle.lead);
      if (cycle.period == 1 || whole.period % cycle.period == 0) return;
      const uint64_t period = std::lcm(uint64_t{whole.period}, uint64_t{cycle.period});
      whole.period = static_cast<uint32_t>(std::min<uint64_t>(period, kBeyondAnyLimit));
      if (whole.period > max_ticks_) whole.period = kBeyondAnyLimit;
    });
    return whole;
  }

  /// Returns the cycle of the record. Compares only the variables that it reads: starts with none,
  /// and again with those read on the way, until it reads no others.
  Cycle find_cycle(RecordKey key) {
    for (std::vector<uint8_t> compared;;) {
      const Cycle cycle = first_repetition(key, compared);
      std::vector<uint8_t> read = variables_of(player_.reads());
      if (read.size() <= compared.size()) return cycle;
      compared = std::move(read);
    }
  }

  /// Steps until a state repeats, of the variables only these, or until a limit is reached.
  Cycle first_repetition(RecordKey key, std::span<const uint8_t> variables) {
    // Each tick takes at least one row, so the rows left bound the ticks that can be baked. Half of
    // the commands are kept for baking them.
    const uint64_t rows_left = allowance_.rows - std::min(allowance_.rows, rows());
    const uint64_t ticks_left = std::min<uint64_t>(max_ticks_, rows_left + 1);
    begin(key);
    states_.clear();
    RowSet ticks;
    for (uint32_t tick = 0; tick <= ticks_left && executed() < allowance_.commands / 2; ++tick) {
      const uint32_t first = tick_with_state(variables, ticks, tick);
      if (first != tick) return {first, tick - first};
      events_.clear();
      player_.step(events_);
    }
    return {0, kBeyondAnyLimit};
  }

  /// Returns the first tick with the player's state: one of `ticks`, or `tick` itself, which is
  /// then added to them.
  uint32_t tick_with_state(std::span<const uint8_t> variables, RowSet& ticks, uint32_t tick) {
    const size_t at = states_.size();
    player_.append_state(variables, states_);
    const size_t size = states_.size() - at;
    const auto state_at = [&](size_t from) {
      return Bytes(reinterpret_cast<const uint8_t*>(&states_[from]), size * sizeof(states_[0]));
    };
    return ticks.find_or_add(quick_hash(state_at(at)), tick, [&](uint32_t other) {
      return std::ranges::equal(state_at(other * size), state_at(at));
    });
  }

  /// Adds events_ to the timeline. Returns true if a limb is stuck.
  bool add_events(uint32_t tick) {
    bool stuck = false;
    for (const PlayerEvent& event : events_) {
      out_.events.tick.push_back(tick);
      out_.events.limb.push_back(event.limb);
      out_.events.kind.push_back(event.kind);
      out_.events.value.push_back(event.value);
      stuck = stuck || event.kind == EventKind::stuck;
    }
    return stuck;
  }

  const Tables& tables_;
  uint32_t costume_;
  uint32_t max_ticks_;
  Allowance allowance_;
  Baked& out_;
  Player player_;
  std::vector<Cel> cels_;            ///< of out_.frames
  uint64_t repeated_ = 0;            ///< ticks and events removed because they repeat others
  RowSet frames_;                    ///< rows of out_.frames
  std::vector<Cel> frame_;           ///< of the tick
  std::vector<PlayerEvent> events_;  ///< of the tick
  std::vector<uint16_t> states_;     ///< of the timeline, by tick
  uint64_t looked_at_ = 0;           ///< commands inspected to find cycles
  uint16_t flags_ = 0;               ///< of the timeline
};

/// Appends the timelines of all costumes, in order.
void join(std::vector<Baked>& parts, Tables& to) {
  for (Baked& part : parts) {
    const auto frames = static_cast<uint32_t>(to.frames.cel_offset.rows());
    for (uint32_t& frame : part.timelines.tick) frame += frames;
    append_table(to.timelines, part.timelines);
    append_table(to.frames, part.frames);
    append_table(to.cels, part.cels);
    append_table(to.events, part.events);
    part = {};
  }
}

/// Bakes `costumes`, rows of Costumes, each within `share` and into its own of `parts`.
void bake_each(const Tables& tables, uint32_t max_ticks, std::span<const uint32_t> costumes,
               Allowance share, std::vector<Baked>& parts, std::vector<Spent>& spent,
               Progress& progress) {
  constexpr size_t kRounds = 2;
  parallel_for(costumes.size(), [&](size_t i, size_t) {
    if (progress.cancelled()) return;
    Baked& part = parts[costumes[i]];
    part = {};
    spent[costumes[i]] = CostumeBaker(tables, costumes[i], max_ticks, share, part).bake();
    part.timelines.tick.shrink_to_fit();
    zip_columns_of([](const ColumnInfo&, auto& column) { column.shrink_to_fit(); }, part.events);
    progress.item_done(kRounds * parts.size());
  });
}

}  // namespace

/// The result is the same for any number of threads. In the first round, all costumes get equal
/// shares of the game's limits. In the second round, the costumes that were cut get equal shares of
/// the rest.
void bake(Tables& tables, uint32_t max_ticks, Progress& progress) {
  const size_t count = tables.costumes.id.size();
  std::vector<Baked> parts(count);
  std::vector<Spent> spent(count);
  uint64_t bytes = 0;
  for (const uint32_t size : tables.costumes.size) bytes += size;
  Allowance left{kGameRows.of(bytes), kGameCommands.of(bytes)};
  const auto share_of = [&](size_t costumes) {
    const uint64_t parts_of_it = std::max<uint64_t>(1, costumes);
    return Allowance{std::min(kMaxCostumeRows, left.rows / parts_of_it),
                     std::min(kMaxCostumeCommands, left.commands / parts_of_it)};
  };
  std::vector<uint32_t> costumes(count);
  std::iota(costumes.begin(), costumes.end(), 0u);
  const Allowance first = share_of(count);
  bake_each(tables, max_ticks, costumes, first, parts, spent, progress);
  std::erase_if(costumes, [&](uint32_t costume) {
    if (spent[costume].cut) return false;
    left.rows -= std::min(left.rows, spent[costume].rows);
    left.commands -= std::min(left.commands, spent[costume].commands);
    return true;
  });
  const Allowance second = share_of(costumes.size());
  if (second.rows != first.rows || second.commands != first.commands) {
    bake_each(tables, max_ticks, costumes, second, parts, spent, progress);
  }
  if (progress.cancelled()) return;
  join(parts, tables);
  Costumes& to = tables.costumes;
  to.default_timeline.resize(count);
  to.default_palette.resize(count);
  const TablesView baked(tables);
  const DefaultPalettes palettes(baked);
  parallel_for(count, [&](size_t i, size_t) {
    const auto costume = static_cast<uint32_t>(i);
    to.default_timeline[i] = best_timeline(baked, costume).value_or(kNone);
    to.default_palette[i] = palettes.of(costume);
  });
}

}  // namespace wardrobe
