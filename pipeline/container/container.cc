#include "pipeline/container/container.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include "formats/limits.h"
#include "formats/lock.h"

#ifndef WARDROBE_MODULE  // The page opens .zip files itself.
#include <minizip/unzip.h>
#include <minizip/zip.h>
#endif

namespace wardrobe {
namespace {

using Members = std::vector<Member>;

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

/// The error that a reader returns if the file is not a container of its kind.
Error other_kind() { return {ErrorCode::unknown_format, 0, "not a container of this kind"}; }
Error damaged(const std::string& what) { return {ErrorCode::damaged, kNoOffset, what}; }

/// Whether a name has bytes that no name has.
bool has_control_bytes(const std::string& name) {
  return std::ranges::any_of(name, [](char c) { return (c & 0xE0) == 0; });
}

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

/// Returns the folder part of a name, without the final slash.
std::string folder_of(const std::string& name) {
  const size_t slash = name.rfind('/');
  return slash == std::string::npos ? "" : name.substr(0, slash);
}

/// Returns `count` bytes of the file from `offset` on; none if it has fewer.
std::vector<uint8_t> bytes_at(const ByteSource& file, uint64_t offset, size_t count) {
  if (offset > file.size() || file.size() - offset < count) return {};
  std::vector<uint8_t> bytes(count);
  return file.read(offset, bytes) ? bytes : std::vector<uint8_t>{};
}

/// A member stored uncompressed in its container.
struct StoredMember {
  std::string name;
  uint64_t offset = 0;
  uint64_t size = 0;
  const char* problem = nullptr;  ///< why it cannot be opened
};

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

/// Doubts the members that overlap another one. Members of different folders may be the same bytes.
void doubt_overlaps(const std::vector<StoredMember>& stored, uint64_t file_size, Members& members) {
  std::vector<size_t> order(stored.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, {}, [&](size_t i) { return stored[i].offset; });
  const auto doubt = [&](size_t i, size_t other) {
    members[i].doubt = "overlaps " + stored[other].name + " in its container";
  };
  const StoredMember* last = nullptr;  // of those before, the one that ends last
  for (const size_t i : order) {
    const StoredMember& one = stored[i];
    // Others cannot be opened, or take no place.
    if (one.size == 0 || one.offset > file_size || one.size > file_size - one.offset) continue;
    const bool overlap = last != nullptr && one.offset - last->offset < last->size;
    const bool same = overlap && one.offset == last->offset && one.size == last->size &&
                      folder_of(one.name) != folder_of(last->name);
    if (overlap && !same) {
      const auto before = static_cast<size_t>(last - stored.data());
      doubt(i, before);
      doubt(before, i);
    }
    if (!overlap || one.offset - last->offset + one.size > last->size) last = &one;
  }
}

/// Makes members from stored ones. One that ends after the end of the file cannot be opened, nor
/// one whose name has control bytes. Those that overlap another one are doubtful; if the sizes in a
/// folder add up to more than twice the file, none of them can be opened.
Members members_of(const std::shared_ptr<const ByteSource>& file,
                   std::vector<StoredMember> stored) {
  std::erase_if(stored, [](const StoredMember& one) { return one.name.empty(); });
  std::map<std::string, uint64_t> taken;  // by folder
  for (const StoredMember& one : stored) {
    if (one.size <= file->size()) taken[folder_of(one.name)] += one.size;
  }
  Members members;
  for (const StoredMember& one : stored) {
    const bool too_large = taken[folder_of(one.name)] > 2 * file->size();
    members.push_back(
        {one.name, [file, too_large, one] { return open_stored(file, one, too_large); }});
  }
  doubt_overlaps(stored, file->size(), members);
  return members;
}

// Mac

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

bool may_be_mac(Bytes head, uint64_t size) {
  const Directory at = directory_of(head);
  return at.size != 0 && at.size % kMacEntrySize == 0 && at.size <= kMacEntrySize * kMaxMacFiles &&
         uint64_t{at.place} + at.size <= size;
}

/// Returns the files in the container of a Mac game. The first 8 bytes tell what may be one.
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

// .pak

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

/// Returns the files in a .PAK of the Special Editions.
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

#ifndef WARDROBE_MODULE
// .zip

/// Bytes at the start of each file that are read to find a game.
constexpr uint64_t kHeadSize = 128;
constexpr uint64_t kChunk = 1 << 20;
/// The most bytes to which one byte of deflate inflates.
constexpr uint64_t kMostByDeflate = 1032;
constexpr uLong kLocked = 1;  ///< a bit of unz_file_info64::flag

/// minizip's cursor in a file. minizip reads headers byte by byte, which only a buffer makes fast.
struct Cursor {
  static constexpr size_t kAhead = 1024;

