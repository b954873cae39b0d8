#include "tools/sample/ghost_light.h"

namespace wardrobe::sample {
namespace {

constexpr Material kBeard{2, 3, {30, 31}, 2};

using Rows = std::span<const std::string_view>;

constexpr std::array<std::string_view, 15> kSideHead = {
    ".....VVVW.......",  //
    "....UVVVVW......",  //
    "...TUUVVVWW.....",  //
    "T.TTUUUVVVWW..W.",  //
    "TTTTTUUUVVVWWWWW",  //
    ".xTTTTUUUVVVWWx.",  //
    "..kTTTTTTUUUUk..",  //
    "..cdddeefffff...",  //
    "..cdekkkffkkk...",  //
    "..cddkFkgfkFke..",  //
    "..bcdekefggkfg..",  //
    "...bBCCCCgCCC...",  //
    "...BBCCCCCCCC...",  //
    "....BBCCCCCC....",  //
    ".....BBCCCC.....",  //
};

constexpr std::array<std::string_view, 15> kFrontHead = {
    "......VVVW......",  //
    ".....UVVVVW.....",  //
    "W...TUUVVVWW...W",  //
    "WW.TTUUUVVVWW.WW",  //
    ".WWTTUUUVVVWWWW.",  //
    "..xWWTUUVVWWWx..",  //
    "...kTTTUUTTTk...",  //
    "...gffffeeedd...",  //
    "...fkkkffkkkd...",  //
    "...fkFkgfkFkd...",  //
    "...ffkgggfkec...",  //
    "...CCCCghCCCB...",  //
    "...CCCCCCCCBB...",  //
    "....CCCCCCBB....",  //
    ".....CCCCBB.....",  //
};

constexpr std::array<std::string_view, 13> kBackHead = {
    "......VVVW......",  //
    ".....UVVVVW.....",  //
    "W...TUVVVVWW...W",  //
    "WW.TTUUVVVVWW.WW",  //
    ".WWWTUUUVVVWWWW.",  //
    "..xTWWWWWWWWTx..",  //
    "...TTTTUUUTTT...",  //
    "...CCBCCBCBBB...",  //
    "...CCBCCBCBBB...",  //
    "...CBCCBCCBBB...",  //
    "....CCBCCBBB....",  //
    ".....TTTTTT.....",  //
    "......CBCB......",  //
};

constexpr std::array<std::string_view, 3> kSideLids = {"eeefffee", "dkkkffkkk", "efefggff"};
constexpr std::array<std::string_view, 3> kFrontLids = {"fffffeee", "kkkffkkk", "ffgggffe"};

constexpr std::array<std::array<std::string_view, 3>, 3> kJaws = {{
    {"..kk..", ".CCCC.", "......"},
    {".kkkk.", "..kk..", "CCCCCC"},
    {".kkkk.", ".kaak.", "CCkkCC"},
}};

}  // namespace

Canvas ghost_head(GhostView view, bool blinks) {
  Canvas canvas;
  Canvas head;
  const Rows rows = is_side(view)              ? Rows(kSideHead)
                    : view == GhostView::front ? Rows(kFrontHead)
                                               : Rows(kBackHead);
  head.stamp(rows, kGhostInks, is_side(view) ? -7 : -8, -58, kGhostCloth);
  if (blinks && is_side(view)) head.stamp(kSideLids, kGhostInks, -3, -50, kGhostGlow);
  if (blinks && view == GhostView::front) head.stamp(kFrontLids, kGhostInks, -4, -50, kGhostGlow);
  canvas.put(head);
  light_up(canvas, view);
  canvas.outline();
  return turned(canvas, view);
}

Canvas ghost_jaw(GhostView view, int frame) {
  Canvas canvas;
  canvas.stamp(kJaws[static_cast<size_t>(frame)], kGhostInks, is_side(view) ? 0 : -3, -46, kBeard);
  return turned(canvas, view);
}

}  // namespace wardrobe::sample
