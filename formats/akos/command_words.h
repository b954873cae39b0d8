#pragma once

#include <string_view>

#include "formats/akos/command.h"

namespace wardrobe {

/// A command in words. Each letter of `operands` stands for one operand: b a byte, w a word, i a
/// signed word, v a variable's number, t a position in the commands, s the size of the command in
/// bytes, which is not shown.
struct AkosCommandWords {
  AkosCommand command{};
  std::string_view operands;
  std::string_view name;
};

/// A row a command.
inline constexpr AkosCommandWords kAkosCommandWords[] = {
    {AkosCommand::empty_cel, "", "empty cel"},
    {AkosCommand::set, "iv", "set"},
    {AkosCommand::sound, "b", "sound"},
    {AkosCommand::if_sound, "tv", "if sound of variable runs, goto"},
    {AkosCommand::if_no_sound, "tv", "if sound of variable does not run, goto"},
    {AkosCommand::if_sound_2, "tb", "if sound runs, goto"},
    {AkosCommand::if_no_sound_2, "tb", "if sound does not run, goto"},
    {AkosCommand::draw_many, "", "draw many"},
    {AkosCommand::draw_many_if, "", "draw many, conditional"},
    {AkosCommand::draw_many_if_and_move, "", "draw many, conditional"},
    {AkosCommand::draw_many_and_move, "", "draw many, with a move"},
    {AkosCommand::go_to, "t", "goto"},
    {AkosCommand::if_set, "tv", "if set, clear and goto"},
    {AkosCommand::add, "iv", "add"},
    {AkosCommand::soft_sound, "b", "soft sound"},
    {AkosCommand::soft_sound_2, "v", "soft sound of variable"},
    {AkosCommand::set_user_condition, "sbv", "set user condition"},
    {AkosCommand::get_user_condition, "sbv", "get user condition"},
    {AkosCommand::set_talk_condition, "sb", "set talk condition"},
    {AkosCommand::get_talk_condition, "sbv", "get talk condition"},
    {AkosCommand::script, "b", "script"},
    {AkosCommand::count, "", "count"},
    {AkosCommand::sound_0, "", "sound 0"},
    {AkosCommand::if_equal, "tvi", "if =, goto"},
    {AkosCommand::if_not_equal, "tvi", "if ≠, goto"},
    {AkosCommand::if_less, "tvi", "if <, goto"},
    {AkosCommand::if_at_most, "tvi", "if ≤, goto"},
    {AkosCommand::if_greater, "tvi", "if >, goto"},
    {AkosCommand::if_at_least, "tvi", "if ≥, goto"},
    {AkosCommand::start_anim, "b", "start animation"},
    {AkosCommand::start_anim_of_variable, "v", "start animation of variable"},
    {AkosCommand::random, "iiv", "random"},
    {AkosCommand::z_clip, "b", "z-clip"},
    {AkosCommand::start_anim_of_actor, "vv", "animation of actor"},
    {AkosCommand::set_of_actor, "vbi", "set an actor's variable"},
    {AkosCommand::hide, "", "hide actor"},
    {AkosCommand::draw_offset, "ii", "draw offset"},
    {AkosCommand::jump_by_variable, "v", "jump by variable"},
    {AkosCommand::sound_control, "bbbbbb", "sound control"},
    {AkosCommand::flip, "w", "flip"},
    {AkosCommand::action, "bbbb", "action"},
    {AkosCommand::start_script, "b", "start script"},
    {AkosCommand::sound_of_variable, "v", "sound of variable"},
    {AkosCommand::auxiliary_frame, "i", "auxiliary frame"},
    {AkosCommand::do_if_equal, "iv", "do if ="},
    {AkosCommand::do_if_not_equal, "iv", "do if ≠"},
    {AkosCommand::do_if_less, "iv", "do if <"},
    {AkosCommand::do_if_at_most, "iv", "do if ≤"},
    {AkosCommand::do_if_greater, "iv", "do if >"},
    {AkosCommand::do_if_at_least, "iv", "do if ≥"},
    {AkosCommand::end_if, "", "end if"},
    {AkosCommand::talkie, "b", "talkie"},
    {AkosCommand::if_actor_talks, "t", "if the actor talks, goto"},
    {AkosCommand::if_actor_silent, "t", "if the actor does not talk, goto"},
    {AkosCommand::talkie_of_variable, "v", "talkie of variable"},
    {AkosCommand::if_anyone_talks, "t", "if anyone talks, goto"},
    {AkosCommand::if_nobody_talks, "t", "if nobody talks, goto"},
    {AkosCommand::end, "", "end of sequence"},
};

}  // namespace wardrobe
