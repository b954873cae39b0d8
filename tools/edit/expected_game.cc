#include "tools/edit/expected_game.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <tuple>

#include "formats/hash.h"
#include "pipeline/bake.h"

namespace wardrobe {
namespace {

uint32_t add_picture(const PictureChange& change, uint8_t transparent, ExpectedGame& out) {
  Pictures& pictures = out.tables.pictures;
  const auto row = static_cast<uint32_t>(pictures.width.size());
  pictures.width.push_back(change.shape.width);
  pictures.height.push_back(change.shape.height);
  pictures.transparent.push_back(transparent);
  pictures.xxh64.push_back(xxh64(change.pixels));
  pictures.pixel_offset.push_back(pictures.pixel_offset.back() + change.pixels.size());
  out.pixels.push_back(change.pixels);
  return row;
}

void change_entries(const PictureChange& change, ExpectedGame& out) {
  Entries& entries = out.tables.entries;
  uint32_t picture = entries.picture[change.entries[0]];
  if (change.source != PixelSource::kept) {
    picture = add_picture(change, out.tables.pictures.transparent[picture], out);
  }
  for (const uint32_t entry : change.entries) {
    entries.picture[entry] = picture;
    entries.x[entry] = change.shape.x;
    entries.y[entry] = change.shape.y;
    entries.xinc[entry] = change.shape.xinc;
    entries.yinc[entry] = change.shape.yinc;
    if (change.source == PixelSource::own) {
      entries.redirect_limb[entry] = kNoLimb;
      entries.redirect_index[entry] = 0xFF;
    }
  }
}

class Comparison {
 public:
  Comparison(const ExpectedGame& expected, const ReadGame& found)
      : expected_(expected), want_(expected.tables), found_(found), have_(found.tables) {}

  Status compare() {
    same("game", want_.game, have_.game, {});
    same("sources", want_.sources, have_.sources, {"size"});
    same("rooms", want_.rooms, have_.rooms, {"offset"});
    same("palettes", want_.palettes, have_.palettes, {});
    same("costumes", want_.costumes, have_.costumes, {"offset", "size"});
    same("tables", want_.limb_tables, have_.limb_tables, {});
    same("records", want_.records, have_.records, {});
    same("windows", want_.windows, have_.windows, {});
    same("failures", want_.failures, have_.failures, {"offset", "error", "error_offset"});
    if (status_) compare_entries();
    same("timelines", want_.timelines, have_.timelines, {"tick"});
    same("events", want_.events, have_.events, {});
    if (status_) compare_ticks();
    return status_;
  }

 private:
  void fail(const std::string& what) {
    if (status_)
      status_ = Error{ErrorCode::damaged, kNoOffset, what + " is not what was asked for"};
  }

  template <class Table>
  void same(std::string_view table, const Table& want, const Table& have,
            std::initializer_list<std::string_view> ignored) {
    const auto compare = [&](const auto& column) {
      if (std::ranges::find(ignored, column.name) != ignored.end()) return;
      if (want.*column.member == have.*column.member) return;
      fail(std::string(table) + '.' + std::string(column.name));
    };
    std::apply([&](const auto&... column) { (compare(column), ...); }, Table::kColumns);
  }

  void compare_entries() {
    for (uint32_t costume = 0; costume < want_.costumes.id.size(); ++costume) {
      for (const uint32_t entry : entries_of(want_, costume)) {
        if (!same_entry(entry)) return fail(slot_text(want_, costume, entry));
      }
    }
  }

  bool same_entry(uint32_t i) const {
    const Entries& a = want_.entries;
    const Entries& b = have_.entries;
    const bool nonsense =
        a.reached[i] == 0 && a.state[i] == static_cast<uint8_t>(EntryState::empty);
    if (nonsense) return b.reached[i] == 0;
    const bool same = a.state[i] == b.state[i] && a.reached[i] == b.reached[i] &&
                      a.x[i] == b.x[i] && a.y[i] == b.y[i] && a.xinc[i] == b.xinc[i] &&
                      a.yinc[i] == b.yinc[i] && a.redirect_limb[i] == b.redirect_limb[i] &&
                      a.redirect_index[i] == b.redirect_index[i];
    return same && same_picture(a.picture[i], b.picture[i]) &&
           (a.picture[i] == kNone ||
            std::ranges::equal(expected_.pixels[a.picture[i]], found_.pixels(b.picture[i])));
  }

  bool same_picture(uint32_t i, uint32_t k) const {
    const Pictures& a = want_.pictures;
    const Pictures& b = have_.pictures;
    if (i == kNone || k == kNone) return i == k;
    return a.width[i] == b.width[k] && a.height[i] == b.height[k] &&
           a.transparent[i] == b.transparent[k] && a.xxh64[i] == b.xxh64[k];
  }

  /// Frames stand in the order in which they are first used, but equal ones only once; which are
  /// equal can change with the pictures.
  void compare_ticks() {
    std::vector<uint32_t> same_as(want_.frames.cel_offset.rows(), kNone);
    for (size_t i = 0; i < want_.timelines.tick.size(); ++i) {
      const uint32_t want = want_.timelines.tick[i];
      const uint32_t have = have_.timelines.tick[i];
      if (same_as[want] == have) continue;
      if (!same_frame(want, have)) return fail("timelines.tick " + std::to_string(i));
      same_as[want] = have;
    }
  }

  bool same_frame(uint32_t want, uint32_t have) const {
    const RowRange want_cels = rows_of(want_.frames.cel_offset, want);
    const RowRange have_cels = rows_of(have_.frames.cel_offset, have);
    if (want_cels.size() != have_cels.size()) return false;
    for (uint32_t i = 0; i < want_cels.size(); ++i) {
      if (!same_cel(want_cels.front() + i, have_cels.front() + i)) return false;
    }
    return true;
  }

  bool same_cel(uint32_t i, uint32_t k) const {
    const Cels& a = want_.cels;
    const Cels& b = have_.cels;
    return a.limb[i] == b.limb[k] && a.index[i] == b.index[k] && a.x[i] == b.x[k] &&
           a.y[i] == b.y[k] && a.flip[i] == b.flip[k] && same_picture(a.picture[i], b.picture[k]);
  }

  const ExpectedGame& expected_;
  const Tables& want_;
  const ReadGame& found_;
  const Tables& have_;
  Status status_ = ok();
};

}  // namespace

ExpectedGame expected_game(const ReadGame& old, const std::vector<CostumeChange>& changes) {
  ExpectedGame expected{old.tables, old.decoded.pictures.pixels()};
  for (const CostumeChange& costume : changes) {
    for (const PictureChange& picture : costume.pictures) change_entries(picture, expected);
  }
  Tables& tables = expected.tables;
  clear_table(tables.timelines);
  clear_table(tables.frames);
  clear_table(tables.cels);
  clear_table(tables.events);
  bake(tables, kDefaultMaxTicks);
  return expected;
}

Status check_tables_equal(const ExpectedGame& expected, const ReadGame& found) {
  return Comparison(expected, found).compare();
}

}  // namespace wardrobe
