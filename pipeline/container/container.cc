#include "pipeline/container/container.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "formats/bytes.h"
#include "formats/limits.h"

namespace wardrobe {
namespace {

class FileSlice : public ByteSource {
 public:
  FileSlice(std::shared_ptr<const ByteSource> file, uint64_t offset, uint64_t size)
      : file_(std::move(file)), offset_(offset), size_(size) {}

  uint64_t size() const override { return size_; }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    if (offset > size_ || out.size() > size_ - offset) {
      return Error{ErrorCode::truncated, size_, "the file ends here"};
    }
    return file_->read(offset_ + offset, out);
  }

 private:
  std::shared_ptr<const ByteSource> file_;
  uint64_t offset_;
  uint64_t size_;
};

/// The members of a container by their names, which lead through folders.
using MemberMap = std::map<std::string, Member>;

class InnerFolder : public Folder {
 public:
  /// `prefix` begins the names of the members in this folder: "", or "classic/en/".
  InnerFolder(std::string path, std::shared_ptr<const MemberMap> members, std::string prefix)
      : Folder(std::move(path)), members_(std::move(members)), prefix_(std::move(prefix)) {}

  Result<std::vector<std::string>> names() const override { return list(false); }
  Result<std::vector<std::string>> folders() const override { return list(true); }

  Result<std::unique_ptr<ByteSource>> open(const std::string& name) const override {
    const auto member = members_->find(prefix_ + name);
    if (member == members_->end()) {
      return Error{ErrorCode::not_found, kNoOffset, "cannot open: no such file"};
    }
    return member->second.open();
  }

  std::unique_ptr<Folder> folder(const std::string& name) const override {
    return std::make_unique<InnerFolder>(path_of(name), members_, prefix_ + name + '/');
  }

  std::string doubt(const std::string& name) const override {
    const auto member = members_->find(prefix_ + name);
    return member == members_->end() ? "" : member->second.doubt;
  }

 private:
  std::vector<std::string> list(bool folders) const {
    std::set<std::string> names;  // Paths are sorted otherwise: "Game 2/…" comes before "Game/…".
    for (auto it = members_->lower_bound(prefix_);
         it != members_->end() && it->first.starts_with(prefix_); ++it) {
      const size_t slash = it->first.find('/', prefix_.size());
      if ((slash != std::string::npos) != folders) continue;
      names.insert(it->first.substr(prefix_.size(), slash - prefix_.size()));
    }
    return {names.begin(), names.end()};
  }

  std::shared_ptr<const MemberMap> members_;
  std::string prefix_;
};

/// Returns a name without empty parts: "abs/A.000" for "/abs//A.000". A folder's own name, which
/// ends with a slash, is empty.
std::string clean_name(const std::string& name) {
  if (name.ends_with('/')) return "";
  std::string clean;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('/', begin), name.size());
    if (end > begin) clean.append(clean.empty() ? "" : "/").append(name, begin, end - begin);
    begin = end + 1;
  }
  return clean;
}

Result<std::unique_ptr<ByteSource>> open_stored(const std::shared_ptr<const ByteSource>& file,
                                                const StoredMember& stored_member, bool too_large) {
  const auto& [name, offset, size, problem] = stored_member;
  if (problem != nullptr) return Error{ErrorCode::unknown_format, kNoOffset, problem};
  if (has_control_bytes(name)) return damaged("its name in the container has control bytes");
  if (offset > file->size() || size > file->size() - offset) {
    return Error{ErrorCode::truncated, kNoOffset,
                 "its " + std::to_string(size) + " bytes from " + std::to_string(offset) +
                     " on pass the end of the container"};
  }
  if (too_large) {
    return Error{ErrorCode::limit, kNoOffset, "the files of this folder overlap in the container"};
  }
  return open_part(file, offset, size);
}

/// Returns, for each member, the name of one that it overlaps; null: none. Members of different
/// folders may be the same bytes.
std::vector<const std::string*> overlaps(const std::vector<StoredMember>& stored,
                                         uint64_t file_size) {
  std::vector<size_t> order(stored.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return stored[i].offset; });
  std::vector<const std::string*> with(stored.size(), nullptr);
  const StoredMember* last = nullptr;  // of those before, the one that ends last
  for (const size_t i : order) {
    const StoredMember& one = stored[i];
    // Others cannot be opened, or take no place.
    if (one.size == 0 || one.offset > file_size || one.size > file_size - one.offset) continue;
    const bool overlap = last != nullptr && one.offset - last->offset < last->size;
    const bool same = overlap && one.offset == last->offset && one.size == last->size &&
                      folder_of(one.name) != folder_of(last->name);
    if (overlap && !same) {
      with[i] = &last->name;
      with[static_cast<size_t>(last - stored.data())] = &one.name;
    }
    if (!overlap || one.offset - last->offset + one.size > last->size) last = &one;
  }
  return with;
}

using Reader = Result<Members> (*)(const std::shared_ptr<const ByteSource>&);
constexpr Reader kReaders[] = {
    pak_members,
#ifndef WARDROBE_MODULE  // The page opens .zip files itself.
    zip_members,
#endif
    mac_members,
};

}  // namespace

