#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/archive/archive.h"
#include "pipeline/io/files.h"
#include "tools/program/command.h"
#include "tools/program/print.h"
#include "tools/rows/json_rows.h"

namespace wardrobe {
namespace {

struct VerifyOptions {
  std::vector<std::filesystem::path> archives;
  bool json = false;
};

Status check(std::unique_ptr<ByteSource> file) {
  ASSIGN_OR_RETURN(const Archive archive, Archive::open(std::move(file)));
  return archive.verify();
}

int verify(const std::filesystem::path& path, bool json) {
  const std::string name = path.string();
  Result<std::unique_ptr<ByteSource>> file = open_file(path);
  if (!file) return fail(describe(name, file.error()));
  if (!looks_like_archive(**file)) {
    return fail(name + ": this is not a wardrobe archive");
  }
  const uint64_t bytes = (*file)->size();
  const Status status = check(*std::move(file));
  if (!status && status.error().code == ErrorCode::io) {
    return fail(describe(name, status.error()));
  }
  const std::string verdict = status ? fmt::format("{}: fine ({})", name, size_text(bytes))
                                     : describe(name + ": damaged", status.error());
  if (json) {
    fmt::print("{}", json_line({{"archive", name},
                                {"ok", static_cast<bool>(status)},
                                {"error", status ? Row() : Row(status.error().message)},
                                {"bytes", bytes}}));
  } else {
    fmt::print("{}\n", printable(verdict));
  }
  return status ? kFine : kNo;
}

}  // namespace

void add_verify_command(CLI::App& app, int& status) {
  auto options = std::make_shared<VerifyOptions>();
  CLI::App* command = app.add_subcommand(
      "verify", "Checks every byte of archives (status 1: at least one is damaged)");
  command->add_option("ARCHIVE", options->archives, "One or more .wardrobe files")
      ->required()
      ->type_name(kFile);
  command->add_flag("--json", options->json, "Print one JSON object per archive");
  command->footer("Example:\n  wardrobe verify game.wardrobe");
  command->callback([options, &status] {
    for (const std::filesystem::path& path : options->archives) {
      status = std::max(status, verify(path, options->json));
    }
  });
}

}  // namespace wardrobe
