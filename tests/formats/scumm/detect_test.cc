#include "formats/scumm/detect.h"

#include <gtest/gtest.h>

namespace wardrobe {
namespace {

struct Detection {
  GameIndex index;
  VersionHints hints;
  int version;
  const char* evidence;
  int told = 0;
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
  expect_detected({{with_maxs(26), {}, kScumm5, "MAXS has 26 bytes"},
                   {with_maxs(38), {}, kScumm6, "MAXS has 38 bytes"},
                   {with_maxs(138), with_akos(), kScumm7, "MAXS has 138 bytes"},
                   {with_maxs(176), with_akos(), kScumm8, "MAXS has 176 bytes"}});
}

TEST(DetectVersion, TellsHumongousGamesByWhatOnlyTheyHave) {
  expect_detected({{with_maxs(38), with_akos(), kHe61, "an AKOS in a game of version 6"},
                   {with_maxs(40), {}, kHe70, "MAXS has 40 bytes"},
                   {with_maxs(46), with_akos(), kHe70, "MAXS has 46 bytes"},
                   {with_maxs(52), {}, kHe70, "MAXS has 52 bytes"},
                   {with_dlfl(38), {}, kHe70, "the index has a DLFL"},
                   {with_dlfl(0), {}, kHe70, "the index has a DLFL"},
                   {with_sizes(), {}, kHe70, "the index has directories with sizes"},
                   {{}, with_rmda(), kHe70, "a room is an RMDA"},
                   {with_plain_names(), {}, kHe80, "RNAM has plain names"}});
}

TEST(DetectVersion, GoesByTheRoomsWhereNoIndexTells) {
  VersionHints pals = with_rmhd(14);
  pals.akos = false;
  VersionHints clut;
  clut.clut = true;
  VersionHints signature = clut;
  signature.signature = true;
  expect_detected({{{}, with_rmhd(18), kScumm7, "RMHD has 18 bytes"},
                   {{}, with_rmhd(32), kScumm8, "RMHD has 32 bytes"},
                   {with_maxs(99), with_rmhd(32), kScumm8, "RMHD has 32 bytes"},
                   {{}, with_rmhd(14), kHe61, "an AKOS, and no room of version 7 or 8"},
                   {{}, pals, kScumm6, "a room has PALS"},
                   {{}, signature, kScumm6, "a COST has the signature CO"},
                   {{}, clut, kScumm5, "a room has CLUT"},
                   {{}, {}, kScumm5, "no COST has the signature CO"}});
}

TEST(DetectVersion, BelievesWhatItIsTold) {
  expect_detected({{with_maxs(26), {}, kScumm7, "--game 7", 7},
                   {with_dlfl(38), with_akos(), kScumm5, "--game 5", 5},
                   {with_maxs(26), {}, kHe60, "--game he", kHe60},
                   {{}, with_akos(), kHe61, "--game he, an AKOS", kHe60},
                   {with_maxs(138), with_rmda(), kHe70, "--game he, a room is an RMDA", kHe60},
                   {with_plain_names(), {}, kHe80, "--game he, RNAM has plain names", kHe60}});
}

TEST(VersionName, SaysFromWhichOnAHumongousGameIs) {
  EXPECT_EQ(version_name(kScumm7), "7");
  EXPECT_EQ(version_name(kHe70), "HE 70 or later");
}

TEST(VersionOfMaxs, KnowsTheSizesOfEachVersion) {
  for (const int version : {kScumm5, kScumm6, kScumm7, kScumm8}) {
    EXPECT_EQ(version_of_maxs(maxs_size(version)), version);
  }
  EXPECT_EQ(version_of_maxs(maxs_size(kHe61)), kScumm6);
  EXPECT_EQ(version_of_maxs(maxs_size(kHe80)), kHe70);
  EXPECT_FALSE(version_of_maxs(27));
}

TEST(DetectVersion, KnowsVersion4ByItsBlocks) {
  VersionHints hints;
  hints.style = BlockStyle::size_first;
  expect_detected({{{}, hints, 4, "block headers of 6 bytes"},
                   {{}, hints, 5, "--game 5", 5},
                   {{}, {}, 4, "--game 4", 4}});
}

TEST(DetectVersion, KnowsVersion3ByItsBlocksAndFiles) {
  VersionHints hints;
  hints.style = BlockStyle::size_first;
  hints.room_files = true;
  expect_detected({{{}, hints, kScumm3, "block headers of 6 bytes, a file for each room"}});
}

TEST(DetectVersion, KnowsOlderVersionsByTheirIndex) {
  VersionHints hints;
  hints.style = BlockStyle::nameless;
  const auto of = [](int version) {
    GameIndex index;
    index.version = version;
    return index;
  };
  expect_detected(
      {{of(kScumm1), hints, kScumm1, "the index starts with 31 0A"},
       {of(kScumm2), hints, kScumm2, "the index starts with 00 01 and has a byte for each object"},
       {of(kScumm3Old), hints, kScumm3Old,
        "the index starts with 00 01 and has 4 bytes for each object"},
       {of(kScumm3Old), hints, kScumm3Old, "--game 3", 3},
       {of(kScumm3Old), hints, kScumm2, "--game 2", 2}});
}

}  // namespace
}  // namespace wardrobe
