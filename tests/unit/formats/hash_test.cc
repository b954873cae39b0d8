#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "formats/bytes.h"

namespace wardrobe {
namespace {

TEST(Xxh64, IsThePublishedHashWithSeed0) {
  EXPECT_EQ(xxh64({}), 0xEF46DB3751D8E999u);
  const std::vector<uint8_t> abc = {'a', 'b', 'c'};
  EXPECT_EQ(xxh64(abc), 0x44BC2CF5AD770999u);
}

TEST(Xxh64, OfTwoPiecesIsThatOfTheWhole) {
  std::vector<uint8_t> bytes(100);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<uint8_t>(i * 37);
  for (size_t cut = 0; cut <= bytes.size(); ++cut) {
    EXPECT_EQ(xxh64(Bytes(bytes).first(cut), Bytes(bytes).subspan(cut)), xxh64(bytes)) << cut;
  }
}

TEST(Xxh64, OfZerosIsThatOfSoManyBytes) {
  const std::set<uint64_t> counts = {0, 1, 31, 32, 4096, 4097, 70000};
  const std::map<uint64_t, uint64_t> hashes = xxh64_of_zeros(counts);
  EXPECT_EQ(hashes.size(), counts.size());
  for (const uint64_t count : counts) {
    EXPECT_EQ(hashes.at(count), xxh64(std::vector<uint8_t>(count))) << count;
  }
}

}  // namespace
}  // namespace wardrobe
