#include "formats/scumm/directory.h"

#include <algorithm>
#include <array>

#include "formats/limits.h"
#include "formats/versions.h"

namespace wardrobe {
namespace {

size_t entry_size(DirectoryForm form) { return form == DirectoryForm::sized ? 9 : 5; }

constexpr std::array kForms = {DirectoryForm::plain, DirectoryForm::sized, DirectoryForm::wide};

size_t read_count(ByteReader& reader, DirectoryForm form) {
  return form == DirectoryForm::wide ? reader.u32() : reader.u16();
}

bool is_directory(Tag tag) {
  return tag == wardrobe::tag("DROO") || tag == wardrobe::tag("DIRR") ||
         tag == wardrobe::tag("DCOS") || tag == wardrobe::tag("DIRC");
}

/// Returns the number of entries to read. The block states `count` of them and has room for
/// `there`. The reader has already read the count. Reports a problem if the two differ, or if there
/// are too many.
size_t checked_count(const Block& block, const ByteReader& reader, size_t count, size_t there,
                     std::vector<Error>& problems) {
  const size_t fits = std::min({count, there, kMaxEntries});
  if (kMaxEntries < std::min(count, there)) {
    problems.push_back({ErrorCode::limit, block.offset,
                        tag_name(block.tag) + " claims " + std::to_string(count) +
                            " entries, but ids end at " + std::to_string(kMaxEntries - 1)});
  } else if (!reader.ok() || there != count) {
    problems.push_back({ErrorCode::truncated, block.offset,
                        tag_name(block.tag) + " claims " + std::to_string(count) +
                            " entries but holds " + std::to_string(there)});
  }
  return fits;
}

Directory read_pairs(const Block& block, std::vector<Error>& problems) {
  ByteReader reader(block.payload);
  const size_t count = reader.u16();
  const size_t fits = checked_count(block, reader, count,
                                    reader.left() / entry_size(DirectoryForm::pairs), problems);
  Directory directory;
  for (size_t i = 0; i < fits; ++i) {
    directory.room.push_back(reader.u8());
    directory.offset.push_back(reader.u32());
  }
  return directory;
}

}  // namespace

std::optional<DirectoryForm> fitting_form(Bytes payload) {
  for (const DirectoryForm form : kForms) {
    ByteReader reader(payload);
    const uint64_t count = read_count(reader, form);
    if (reader.ok() && count > 0 && reader.left() == entry_size(form) * count) return form;
  }
  return std::nullopt;
}

DirectoryForm usual_form(std::span<const Block> blocks) {
  auto version = Version::v6;
  for (const Block& block : blocks) {
    const auto form = is_directory(block.tag) ? fitting_form(block.payload) : std::nullopt;
    if (form) return *form;
    if (block.tag == tag("MAXS")) {
      version = version_of_maxs(static_cast<uint32_t>(block.payload.size() + kBlockHeaderSize))
                    .value_or(version);
    }
    if (block.tag == tag("DLFL")) version = Version::he70;
  }
  return facts(version).directories;
}

Directory read_directory(const Block& block, DirectoryForm usual, std::vector<Error>& problems) {
  if (usual == DirectoryForm::pairs) return read_pairs(block, problems);
  const DirectoryForm form = fitting_form(block.payload).value_or(usual);
  ByteReader reader(block.payload);
  const size_t count = read_count(reader, form);
  const size_t cut = reader.left() < count ? 0 : std::min(count, (reader.left() - count) / 4);
  const size_t there = std::max(cut, reader.left() / entry_size(form));
  const size_t fits = checked_count(block, reader, count, there, problems);
  Directory directory;
  const Bytes rooms = reader.take(std::min(count, reader.left()));
  directory.room.assign(rooms.begin(), rooms.begin() + static_cast<ptrdiff_t>(fits));
  for (size_t i = 0; i < fits; ++i) directory.offset.push_back(reader.u32());
  if (form != DirectoryForm::sized) return directory;
  for (size_t i = 0; i < fits; ++i) directory.size.push_back(reader.u32());
  return directory;
}

}  // namespace wardrobe
