#include "tools/program/output.h"

#include <cstdio>
#include <set>
#include <string_view>
#include <system_error>

#include "formats/bytes.h"
#include "pipeline/io/files.h"
#include "tools/export/export.h"
#include "tools/list/rows.h"
#include "tools/program/input.h"

namespace wardrobe {
namespace {

namespace fs = std::filesystem;

Error output_error(const fs::path& path, const std::string& message) {
  return {ErrorCode::io, kNoOffset, path.string() + ": " + message};
}

/// An absolute path without links and dots, and without a slash at its end. The path need not
/// exist.
fs::path real_path(const fs::path& path) {
  std::error_code ignored;
  fs::path real = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  return real.has_filename() ? real : real.parent_path();
}

/// The path of an output folder, without links and dots. A link is kept only in the last part, the
/// folder's own name, so that it can be refused.
fs::path place_of(const fs::path& path) {
  std::error_code ignored;
  fs::path plain = fs::absolute(path, ignored).lexically_normal();
  if (!plain.has_filename()) plain = plain.parent_path();
  return real_path(plain.parent_path()) / plain.filename();
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Returns the first of the entries of `folder` / `name` and below that is not a regular file with
/// a row among `rows`, as a path in `folder`; nullopt if there is none. Empty folders count.
std::optional<fs::path> first_without_row(const fs::path& folder, const fs::path& name,
                                          const std::set<std::string>& rows) {
  const Result<std::vector<fs::path>> entries = list_folder(folder / name);
  if (!entries || entries->empty()) return name;
  for (const fs::path& entry : *entries) {
    const fs::path at = name / entry;
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(folder / at, ignored);
    if (fs::is_directory(status)) {
      if (auto other = first_without_row(folder, at, rows)) return other;
      continue;
    }
    if (!fs::is_regular_file(status)) return at;
    const Result<std::vector<uint8_t>> bytes = read_file(folder / at);
    if (!bytes || !rows.contains(json_line(file_row(at.generic_string(), xxh64(*bytes)))))
      return at;
  }
  return std::nullopt;
}

/// Fails if the folder of an earlier export, which is at `place` now, has anything that its index
/// does not list, or that has changed. `path` is its name for the error.
Status check_export(const fs::path& path, const fs::path& place) {
  std::set<std::string> rows;
  if (const auto bytes = read_file(place / kExportIndexName)) {
    const std::string_view index = as_text(*bytes);
    const size_t end = index.substr(0, index.empty() ? 0 : index.size() - 1).rfind('\n') + 1;
    if (index.substr(end) == index_end(index.substr(0, end))) {
      rows.insert(json_line(file_row(kExportIndexName, xxh64(*bytes))));
      for (size_t at = 0; at < end; at = index.find('\n', at) + 1) {
        const std::string_view line = index.substr(at, index.find('\n', at) - at);
        rows.insert(std::string(line.substr(0, line.rfind('}') + 1)) + "\n");
      }
    }
  }
  const auto other = first_without_row(place, {}, rows);
  if (!other) return ok();
  return output_error(path / *other,
                      "not part of an export, or changed since; left unchanged, even with --force");
}

}  // namespace

Result<OutputFiles> OutputFiles::create(std::vector<fs::path> paths, bool force,
                                        std::vector<fs::path> inputs) {
  OutputFiles files(std::move(paths), force, std::move(inputs));
  TRY(files.check_all());
  return files;
}

Status OutputFiles::check(const fs::path& path) const {
  if (is_stream(path)) return ok();
  for (const fs::path& input : inputs_) {
    if (same_file(path, input))
      return output_error(path, "same file as the input " + input.string());
  }
  std::error_code code;
  const fs::file_status status = fs::symlink_status(path, code);
  if (status.type() == fs::file_type::not_found) {
    const bool has_folder = fs::is_directory(folder_of(path), code);
    return has_folder ? ok() : output_error(path, "cannot create: no such folder");
  }
  if (status.type() == fs::file_type::none) return output_error(path, code.message());
  if (!fs::is_regular_file(status) && !fs::is_symlink(status)) {
    return output_error(path, "exists and is not a regular file");
  }
  return force_ ? ok() : output_error(path, "file exists (--force replaces it)");
}

Status OutputFiles::check_all() const {
  for (const fs::path& path : paths_) TRY(check(path));
  return ok();
}

Status OutputFiles::save(const fs::path& path, Bytes bytes) {
  if (is_stream(path)) {
    const size_t written = std::fwrite(bytes.data(), 1, bytes.size(), stdout);
    if (written == bytes.size() && std::fflush(stdout) == 0) return ok();
    return Error{ErrorCode::io, kNoOffset, "cannot write to the standard output"};
  }
  if (!temporary_) TRY(create_temporary(path));
  const Status written = temporary_->write(path.filename(), bytes, true);
  if (!written) return output_error(path, written.error().message);
  return ++written_ < paths_.size() ? ok() : move_into_place();
}

Status OutputFiles::append(Bytes bytes) {
  const fs::path& path = paths_[0];
  if (file_ == nullptr) {
    TRY(create_temporary(path));
    Result<std::unique_ptr<NewFile>> file = create_file(temporary_->path() / path.filename());
    if (!file) return output_error(path, file.error().message);
    file_ = *std::move(file);
  }
  const Status written = file_->append(bytes);
  return written ? ok() : output_error(path, written.error().message);
}

Status OutputFiles::finish() {
  const Status synced = file_->sync();
  file_.reset();  // Windows moves no open files.
  if (!synced) return output_error(paths_[0], synced.error().message);
  return move_into_place();
}

Status OutputFiles::create_temporary(const fs::path& path) {
  Result<UnfinishedFolder> created = UnfinishedFolder::create(folder_of(path));
  if (!created) return output_error(path, created.error().message);
  temporary_.emplace(*std::move(created));
  return ok();
}

Status OutputFiles::move_into_place() {
  TRY(check_all());
  return temporary_->move_contents(folder_of(paths_[0]),
                                   force_ ? IfExists::replace : IfExists::fail);
}

Result<OutputFolder::Place> OutputFolder::place_at(const fs::path& path,
                                                   std::optional<bool> force) {
  std::error_code code;
  const fs::file_status status = fs::symlink_status(path, code);
  if (status.type() == fs::file_type::not_found) return Place::free;
  if (status.type() == fs::file_type::none) return output_error(path, code.message());
  if (!fs::is_directory(status)) return output_error(path, "exists and is not a folder");
  const Result<std::vector<fs::path>> names = list_folder(path);
  if (!names) return output_error(path, names.error().message);
  if (names->empty()) return Place::empty_folder;
  if (!force) return output_error(path, "the folder is not empty; name a new one");
  if (!*force) {
    return output_error(path, "the folder is not empty (--force replaces an unchanged export)");
  }
  if (same_file(path, fs::current_path(code))) {
    return output_error(path, "is the current folder; name a new folder in it");
  }
  TRY(check_export(path, path));
  return Place::old_export;
}

Result<OutputFolder> OutputFolder::create(const fs::path& path, std::optional<bool> force,
                                          const std::vector<fs::path>& inputs) {
  if (is_stream(path))
    return output_error(path, "a folder cannot be written to the standard output");
  const fs::path target = place_of(path);
  for (const fs::path& input : inputs) {
    const fs::path other = real_path(input);
    if (is_in(target, other))
      return output_error(path,
                          "is inside an input, " + other.string() + "; name a folder elsewhere");
    if (is_in(other, target)) return output_error(path, other.string() + " is in it");
  }
  ASSIGN_OR_RETURN(const Place place, place_at(target, force));
  Result<UnfinishedFolder> temporary =
      UnfinishedFolder::create(place == Place::empty_folder ? target : target.parent_path());
  if (!temporary) return output_error(path, temporary.error().message);
  return OutputFolder(target, *std::move(temporary), place);
}

Status OutputFolder::write(const std::string& name, Bytes bytes) const {
  const Status written = temporary_.write(path_from(name), bytes);
  return written ? ok() : output_error(path_ / path_from(name), written.error().message);
}

Status OutputFolder::finish() {
  if (place_ == Place::empty_folder) {
    const Result<std::vector<fs::path>> names = list_folder(path_);
    if (names && names->size() != 1) return output_error(path_, "the folder is no longer empty");
    return temporary_.move_contents(path_, IfExists::fail);
  }
  Status checked = ok();
  const auto removable = [&](const fs::path& old) { return checked = check_export(path_, old); };
  const Status done = place_ == Place::old_export ? temporary_.replace(path_, removable)
                                                  : temporary_.move_to(path_);
  return done || !checked ? done : output_error(path_, done.error().message);
}

}  // namespace wardrobe
