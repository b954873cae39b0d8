#include "tools/sample/sample.h"

#include <vector>

#include <gtest/gtest.h>

#include "formats/bytes.h"
#include "formats/versions.h"
#include "tools/sample/write_game.h"

namespace wardrobe {
namespace {

/// A version, the XXH64 of its game's index, and that of its resource files together. Changing the
/// art changes these numbers.
struct Files {
  Version version;
  unsigned copies;
  unsigned scale;
  uint64_t index;
  uint64_t resources;
};

TEST(SampleGames, StayTheSameByteForByte) {
  constexpr Files kFiles[] = {
      {Version::v1, 1, 1, 3765973757639627588u, 6560317552135905186u},
      {Version::v2, 1, 1, 9137379765790479975u, 2282387574203278025u},
      {Version::v3_16, 1, 1, 13106641466088405191u, 12981970945674317434u},
      {Version::v3, 1, 1, 16678341983935178583u, 12826709025596147959u},
      {Version::v4, 1, 1, 4846546201877933321u, 15660903802964000258u},
      {Version::v5, 1, 1, 18432872309097339728u, 8137328610245737802u},
      {Version::v6, 1, 1, 10124364895992226358u, 496022571468177383u},
      {Version::v7, 1, 1, 10183221170052889259u, 2216548257428092409u},
      {Version::v8, 1, 1, 2450504953530004788u, 16328772339212925362u},
      {Version::he70, 1, 1, 2502002816410380651u, 1818739415028054767u},
      {Version::v8, 2, 3, 9245459595112139013u, 13599856497250283051u},
      {Version::he71, 2, 1, 3195996761520290050u, 15759796966078833860u},
      {Version::v6, 8, 1, 9225122873952800472u, 13343717336625331710u},
  };
  for (const Files& expected : kFiles) {
    SCOPED_TRACE(facts(expected.version).name);
    const GameFiles game = write_game(
        sample_rooms(expected.version, expected.copies, expected.scale), expected.version, 0);
    EXPECT_EQ(xxh64(game.index), expected.index);
    ASSERT_EQ(game.disks.size(), facts(expected.version).room_files ? 2u : 1u);
    std::vector<uint8_t> all;
    for (const std::vector<uint8_t>& disk : game.disks) {
      all.insert(all.end(), disk.begin(), disk.end());
    }
    EXPECT_EQ(xxh64(all), expected.resources);
  }
}

}  // namespace
}  // namespace wardrobe
