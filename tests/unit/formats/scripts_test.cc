#include "formats/scripts.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "formats/limits.h"
#include "tools/sample/block_scope.h"

namespace wardrobe {
namespace {

// What scripts say of actors is compared with another reader by oracle/play/scripts_test.py.

using Code = std::vector<uint8_t>;

/// "set_state 7 v2; animate 5 6": commands of these two kinds with their values; ? is unknown, v2 a
/// variable. A fault comes last, in brackets.
std::string said(const Code& code, Version version) {
  const ScriptCommands read = ScriptReader(version, 0).read({.code = code});
  std::string text;
  for (const ScriptCommand& command : read.commands) {
    const bool animates = command.action == ScriptAction::animate;
    if (!animates && command.action != ScriptAction::set_state) continue;
    text += std::string(text.empty() ? "" : "; ") + (animates ? "animate" : "set_state");
    for (const ScriptValue& value : read.values_of(command)) {
      const std::string number = std::to_string(value.number);
      text += value.kind == ScriptValue::Kind::constant   ? " " + number
              : value.kind == ScriptValue::Kind::variable ? " v" + number
                                                          : " ?";
    }
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
