#include "formats/player.h"

#include <memory>
#include <optional>

#include "formats/play_rules.h"
#include "tools/library/call.h"
#include "tools/library/cels.h"
#include "tools/library/handles.h"
#include "tools/library/painter.h"
#include "tools/library/wardrobe_player.h"

namespace wardrobe {
namespace {

/// Implements a C function that takes degrees: calls act(player, direction).
template <class Act>
wardrobe_status turn(wardrobe_player* player, uint32_t degrees, wardrobe_error* error,
                     const Act& act) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    const std::optional<Direction> facing = direction_at(degrees);
    if (!facing) return wrong_argument("degrees must be a multiple of 45 below 360");
    act(*player, *facing);
    return {};
  });
}

}  // namespace
}  // namespace wardrobe

using namespace wardrobe;

wardrobe_status wardrobe_player_new(const wardrobe_archive* archive, uint32_t costume,
                                    wardrobe_player** player, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || player == nullptr) return wrong_argument("archive or player is NULL");
    if (costume >= archive->tables().costumes.id.size()) return no_row("costumes", costume);
    *player = std::make_unique<wardrobe_player>(*archive, costume).release();
    return {};
  });
}

void wardrobe_player_free(wardrobe_player* player) { delete player; }

wardrobe_status wardrobe_player_reset(wardrobe_player* player, uint32_t degrees, uint32_t flags,
                                      wardrobe_error* error) {
  if (flags > WARDROBE_PLAYER_BARE) {
    return guarded(error, [] { return wrong_argument("flags has an unknown flag"); });
  }
  return turn(player, degrees, error, [&](wardrobe_player& to, Direction facing) {
    to.player.reset(facing, flags == 0);
    to.events.clear();
    to.steps = 0;
  });
}

wardrobe_status wardrobe_player_start(wardrobe_player* player, uint32_t chore, uint32_t limbs,
                                      wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    if (limbs > WARDROBE_ALL_LIMBS) return wrong_argument("limbs has more than 16 bits");
    if (chore > UINT16_MAX) return wrong_argument("a chore is at most 65535");
    player->player.start(chore, static_cast<LimbMask>(limbs));
    return {};
  });
}

wardrobe_status wardrobe_player_face(wardrobe_player* player, uint32_t degrees,
                                     wardrobe_error* error) {
  return turn(player, degrees, error,
              [](wardrobe_player& to, Direction facing) { to.player.face(facing); });
}

wardrobe_status wardrobe_player_animate(wardrobe_player* player, uint32_t operand,
                                        wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    if (operand > UINT16_MAX) return wrong_argument("an operand is at most 65535");
    player->player.animate(operand);
    return {};
  });
}

wardrobe_status wardrobe_player_set_variable(wardrobe_player* player, uint32_t number,
                                             int32_t value, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    if (number > UINT8_MAX) return wrong_argument("a variable is at most 255");
    if (value < INT16_MIN || value > INT16_MAX) {
      return wrong_argument("a variable's value has 16 bits");
    }
    player->player.set_variable(static_cast<uint8_t>(number), static_cast<int16_t>(value));
    return {};
  });
}

wardrobe_status wardrobe_player_set_talking(wardrobe_player* player, uint32_t state,
                                            wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    if (state > kMaxTalkState) return wrong_argument("a talk state is at most 13");
    player->player.set_talking(state);
    return {};
  });
}

wardrobe_status wardrobe_player_cels(wardrobe_player* player, wardrobe_cel* cels, size_t capacity,
                                     size_t* count, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    player->player.draw(player->cels);
    return give(player->cels.size(), cels, capacity, count,
                [&](size_t i) { return to_c(player->cels[i]); });
  });
}

wardrobe_status wardrobe_player_step(wardrobe_player* player, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    player->events.clear();
    player->player.step(player->events);
    ++player->steps;
    return {};
  });
}

wardrobe_status wardrobe_player_events(const wardrobe_player* player, wardrobe_event* events,
                                       size_t capacity, size_t* count, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    return give(player->events.size(), events, capacity, count, [&](size_t i) {
      const PlayerEvent& event = player->events[i];
      return wardrobe_event{player->steps - 1, event.value, event.limb,
                            static_cast<uint8_t>(event.kind)};
    });
  });
}

wardrobe_status wardrobe_player_draw(wardrobe_player* player, const wardrobe_colors* colors,
                                     const wardrobe_canvas* canvas, size_t canvas_size,
                                     wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (player == nullptr) return wrong_argument("player is NULL");
    const Painter painter(player->archive.archive, colors, canvas, canvas_size);
    if (painter.outcome().status != WARDROBE_OK) return painter.outcome();
    player->player.draw(player->cels);
    return painter.draw(player->cels);
  });
}
