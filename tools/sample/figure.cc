#include <algorithm>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "formats/play_rules.h"
#include "tools/sample/art.h"
#include "tools/sample/sketch.h"

namespace wardrobe::sample {
namespace {

using Picture = CostumeSketch::Picture;

/// The cells of a sheet. All have the same size, and the anchor at the same place.
struct Cells {
  Sheet sheet;
  int width = 1;
  int height = 1;
  int anchor_x = 0;
  int anchor_y = 0;

  /// Returns a cell, cropped to its painted pixels. If it has none, one transparent pixel at the
  /// anchor.
  Drawing cut(int cell) const;
};

Drawing Cells::cut(int cell) const {
  const int columns = static_cast<int>(sheet.width) / width;
  const int left = cell % columns * width;
  const int top = cell / columns * height;
  if (cell < 0 || top + height > static_cast<int>(sheet.height)) {
    throw std::runtime_error("the sheet has no cell " + std::to_string(cell));
  }
  const auto at = [&](int x, int y) {
    return sheet.pixels[static_cast<size_t>(top + y) * sheet.width + static_cast<size_t>(left + x)];
  };
  int x1 = width;
  int y1 = height;
  int x2 = 0;
  int y2 = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (at(x, y) == 0) continue;
      x1 = std::min(x1, x);
      y1 = std::min(y1, y);
      x2 = std::max(x2, x + 1);
      y2 = y + 1;
    }
  }
  if (x1 >= x2) return {0, 0, 1, 1, {0}};
  Drawing drawing{x1 - anchor_x,
                  y1 - anchor_y,
                  static_cast<uint16_t>(x2 - x1),
                  static_cast<uint16_t>(y2 - y1),
                  {}};
  for (int y = y1; y < y2; ++y) {
    for (int x = x1; x < x2; ++x) drawing.pixels.push_back(at(x, y));
  }
  return drawing;
}

/// Reads the table of a figure line by line.
class FigureReader {
 public:
  explicit FigureReader(const std::string& name) : cells_{read_sheet(name + ".png")} {
    sketch_.name = name;
  }

  void read(std::istream& line) {
    const auto what = next<std::string>(line);
    if (what == "format") {
      sketch_.format_v5 = static_cast<uint8_t>(next<int>(line));
      sketch_.format_v6 = static_cast<uint8_t>(next<int>(line));
    } else if (what == "colors") {
      sketch_.colors.resize(palette_size(sketch_.format_v5));
      std::iota(sketch_.colors.begin(), sketch_.colors.end(),
                static_cast<uint8_t>(next<int>(line)));
    } else if (what == "cell") {
      cells_.width = next<int>(line);
      cells_.height = next<int>(line);
      expect(line, "anchor");
      cells_.anchor_x = next<int>(line);
      cells_.anchor_y = next<int>(line);
    } else if (what == "limbs") {
      while (!done(line)) limbs_.push_back(next<std::string>(line));
    } else if (what == "picture") {
      read_picture(line);
    } else if (what == "chore") {
      chore_ = next<unsigned>(line);
      facings_ = next<std::string>(line);
      std::string name;
      std::getline(line >> std::ws, name);
      if (!name.empty()) sketch_.chore_names[chore_] = name;
    } else {
      read_part(limb(what), line);
    }
  }

  CostumeSketch finish() { return std::move(sketch_); }

 private:
  uint8_t limb(std::string_view name) const {
    const auto found = std::ranges::find(limbs_, name);
    if (found == limbs_.end()) throw std::runtime_error("no limb is called " + std::string(name));
    return static_cast<uint8_t>(found - limbs_.begin());
  }

  /// The slot of picture `number` in a limb's table.
  uint8_t slot(uint8_t limb, int number) const {
    if (number < 0 || static_cast<size_t>(number) >= sketch_.slots[limb].size()) {
      throw std::runtime_error(limbs_[limb] + " has no picture " + std::to_string(number));
    }
    return static_cast<uint8_t>(number);
  }

  void read_picture(std::istream& line) {
    std::istringstream names(next<std::string>(line));
    const auto number = next<size_t>(line);
    const auto row = static_cast<uint32_t>(sketch_.pictures.size());
    sketch_.pictures.push_back(next<std::string>(line) == "as" ? redirected(line) : drawn(line));
    for (std::string name; std::getline(names, name, ',');) {
      std::vector<uint32_t>& slots = sketch_.slots[limb(name)];
      if (number != slots.size()) {
        throw std::runtime_error(name + " has " + std::to_string(slots.size()) +
                                 " pictures so far");
      }
      slots.push_back(row);
    }
  }

  Picture drawn(std::istream& line) const {
    Picture picture{cells_.cut(next<int>(line))};
    if (done(line)) return picture;
    expect(line, "move");
    picture.xinc = next<int>(line);
    picture.yinc = next<int>(line);
    return picture;
  }

  Picture redirected(std::istream& line) const {
    const uint8_t to_limb = limb(next<std::string>(line));
    const uint8_t to_index = slot(to_limb, next<int>(line));
    Picture picture = sketch_.pictures[sketch_.slots[to_limb][to_index]];
    picture.redirect_limb = to_limb;
    picture.redirect_index = to_index;
    expect(line, "at");
    picture.drawing.x = next<int>(line);
    picture.drawing.y = next<int>(line);
    return picture;
  }

  void read_part(uint8_t limb, std::istream& line) {
    Part part{limb, {}, true};
    const auto mode = next<std::string>(line);
    if (mode == "stop") {
      part.commands = {kCommandStop};
    } else if (mode == "unstop") {
      part.commands = {kCommandUnstop};
    } else if (mode == "loop" || mode == "once") {
      part.loops = mode == "loop";
      while (!done(line)) read_command(limb, next<std::string>(line), part.commands);
    } else if (mode != "off") {
      throw std::runtime_error("a limb is off, stop, unstop, loop or once");
    }
    for (const char facing : facings_) {
      const size_t number = std::string_view("WESN").find(facing);
      if (number == std::string_view::npos)
        throw std::runtime_error("directions are W, E, S and N");
      sketch_.add_part(chore_, static_cast<Facing>(number), part);
    }
  }

  /// Reads a command: a picture's number or a word. A count and * in front of it repeat the
  /// command.
  void read_command(uint8_t limb, const std::string& word, Commands& commands) const {
    const size_t star = word.find('*');
    std::istringstream whole(word);
    const size_t times = star == std::string::npos ? 1 : next<size_t>(whole);
    std::istringstream what(word.substr(star + 1));
    const uint8_t command = what.str() == "hide"    ? kCommandHide
                            : what.str() == "count" ? kCommandCount
                            : what.str() == "sound" ? kLastSoundCommand
                                                    : slot(limb, next<int>(what));
    commands.insert(commands.end(), times, command);
  }

  Cells cells_;
  std::vector<std::string> limbs_;
  unsigned chore_ = 0;
  std::string facings_;
  CostumeSketch sketch_;
};

}  // namespace

CostumeSketch read_figure(const std::string& name) {
  FigureReader reader(name);
  read_table(name + ".txt", [&](std::istream& line) { reader.read(line); });
  return reader.finish();
}

}  // namespace wardrobe::sample
