#include <gtest/gtest.h>

#include "formats/scumm.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

struct Detection {
  GameIndex index;
  VersionHints hints;
  Version version;
  const char* evidence;
  std::optional<Version> told{};
};

void expect_detected(const std::vector<Detection>& cases) {
  for (const Detection& c : cases) {
    const DetectedVersion found = detect_version(c.told, c.index, c.hints);
    EXPECT_EQ(found.version, c.version) << c.evidence;
    EXPECT_EQ(found.evidence, c.evidence);
  }
}

GameIndex with_maxs(uint32_t size) {
  GameIndex index;
  index.maxs_size = size;
  return index;
}

GameIndex with_dlfl(uint32_t maxs_size) {
  GameIndex index = with_maxs(maxs_size);
  index.room_offset = {0, 100};
  return index;
}

GameIndex with_sizes() {
  GameIndex index;
  index.costumes = {{0}, {0}, {0}};
  return index;
}

GameIndex with_plain_names() {
  GameIndex index = with_dlfl(40);
  index.plain_names = true;
  return index;
}

GameIndex of_he98(bool disk) {
  GameIndex index = with_maxs(46);
  index.inib = !disk;
  if (disk) index.disk = {0, 1};
  return index;
}

VersionHints with_akos() {
  VersionHints hints;
  hints.akos = true;
  return hints;
}

VersionHints with_rmhd(uint32_t size) {
  VersionHints hints = with_akos();
  hints.rmhd_size = size;
  hints.pals = true;
  return hints;
}

VersionHints with_rmda() {
  VersionHints hints = with_rmhd(14);
  hints.rmda = true;
  return hints;
}

TEST(DetectVersion, GoesByMaxs) {
  expect_detected({{with_maxs(26), {}, Version::v5, "MAXS has 26 bytes"},
                   {with_maxs(38), {}, Version::v6, "MAXS has 38 bytes"},
                   {with_maxs(138), with_akos(), Version::v7, "MAXS has 138 bytes"},
                   {with_maxs(176), with_akos(), Version::v8, "MAXS has 176 bytes"}});
}

VersionHints with_remp() {
  VersionHints hints = with_rmda();
  hints.remp = true;
  return hints;
}

TEST(DetectVersion, TellsHumongousGamesByWhatOnlyTheyHave) {
  expect_detected(
      {{with_maxs(38), with_akos(), Version::he61, "an AKOS in a game of version 6: HE 61 or 62"},
       {with_dlfl(38), with_rmda(), Version::he71, "the index has a DLFL: HE 70 or 71"},
       {with_dlfl(38), with_remp(), Version::he70,
        "the index has a DLFL, and a room has a REMP: HE 70"},
       {{}, with_remp(), Version::he70, "a room is an RMDA, and a room has a REMP: HE 70"},
       {with_maxs(40), with_remp(), Version::he72, "MAXS has 40 bytes: HE 72 to 74"},
       {with_plain_names(), {}, Version::he80, "RNAM has plain names: HE 80 or 85"},
       {with_maxs(46), with_akos(), Version::he90, "MAXS has 46 bytes: HE 90 or 95"},
       {of_he98(true), {}, Version::he98, "MAXS has 46 bytes, and there is a DISK: HE 98"},
       {of_he98(false), {}, Version::he98, "MAXS has 46 bytes, and there is an INIB: HE 98"},
       {with_maxs(52), {}, Version::he99, "MAXS has 52 bytes: HE 99 or 100"},
       {with_dlfl(0), {}, Version::he80, "the index has a DLFL: HE 70 to 100"},
       {with_sizes(), {}, Version::he80, "the index has directories with sizes: HE 70 to 100"},
       {{}, with_rmda(), Version::he80, "a room is an RMDA: HE 70 to 100"}});
}

