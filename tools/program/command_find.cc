#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "pipeline/io/files.h"
#include "pipeline/parallel.h"
#include "tools/find/answer_rows.h"
#include "tools/find/find.h"
#include "tools/find/query.h"
#include "tools/list/rows.h"
#include "tools/program/choices.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

constexpr const char* kFindHelp = R"(Finds the costumes that an image shows

Usage: wardrobe find PICTURE ARCHIVE... [OPTIONS]

  PICTURE               A PNG: a picture, a part of one or a screenshot; -: the
                        standard input
  ARCHIVE               .wardrobe files; games are packed in memory
{names}
  --json                Print one JSON object per costume
{quiet}

Exit status: 0 found; 1 not found; 2 error.
Example:
  wardrobe find screenshot.png archives/*.wardrobe)";

struct FindOptions {
  std::filesystem::path picture;
  std::vector<std::string> archives;
  std::filesystem::path names;
  bool json = false;
  bool quiet = false;
};

Result<std::vector<Answer>> search(const std::string& archive, const FindOptions& options,
                                   const Query& query, const GivenNames& names) {
  ASSIGN_OR_RETURN(const Input input, open_input(path_from(archive), options.quiet));
  ASSIGN_OR_RETURN(GivenNames given,
                   names_for(names, input.open.tables, options.archives.size() == 1));
  Result<std::vector<Answer>> answers = find_in(input.open, archive, query, std::move(given));
  if (answers) return answers;
  return named(path_from(archive), answers.error());
}

int find(const FindOptions& options) {
  const Result<std::vector<uint8_t>> file = read_input(options.picture);
  if (!file) return fail(file.error());
  const Result<Query> query = Query::from_png(*file);
  if (!query) return fail(describe(options.picture.string(), query.error()));
  const Result<GivenNames> names = given_names(options.names);
  if (!names) return fail(names.error());
  std::vector<std::optional<Result<std::vector<Answer>>>> found(options.archives.size());
  run_with_threads(0, [&] {
    parallel_for(found.size(), [&](size_t i, size_t) {
      found[i] = search(options.archives[i], options, *query, *names);
    });
  });
  std::vector<Answer> answers;
  int status = kFine;
  for (std::optional<Result<std::vector<Answer>>>& result : found) {
    if (*result) {
      std::ranges::move(**result, std::back_inserter(answers));
    } else {
      status = fail(result->error());
    }
  }
  rank(answers);
  for (const Answer& answer : answers) {
    fmt::print("{}",
               options.json ? json_line(answer.row) : answer_text(answer.row, answer.costume));
  }
  if (!answers.empty() || status != kFine) return status;
  if (!options.json) fmt::print("not found\n");
  return kNo;
}

}  // namespace

void add_find_command(CLI::App& app, int& status) {
  auto options = std::make_shared<FindOptions>();
  const Options command(app, "find", kFindHelp);
  command.add("PICTURE", options->picture)->required();
  command.add("ARCHIVE", options->archives)->required();
  command.add("--names", options->names);
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] { status = find(*options); });
}

}  // namespace wardrobe
