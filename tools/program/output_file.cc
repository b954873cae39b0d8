#include "tools/program/output_file.h"

#include <system_error>

#include "pipeline/io/files.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Error output_error(const fs::path& path, const std::string& message) {
  return {ErrorCode::io, kNoOffset, path.string() + ": " + message};
}

}  // namespace

std::string check_name(const std::string& name) { return name.empty() ? "the name is empty" : ""; }

Status check_output(const fs::path& path, bool force, const std::vector<fs::path>& inputs) {
  for (const fs::path& input : inputs) {
    if (same_file(path, input)) {
      return output_error(path, "same file as the input " + input.string());
    }
  }
  std::error_code code;
  const fs::file_status status = fs::symlink_status(path, code);
  if (status.type() == fs::file_type::not_found) return ok();
  if (status.type() == fs::file_type::none) return output_error(path, code.message());
  if (!fs::is_regular_file(status)) {
    return output_error(path, "exists and is not a regular file");
  }
  if (!force) return output_error(path, "file exists (use --force)");
  return ok();
}

Status save_output(const fs::path& path, Bytes bytes, bool force) {
  Status written = write_file(path, bytes, force ? IfExists::replace : IfExists::fail);
  if (written) return written;
  return Error{written.error().code, kNoOffset, describe(path.string(), written.error())};
}

}  // namespace wardrobe
