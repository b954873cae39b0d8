#include "formats/archive/image.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "formats/limits.h"

namespace wardrobe {
namespace {

constexpr uint64_t align_up(uint64_t offset) {
  return (offset + kColumnAlignment - 1) / kColumnAlignment * kColumnAlignment;
}

void write_entry(ByteWriter& writer, const ColumnEntry& entry) {
  writer.text(entry.name);
  writer.zeros(kColumnNameSize - entry.name.size());
  writer.u32(static_cast<uint32_t>(entry.type));
  writer.u32(0);
  writer.u64(entry.count);
  writer.u64(entry.offset);
}

Error damaged_image(uint64_t offset, std::string message) {
  return {ErrorCode::damaged, offset, "the image's " + std::move(message)};
}

/// The name of a directory entry; empty if it is not printable ASCII padded with zeros.
std::string read_name(Bytes field) {
  const auto end = std::ranges::find(field, uint8_t{0});
  const bool printable =
      std::all_of(field.begin(), end, [](uint8_t c) { return c > 0x20 && c < 0x7F; });
  const bool padded = std::all_of(end, field.end(), [](uint8_t c) { return c == 0; });
  return printable && padded ? std::string(field.begin(), end) : std::string();
}

/// Whether this version of the format has a column of that name.
bool is_known_column(std::string_view column) {
  const TablesView tables;
  bool known = column == kBackgroundColumn || column == kPixelColumn;
  for_each_column(tables,
                  [&](std::string_view name, const auto&) { known = known || name == column; });
  return known;
}

/// Checks that `backgrounds` and `pixels` are the last columns.
Status check_last_columns(const std::vector<ColumnEntry>& columns) {
  const auto is = [&](size_t from_end, std::string_view name) {
    if (columns.size() < from_end) return false;
    const ColumnEntry& column = columns[columns.size() - from_end];
    return column.name == name && column.type == ElementType::u8;
  };
  if (is(2, kBackgroundColumn) && is(1, kPixelColumn)) return ok();
  return Error{ErrorCode::damaged, kNoOffset,
               "the last columns of the image are not backgrounds and pixels"};
}

}  // namespace

Status check_image_size(uint64_t tables_end, uint64_t image_size, uint64_t file_size) {
  const auto check = [&](std::string_view what, uint64_t size, const Budget& budget) -> Status {
    const uint64_t most = budget.of(file_size);
    if (size <= most) return ok();
    return Error{ErrorCode::limit, kNoOffset,
                 "the " + std::string(what) + " have " + std::to_string(size >> 20) +
                     " MiB; an archive of this size may have at most " +
                     std::to_string(most >> 20) + " MiB of them"};
  };
  TRY(check("tables", tables_end, kArchiveTables));
  return check("pixels", image_size - tables_end, kArchivePixels);
}

ImageHead write_image_head(const TablesView& tables) {
  std::vector<ColumnEntry> entries;
  std::vector<Bytes> columns;
  for_each_column(tables, [&](std::string_view name, const auto& column) {
    using T = typename std::remove_cvref_t<decltype(column)>::value_type;
    entries.push_back({std::string(name), element_type<T>(), column.size(), 0});
    columns.push_back({reinterpret_cast<const uint8_t*>(column.data()), column.size() * sizeof(T)});
  });
  const uint64_t backgrounds = tables.rooms.background_offset.back();
  const uint64_t pixels = tables.pictures.pixel_offset.back();
  entries.push_back({std::string(kBackgroundColumn), ElementType::u8, backgrounds, 0});
  entries.push_back({std::string(kPixelColumn), ElementType::u8, pixels, 0});

  ImageHead image;
  image.directory_end = image.size = kImageHeaderSize + entries.size() * kDirectoryEntrySize;
  for (ColumnEntry& entry : entries) {
    entry.offset = align_up(image.size);
    image.size = entry.offset + entry.count * element_size(entry.type);
  }
  image.pixels_at = entries.back().offset;

  image.head.assign(kImageMagic.begin(), kImageMagic.end());
  image.head.reserve(entries[columns.size()].offset);
  ByteWriter writer(image.head);
  writer.u16(kFormatMajor);
  writer.u16(kFormatMinor);
  writer.u32(static_cast<uint32_t>(entries.size()));
  writer.u64(image.size);
  writer.zeros(kImageHeaderSize - writer.position());
  for (const ColumnEntry& entry : entries) write_entry(writer, entry);
  for (size_t i = 0; i < columns.size(); ++i) {
    writer.zeros(entries[i].offset - writer.position());
    writer.bytes(columns[i]);
  }
  writer.zeros(entries[columns.size()].offset - writer.position());
  return image;
}

Error unknown_version(uint16_t major, uint64_t offset) {
  return {ErrorCode::unknown_format, offset,
          major == 1 ? "this archive was made by a version before the first release; pack again"
                     : "this archive has format version " + std::to_string(major) +
                           "; this program reads version " + std::to_string(kFormatMajor)};
}

Result<std::vector<ColumnEntry>> read_directory(Bytes head, uint64_t image_size) {
  ByteReader reader(head);
  const bool ours = std::ranges::equal(reader.take(kImageMagic.size()), kImageMagic);
  const uint16_t major = reader.u16();
  reader.u16();
  const uint32_t count = reader.u32();
  const uint64_t stated_size = reader.u64();
  const Bytes reserved = reader.take(kImageHeaderSize - reader.position());
  if (!reader.ok() || !ours) return damaged_image(0, "header is missing or damaged");
  if (major != kFormatMajor) return unknown_version(major, 8);
  if (stated_size != image_size) return damaged_image(16, "size is not that of its frames");
  if (!std::ranges::all_of(reserved, [](uint8_t b) { return b == 0; })) {
    return damaged_image(24, "header uses reserved bytes");
  }
  if (reader.left() != uint64_t{count} * kDirectoryEntrySize) {
    return damaged_image(12, "directory is not all of frame 1");
  }

  std::vector<ColumnEntry> entries;
  std::set<std::string, std::less<>> names;
  uint64_t previous_end = kImageHeaderSize + uint64_t{count} * kDirectoryEntrySize;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t at = reader.position();
    ColumnEntry entry;
    entry.name = read_name(reader.take(kColumnNameSize));
    entry.type = ElementType{reader.u32()};
    const uint32_t entry_reserved = reader.u32();
    entry.count = reader.u64();
    entry.offset = reader.u64();
    if (entry.name.empty() || !names.insert(entry.name).second || entry_reserved != 0) {
      return damaged_image(at, "directory has an entry with a bad name or reserved bytes in use");
    }
    const size_t element = element_size(entry.type);
    if (element == 0 && is_known_column(entry.name)) {
      return damaged_image(at, "directory has column " + entry.name + " with an unknown type");
    }
    const bool fits = entry.offset % kColumnAlignment == 0 && entry.offset >= previous_end &&
                      entry.offset <= image_size &&
                      (element == 0 || entry.count <= (image_size - entry.offset) / element);
    if (!fits)
      return damaged_image(at, "directory has column " + entry.name + " in an impossible place");
    previous_end = entry.offset + entry.count * element;
    entries.push_back(std::move(entry));
  }
  TRY(check_last_columns(entries));
  std::erase_if(entries, [](const ColumnEntry& entry) { return element_size(entry.type) == 0; });
  return entries;
}

}  // namespace wardrobe
