#include "formats/akos/akos.h"
#include "formats/bytes.h"
#include "formats/player/akos_program.h"

namespace wardrobe {
namespace {

/// What a number past the last cel shows.
constexpr DrawnEntry kNoCel{.state = EntryState::missing};

}  // namespace

bool AkosProgram::draw(const LimbStates& limbs, bool mirrored, std::vector<Cel>& cels) {
  if (hidden_) return true;
  const bool flips = tables_.costumes.codec[costume_] != kAkosTrle;
  const bool flip = flips && mirrored != flip_;
  const size_t before = cels.size();
  Moves moves;
  bool whole = true;
  for_each_limb(limbs.on, [&](size_t i) {
    const LimbState& limb = limbs[i];
    if (commands_.at(limb.position).flow == AkosFlow::unknown) lost_ = true;
    if (limb.stopped || (limb.mode == WindowMode::unseen && !rules_.draws_unseen)) return;
    whole = draw_code(limb, static_cast<uint8_t>(i), flip, moves, cels) && whole;
  });
  for (size_t i = before; i < cels.size(); ++i) {
    cels[i].x += dx_;
    cels[i].y += dy_;
  }
  return whole;
}

bool AkosProgram::draw_code(const LimbState& limb, uint8_t number, bool flip, Moves& moves,
                            std::vector<Cel>& cels) {
  const AkosCode code = commands_.at(limb.position);
  if (code.flow == AkosFlow::draw_many) return draw_many(limb, number, flip, moves, cels);
  const bool only_in_many = tables_.costumes.codec[costume_] == kAkosTrle;
  if (code.flow != AkosFlow::cel || only_in_many) return true;
  const uint16_t cel = code.value & kAkosCelMask;
  return cel < cels_.size() && cels_[cel].draw(number, cel, flip, 1, moves, cels);
}

bool AkosProgram::draw_many(const LimbState& limb, uint8_t number, bool flip, Moves& moves,
                            std::vector<Cel>& cels) {
  const AkosItems items = commands_.items(limb.position);
  executed_ += items.count;
  const std::optional<uint32_t> sequence =
      items.conditional ? sequence_at(limb.start) : std::nullopt;
  const size_t conditions = sequence ? tables_.sequences.condition[*sequence] : 0;
  if (items.conditional) reads_.set(kReadCondition);
  bool whole = true;
  size_t at = items.position;
  for (unsigned i = 0; i < items.count; ++i) {
    const AkosItem item = commands_.next_item(at);
    if (items.conditional && !is_drawn(items, i, conditions)) continue;
    const DrawnEntry cel = item.cel < cels_.size() ? cels_[item.cel] : kNoCel;
    if (cel.picture == kNone) {
      whole = whole && cel.state != EntryState::missing;
      continue;
    }
    cels.push_back({number, flip ? uint8_t{1} : uint8_t{0}, item.cel, cel.picture,
                    static_cast<int32_t>(left_edge(moves.x + item.dx, cel.width, flip)),
                    moves.y + item.dy});
  }
  moves.x += items.dx;
  moves.y -= items.dy;
  return whole;
}

/// `conditions` is where the sequence's conditions start in AKCT. One that is not there is met.
bool AkosProgram::is_drawn(const AkosItems& items, unsigned item, size_t conditions) const {
  const CostumesView& costumes = tables_.costumes;
  const unsigned number = item < items.numbered ? commands_.u8(items.numbers + item) : item;
  const uint64_t at = uint64_t{conditions} + sizeof(uint32_t) * number;
  const Bytes all = elements_at(costumes.condition_offset, costumes.condition, costume_);
  if (at + sizeof(uint32_t) > all.size()) return true;
  return conditions_.hold(ByteReader(all, static_cast<size_t>(at)).u32());
}

}  // namespace wardrobe
