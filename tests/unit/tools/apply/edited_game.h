#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/unit/pipeline/test_game.h"
#include "tests/unit/tools/apply/picture_folder.h"
#include "tools/apply/apply.h"

namespace wardrobe {

/// A game in memory, to be edited.
class EditedGame {
 public:
  explicit EditedGame(TestGame game) : game_(std::move(game)), input_(game_.input()) {
    const Status read = read_game(input_, before_);
    EXPECT_TRUE(read) << read.error().message;
    pictures_ = open_pictures(before_);
  }

  const ReadGame& before() const { return before_; }
  const TestGame& game() const { return game_; }
  std::vector<OpenPicture>& pictures() { return pictures_; }
  OpenPicture& picture(size_t i) { return pictures_.at(i); }

  /// Applies the changes of these pictures, or of all; checks the result.
  Status apply(const ApplyOptions& options = {}) { return apply(pictures_, options); }
  Status apply(const std::vector<OpenPicture>& pictures, const ApplyOptions& options = {}) {
    return apply(folder_of(before_, pictures), options);
  }
  Status apply(const MemoryFolder& folder, const ApplyOptions& options = {}) {
    plan_.emplace();
    if (Status planned = plan_edit(input_, {load_from(folder)}, options, *plan_); !planned) {
      return planned;
    }
    Status checked = check_edit(input_, *plan_, new_input(input_, plan_->files));
    if (checked) expect_no_mark();
    return checked;
  }

  const EditPlan& plan() const { return *plan_; }

  /// Returns the game after apply().
  TestGame after() const {
    TestGame game = game_;
    if (plan_->files.index) game.files.index = *plan_->files.index;
    for (size_t i = 0; i < game.files.disks.size(); ++i) {
      if (plan_->files.resources[i]) game.files.disks[i] = *plan_->files.resources[i];
    }
    return game;
  }

 private:
  /// Games that were edited do not show it.
  void expect_no_mark() const {
    const GameFiles files = after().files;
    std::vector<std::vector<uint8_t>> all = files.disks;
    all.push_back(files.index);
    for (const std::vector<uint8_t>& file : all) {
      const std::string_view text = as_text(file);
      EXPECT_TRUE(text.find("WARDROBE") == text.npos && text.find("WRDB") == text.npos);
    }
  }

  TestGame game_;
  GameInput input_;
  ReadGame before_;
  std::vector<OpenPicture> pictures_;
  std::optional<EditPlan> plan_;
};

inline bool same_files(const TestGame& a, const TestGame& b) {
  return a.files.index == b.files.index && a.files.disks == b.files.disks;
}

}  // namespace wardrobe
