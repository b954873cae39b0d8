#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#include "formats/cost/layout.h"
#include "tools/sample/art.h"
#include "tools/sample/sketch.h"

namespace wardrobe::sample {
namespace {

using Picture = CostumeSketch::Picture;

/// The cells of a sheet, each as large and with the anchor at the same place.
struct Cells {
  int width = 1;
  int height = 1;
  int anchor_x = 0;
  int anchor_y = 0;
};

/// A cell, cropped to what is painted; one transparent pixel at the anchor if nothing is.
Drawing cut(const Sheet& sheet, const Cells& cells, int cell) {
  const int columns = static_cast<int>(sheet.width) / cells.width;
  const int left = cell % columns * cells.width;
  const int top = cell / columns * cells.height;
  if (cell < 0 || top + cells.height > static_cast<int>(sheet.height)) {
    throw std::runtime_error("the sheet has no cell " + std::to_string(cell));
  }
  const auto at = [&](int x, int y) {
    return sheet.pixels[static_cast<size_t>(top + y) * sheet.width + static_cast<size_t>(left + x)];
  };
  int x1 = cells.width;
  int y1 = cells.height;
  int x2 = 0;
  int y2 = 0;
  for (int y = 0; y < cells.height; ++y) {
    for (int x = 0; x < cells.width; ++x) {
      if (at(x, y) == 0) continue;
      x1 = std::min(x1, x);
      y1 = std::min(y1, y);
      x2 = std::max(x2, x + 1);
      y2 = std::max(y2, y + 1);
    }
  }
  if (x1 >= x2) return {0, 0, 1, 1, {0}};
  Drawing drawing{x1 - cells.anchor_x,
                  y1 - cells.anchor_y,
                  static_cast<uint16_t>(x2 - x1),
                  static_cast<uint16_t>(y2 - y1),
                  {}};
  for (int y = y1; y < y2; ++y) {
    for (int x = x1; x < x2; ++x) drawing.pixels.push_back(at(x, y));
  }
  return drawing;
}

/// Reads the table of a figure line by line (README.md).
class FigureReader {
 public:
  explicit FigureReader(std::string_view name) : sheet_(read_sheet(std::string(name) + ".png")) {}

  void read(Line& line) {
    const std::string_view what = line.word();
    if (what == "format") {
      sketch_.format_v5 = static_cast<uint8_t>(line.number());
      sketch_.format_v6 = static_cast<uint8_t>(line.number());
    } else if (what == "colors") {
      sketch_.colors.resize(palette_size(sketch_.format_v5));
      std::iota(sketch_.colors.begin(), sketch_.colors.end(), static_cast<uint8_t>(line.number()));
    } else if (what == "cell") {
      cells_ = {line.number(), line.number(), 0, 0};
      line.expect("anchor");
      cells_.anchor_x = line.number();
      cells_.anchor_y = line.number();
    } else if (what == "limbs") {
      while (!line.done()) limbs_.push_back(line.word());
    } else if (what == "picture") {
      read_picture(line);
    } else if (what == "chore") {
      read_chore(line);
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

  /// A picture's number in a limb's table.
  uint8_t slot(uint8_t limb, int number) const {
    if (number < 0 || static_cast<size_t>(number) >= sketch_.slots[limb].size()) {
      throw std::runtime_error("the limb has no picture " + std::to_string(number));
    }
    return static_cast<uint8_t>(number);
  }

  void read_picture(Line& line) {
    std::string_view names = line.word();
    const int number = line.number();
    const std::string_view how = line.word();
    const auto row = static_cast<uint32_t>(sketch_.pictures.size());
    sketch_.pictures.push_back(how == "as" ? redirected(line) : drawn(how, line));
    while (!names.empty()) {
      const std::string_view name = names.substr(0, names.find(','));
      names.remove_prefix(std::min(name.size() + 1, names.size()));
      std::vector<uint32_t>& slots = sketch_.slots[limb(name)];
      if (static_cast<size_t>(number) != slots.size()) {
        throw std::runtime_error("the next picture of " + std::string(name) + " is " +
                                 std::to_string(slots.size()));
      }
      slots.push_back(row);
    }
  }

  Picture drawn(std::string_view how, Line& line) const {
    if (how != "cell") throw std::runtime_error("neither cell nor as");
    Picture picture{cut(sheet_, cells_, line.number())};
    if (line.done()) return picture;
    line.expect("move");
    picture.xinc = line.number();
    picture.yinc = line.number();
    return picture;
  }

  Picture redirected(Line& line) const {
    const uint8_t to_limb = limb(line.word());
    const uint8_t to_index = slot(to_limb, line.number());
    Picture picture = sketch_.pictures[sketch_.slots[to_limb][to_index]];
    line.expect("at");
    picture.drawing.x = line.number();
    picture.drawing.y = line.number();
    picture.redirect_limb = to_limb;
    picture.redirect_index = to_index;
    return picture;
  }

  void read_chore(Line& line) {
    chore_ = static_cast<unsigned>(line.number());
    facings_.clear();
    while (!line.done()) {
      const std::string_view word = line.word();
      const size_t facing = std::string_view("WESN").find(word);
      if (facing == std::string_view::npos) throw std::runtime_error("a direction is W, E, S or N");
      facings_.push_back(static_cast<Facing>(facing));
    }
  }

  void read_part(uint8_t limb, Line& line) {
    Part part{limb, {}, true};
    const std::string_view mode = line.word();
    if (mode == "stop") {
      part.commands = {kCommandStop};
    } else if (mode == "unstop") {
      part.commands = {kCommandUnstop};
    } else if (mode == "loop" || mode == "once") {
      part.loops = mode == "loop";
      do read_command(limb, line.word(), part.commands);
      while (!line.done());
    } else if (mode != "off") {
      throw std::runtime_error("a limb is off, stop, unstop, loop or once");
    }
    for (const Facing facing : facings_) sketch_.add_part(chore_, facing, part);
  }

  /// A picture's number or a word, with a count and * before it where it is repeated.
  void read_command(uint8_t limb, std::string_view word, Commands& commands) const {
    const size_t star = word.find('*');
    const int times = star == std::string_view::npos ? 1 : to_number(word.substr(0, star));
    if (star != std::string_view::npos) word.remove_prefix(star + 1);
    const uint8_t command = word == "hide"    ? kCommandHide
                            : word == "count" ? kCommandCount
                            : word == "sound" ? kLastSoundCommand
                                              : slot(limb, to_number(word));
    commands.insert(commands.end(), static_cast<size_t>(std::max(times, 0)), command);
  }

  Sheet sheet_;
  Cells cells_;
  std::vector<std::string_view> limbs_;
  unsigned chore_ = 0;
  std::vector<Facing> facings_;
  CostumeSketch sketch_;
};

}  // namespace

CostumeSketch read_figure(std::string_view name) {
  FigureReader reader(name);
  read_table(std::string(name) + ".txt", [&](Line& line) { reader.read(line); });
  return reader.finish();
}

}  // namespace wardrobe::sample
