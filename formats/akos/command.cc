#include "formats/akos/command.h"

#include <array>

namespace wardrobe {
namespace {

using Command = AkosCommand;
using Flow = AkosFlow;
using Value = AkosEventValue;

constexpr std::array kRows = {
    AkosCommandRow{Command::empty_cel, Flow::rest, 2},
    AkosCommandRow{Command::set, Flow::proceed, 5},
    AkosCommandRow{Command::sound, Flow::proceed, 3, Value::sound_at_2, EventKind::sound},
    AkosCommandRow{Command::if_sound, Flow::branch, 5},
    AkosCommandRow{Command::if_no_sound, Flow::branch, 5},
    AkosCommandRow{Command::if_sound_2, Flow::branch, 5},
    AkosCommandRow{Command::if_no_sound_2, Flow::branch, 5},
    AkosCommandRow{Command::draw_many, Flow::draw_many, 0},
    AkosCommandRow{Command::draw_many_if, Flow::draw_many, 0},
    AkosCommandRow{Command::draw_many_if_and_move, Flow::draw_many, 0},
    AkosCommandRow{Command::draw_many_and_move, Flow::draw_many, 0},
    AkosCommandRow{Command::go_to, Flow::jump, 4},
    AkosCommandRow{Command::if_set, Flow::branch, 5},
    AkosCommandRow{Command::add, Flow::proceed, 5},
    AkosCommandRow{Command::soft_sound, Flow::proceed, 3, Value::u8_at_2, EventKind::sound},
    AkosCommandRow{Command::soft_sound_2, Flow::proceed, 3, Value::variable_at_2, EventKind::sound},
    AkosCommandRow{Command::set_user_condition, Flow::proceed, 0},
    AkosCommandRow{Command::get_user_condition, Flow::proceed, 0},
    AkosCommandRow{Command::set_talk_condition, Flow::proceed, 0},
    AkosCommandRow{Command::get_talk_condition, Flow::proceed, 0},
    AkosCommandRow{Command::script, Flow::proceed, 3},
    AkosCommandRow{Command::count, Flow::proceed, 2, Value::zero, EventKind::counter},
    AkosCommandRow{Command::sound_0, Flow::proceed, 2, Value::zero, EventKind::sound},
    AkosCommandRow{Command::if_equal, Flow::branch, 7},
    AkosCommandRow{Command::if_not_equal, Flow::branch, 7},
    AkosCommandRow{Command::if_less, Flow::branch, 7},
    AkosCommandRow{Command::if_at_most, Flow::branch, 7},
    AkosCommandRow{Command::if_greater, Flow::branch, 7},
    AkosCommandRow{Command::if_at_least, Flow::branch, 7},
    AkosCommandRow{Command::start_anim, Flow::proceed, 3, Value::u8_at_2, EventKind::anim},
    AkosCommandRow{Command::start_anim_of_variable, Flow::proceed, 3, Value::variable_at_2,
                   EventKind::anim},
    AkosCommandRow{Command::random, Flow::proceed, 7},
    AkosCommandRow{Command::z_clip, Flow::proceed, 3, Value::u8_at_2, EventKind::clip},
    AkosCommandRow{Command::start_anim_of_actor, Flow::proceed, 4, Value::variable_at_3,
                   EventKind::anim},
    AkosCommandRow{Command::set_of_actor, Flow::proceed, 6},
    AkosCommandRow{Command::hide, Flow::proceed, 2, Value::zero, EventKind::hide},
    AkosCommandRow{Command::draw_offset, Flow::proceed, 6, Value::i32_at_2, EventKind::offset},
    AkosCommandRow{Command::jump_by_variable, Flow::branch, 3},
    AkosCommandRow{Command::sound_control, Flow::proceed, 8, Value::u8_at_2, EventKind::sound},
    AkosCommandRow{Command::flip, Flow::proceed, 4},
    AkosCommandRow{Command::action, Flow::proceed, 6},
    AkosCommandRow{Command::start_script, Flow::proceed, 3, Value::u8_at_2, EventKind::script},
    AkosCommandRow{Command::sound_of_variable, Flow::proceed, 3, Value::variable_at_2,
                   EventKind::sound},
    AkosCommandRow{Command::auxiliary_frame, Flow::rest, 4},
    AkosCommandRow{Command::do_if_equal, Flow::skip, 5},
    AkosCommandRow{Command::do_if_not_equal, Flow::skip, 5},
    AkosCommandRow{Command::do_if_less, Flow::skip, 5},
    AkosCommandRow{Command::do_if_at_most, Flow::skip, 5},
    AkosCommandRow{Command::do_if_greater, Flow::skip, 5},
    AkosCommandRow{Command::do_if_at_least, Flow::skip, 5},
    AkosCommandRow{Command::end_if, Flow::proceed, 2},
    AkosCommandRow{Command::talkie, Flow::proceed, 4, Value::u8_at_2, EventKind::talkie},
    AkosCommandRow{Command::if_actor_talks, Flow::branch, 4},
    AkosCommandRow{Command::if_actor_silent, Flow::branch, 4},
    AkosCommandRow{Command::talkie_of_variable, Flow::proceed, 3, Value::variable_at_2,
                   EventKind::talkie},
    AkosCommandRow{Command::if_anyone_talks, Flow::branch, 2},
    AkosCommandRow{Command::if_nobody_talks, Flow::branch, 2},
    AkosCommandRow{Command::end, Flow::rest, 2},
};

/// All commands are among the first 256 codes from kFirstAkosCommand on. The first of these codes
/// is not a command, so its row stands for unknown ones.
constexpr size_t kCodes = 256;

constexpr auto kRowByCode = [] {
  std::array<AkosCommandRow, kCodes> rows{};
  for (const AkosCommandRow& row : kRows) {
    rows[static_cast<size_t>(row.command) - kFirstAkosCommand] = row;
  }
  return rows;
}();

}  // namespace

const AkosCommandRow& akos_command_row(uint16_t code) {
  const size_t index = size_t{code} - kFirstAkosCommand;
  return kRowByCode[index < kCodes ? index : 0];
}

}  // namespace wardrobe
