#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/core.h>

#include "formats/archive/archive.h"
#include "tools/list/rows.h"
#include "tools/program/command.h"
#include "tools/program/input.h"
#include "tools/program/print.h"

namespace wardrobe {
namespace {

constexpr const char* kVerifyHelp = R"(Checks every byte of archives

Usage: wardrobe verify ARCHIVE... [OPTIONS]

  ARCHIVE               .wardrobe files; -: the standard input
  --json                Print one JSON object per archive
  -q, --quiet           Print only what is damaged
{help}

Exit status: 0 all are OK; 1 at least one is damaged; 2 error.
Example:
  wardrobe verify game.wardrobe)";

struct VerifyOptions {
  std::vector<std::filesystem::path> archives;
  bool json = false;
  bool quiet = false;
};

/// Checks a file. An error with the code io is no damage: there was no archive to check, or it
/// could not be read. Sets `bytes` if there was one.
Status check(const std::filesystem::path& path, Row& bytes) {
  const auto no_archive = [](std::string message) {
    return Error{ErrorCode::io, kNoOffset, std::move(message)};
  };
  Result<std::unique_ptr<ByteSource>> file = open_source(path);
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    return no_archive("a folder, not a Wardrobe archive");
  }
  if (!file) return no_archive(text_of(file.error()));
  if (!looks_like_archive(**file)) return no_archive("not a Wardrobe archive");
  bytes = (*file)->size();
  ASSIGN_OR_RETURN(const Archive archive, Archive::open(*std::move(file)));
  return archive.verify();
}

int verify(const std::filesystem::path& path, const VerifyOptions& options) {
  const std::string name = path.string();
  Row bytes;
  const Status status = check(path, bytes);
  if (options.json) {
    fmt::print("{}", json_line({{"archive", name},
                                {"ok", static_cast<bool>(status)},
                                {"error", status ? Row() : Row(status.error().message)},
                                {"bytes", bytes}}));
  }
  if (!status && status.error().code == ErrorCode::io) {
    return fail(describe(name, status.error()));
  }
  const std::string verdict =
      status ? fmt::format("{}: OK ({})", name, size_text(bytes.get<uint64_t>()))
             : describe(name + ": damaged", status.error());
  if (!options.json && (!status || !options.quiet)) fmt::print("{}\n", printable(verdict));
  return status ? kFine : kNo;
}

}  // namespace

void add_verify_command(CLI::App& app, int& status) {
  auto options = std::make_shared<VerifyOptions>();
  const Options command(app, "verify", kVerifyHelp);
  command.add("ARCHIVE", options->archives)->required();
  command.add("--json", options->json);
  command.add("--quiet", options->quiet);
  command->callback([options, &status] {
    for (const std::filesystem::path& path : options->archives) {
      status = std::max(status, verify(path, *options));
    }
  });
}

}  // namespace wardrobe
