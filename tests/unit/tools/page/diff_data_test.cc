#include "tools/page/diff_data.h"

#include <functional>

#include <gtest/gtest.h>

#include "pipeline/failures.h"
#include "tests/unit/tools/diff/small_input.h"
#include "tools/list/rows.h"
#include "tools/page/page.h"

namespace wardrobe {
namespace {

/// Returns the data of a page about the small archive before and after a change.
Row page_data(const SmallArchive& before, const SmallArchive& after) {
  const Result<Diff> found = diff(input(before), input(after));
  EXPECT_TRUE(found);
  return diff_data({before.tables, after.tables}, *found);
}

Row after(const std::function<void(Tables&)>& change) {
  SmallArchive changed = small_archive();
  change(changed.tables);
  return page_data(small_archive(), changed);
}

TEST(DiffData, CountsCostumesAndFindings) {
  const Row data = after([](Tables& t) {
    t.entries.x[0] = 5;
    t.entries.y[0] = 6;
    t.costumes.id[1] = 9;
  });
  EXPECT_EQ(data["summary"], "2 costumes: 1 changed, 1 moved");
  EXPECT_EQ(data["counts"].dump(),
            R"({"same":0,"changed":1,"moved":1,"added":0,"removed":0,"unreadable":0})");
  EXPECT_EQ(data["kinds"].dump(), R"({"costume-moved":1,"picture-placement":2})");
  ASSERT_EQ(data["costumes"].size(), 2u);
  EXPECT_EQ(data["costumes"][0]["name"], "costume 1");
  EXPECT_EQ(data["costumes"][0]["summary"], "2 picture-placement");
  EXPECT_EQ(data["costumes"][1]["id"], 9);
}

TEST(DiffData, HasTheSlotsOfAFinding) {
  const Row data = after([](Tables& t) { t.entries.x[0] = 5; });
  const Row& finding = data["costumes"][0]["findings"][0];
  EXPECT_EQ(finding["entries"].dump(), "[0,0]");
  EXPECT_EQ(finding["text"], "limb 0 index 0: x -8 → 5, in chore 1 W");
}

TEST(DiffData, HasTheTimelinesThatAFindingNames) {
  const Row data = after([](Tables& t) { t.entries.x[0] = 5; });
  EXPECT_EQ(data["costumes"][0]["rows"].dump(), "[0,0]");
  EXPECT_EQ(data["costumes"][0]["timelines"].dump(), R"([{"chore":1,"dir":"W","rows":[0,0]}])");
}

TEST(DiffData, HasTimelinesThatDifferThoughNoFindingNamesThem) {
  // Whether mirrored or not, the cel is drawn flipped in only one of the archives.
  const Row data = after([](Tables& t) {
    t.costumes.mirror_west[0] = 0;
    t.cels.flip[0] = 1;
  });
  EXPECT_EQ(data["kinds"].dump(), R"({"mirror":1})");
  EXPECT_EQ(data["costumes"][0]["timelines"].size(), 1u);
}

TEST(DiffData, HasARecordThatOneArchiveLacks) {
  const Row data = after([](Tables& t) { t.records.number[0] = 5; });
  EXPECT_EQ(data["kinds"].dump(), R"({"record":2})");
  const Row& timelines = data["costumes"][0]["timelines"];
  ASSERT_EQ(timelines.size(), 2u);
  EXPECT_EQ(timelines[0]["dir"], "E");
  EXPECT_EQ(timelines[0]["rows"].dump(), "[null,0]");
  EXPECT_EQ(timelines[1]["rows"].dump(), "[0,null]");
}

TEST(DiffData, HasNoTimelinesOfACostumeThatOneArchiveLacks) {
  SmallArchive none;
  const Row data = page_data(none, small_archive());
  EXPECT_EQ(data["summary"], "2 costumes: 2 added");
  EXPECT_EQ(data["costumes"][0]["name"], "rooms");
  EXPECT_TRUE(data["costumes"][0]["id"].is_null());
  EXPECT_EQ(data["costumes"][1]["timelines"].size(), 0u);
  EXPECT_EQ(data["costumes"][1]["rows"].dump(), "[null,0]");
}

TEST(DiffData, TellsWhatIsUnreadableFromWhatIsGone) {
  SmallArchive none;
  EXPECT_EQ(page_data(small_archive(), none)["counts"]["removed"], 2);
  FailurePlace place;
  place.id = small_archive().tables.costumes.id[0];
  add_failure(none.tables.failures, place, "it is broken");
  const Row data = page_data(small_archive(), none);
  EXPECT_EQ(data["summary"], "2 costumes: 1 removed, 1 unreadable");
  EXPECT_EQ(data["counts"]["unreadable"], 1);
  EXPECT_EQ(data["kinds"]["unreadable"], 1);
  EXPECT_EQ(data["costumes"][1]["findings"][0]["text"], "new archive: it is broken");
}

TEST(DiffPage, CannotBeEndedByItsData) {
  const SmallArchive small = small_archive();
  const Result<Diff> found = diff(input(small), input(small));
  ASSERT_TRUE(found);
  const Result<std::string> page =
      diff_page({"</script><b>@DATA@"}, {"new"}, {small.tables, small.tables}, *found);
  ASSERT_TRUE(page);
  EXPECT_NE(page->find(R"("name":"\u003c/script>\u003cb>@DATA@")"), std::string::npos);
  EXPECT_EQ(page->find("</script><b>"), std::string::npos);
}

}  // namespace
}  // namespace wardrobe