  std::shared_ptr<const ByteSource> file;
  uint64_t position = 0;
  bool failed = false;
  std::vector<uint8_t> ahead{};  ///< the file's bytes from `ahead_at` on
  uint64_t ahead_at = 0;

  static uint64_t begin() { return 0; }
  uint64_t end() const { return file->size(); }
  /// Reads up to `out.size()` bytes, and returns their number.
  size_t read(std::span<uint8_t> out) {
    const uint64_t left = file->size() - std::min(position, file->size());
    out = out.first(static_cast<size_t>(std::min<uint64_t>(out.size(), left)));
    const auto is_ahead = [&] {
      return position >= ahead_at && position + out.size() <= ahead_at + ahead.size();
    };
    if (!is_ahead() && out.size() < kAhead) {
      ahead.resize(static_cast<size_t>(std::min<uint64_t>(kAhead, left)));
      ahead_at = position;
      if (!file->read(position, ahead)) ahead.clear();
    }
    failed = !is_ahead() && !file->read(position, out);
    if (failed) return 0;
    if (is_ahead()) {
      std::copy_n(ahead.begin() + static_cast<ptrdiff_t>(position - ahead_at), out.size(),
                  out.begin());
    }
    position += out.size();
    return out.size();
  }
};

/// minizip's functions for a stream: a Cursor, or what a ZipWriter writes to. Those that read or
/// write are missing.
template <class Stream>
zlib_filefunc64_def functions_of(Stream& stream) {
  zlib_filefunc64_def functions{};
  functions.opaque = &stream;
  functions.zopen64_file = [](voidpf opaque, const void*, int) { return opaque; };
  functions.ztell64_file = [](voidpf, voidpf at) -> ZPOS64_T {
    return static_cast<Stream*>(at)->position;
  };
  functions.zseek64_file = [](voidpf, voidpf at, ZPOS64_T offset, int origin) -> long {
    auto& to = *static_cast<Stream*>(at);
    const uint64_t from = origin == ZLIB_FILEFUNC_SEEK_CUR   ? to.position
                          : origin == ZLIB_FILEFUNC_SEEK_END ? to.end()
                                                             : 0;
    const uint64_t position = from + offset;
    if (position < from || position < to.begin() || position > to.end()) return -1;
    to.position = position;
    return 0;
  };
  functions.zclose_file = [](voidpf, voidpf) { return 0; };
  functions.zerror_file = [](voidpf, voidpf) { return 0; };
  return functions;
}

/// A file in a .zip.
struct ZipPlace {
  unz64_file_pos at{};
  std::string name;  ///< in the directory
};

/// An open .zip, whose files may be read from several threads.
class Zip {
 public:
  explicit Zip(std::shared_ptr<const ByteSource> file) : cursor_{std::move(file)} {
    zlib_filefunc64_def functions = functions_of(cursor_);
    functions.zread_file = [](voidpf, voidpf cursor, void* out, uLong size) -> uLong {
      return static_cast<Cursor*>(cursor)->read({static_cast<uint8_t*>(out), size});
    };
    functions.zerror_file = [](voidpf, voidpf cursor) {
      return static_cast<Cursor*>(cursor)->failed ? 1 : 0;
    };
    zip_ = unzOpen2_64("", &functions);
  }
  ~Zip() {
    if (zip_ != nullptr) unzClose(zip_);
  }
  Zip(const Zip&) = delete;
  Zip& operator=(const Zip&) = delete;

  unzFile get() const { return zip_; }

  /// Limit on the inflated size of all files together.
  uint64_t most() const { return kZipContents.of(cursor_.file->size()); }
  Error too_large() const {
    return {ErrorCode::limit, kNoOffset,
            "the .zip inflates to over " + std::to_string(most()) + " bytes: unpack it first"};
  }

  /// Inflates the first `size` bytes of a file into `out`. `whole` says that the file has no more
  /// than these.
  Status inflate(const ZipPlace& place, uint64_t size, bool whole, std::vector<uint8_t>& out) {
    const std::lock_guard lock(mutex_);
    if (whole && size > most() - inflated_) return too_large();
    if (whole) inflated_ += size;
    if (unzGoToFilePos64(zip_, &place.at) != UNZ_OK || unzOpenCurrentFile(zip_) != UNZ_OK ||
        !is_called(place.name)) {
      return damaged("the .zip is damaged: its directory and this file contradict each other");
    }
    out.clear();
    out.reserve(static_cast<size_t>(size));
    int count = 1;
    while (out.size() < size && count > 0) {
      const size_t have = out.size();
      out.resize(have + static_cast<size_t>(std::min(kChunk, size - have)));
      count = unzReadCurrentFile(zip_, out.data() + have, static_cast<unsigned>(out.size() - have));
      out.resize(have + static_cast<size_t>(std::max(count, 0)));
    }
    const bool intact = unzCloseCurrentFile(zip_) != UNZ_CRCERROR;
    if (out.size() == size && (intact || !whole)) return ok();
    out.clear();
    return damaged("damaged in its .zip: checksum or size differs");
  }

