#include "pipeline/bake.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <vector>

#include <tbb/parallel_for.h>

#include "formats/hash.h"
#include "formats/player/player.h"
#include "pipeline/append.h"

namespace wardrobe {
namespace {

// DESIGN.md allows 16 M; but then 64 KiB of hostile game take minutes to compress. Real costumes have
// some thousands.
constexpr uint64_t kMaxCels = 1 << 20;

/// The timelines of some costumes, counting their own rows from 0.
struct BakedPart {
  Timelines timelines;
  Frames frames;
  Cels cels;
  Events events;
};

/// Bakes one costume after the other into a part.
class CostumeBaker {
 public:
  CostumeBaker(const Tables& tables, uint32_t max_ticks, BakedPart& out)
      : tables_(tables), max_ticks_(max_ticks), out_(out) {}

  void bake(uint32_t costume) {
    Player player(tables_, costume);
    rows_.clear();
    first_cel_ = out_.cels.limb.size();
    const Costumes& costumes = tables_.costumes;
    for (uint32_t row = costumes.record_offset[costume]; row < costumes.record_offset[costume + 1];
         ++row) {
      const unsigned number = tables_.records.number[row];
      bake_record(player, number / kDirections, static_cast<Direction>(number % kDirections));
    }
  }

 private:
  void bake_record(Player& player, unsigned chore, Direction facing) {
    player.reset(facing);
    if (chore != kChoreInit && player.has_record(kChoreInit, facing)) player.start(kChoreInit);
    player.start(chore);

    const auto [lead, period] = whole_cycle(player);
    const uint64_t states = uint64_t{lead} + period;
    const auto ticks = static_cast<uint32_t>(std::min<uint64_t>(states, max_ticks_));
    uint16_t flags = 0;
    uint32_t tick = 0;
    const auto room = [this] { return out_.cels.limb.size() - first_cel_ <= kMaxCels; };
    for (; tick < ticks && (tick == 0 || room()); ++tick) {
      if (!player.draw(frame_)) flags |= kMissingPicture;
      out_.timelines.tick.push_back(frame_row());
      events_.clear();
      player.step(events_);
      if (add_events(tick)) flags |= kStuck;
    }
    if (tick < states) flags |= kTruncated;
    out_.timelines.loop_start.push_back((flags & kTruncated) != 0 ? kNone : lead);
    out_.timelines.flags.push_back(flags);
    out_.timelines.tick_offset.push_back(static_cast<uint32_t>(out_.timelines.tick.size()));
    out_.timelines.event_offset.push_back(static_cast<uint32_t>(out_.events.tick.size()));
  }

  /// Limbs are independent, so that the whole comes back when all of them do; the period is cut
  /// where it is beyond any limit.
  Player::Cycle whole_cycle(const Player& player) const {
    Player::Cycle whole;
    for (size_t limb = 0; limb < kLimbs; ++limb) {
      const Player::Cycle cycle = player.cycle(limb);
      whole.lead = std::max(whole.lead, cycle.lead);
      const uint64_t period = std::lcm(uint64_t{whole.period}, uint64_t{cycle.period});
      whole.period = static_cast<uint32_t>(std::min<uint64_t>(period, uint64_t{1} << 30));
      if (whole.period > max_ticks_) whole.period = 1u << 30;
    }
    return whole;
  }

  /// The row of the frame in `frame_`, a new one unless the costume has it.
  uint32_t frame_row() {
    const Bytes bytes(reinterpret_cast<const uint8_t*>(frame_.data()), frame_.size() * sizeof(Cel));
    const auto [first, last] = rows_.equal_range(xxh64(bytes));
    for (auto it = first; it != last; ++it) {
      if (is_frame(it->second)) return it->second;
    }
    const auto row = static_cast<uint32_t>(out_.frames.cel_offset.size() - 1);
    rows_.emplace(xxh64(bytes), row);
    for (const Cel& cel : frame_) {
      out_.cels.limb.push_back(cel.limb);
      out_.cels.index.push_back(cel.index);
      out_.cels.picture.push_back(cel.picture);
      out_.cels.x.push_back(cel.x);
      out_.cels.y.push_back(cel.y);
      out_.cels.flip.push_back(cel.flip);
    }
    out_.frames.cel_offset.push_back(static_cast<uint32_t>(out_.cels.limb.size()));
    return row;
  }

  bool is_frame(uint32_t row) const {
    const uint32_t first = out_.frames.cel_offset[row];
    if (out_.frames.cel_offset[row + 1] - first != frame_.size()) return false;
    const Cels& cels = out_.cels;
    for (size_t i = 0; i < frame_.size(); ++i) {
      const size_t c = first + i;
      const Cel cel{cels.limb[c],    cels.flip[c], cels.index[c],
                    cels.picture[c], cels.x[c],    cels.y[c]};
      if (cel != frame_[i]) return false;
    }
    return true;
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
  std::unordered_multimap<uint64_t, uint32_t> rows_;  ///< frames of the costume by hash
  size_t first_cel_ = 0;                              ///< of the costume
  std::vector<Cel> frame_;
  std::vector<PlayerEvent> events_;
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
  append_table(to.cels, part.cels);
  append_table(to.events, part.events);
}

}  // namespace

void bake(Tables& tables, uint32_t max_ticks) {
  std::vector<BakedPart> parts(tables.costumes.id.size());
  tbb::parallel_for(size_t{0}, parts.size(), [&](size_t costume) {
    CostumeBaker(tables, max_ticks, parts[costume]).bake(static_cast<uint32_t>(costume));
  });
  for (const BakedPart& part : parts) append_part(tables, part);
}

}  // namespace wardrobe
