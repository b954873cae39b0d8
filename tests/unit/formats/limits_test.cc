#include "formats/limits.h"

#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

// The functions below write numbers as LIMITS.md does: 64 M is 64 · 2^20.

std::string number(uint64_t limit) {
  std::string text = std::to_string(limit);
  if (limit >= 10000) text.insert(text.size() - 3, ",");
  return text;
}
std::string k(uint64_t limit) { return std::to_string(limit >> 10) + " K"; }
std::string m(uint64_t limit) { return std::to_string(limit >> 20) + " M"; }
std::string g(uint64_t limit) { return std::to_string(limit >> 30) + " G"; }
std::string for_each(const Budget& budget) { return " + " + std::to_string(budget.per_byte); }

struct Row {
  std::string what;
  std::vector<std::string> limits;  ///< in the order in which the row of LIMITS.md names them
};

const Row kRows[] = {
    {"entries of a directory, names of rooms", {number(kMaxEntries)}},
    {"a picture", {number(kMaxSide), m(kMaxPicturePixels)}},
    {"pictures of a costume; the same data at the same size count once",
     {k(kCostumePixels.free), for_each(kCostumePixels), m(kCostumePixels.most)}},
    {"a room", {number(kMaxRoomSide)}},
    {"a room's picture and planes", {m(kMaxRoomPixels), number(kMaxPlanes)}},
    {"a room's walk boxes, its scale slots, and blocks of its objects", {number(kMaxRoomRows)}},
    {"pixels of the images of a room's objects, versions 1, 2, and 3 with 16 colours",
     {m(kMaxTriedPixels)}},
    {"backgrounds of a game",
     {m(kGameBackgrounds.free), for_each(kGameBackgrounds), g(kGameBackgrounds.most)}},
    {"… its planes, those of objects included",
     {m(kGamePlanes.free), for_each(kGamePlanes), m(kGamePlanes.most)}},
    {"images of an object; colour cycles of a room", {number(kMaxImages)}},
    {"blocks of all objects of a game", {m(kMaxObjectsBytes)}},
    {"pictures of all objects of a game",
     {m(kGameObjects.free), for_each(kGameObjects), g(kGameObjects.most)}},
    {"objects that a drawn room shows", {m(kMaxReplayPixels)}},
    {"the commands of a COST", {number(kMaxCostCommands)}},
    {"AKPL; AKSQ; AKFO; AKOF; AKAX",
     {number(kMaxColors), number(kMaxAkosCommands), number(kMaxAkosJumps) + " positions",
      number(kMaxAkosCels) + " cels"}},
    {"what makers called a costume; a sequence of it; all its records", {number(kMaxNameBytes)}},
    {"codes inspected to find the cels that modes 2 and 3 show", {m(kMaxReachSteps)}},
    {"codes that a limb passes in a step of modes 2 and 3", {number(kMaxWindowCodes)}},
    {"windows of a costume's records", {k(kCostumeWindows.free), for_each(kCostumeWindows)}},
    {"ticks, cels and events of a costume", {m(kMaxCostumeRows)}},
    {"… of a game", {m(kGameRows.free), for_each(kGameRows), m(kGameRows.most)}},
    {"commands executed, or inspected to find loops, to bake a costume", {m(kMaxCostumeCommands)}},
    {"… a game", {m(kGameCommands.free), for_each(kGameCommands), g(kGameCommands.most)}},
    {"decompressed tables of an archive",
     {m(kArchiveTables.free), for_each(kArchiveTables), m(kArchiveTables.most)}},
    {"its pixels and backgrounds",
     {m(kArchivePixels.free), for_each(kArchivePixels), g(kArchivePixels.most)}},
    {"tables of a costume; entries of a table; cels of a frame in an archive; other bounds of "
     "columns: "
     "[FORMAT.md](archive/FORMAT.md#the-tables)",
     {number(kMaxTables), number(kMaxTableEntries), number(kMaxFrameCels)}},
    {"a background, as its width and height say", {number(kMaxRoomSide), m(kMaxRoomPixels)}},
    {"tables that `pack` compresses at the given level",
     {m(kUsualTables.free), for_each(kUsualTables), std::to_string(kFastLevel)}},
    {"zstd frames of an archive",
     {m(kMaxFrames), m(kMaxFrameSize), k(kFrameBytes.free), for_each(kFrameBytes)}},
    {"an index file", {m(kMaxIndexSize)}},
    {"files in a container; bytes of their names",
     {number(kMaxContainerFiles), m(kMaxContainerNames)}},
    {"folders that are searched for a game, in containers or not; how far down; containers around "
     "a file",
     {number(kMaxFolders), number(kMaxFolderDepth)}},
    {"files in the container of a Mac game", {number(kMaxMacFiles)}},
    {"decompressed size of a game's files in a .zip",
     {m(kZipContents.free), for_each(kZipContents), g(kZipContents.most)}},
    {"a program that is searched for an index", {m(kMaxProgramSize)}},
    {"a block of a room", {m(kMaxRoomBlock)}},
    {"a costume; all costumes of a game", {m(kMaxCostumeSize), m(kMaxCostumesSize)}},
    {"a script of a game; all of them; rows of wearers, recolours and calls, states that entry "
     "scripts set, each",
     {m(kMaxScriptCode), m(kMaxScriptsCode), number(kMaxScriptRows)}},
    {"stack of a script; expressions in each other; values that its jumps carry",
     {number(kMaxScriptStack), number(kMaxScriptDepth), k(kScriptStates.free),
      for_each(kScriptStates)}},
    {"rows that a script gets from its arguments", {number(kMaxRowsByCall)}},
    {"a script of `replay`; any other file that is read as a whole, such as an edited picture",
     {m(kMaxScriptSize), m(kMaxWholeFile)}},
    {"lists and objects in JSON that is read", {number(kMaxJsonDepth)}},
    {"pixels of all PNGs that are applied; pixels of the cels of an .aseprite file",
     {m(kMaxEditPixels)}},
    {"pixels of all PNGs that `hd check` reads",
     {m(kCheckedPixels.free), for_each(kCheckedPixels), g(kCheckedPixels.most)}},
    {"ids of a costume, where `hd build` makes names with {index}", {number(kMaxNamedIds)}},
    {"ticks, cels and events of a timeline or script that is played", {m(kMaxTraceRows)}},
    {"commands that a script executes", {m(kMaxCostumeCommands)}},
    {"pixels of all ticks of a replay, before scaling; pixels of all pictures drawn for it",
     {m(kMaxReplayPixels), g(kMaxReplayBlits)}},
    {"a frame of a replay or a strip, scaled; a PNG that is applied", {m(kMaxFramePixels)}},
    {"cels of all frames that are exported; pixels of all frames",
     {m(kMaxPlanCels), g(kMaxDrawnPixels)}},
    {"ticks of all timelines, plus the cels that each of them shows: `list timelines --json`, "
     "`list pictures`, `export`, `conform`, `diff`, `find`, `hd check`",
     {m(kMaxShownCels)}},
    {"… pixels of all placements that are tried at smaller scales, plus " + k(kPlacementPixels) +
         "i for each placement",
     {m(kScaledPixels.free), for_each(kScaledPixels), g(kScaledPixels.most)}},
    {"`list`: rows; rows of a table of text", {m(kMaxListedRows), k(kMaxTableRows)}},
    {"`diff`: changed slots, each counted once for every timeline that shows it",
     {m(kMaxShownSlots)}},
};

TEST(Limits, AreThoseOfTheDocument) {
  std::ifstream file(WARDROBE_LIMITS_MD);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  for (const Row& row : kRows) {
    const std::string start = "| " + row.what + " | ";
    size_t found = 0;
    for (const std::string& line : lines) {
      if (!line.starts_with(start)) continue;
      ++found;
      size_t at = start.size() - 1;
      for (const std::string& limit : row.limits) {
        at = line.find(limit, at);
        ASSERT_NE(at, std::string::npos) << row.what << ": " << limit << " is not in " << line;
        at += limit.size();
      }
    }
    EXPECT_EQ(found, 1u) << row.what;
  }
}

TEST(Limits, AreShortInMessages) {
  EXPECT_EQ(limit_text(4096), "4096");
  EXPECT_EQ(limit_text(65535), "65535");
  EXPECT_EQ(limit_text(256 << 10), "256 Ki");
  EXPECT_EQ(limit_text(64 << 20), "64 Mi");
  EXPECT_EQ(limit_text(uint64_t{4} << 30), "4 Gi");
}

}  // namespace
}  // namespace wardrobe