bool may_be_container(Bytes head, uint64_t size) {
  const std::string_view magic = as_text(head.first(std::min<size_t>(4, head.size())));
  return magic == "KAPL" || magic == "LPAK" || magic == "PK\3\4" || magic == "PK\5\6" ||
         may_be_mac(head, size);
}

Result<std::unique_ptr<Folder>> open_container(const std::shared_ptr<const ByteSource>& file,
                                               const std::string& path) {
  for (const Reader reader : kReaders) {
    Result<Members> members = reader(file);
    if (!members && members.error().code == ErrorCode::unknown_format) continue;
    if (!members) return Error{members.error().code, kNoOffset, describe(path, members.error())};
    const auto all = std::make_shared<MemberMap>();
    for (Member& member : *members) {  // of several with the same name, the last counts
      std::string name = clean_name(member.name);
      if (name.empty()) continue;
      if (all->contains(name)) member.doubt = "another file in its container has the same name";
      all->insert_or_assign(std::move(name), std::move(member));
    }
    return std::unique_ptr<Folder>(std::make_unique<InnerFolder>(path, all, ""));
  }
  return std::unique_ptr<Folder>();
}

std::unique_ptr<ByteSource> open_part(std::shared_ptr<const ByteSource> file, uint64_t offset,
                                      uint64_t size) {
  return std::make_unique<FileSlice>(std::move(file), offset, size);
}

bool has_control_bytes(const std::string& name) {
  return std::ranges::any_of(name, [](char c) { return (c & 0xE0) == 0; });
}

Members members_of(const std::shared_ptr<const ByteSource>& file,
                   std::vector<StoredMember> stored) {
  std::erase_if(stored, [](const StoredMember& one) { return one.name.empty(); });
  std::map<std::string, uint64_t> taken;  // by folder
  for (const StoredMember& one : stored) {
    if (one.size <= file->size()) taken[folder_of(one.name)] += one.size;
  }
  const std::vector<const std::string*> with = overlaps(stored, file->size());
  std::vector<std::string> doubts(stored.size());
  for (size_t i = 0; i < stored.size(); ++i) {
    if (with[i] != nullptr) doubts[i] = "overlaps " + *with[i] + " in its container";
  }
  Members members;
  for (size_t i = 0; i < stored.size(); ++i) {
    const bool too_large = taken[folder_of(stored[i].name)] > 2 * file->size();
    std::string name = stored[i].name;
    members.push_back({std::move(name),
                       [file, too_large, one = std::move(stored[i])] {
                         return open_stored(file, one, too_large);
                       },
                       std::move(doubts[i])});
  }
  return members;
}

std::vector<uint8_t> bytes_at(const ByteSource& file, uint64_t offset, size_t count) {
  if (offset > file.size() || file.size() - offset < count) return {};
  std::vector<uint8_t> bytes(count);
  return file.read(offset, bytes) ? bytes : std::vector<uint8_t>{};
}

std::string folder_of(const std::string& name) {
  const size_t slash = name.rfind('/');
  return slash == std::string::npos ? "" : name.substr(0, slash);
}
namespace {

constexpr size_t kMacEntrySize = 40;
constexpr size_t kMacNameSize = 32;

/// The place of a container's directory, in its first 8 bytes.
struct Directory {
  uint32_t place;
  uint32_t size;
};

Directory directory_of(Bytes head) {
  ByteReader header(head);
  const uint32_t place = header.u32_be();
  return {place, header.u32_be()};
}

constexpr uint64_t kForkUnit = 128;  ///< of MacBinary: its header, and what forks are padded to

uint64_t padded(uint64_t size) { return (size + kForkUnit - 1) / kForkUnit * kForkUnit; }

/// Returns the size of the data fork of a file in MacBinary; 0 if this is no header of one.
uint64_t fork_size(Bytes header, uint64_t file_size) {
  constexpr uint8_t kMostName = 63;
  if (header.size() < kForkUnit || header[0] != 0 || header[74] != 0 || header[82] != 0) return 0;
  if (header[1] == 0 || header[1] > kMostName) return 0;
  const Bytes name = header.subspan(2, header[1]);
  if (std::ranges::any_of(name, [](uint8_t c) { return c == 0; })) return 0;
  ByteReader forks(header, 83);
  const uint64_t data = forks.u32_be();
  const uint64_t resources = forks.u32_be();
  const uint64_t comment = header[99] * 256u + header[100];
  const uint64_t size = kForkUnit + padded(data) + padded(resources) + padded(comment);
  return size == padded(file_size) && kForkUnit + data <= file_size ? data : 0;
}

}  // namespace

bool may_be_mac(Bytes head, uint64_t size) {
  const Directory at = directory_of(head);
  return at.size != 0 && at.size % kMacEntrySize == 0 && at.size <= kMacEntrySize * kMaxMacFiles &&
         uint64_t{at.place} + at.size <= size;
}