 private:
  /// Whether `name`, from the directory, also stands in front of the open file. minizip has
  /// compared the lengths.
  bool is_called(const std::string& name) {
    const int extra = unzGetLocalExtrafield(zip_, nullptr, 0);
    const uint64_t data = unzGetCurrentFileZStreamPos64(zip_);
    const uint64_t behind = static_cast<uint64_t>(std::max(extra, 0)) + name.size();
    return extra >= 0 && data >= behind &&
           as_text(bytes_at(*cursor_.file, data - behind, name.size())) == name;
  }

  Cursor cursor_;
  unzFile zip_ = nullptr;
  Mutex mutex_;
  uint64_t inflated_ = 0;
};

class ZippedFile : public ByteSource {
 public:
  ZippedFile(std::shared_ptr<Zip> zip, ZipPlace place, uint64_t size)
      : zip_(std::move(zip)), place_(std::move(place)), size_(size) {}

  uint64_t size() const override { return size_; }

  Status read(uint64_t offset, std::span<uint8_t> out) const override {
    if (offset > size_ || out.size() > size_ - offset) {
      return Error{ErrorCode::truncated, size_, "the file ends here"};
    }
    const std::lock_guard lock(mutex_);
    const uint64_t end = offset + out.size();
    if (end > bytes_.size()) {
      const uint64_t wanted = end <= kHeadSize ? std::min(kHeadSize, size_) : size_;
      TRY(zip_->inflate(place_, wanted, wanted == size_, bytes_));
    }
    std::copy_n(bytes_.begin() + static_cast<ptrdiff_t>(offset), out.size(), out.begin());
    return ok();
  }