TEST(DetectVersion, GoesByTheRoomsWhereNoIndexTells) {
  VersionHints pals = with_rmhd(14);
  pals.akos = false;
  VersionHints clut;
  clut.clut = true;
  VersionHints signature = clut;
  signature.signature = true;
  expect_detected(
      {{{}, with_rmhd(18), Version::v7, "RMHD has 18 bytes"},
       {{}, with_rmhd(32), Version::v8, "RMHD has 32 bytes"},
       {with_maxs(99), with_rmhd(32), Version::v8, "RMHD has 32 bytes"},
       {{}, with_rmhd(14), Version::he61, "an AKOS, and no room of version 7 or 8: HE 61 or 62"},
       {{}, pals, Version::v6, "a room has PALS"},
       {{}, signature, Version::v6, "a COST has the signature CO"},
       {{}, clut, Version::v5, "a room has CLUT"},
       {{}, {}, Version::v5, "no COST has the signature CO"}});
}

TEST(DetectVersion, BelievesWhatItIsTold) {
  expect_detected(
      {{with_maxs(26), {}, Version::v7, "--game 7", Version::v7},
       {with_dlfl(38), with_akos(), Version::v5, "--game 5", Version::v5},
       {with_maxs(26), {}, Version::he60, "--game he", Version::he60},
       {{}, with_akos(), Version::he61, "--game he, an AKOS: HE 61 or 62", Version::he60},
       {with_maxs(138), with_rmda(), Version::he80, "--game he, a room is an RMDA: HE 70 to 100",
        Version::he60},
       {with_plain_names(),
        {},
        Version::he80,
        "--game he, RNAM has plain names: HE 80 or 85",
        Version::he60},
       {with_plain_names(), {}, Version::he85, "--game he85", Version::he85},
       {with_maxs(26), {}, Version::he100, "--game he100", Version::he100}});
}

TEST(VersionOfOption, KnowsEveryRowAndAnyHumongousGame) {
  for (const VersionFacts& row : kVersionFacts) {
    if (row.option.empty()) continue;
    EXPECT_EQ(version_of_option(row.option), row.version);
  }
  EXPECT_EQ(version_of_option("he"), Version::he60);
  EXPECT_FALSE(version_of_option(""));
  EXPECT_FALSE(version_of_option("he62"));
}

TEST(VersionOfMaxs, KnowsTheSizesOfEachVersion) {
  for (const Version version : {Version::v5, Version::v6, Version::v7, Version::v8}) {
    EXPECT_EQ(version_of_maxs(facts(version).maxs_size), version);
  }
  EXPECT_EQ(version_of_maxs(facts(Version::he61).maxs_size), Version::v6);
  EXPECT_EQ(version_of_maxs(facts(Version::he80).maxs_size), Version::he72);
  EXPECT_EQ(version_of_maxs(52), Version::he99);
  EXPECT_FALSE(version_of_maxs(27));
}

TEST(DetectVersion, KnowsVersion4ByItsBlocks) {
  VersionHints hints;
  hints.style = BlockStyle::size_first;
  expect_detected({{{}, hints, Version::v4, "block headers of 6 bytes"},
                   {{}, hints, Version::v5, "--game 5", Version::v5},
                   {{}, {}, Version::v4, "--game 4", Version::v4}});
}

TEST(DetectVersion, KnowsVersion3ByItsBlocksAndFiles) {
  VersionHints hints;
  hints.style = BlockStyle::size_first;
  hints.room_files = true;
  expect_detected({{{}, hints, Version::v3, "block headers of 6 bytes, a file for each room"}});
}

TEST(DetectVersion, KnowsOlderVersionsByTheirIndex) {
  VersionHints hints;
  hints.style = BlockStyle::nameless;
  const auto of = [](Version version) {
    GameIndex index;
    index.version = version;
    return index;
  };
  expect_detected({{of(Version::v1), hints, Version::v1, "the index starts with 31 0A"},
                   {of(Version::v2), hints, Version::v2,
                    "the index starts with 00 01 and has a byte for each object"},
                   {of(Version::v3_16), hints, Version::v3_16,
                    "the index starts with 00 01 and has 4 bytes for each object"},
                   {of(Version::v3_16), hints, Version::v3_16, "--game 3", Version::v3},
                   {of(Version::v3_16), hints, Version::v2, "--game 2", Version::v2}});
}

}  // namespace
}  // namespace wardrobe