Result<Members> mac_members(const std::shared_ptr<const ByteSource>& file) {
  const std::vector<uint8_t> head = bytes_at(*file, 0, kContainerHead);
  if (!may_be_mac(head, file->size())) return other_kind();
  const Directory at = directory_of(head);
  const std::vector<uint8_t> entries = bytes_at(*file, at.place, at.size);
  ByteReader reader(entries);
  std::vector<StoredMember> stored;
  while (reader.left() >= kMacEntrySize) {
    const uint32_t offset = reader.u32_be();
    const uint32_t length = reader.u32_be();
    const Bytes field = reader.take(kMacNameSize);
    std::string name(field.begin(), std::ranges::find(field, 0));
    if (!name.empty()) stored.push_back({std::move(name), offset, length});
  }
  const bool named = std::ranges::any_of(
      stored, [](const StoredMember& member) { return !has_control_bytes(member.name); });
  if (!named) return other_kind();
  return members_of(file, std::move(stored));
}

Result<Unwrapped> open_unwrapped(const Folder& folder, const std::string& name) {
  ASSIGN_OR_RETURN(std::unique_ptr<ByteSource> file, folder.open(name));
  uint8_t first = 1;  // Most files are known to be none by their first byte.
  const bool maybe = file->size() > kForkUnit && file->read(0, {&first, 1}) && first == 0;
  const uint64_t data = maybe ? fork_size(bytes_at(*file, 0, kForkUnit), file->size()) : 0;
  if (data == 0) return Unwrapped{std::move(file)};
  return Unwrapped{open_part(std::move(file), kForkUnit, data), true};
}
namespace {

constexpr size_t kPakHeaderSize = 40;
/// Sizes of an entry. The Special Editions of Monkey Island have the smaller one. Full Throttle has
/// the wide one, whose offsets are wider.
constexpr size_t kPakEntrySize = 20;
constexpr size_t kWidePakEntrySize = 24;

/// Reads names, each of which ends with a zero byte. Leaves out empty names at the end. Reads at
/// most one name more than the limit.
std::vector<std::string> read_names(Bytes bytes) {
  std::vector<std::string> names;
  std::string name;
  for (const uint8_t byte : bytes) {
    if (names.size() > kMaxContainerFiles) break;
    if (byte != 0) {
      name += byte == '\\' ? '/' : static_cast<char>(byte);
      continue;
    }
    names.push_back(std::move(name));
    name.clear();
  }
  while (!names.empty() && names.back().empty()) names.pop_back();
  return names;
}

/// Reads an entry. `name` is its name by its place in the list of names, because the name offset in
/// an entry is wrong in some games.
StoredMember read_entry(Bytes entry, uint64_t data, const std::string& name, bool wide) {
  ByteReader reader(entry);
  const uint64_t offset = wide ? reader.u64() : reader.u32();
  reader.u32();
  const uint32_t size = reader.u32();
  const bool compressed = reader.u32() != size || (!wide && reader.u32() != 0);
  const bool overflows = offset > ~data;
  return {name, overflows ? offset : data + offset, size,
          compressed ? "compressed in its .pak, which is not supported; unpack the .pak first"
                     : nullptr};
}

}  // namespace

Result<Members> pak_members(const std::shared_ptr<const ByteSource>& file) {
  const std::vector<uint8_t> magic = bytes_at(*file, 0, 4);
  if (as_text(magic) != "KAPL" && as_text(magic) != "LPAK") return other_kind();
  const std::vector<uint8_t> head = bytes_at(*file, 0, kPakHeaderSize);
  if (head.empty()) return damaged("this .pak ends within its header");
  ByteReader header(head, 8);  // after magic and version
  const uint32_t index_at = header.u32();
  const uint32_t entries_at = header.u32();
  const uint32_t names_at = header.u32();
  const uint32_t data = header.u32();
  header.u32();  // the size of the index
  const uint32_t entries_size = header.u32();
  const uint32_t names_size = header.u32();
  const Error too_many{ErrorCode::limit, kNoOffset, "this .pak has more files than any game"};
  if (entries_size > kMaxContainerFiles * kWidePakEntrySize || names_size > kMaxContainerNames) {
    return too_many;
  }
  const std::vector<std::string> names = read_names(bytes_at(*file, names_at, names_size));
  if (names.size() > kMaxContainerFiles) return too_many;
  // Wide entries are where other files have an index.
  const bool wide = entries_size == kWidePakEntrySize * names.size();
  const size_t entry_size = wide ? kWidePakEntrySize : kPakEntrySize;
  const std::vector<uint8_t> entries = bytes_at(*file, wide ? index_at : entries_at, entries_size);
  const size_t count = entries.size() / entry_size;
  if (count == 0 || entries.size() % entry_size != 0 || count > names.size()) {
    return damaged("the entries of this .pak do not match its names and size");
  }
  ByteReader reader(entries);
  std::vector<StoredMember> stored;
  for (size_t i = 0; i < count; ++i) {
    stored.push_back(read_entry(reader.take(entry_size), data, names[i], wide));
  }
  return members_of(file, std::move(stored));
}

}  // namespace wardrobe
