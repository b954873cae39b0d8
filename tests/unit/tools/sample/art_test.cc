#include "tools/sample/art.h"

#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tools/sample/sample.h"
#include "tools/sample/sketch.h"

namespace wardrobe::sample {
namespace {

/// The colours in a sheet are there only for people who edit it. Games have the colours of the
/// rooms.
TEST(Sheets, ShowFiguresInTheColorsOfTheirRoomsByDay) {
  const Sheet quay = read_sheet("quay.png");
  const Sheet theatre = read_sheet("theatre.png");
  for (const char* name : {"hero", "caterpillar", "cat", "jester", "ghost"}) {
    const Sheet sheet = read_sheet(std::string(name) + ".png");
    const std::vector<uint8_t> colors = read_figure(name).colors;
    for (size_t i = 0; i < colors.size(); ++i) {
      const auto color = [](const Sheet& from, size_t index) {
        return std::vector(&from.rgb[3 * index], &from.rgb[3 * index] + 3);
      };
      EXPECT_EQ(color(sheet, i), color(quay, colors[i])) << name << " color " << i;
      EXPECT_EQ(color(sheet, i), color(theatre, colors[i])) << name << " color " << i;
    }
  }
}

TEST(Tables, SayWhatIsWrongWithAFile) {
  EXPECT_THROW(art_file("dog.png"), std::runtime_error);
  EXPECT_THROW(read_sheet("hero.txt"), std::runtime_error);
  try {
    read_table("hero.txt", [](std::istream& line) {
      if (next<std::string>(line) == "colors") expect(line, "colours");
      while (!done(line)) next<std::string>(line);
    });
    ADD_FAILURE() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "tools/sample/art/hero.txt: line 3: 96 where colours belongs");
  }
}

TEST(Tables, TakeNumbersAndWordsApart) {
  std::istringstream line("  box -3\t4x ");
  EXPECT_EQ(next<std::string>(line), "box");
  EXPECT_EQ(next<int>(line), -3);
  EXPECT_FALSE(done(line));
  EXPECT_EQ(next<int>(line), 4);
  EXPECT_THROW(next<int>(line), std::runtime_error);
}

}  // namespace
}  // namespace wardrobe::sample