 private:
  std::shared_ptr<Zip> zip_;
  ZipPlace place_;
  uint64_t size_;
  mutable Mutex mutex_;
  mutable std::vector<uint8_t> bytes_;  ///< of the file: none, the first ones, or all
};

Result<std::unique_ptr<ByteSource>> open_zipped(const std::shared_ptr<Zip>& zip,
                                                const ZipPlace& place,
                                                const unz_file_info64& info) {
  if ((info.flag & kLocked) != 0) {
    return Error{ErrorCode::unknown_format, kNoOffset,
                 "locked with a password in its .zip; unpack the .zip first"};
  }
  const bool stored = info.compression_method == 0;
  if (!stored && info.compression_method != Z_DEFLATED) {
    return Error{ErrorCode::unknown_format, kNoOffset,
                 "compressed in its .zip by method " + std::to_string(info.compression_method) +
                     ", which is not supported; unpack the .zip first"};
  }
  const uint64_t each = stored ? 1 : kMostByDeflate;
  if (info.uncompressed_size / each > info.compressed_size) {
    return damaged("damaged in its .zip: " + std::to_string(info.compressed_size) +
                   " bytes cannot inflate to " + std::to_string(info.uncompressed_size));
  }
  if (info.uncompressed_size > zip->most()) return zip->too_large();
  return std::unique_ptr<ByteSource>(
      std::make_unique<ZippedFile>(zip, place, info.uncompressed_size));
}

/// Whether this is the name of one of the extra files that macOS adds, one for each file.
bool is_litter(const std::string& name) {
  const size_t folder = folder_of(name).size();
  return name.starts_with("__MACOSX/") ||
         name.substr(folder == 0 ? 0 : folder + 1).starts_with("._");
}

/// Adds the file at the directory's current position. `text` has room for any name.
Status add_member(const std::shared_ptr<Zip>& zip, std::vector<char>& text, size_t& names_left,
                  Members& members) {
  unz_file_info64 info{};
  ZipPlace place;
  if (unzGetFilePos64(zip->get(), &place.at) != UNZ_OK ||
      unzGetCurrentFileInfo64(zip->get(), &info, text.data(), text.size(), nullptr, 0, nullptr,
                              0) != UNZ_OK) {
    return damaged("the directory of this .zip is damaged");
  }
  place.name.assign(text.data(), std::min<size_t>(info.size_filename, text.size()));
  std::string name = place.name;
  std::ranges::replace(name, '\\', '/');
  if (members.size() == kMaxContainerFiles || name.size() > names_left) {
    return Error{ErrorCode::limit, kNoOffset, "this .zip has more files than any game"};
  }
  names_left -= name.size();
  if (is_litter(name)) return ok();
  members.push_back({std::move(name), [zip, place = std::move(place), info] {
                       return open_zipped(zip, place, info);
                     }});
  return ok();
}

/// Returns the files in a .zip. A file is inflated to memory when more than its first bytes are
/// read.
Result<Members> zip_members(const std::shared_ptr<const ByteSource>& file) {
  const std::vector<uint8_t> magic = bytes_at(*file, 0, 4);
  if (as_text(magic) == "PK\5\6") return Members{};
  if (as_text(magic) != "PK\3\4") return other_kind();
  const auto zip = std::make_shared<Zip>(file);
  if (zip->get() == nullptr)
    return damaged("this .zip has no directory, so its end may be missing");
  Members members;
  size_t names_left = kMaxContainerNames;
  std::vector<char> text(1 << 16);
  int at = unzGoToFirstFile(zip->get());
  for (; at == UNZ_OK; at = unzGoToNextFile(zip->get())) {
    TRY(add_member(zip, text, names_left, members));
  }
  if (at != UNZ_END_OF_LIST_OF_FILE) return damaged("the directory of this .zip is damaged");
  return members;
}
#endif

using Reader = Result<Members> (*)(const std::shared_ptr<const ByteSource>&);
constexpr Reader kReaders[] = {
    pak_members,
#ifndef WARDROBE_MODULE
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
    for (Member& member : *members) member.name = clean_name(member.name);
    std::erase_if(*members, [](const Member& member) { return member.name.empty(); });
    return open_members(path, *std::move(members));
  }
  return std::unique_ptr<Folder>();
}

std::unique_ptr<ByteSource> open_part(std::shared_ptr<const ByteSource> file, uint64_t offset,
                                      uint64_t size) {
  return std::make_unique<FileSlice>(std::move(file), offset, size);
}

Result<Unwrapped> open_unwrapped(const Folder& folder, const std::string& name) {
  ASSIGN_OR_RETURN(std::unique_ptr<ByteSource> file, folder.open(name));
  uint8_t first = 1;  // Most files are known to be none by their first byte.
  const bool maybe = file->size() > kForkUnit && file->read(0, {&first, 1}) && first == 0;
  const uint64_t data = maybe ? fork_size(bytes_at(*file, 0, kForkUnit), file->size()) : 0;
  if (data == 0) return Unwrapped{std::move(file)};
  return Unwrapped{open_part(std::move(file), kForkUnit, data), true};
}

#ifndef WARDROBE_MODULE
namespace {

constexpr uLong kDate = 0x00210000;  ///< the first one that a .zip can have: 1 January 1980

bool is_compressed(std::string_view name) {
  return std::ranges::any_of(std::array{".png", ".apng", ".gif", ".aseprite"},
                             [&](std::string_view end) { return name.ends_with(end); });
}

}  // namespace

ZipWriter::ZipWriter(Append append) : append_(std::move(append)) {
  // minizip goes back to the header of a file when it knows the sizes. A file is appended when it
  // is complete, so that place is still in the window.
  zlib_filefunc64_def functions = functions_of(window_);
  functions.zwrite_file = [](voidpf, voidpf stream, const void* bytes, uLong size) {
    auto& [position, start, have] = *static_cast<Window*>(stream);
    const auto at = static_cast<size_t>(position - start);
    have.resize(std::max(have.size(), at + size));
    std::copy_n(static_cast<const uint8_t*>(bytes), size,
                have.begin() + static_cast<ptrdiff_t>(at));
    position += size;
    return size;
  };
  zip_ = zipOpen2_64("", APPEND_STATUS_CREATE, nullptr, &functions);
}

ZipWriter::~ZipWriter() {
  if (zip_ != nullptr) zipClose(zip_, nullptr);
}

Status ZipWriter::add(const std::string& name, Bytes bytes) {
  if (!names_.insert(name).second) {
    return Error{ErrorCode::damaged, kNoOffset, "two files of the .zip would be " + name};
  }
  zip_fileinfo info{};
  info.dosDate = kDate;
  const int method = is_compressed(name) ? 0 : Z_DEFLATED;
  if (zip_ == nullptr ||
      zipOpenNewFileInZip64(zip_, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, method,
                            Z_DEFAULT_COMPRESSION, 0) != ZIP_OK ||
      zipWriteInFileInZip(zip_, bytes.data(), static_cast<unsigned>(bytes.size())) != ZIP_OK ||
      zipCloseFileInZip(zip_) != ZIP_OK) {
    return Error{ErrorCode::memory, kNoOffset, "no .zip: not enough memory"};
  }
  return append();
}

Status ZipWriter::finish() {
  const bool closed = zip_ != nullptr && zipClose(std::exchange(zip_, nullptr), nullptr) == ZIP_OK;
  if (!closed) return Error{ErrorCode::memory, kNoOffset, "no .zip: not enough memory"};
  return append();
}

Status ZipWriter::append() {
  TRY(append_(window_.bytes));
  window_.position = window_.start += window_.bytes.size();
  window_.bytes.clear();
  return ok();
}
#endif

}  // namespace wardrobe
