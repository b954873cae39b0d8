#include "formats/scripts.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "formats/limits.h"
#include "tools/sample/block_scope.h"

namespace wardrobe {
namespace {

using Action = ScriptAction;
using Code = std::vector<uint8_t>;

constexpr std::array<std::string_view, 24> kActionNames = {"none",
                                                           "forget",
                                                           "select",
                                                           "costume",
                                                           "name",
                                                           "palette",
                                                           "talk_color",
                                                           "init",
                                                           "walk",
                                                           "stand",
                                                           "talk",
                                                           "scale",
                                                           "no_clip",
                                                           "clip",
                                                           "set_defaults",
                                                           "place",
                                                           "place_in_room",
                                                           "place_at",
                                                           "animate",
                                                           "start_script",
                                                           "palette_of_room",
                                                           "set_state",
                                                           "ego"};

/// "select 5; costume 3; name Hero": commands with their values; ? is unknown, local0 a local
/// variable, v7 another one. A fault comes last, in brackets.
std::string said(const Code& code, Version version, size_t form = 0,
                 std::vector<uint32_t> entries = {}) {
  ScriptCode script{.code = code};
  script.entries = std::move(entries);
  const ScriptCommands read = ScriptReader(version, form).read(script);
  std::string text;
  for (const ScriptCommand& command : read.commands) {
    if (command.action == Action::write) continue;
    text +=
        (text.empty() ? "" : "; ") + std::string(kActionNames[static_cast<size_t>(command.action)]);
    for (const ScriptValue& value : read.values_of(command)) {
      const std::string number = std::to_string(value.number);
      text += value.kind == ScriptValue::Kind::constant   ? " " + number
              : value.kind == ScriptValue::Kind::local    ? " local" + number
              : value.kind == ScriptValue::Kind::variable ? " v" + number
                                                          : " ?";
    }
    const Bytes name = Bytes(script.code).subspan(command.text_at, command.text_size);
    if (command.action == Action::name) text += " " + std::string(as_text(name));
  }
  if (read.fault) text += std::string(text.empty() ? "" : " ") + "[" + read.fault->message + "]";
  return text;
}

TEST(Scripts, FindStatesOfObjectsInEveryVersion) {
  const Code v1 = {0x05, 7, 0, 1, 1, 0x07, 8, 0, 0x47, 9, 0, 0x50, 10, 0, 0x87, 3};
  EXPECT_EQ(said(v1, Version::v1),
            "set_state 7 1; set_state 8 1; set_state 9 0; set_state 10 1; set_state v3 1");
  const Code v4 = {0x05, 7, 0, 255, 0, 255, 0, 0x07, 8, 0, 3, 0x50, 9, 0};
  EXPECT_EQ(said(v4, Version::v4), "set_state 7 1; set_state 8 3; set_state 9 1");
  EXPECT_EQ(said(v4, Version::v3), said(v4, Version::v4));
  const Code v5 = {0x05, 7, 0,    0x1F, 0x05, 8, 0,    2,  3, 0, 0x05, 9,  0, 1,    4, 0,
                   5,    0, 0x07, 10,   0,    4, 0x25, 11, 0, 1, 0x05, 12, 0, 0x82, 2, 0};
  EXPECT_EQ(said(v5, Version::v5),
            "set_state 7 1; set_state 8 3; set_state 9 1; set_state 10 4; set_state 11 1; "
            "set_state 12 v2");
  const Code v6 = {0, 7, 0, 0,    0x61, 0,  8, 0, 2,    0x61, 0,  9, 0,
                   4, 0, 5, 0x62, 0,    10, 0, 0, 0x70, 0,    11, 0, 1};
  const std::string of_v6 = "set_state 7 1; set_state 8 2; set_state 9 1; set_state 10 0";
  for (const Version version : {Version::v6, Version::he60, Version::he71}) {
    Code code = v6;
    code.push_back(0x84);
    EXPECT_EQ(said(code, version), of_v6 + "; set_state 11 1");
  }
  EXPECT_EQ(said({0, 11, 0x84}, Version::v7), "set_state 11 1");
  const Code v8 = {1, 7, 0, 0, 0, 1, 2, 0, 0, 0, 0x8A, 1, 8,    0, 0, 0, 1, 4, 0,
                   0, 0, 1, 5, 0, 0, 0, 1, 0, 0, 0,    0, 0x98, 1, 9, 0, 0, 0, 0xA6};
  EXPECT_EQ(said(v8, Version::v8), "set_state 7 2; set_state 8 0; set_state 9 1");
  const Code he72 = {0,  7, 0, 4, 0, 5, 0, 2,    0x61, 62, 0,  8, 0, 0,   0x61,
                     63, 0, 9, 0, 4, 0, 5, 0x61, 65,   0,  10, 0, 3, 0x70};
  const std::string of_he72 = "set_state 7 2; set_state 8 1; set_state 9 1; set_state 10 3";
  EXPECT_EQ(said(he72, Version::he72), of_he72);
  const Code he100 = {0x5C, 7, 0x5C, 4, 0x5C, 5, 0x5C, 2, 0x27, 7,  0x5C, 8, 0x5C, 0, 0x27, 40,
                      0x5C, 9, 0x5C, 4, 0x5C, 5, 0x27, 6, 0x5C, 10, 0x5C, 3, 0x7E};
  EXPECT_EQ(said(he100, Version::he100), of_he72);
}

TEST(Scripts, FindActorsAndTheirCommandsInVersion5) {
  const Code code = {0x13, 5, 0x01, 3,    0x0D, 'H', 'e', 0,  0x0B, 2,    7, 0x0C, 14,  0xFF,
                     0x2D, 5, 9,    0x01, 5,    100, 0,   60, 0,    0x11, 5, 6,    0x00};
  EXPECT_EQ(said(code, Version::v5),
            "select 5; costume 3; name He; palette 2 7; talk_color 14; place_in_room 5 9; place 5 "
            "100 60; animate 5 6");
}

TEST(Scripts, CommandsOfActorsHaveOtherNumbersInVersions3And4) {
  const Code code = {0x13, 5, 0x01, 3, 0x0F, 'H', 0, 0x0D, 2, 7, 0x13, 255, 0xFF, 0x00};
  for (const Version version : {Version::v3, Version::v3_16, Version::v4}) {
    EXPECT_EQ(said(code, version), "select 5; costume 3; name H; palette 2 7; scale 255");
  }
  EXPECT_EQ(said({0x13, 5, 0x11, 1, 2, 0xFF}, Version::v5), "select 5; scale 1 2");
  EXPECT_EQ(said({0x13, 5, 0x11, 0xFF}, Version::v4),
            "select 5 [unknown sub-command 17 of instruction 19]");
}

TEST(Scripts, KnowWhatAStraightLineGivesToLocalVariables) {
  const Code code = {0x1A, 0x00, 0x40, 7,    0,     // local0 = 7
                     0x91, 0x00, 0x40, 1,           // animate local0, 1
                     0x18, 0x00, 0x00,              // goto the next one
                     0x91, 0x00, 0x40, 2,           // animate local0, 2
                     0x9A, 0x00, 0x40, 0x63, 0x00,  // local0 = v99
                     0x91, 0x00, 0x40, 3,    0x00};
  EXPECT_EQ(said(code, Version::v5), "animate 7 1; forget; animate local0 2; animate local0 3");
}

TEST(Scripts, ConstantsForThePlayersActorAreEgo) {
  EXPECT_EQ(said({0x1A, 1, 0, 3, 0, 0}, Version::v5), "ego 3");
  EXPECT_EQ(said({0x1A, 0, 3, 0, 0}, Version::v1), "ego 3");
  EXPECT_EQ(said({0x00, 3, 0x43, 1, 0, 0x65}, Version::v6), "ego 3");
  EXPECT_EQ(said({0x00, 3, 0x43, 111, 0, 0x65}, Version::v7), "ego 3");
  EXPECT_EQ(said({1, 3, 0, 0, 0, 0x6D, 126, 0, 0, 0, 0x7B}, Version::v8), "ego 3");
  EXPECT_EQ(said({0x00, 3, 0x43, 9, 0, 0x65}, Version::he72), "ego 3");
}

TEST(Scripts, SayWhatVersion1And2SayOfActors) {
  const Code name = {0x13, 5, 0, 3, 'H', 'i', 0};
  EXPECT_EQ(said(name, Version::v1), "select 5; name 0 Hi");
  EXPECT_EQ(said({0x13, 5, 8, 4, 0x13, 5, 9, 2}, Version::v1),
            "select 5; costume 8; select 5; palette 9");
  EXPECT_EQ(said({0x13, 5, 9, 2, 1}, Version::v2), "select 5; palette 1 9");
  EXPECT_EQ(said({0x01, 5, 10, 20, 0x11, 5, 9}, Version::v1), "place 5 10 20; animate 5 9");
  EXPECT_EQ(said({0x91, 15, 9}, Version::v2), "animate ? 9") << "whatever variable 15 names";
}

TEST(Scripts, TakeValuesFromTheStackFromVersion6On) {
  const Code code = {0x00, 5,   0x9D, 197,  0x00, 3,    0x9D, 76,   0x9D, 88,   'H', 0xFF, 4,   1,
                     0,    '!', 0,    0x00, 5,    0x00, 100,  0x00, 60,   0x00, 9,   0x7F, 0x65};
  EXPECT_EQ(said(code, Version::v6), "select 5; costume 3; name H\xFF\x04\x01" +
                                         std::string(1, '\0') + "!; place_at 5 100 60 9");
}

TEST(Scripts, StartOthersWithArguments) {
  EXPECT_EQ(said({0x0A, 20, 0x00, 5, 0, 0x80, 7, 0x40, 0xFF, 0}, Version::v5),
            "start_script 20 5 local7");
  const Code six = {0x00, 1,    0x00, 20,   0x00, 5,    0x00, 6,    0x00, 2,
                    0x5E, 0x00, 21,   0x00, 7,    0x00, 1,    0x5F, 0x65};
  EXPECT_EQ(said(six, Version::v6), "start_script 20 5 6; start_script 21 7");
}

/// A switch, as compilers write it: every case takes the value from the stack and leaves by a jump.
TEST(Scripts, CarryTheStackOverJumps) {
  const Code code = {0x00, 5,    0x00, 6,        // an actor; the value
                     0x0C, 0x00, 1,    0x0E,     // dup; 1; ==
                     0x5D, 5,    0,              // if not, goto the next case
                     0x1A, 0x1A, 0x73, 1,    0,  // pop, pop, goto the end
                     0x82, 0x65};                // animate
  EXPECT_EQ(said(code, Version::v6), "forget; animate 5 6; forget");
}

TEST(Scripts, KeepWhatIsEqualWhereTwoWaysMeet) {
  const Code code = {0x00, 5, 0x02, 9,   0x5D, 5, 0,  // an actor; if not v9, goto
                     0x00, 7, 0x73, 2,   0,           // 7, goto
                     0x00, 8, 0x82, 0x65};            // 8; animate
  EXPECT_EQ(said(code, Version::v6), "forget; animate 5 ?");
}

TEST(Scripts, FaultsEndThem) {
  EXPECT_EQ(said({0x11, 5, 6, 0x54}, Version::v5), "animate 5 6 [it ends inside an instruction]");
  EXPECT_EQ(said({0x11, 5, 6, 0xEF}, Version::v5), "animate 5 6 [unknown instruction 239]");
  EXPECT_EQ(said({0x18, 0xFE, 0xFF, 0x00}, Version::v5), "[a jump leads between two instructions]");
  EXPECT_EQ(said({0x18, 0xFF, 0x7F, 0x00}, Version::v5), "") << "out of the script";
}

TEST(Scripts, AreReadWithinLimits) {
  Code nested;
  for (size_t i = 0; i < kMaxScriptDepth + 2; ++i) nested.insert(nested.end(), {0xAC, 0, 0, 6});
  EXPECT_EQ(said(nested, Version::v5), "[expressions are nested too deep]");
  Code deep;
  for (size_t i = 0; i <= kMaxScriptStack; ++i) deep.insert(deep.end(), {0x00, 1});
  EXPECT_EQ(said(deep, Version::v6), "[its stack is too deep]");
  Code jumps;
  for (size_t i = 0; i < kMaxScriptStack - 1; ++i) jumps.insert(jumps.end(), {0x00, 1});
  for (size_t i = 0; i < 100; ++i) jumps.insert(jumps.end(), {0x0C, 0x5D, 0x01, 0x00, 0x6C, 0x6C});
  EXPECT_NE(said(jumps, Version::v6).find("[its jumps carry more than is remembered]"),
            std::string::npos);
  EXPECT_EQ(said(Code(kMaxScriptCode + 1), Version::v5), "[it is larger than 1 Mi]");
}

TEST(Scripts, OfEveryVersionReadAnyBytes) {
  uint32_t state = 1;
  for (const Version version : kAllVersions) {
    for (size_t form = 0; form < script_forms(version); ++form) {
      const ScriptReader reader(version, form);
      for (int i = 0; i < 200; ++i) {
        Code code(60);
        for (uint8_t& byte : code) {
          state = state * 1664525 + 1013904223;
          byte = static_cast<uint8_t>(state >> 24);
        }
        const ScriptCommands read = reader.read({.code = code});
        for (const ScriptCommand& command : read.commands) {
          EXPECT_LE(command.offset, code.size());
          EXPECT_LE(size_t{command.text_at} + command.text_size, code.size());
        }
      }
    }
  }
}

TEST(Scripts, OfHumongousGamesHaveTheNumbersOfTheirVersion) {
  const Code name_of_72 = {0x04, 'H', 0, 0x01, 0xFF, 0xFF, 0x9D, 88, 0x65};
  EXPECT_EQ(said(name_of_72, Version::he72), "name H");
  EXPECT_EQ(said({0x5F, 5, 0, 0x00, 0}, Version::he100), "select 5");
}

TEST(Scripts, ChoresAreCalledByNumber) {
  EXPECT_EQ(animated_chore(6, Version::v5), 6);
  EXPECT_EQ(animated_chore(56, Version::v5), std::nullopt);
  EXPECT_EQ(animated_chore(61, Version::v5), 61);
  EXPECT_EQ(animated_chore(244, Version::v5), std::nullopt);
  EXPECT_EQ(animated_chore(9, Version::v1), 2);
  EXPECT_EQ(animated_chore(255, Version::v7), std::nullopt);
  EXPECT_EQ(animated_chore(999, Version::v8), 999);
  EXPECT_EQ(animated_chore(1000, Version::v8), std::nullopt);
}

TEST(Scripts, NamesAreWithoutFilling) {
  const auto name = [](std::string_view text) {
    return as_text(script_name({reinterpret_cast<const uint8_t*>(text.data()), text.size()}));
  };
  EXPECT_EQ(name("large balloon@@@@"), "large balloon");
  EXPECT_EQ(name(" @ "), "");
  EXPECT_EQ(name(""), "");
}

TEST(Scripts, StandInBlocks) {
  const auto find = [](Tag block_tag, const Code& payload, Version version) {
    std::string text;
    for (const ScriptCode& script : scripts_in(block_tag, payload, version)) {
      text += std::to_string(static_cast<int>(script.kind)) + ":" + std::to_string(script.number) +
              "@" + std::to_string(script.at) + "+" + std::to_string(script.code.size());
      for (const uint32_t entry : script.entries) text += "," + std::to_string(entry);
    }
    return text;
  };
  EXPECT_EQ(find(tag("SCRP"), {0, 0}, Version::v5), "0:0@0+2");
  EXPECT_EQ(find(tag("ENCD"), {0}, Version::v5), "1:0@0+1");
  EXPECT_EQ(find(tag("EX"), {0}, Version::v4), "2:0@0+1");
  EXPECT_EQ(find(tag("LSCR"), {200, 0}, Version::v6), "3:200@1+1");
  EXPECT_EQ(find(tag("LSCR"), {0xD0, 7, 0}, Version::v7), "3:2000@2+1");
  EXPECT_EQ(find(tag("LSCR"), {0xD0, 7, 0, 0, 0}, Version::v8), "3:2000@4+1");
  EXPECT_EQ(find(tag("LSC2"), {0xD0, 7, 0, 0, 0}, Version::he90), "3:2000@4+1");
  EXPECT_EQ(find(tag("LSCR"), {200}, Version::v6), "") << "without code";
  Code object;
  {
    const BlockScope header(object, "CDHD");
    object.insert(object.end(), {7, 1});
  }
  {
    const BlockScope verbs(object, "VERB");
    object.insert(object.end(), {9, 15, 0, 0xFF, 17, 0, 0, 0xA0, 0x80, 0xA0});
  }
  EXPECT_EQ(find(tag("OBCD"), object, Version::v5), "4:263@25+3,0,2");
  Code old(23);
  old[0] = 7;
  old[13] = 9;
  old[14] = 27;
  old[17] = 10;
  EXPECT_EQ(find(tag("OC"), old, Version::v4), "4:7@21+2,0") << "offsets from the block's header";
}

}  // namespace
}  // namespace wardrobe
