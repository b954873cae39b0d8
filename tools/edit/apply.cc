#include "tools/edit/apply.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "tools/edit/block_check.h"
#include "tools/edit/expected_game.h"
#include "tools/edit/row_order.h"

namespace wardrobe {
namespace {

Status make_blocks(EditPlan& plan) {
  for (const CostumeChange& change : plan.changes) {
    const auto kind = static_cast<Kind>(plan.game.tables.costumes.kind[change.costume]);
    Result<std::vector<uint8_t>> payload = kind == Kind::akos ? new_akos_payload(plan.game, change)
                                                              : new_cost_payload(plan.game, change);
    if (!payload) return payload.error();
    plan.blocks.push_back({change.costume, *std::move(payload)});
  }
  return ok();
}

/// Why --keep-index refuses: a costume of another size than before.
Error index_changes(const GameInput& input, const EditPlan& plan) {
  const auto old_size = [&](const NewBlock& block) {
    return plan.game.payload(block.costume).size();
  };
  const auto moves = std::ranges::find_if(
      plan.blocks, [&](const NewBlock& block) { return block.payload.size() != old_size(block); });
  const auto& change = plan.changes[static_cast<size_t>(moves - plan.blocks.begin())];
  const PictureChange& picture = change.pictures[0];
  return {ErrorCode::limit, kNoOffset,
          picture.file + ": " + slot_text(plan.game.tables, change.costume, picture.entries[0]) +
              ": the costume would have " + std::to_string(moves->payload.size()) +
              " bytes instead of " + std::to_string(old_size(*moves)) + ", and " +
              input.index->name + " would change"};
}

/// A file of an existing input.
class BorrowedSource final : public ByteSource {
 public:
  explicit BorrowedSource(const ByteSource& source) : source_(source) {}
  uint64_t size() const override { return source_.size(); }
  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    return source_.read(offset, out);
  }

 private:
  const ByteSource& source_;
};

GameFile new_file(const GameFile& old, const std::optional<std::vector<uint8_t>>& bytes) {
  std::unique_ptr<ByteSource> source;
  if (bytes) {
    source = open_memory(*bytes);
  } else {
    source = std::make_unique<BorrowedSource>(*old.bytes);
  }
  return {old.name, old.xor_key, old.disk, std::move(source), old.style};
}

/// What went wrong here is no fault of the user's.
Status own_fault(const Status& status) {
  if (status) return status;
  return Error{status.error().code, status.error().offset,
               "the new game is not right, so nothing is written: " + status.error().message};
}

}  // namespace

Status plan_edit(const GameInput& input, const LoadFile& load, const ApplyOptions& options,
                 EditPlan& out) {
  if (Status read = read_game(input, out.game); !read) return read;
  Result<Edits> edits = read_edits(load, out.game);
  if (!edits) return edits.error();
  out.edits = *std::move(edits);
  if (!out.edits.pictures.empty() && looks_stored_by_rows(out.game)) {
    return Error{
        ErrorCode::unknown_format, kNoOffset,
        input.resources[0].name +
            ": its pictures seem to be stored by rows, as on the Amiga; this cannot be edited"};
  }
  Result<std::vector<CostumeChange>> changes =
      settle_changes(out.game, out.edits, options.redirects);
  if (!changes) return changes.error();
  out.changes = *std::move(changes);
  if (Status made = make_blocks(out); !made) return made;
  Result<NewFiles> files = lay_out(input, out.game, out.blocks);
  if (!files) return files.error();
  out.files = *std::move(files);
  if (options.keep_index && out.files.index) return index_changes(input, out);
  return ok();
}

GameInput new_input(const GameInput& old_input, const NewFiles& files) {
  GameInput input;
  input.folder = old_input.folder;
  input.problems = old_input.problems;
  input.program = old_input.program;
  if (old_input.index) input.index = new_file(*old_input.index, files.index);
  for (size_t i = 0; i < old_input.resources.size(); ++i) {
    input.resources.push_back(new_file(old_input.resources[i], files.resources[i]));
  }
  return input;
}

Status check_edit(const GameInput& old_input, const EditPlan& plan, const GameInput& new_input) {
  ReadGame found;
  if (Status read = read_game(new_input, found); !read) return own_fault(read);
  const ExpectedGame expected = expected_game(plan.game, plan.changes);
  if (Status same = check_tables_equal(expected, found); !same) return own_fault(same);
  return own_fault(check_blocks(old_input, plan.game, plan.blocks, new_input));
}

}  // namespace wardrobe
