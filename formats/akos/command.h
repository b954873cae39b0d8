#pragma once

#include <cstdint>

#include "formats/tables.h"

namespace wardrobe {

/// Codes of AKSQ from here on are commands, below it they are cels (SCUMM.md §6 "Codes").
inline constexpr uint16_t kFirstAkosCommand = 0xC000;
inline constexpr uint16_t kAkosCelMask = 0xFFF;

/// The commands of AKSQ: SCUMM.md §6 "Commands".
enum class AkosCommand : uint16_t {
  empty_cel = 0xC001,
  set = 0xC010,
  sound = 0xC015,
  if_sound = 0xC016,
  if_no_sound = 0xC017,
  if_sound_2 = 0xC018,
  if_no_sound_2 = 0xC019,
  draw_many = 0xC020,
  draw_many_if = 0xC021,
  draw_many_if_and_move = 0xC022,
  draw_many_and_move = 0xC025,
  go_to = 0xC030,
  if_set = 0xC031,
  add = 0xC040,
  soft_sound = 0xC042,
  soft_sound_2 = 0xC044,
  set_user_condition = 0xC045,
  get_user_condition = 0xC046,
  set_talk_condition = 0xC047,
  get_talk_condition = 0xC048,
  script = 0xC050,
  count = 0xC060,
  sound_0 = 0xC061,
  if_equal = 0xC070,
  if_not_equal = 0xC071,
  if_less = 0xC072,
  if_at_most = 0xC073,
  if_greater = 0xC074,
  if_at_least = 0xC075,
  start_anim = 0xC080,
  start_anim_of_variable = 0xC081,
  random = 0xC082,
  z_clip = 0xC083,
  start_anim_of_actor = 0xC084,
  set_of_actor = 0xC085,
  hide = 0xC086,
  draw_offset = 0xC087,
  jump_by_variable = 0xC088,
  sound_control = 0xC089,
  flip = 0xC08A,
  action = 0xC08B,
  start_script = 0xC08C,
  sound_of_variable = 0xC08D,
  auxiliary_frame = 0xC08E,
  do_if_equal = 0xC090,
  do_if_not_equal = 0xC091,
  do_if_less = 0xC092,
  do_if_at_most = 0xC093,
  do_if_greater = 0xC094,
  do_if_at_least = 0xC095,
  end_if = 0xC09F,
  talkie = 0xC0A0,
  if_actor_talks = 0xC0A1,
  if_actor_silent = 0xC0A2,
  talkie_of_variable = 0xC0A3,
  if_anyone_talks = 0xC0A4,
  if_nobody_talks = 0xC0A5,
  end = 0xC0FF,
};

/// Where control goes after a code.
enum class AkosFlow : uint8_t {
  cel,        ///< not a command: shows a cel
  draw_many,  ///< shows several cels
  rest,       ///< ends the step and shows nothing
  proceed,    ///< has its effect; the next command follows
  jump,       ///< always jumps
  branch,     ///< jumps if a condition holds, else proceeds
  skip,       ///< proceeds if a condition holds, else goes past the next end-if
  unknown,    ///< damage, or the end of AKSQ: shows nothing and leads nowhere
};

/// Where the event of a command takes its value from; +n is an offset from the code.
enum class AkosEventValue : uint8_t {
  no_event,
  zero,
  u8_at_2,
  i32_at_2,
  variable_at_2,  ///< the variable with the number at +2
  variable_at_3,
  sound_at_2,  ///< a u8, counted from 1, in HE from 0
};

/// Properties of a command that do not depend on its operands.
struct AkosCommandRow {
  AkosCommand command{};
  AkosFlow flow = AkosFlow::unknown;
  uint8_t size = 0;  ///< in bytes, with the operands; 0: varies
  AkosEventValue value = AkosEventValue::no_event;
  EventKind event{};  ///< unless `value` is no_event
};

/// The row of a code from kFirstAkosCommand on; its flow is `unknown` if no command has that code.
const AkosCommandRow& akos_command_row(uint16_t code);

/// Differences between versions (SCUMM.md §6). The defaults are the rules of versions 7 and 8.
struct AkosRules {
  uint8_t first_sound = 1;         ///< number of the first sound in C015
  uint8_t sound_control_size = 8;  ///< of C089, with its operands
  bool sound_control = true;       ///< C089 has an effect
  bool sound_of_variable = false;  ///< C08D has an effect
  bool moves_actor = false;        ///< C087 has an effect
  bool auxiliary_frames = false;   ///< C08E shows a picture
  bool draws_unseen = true;        ///< draws limbs of WindowMode::unseen
  bool own_transparent = false;    ///< codec 16: the palette's first entry is transparent, not 255
  bool conditions = false;         ///< actors have conditions, which AKCT asks for
  bool talks_each_draw = false;    ///< before a draw, the talk bits become those of the talk state
  bool jump_parts = false;         ///< AKSF gives each sequence a part of AKFO
  uint32_t talk_bits = 0x3FF;      ///< those of the conditions that are talk states
  uint32_t no_condition = 0;       ///< bits of a condition in AKCT that mean something else
};
inline constexpr AkosRules kAkosOfHe61{.first_sound = 0,
                                       .sound_control_size = 6,
                                       .sound_control = false,
                                       .moves_actor = true,
                                       .own_transparent = true,
                                       .conditions = true};
inline constexpr AkosRules kAkosOfHe70 = [] {
  AkosRules rules = kAkosOfHe61;
  rules.draws_unseen = false;
  return rules;
}();
inline constexpr AkosRules kAkosOfHe71 = [] {
  AkosRules rules = kAkosOfHe70;
  rules.sound_of_variable = rules.auxiliary_frames = true;
  return rules;
}();
inline constexpr AkosRules kAkosOfHe80 = [] {
  AkosRules rules = kAkosOfHe71;
  rules.talks_each_draw = rules.jump_parts = true;
  return rules;
}();
inline constexpr AkosRules kAkosOfHe85 = [] {
  AkosRules rules = kAkosOfHe80;
  rules.talk_bits = 0x1FFF;
  return rules;
}();
inline constexpr AkosRules kAkosOfHe90 = [] {
  AkosRules rules = kAkosOfHe85;
  rules.no_condition = 0xE000;  // How the item is drawn.
  return rules;
}();

}  // namespace wardrobe
