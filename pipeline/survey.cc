#include "pipeline/survey.h"

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>

#include "formats/limits.h"
#include "formats/scumm/block.h"
#include "pipeline/container/container.h"
#include "pipeline/container/members.h"
#include "pipeline/game_names.h"
#include "pipeline/unread_games.h"

namespace wardrobe {
namespace {

Error not_scumm() {
  return {ErrorCode::unknown_format, 0, "not an index or resource file of a SCUMM game"};
}

/// Recognises a file by its first bytes.
Result<FileType> recognise(const Folder& folder, Candidate& out) {
  Result<Unwrapped> file = open_unwrapped(folder, out.file.name);
  out.closed = !file;
  if (!file) return file.error();
  const ByteSource& bytes = *file->bytes;
  out.size = bytes.size();
  out.file.wrapped = file->wrapped;
  if (std::string doubt = folder.doubt(out.file.name); !doubt.empty()) {
    out.file.doubt = Error{ErrorCode::damaged, kNoOffset, std::move(doubt)};
  }
  std::array<uint8_t, std::max(kDetectedBytes, kContainerHead)> buffer{};
  const auto first = std::span(buffer).first(std::min<uint64_t>(out.size, buffer.size()));
  const Status read = bytes.read(0, first);
  out.closed = !read && read.error().code != ErrorCode::truncated;
  if (!read) return out.closed ? read.error() : not_scumm();
  const std::optional<FileType> type = detect_file(first);
  out.may_be_container = may_be_container(first, out.size);
  if (!type || is_of_other_machine(out.file.name, *type, bytes)) return not_scumm();
  return *type;
}

/// Gives room files the format of their index. Without block names, only the index shows the
/// format.
void follow_index(std::vector<Candidate>& candidates) {
  const auto index = std::ranges::find_if(candidates, [](const Candidate& c) {
    return !c.problem && c.kind == FileKind::index && c.file.style == BlockStyle::nameless;
  });
  if (index == candidates.end()) return;
  for (Candidate& candidate : candidates) {
    const bool is_room = candidate.kind == FileKind::resources && !candidate.closed &&
                         name_of(candidate.file.name).room;
    if (!is_room) continue;
    candidate.problem.reset();
    candidate.stem = kStemOfRooms;
    candidate.file.xor_key = index->file.xor_key;
    candidate.file.style = BlockStyle::nameless;
    candidate.file.has_room_files = true;
  }
}

/// Drops unusable files that only look like an index, unless their game has no other.
void drop_stray_indexes(Survey& found) {
  std::set<std::pair<FileKind, std::string>> good;
  for (const Candidate& c : found.candidates) {
    if (!c.problem) good.emplace(c.kind, stem_key(c.stem));
  }
  const auto stray = std::stable_partition(
      found.candidates.begin(), found.candidates.end(), [&](const Candidate& c) {
        return !c.problem || c.kind != FileKind::index ||
               (!good.contains({FileKind::index, stem_key(c.stem)}) &&
                good.contains({FileKind::resources, stem_key(c.stem)}));
      });
  for (auto c = stray; c != found.candidates.end(); ++c) {
    if (c->closed) found.closed.push_back(std::move(*c));
  }
  found.candidates.erase(stray, found.candidates.end());
}

/// Of equal indexes in several folders of rooms, such as those of a game's disks, keeps the first.
void drop_copies(const Folder& folder, std::vector<Candidate>& candidates) {
  const auto is_index = [](const Candidate& c) {
    return !c.problem && c.kind == FileKind::index && c.file.has_room_files;
  };
  const auto first = std::ranges::find_if(candidates, is_index);
  if (first == candidates.end()) return;
  const auto is_copy = [&](const Candidate& c) {
    return &c != &*first && is_index(c) && are_equal(folder, *first, c);
  };
  candidates.erase(std::remove_if(first + 1, candidates.end(), is_copy), candidates.end());
}

/// Returns the names of the files in a folder and in its folders of rooms. The other folders go to
/// `out`.
Result<std::vector<std::string>> names_in(const Folder& folder, Survey& out) {
  ASSIGN_OR_RETURN(std::vector<std::string> names, folder.names());
  ASSIGN_OR_RETURN(const std::vector<std::string> folders, folder.folders());
  for (const std::string& inner : folders) {
    if (!is_rooms_folder(inner)) {
      out.folders.push_back(inner);
      continue;
    }
    const Result<std::vector<std::string>> rooms = folder.folder(inner)->names();
    if (!rooms) {  // All its rooms count as one file that cannot be opened.
      Candidate& closed = out.candidates.emplace_back();
      closed.file.name = inner;
      closed.kind = FileKind::resources;
      closed.stem = kStemOfRooms;
      closed.problem =
          Error{rooms.error().code, kNoOffset, "this folder of rooms cannot be listed"};
      closed.closed = true;
      continue;
    }
    const std::string start = inner + '/';
    for (const std::string& name : *rooms) names.push_back(start + name);
  }
  return names;
}

}  // namespace

Candidate examine(const Folder& folder, const std::string& file_name, bool asked_for) {
  Candidate candidate;
  candidate.file.name = file_name;
  const Result<FileType> type = recognise(folder, candidate);
  const SplitName split = split_name(file_name);
  const bool extra = candidate.file.wrapped && lower_case(split.ending) == ".bin";
  GameName name = name_of(extra ? split.stem : file_name);
  candidate.file.disk = name.disk;
  candidate.kind = name.kind.value_or(FileKind::resources);
  candidate.stem = std::move(name.stem);
  if (!type) {
    candidate.problem = type.error();
    return candidate;
  }
  const bool v4 = type->style == BlockStyle::size_first && !type->has_room_files;
  const bool is_called_so = (!v4 || name.v4) && (!type->has_room_files || name.room);
  // A room file whose blocks have no names may start like an index.
  const bool misnamed = type->has_room_files && name.room && type->kind != name.kind;
  if (misnamed || (!is_called_so && !(asked_for && type->style == BlockStyle::size_first))) {
    candidate.problem = not_scumm();
    return candidate;
  }
  candidate.kind = type->kind;
  if (type->kind == FileKind::index && candidate.size > kMaxIndexSize) {
    candidate.problem = Error{ErrorCode::limit, kNoOffset,
                              "larger than any index: over " + limit_text(kMaxIndexSize) + "B"};
  }
  candidate.file.xor_key = type->xor_key;
  candidate.file.style = type->style;
  candidate.file.has_room_files = type->has_room_files;
  if (v4) candidate.stem = kStemOfV4;
  if (type->has_room_files) candidate.stem = kStemOfRooms;
  if ((name.v4 && !v4) || (name.room && !type->has_room_files)) {
    candidate.stem = split_name(file_name).stem;
    candidate.file.disk = 0;
  }
  return candidate;
}

Result<Survey> survey(const Folder& folder) {
  Survey out;
  ASSIGN_OR_RETURN(const std::vector<std::string> names, names_in(folder, out));
  for (const std::string& name : names) {
    Candidate candidate = examine(folder, name, false);
    if (candidate.may_be_container && candidate.problem) out.containers.push_back(name);
    if (!candidate.problem || name_of(name).kind) {
      out.candidates.push_back(std::move(candidate));
    } else if (candidate.closed) {
      out.closed.push_back(std::move(candidate));
    }
  }
  follow_index(out.candidates);
  drop_stray_indexes(out);
  drop_copies(folder, out.candidates);
  return out;
}

bool are_equal(const Folder& folder, const Candidate& one, const Candidate& other) {
  constexpr uint64_t kPiece = 1 << 16;
  const Result<Unwrapped> a = open_unwrapped(folder, one.file.name);
  const Result<Unwrapped> b = open_unwrapped(folder, other.file.name);
  if (!a || !b || a->bytes->size() != b->bytes->size()) return false;
  const uint64_t size = a->bytes->size();
  for (uint64_t at = 0; at < size; at += kPiece) {
    std::vector<uint8_t> of_a(std::min(kPiece, size - at));
    std::vector<uint8_t> of_b(of_a.size());
    if (!a->bytes->read(at, of_a) || !b->bytes->read(at, of_b) || of_a != of_b) return false;
  }
  return true;
}

std::vector<const Candidate*> leading_files(const std::vector<Candidate>& candidates) {
  std::vector<const Candidate*> leading;
  for (const FileKind kind : {FileKind::index, FileKind::resources}) {
    for (const Candidate& candidate : candidates) {
      const bool leads = kind == FileKind::index || !candidate.problem;
      if (candidate.kind == kind && leads) leading.push_back(&candidate);
    }
    if (!leading.empty()) break;
  }
  return leading;
}

}  // namespace wardrobe
