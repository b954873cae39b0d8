#include "tools/sample/art.h"

#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tools/sample/sample.h"
#include "tools/sample/sketch.h"

namespace wardrobe::sample {
namespace {

/// The colours of a sheet are for whoever edits it: games have those of the rooms.
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
    read_table("hero.txt", [](Line& line) {
      if (line.word() == "colors") line.expect("colours");
      while (!line.done()) line.word();
    });
    ADD_FAILURE() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "tools/sample/art/hero.txt: line 3: 96 where colours belongs");
  }
}

TEST(Tables, TakeNumbersAndWordsApart) {
  Line line("  box -3\t4x ");
  EXPECT_EQ(line.word(), "box");
  EXPECT_EQ(line.number(), -3);
  EXPECT_FALSE(line.done());
  EXPECT_THROW(line.number(), std::runtime_error);
  EXPECT_TRUE(line.done());
  EXPECT_THROW(line.word(), std::runtime_error);
}

}  // namespace
}  // namespace wardrobe::sample
