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

/// Checks that `pixels` is the last column and that `backgrounds`, if there is one, comes just
/// before it.
Status check_last_columns(const std::vector<ColumnEntry>& columns) {
  const auto check = [](const ColumnEntry& column, std::string_view name,
                        std::string_view place) -> Status {
    if (column.name == name && column.type == ElementType::u8) return ok();
    return Error{
        ErrorCode::damaged, kNoOffset,
        "the last column of the image" + std::string(place) + " is not " + std::string(name)};
  };
  if (Status last = check(columns.empty() ? ColumnEntry{} : columns.back(), kPixelColumn, "");
      !last) {
    return last;
  }
  const bool has_backgrounds =
      std::ranges::find(columns, kBackgroundColumn, &ColumnEntry::name) != columns.end();
  return has_backgrounds ? check(*(columns.end() - 2), kBackgroundColumn, " but one") : ok();
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
  if (Status tables = check("tables", tables_end, kArchiveTables); !tables) return tables;
  return check("pixels", image_size - tables_end, kArchivePixels);
}

Image::Image(const TablesView& tables, Bytes backgrounds, std::span<const Bytes> pixels) {
  std::vector<ColumnEntry> entries;
  std::vector<Bytes> columns;
  for_each_column(tables, [&](std::string_view name, const auto& column) {
    using T = typename std::remove_cvref_t<decltype(column)>::value_type;
    entries.push_back({std::string(name), element_type<T>(), column.size(), 0});
    columns.push_back({reinterpret_cast<const uint8_t*>(column.data()), column.size() * sizeof(T)});
  });
  const auto add_entry = [&](std::string_view name, uint64_t size) {
    entries.push_back({std::string(name), ElementType::u8, size, 0});
  };
  add_entry(kBackgroundColumn, tables.rooms.background_offset.back());
  add_entry(kPixelColumn, tables.pictures.pixel_offset.back());
  columns.push_back(backgrounds);

  layout_.directory_end = kImageHeaderSize + entries.size() * kDirectoryEntrySize;
  uint64_t end = layout_.directory_end;
  for (ColumnEntry& entry : entries) {
    entry.offset = align_up(end);
    end = entry.offset + entry.count * element_size(entry.type);
  }
  layout_.tables_end = (entries.end() - 2)->offset;
  layout_.pixels_at = entries.back().offset;
  layout_.size = end;

  ByteWriter writer(directory_);
  writer.bytes(kImageMagic);
  writer.u16(kFormatMajor);
  writer.u16(kFormatMinor);
  writer.u32(static_cast<uint32_t>(entries.size()));
  writer.u64(layout_.size);
  writer.zeros(kImageHeaderSize - writer.position());
  for (const ColumnEntry& entry : entries) write_entry(writer, entry);

  add(0, directory_);
  for (size_t i = 0; i < columns.size(); ++i) add(entries[i].offset, columns[i]);
  for (size_t row = 0; row < pixels.size(); ++row) {
    add(layout_.pixels_at + tables.pictures.pixel_offset[row], pixels[row]);
  }
}

void Image::add(uint64_t offset, Bytes bytes) {
  if (bytes.empty()) return;
  if (!pieces_.empty()) {
    auto& [last_offset, last] = pieces_.back();
    if (last_offset + last.size() == offset && last.data() + last.size() == bytes.data()) {
      last = {last.data(), last.size() + bytes.size()};
      return;
    }
  }
  pieces_.push_back({offset, bytes});
}

Bytes Image::bytes(uint64_t begin, uint64_t end, std::vector<uint8_t>& scratch) const {
  const auto size = static_cast<size_t>(end - begin);
  auto piece = std::ranges::upper_bound(pieces_, begin, {}, &Piece::offset) - 1;
  if (begin - piece->offset < piece->bytes.size()) {
    const Bytes rest = piece->bytes.subspan(begin - piece->offset);
    if (rest.size() >= size) return rest.first(size);
  }
  scratch.assign(size, 0);
  for (; piece != pieces_.end() && piece->offset < end; ++piece) {
    const uint64_t from = std::max(begin, piece->offset);
    const uint64_t to = std::min(end, piece->offset + piece->bytes.size());
    if (from >= to) continue;
    std::ranges::copy(piece->bytes.subspan(from - piece->offset, to - from),
                      scratch.begin() + static_cast<ptrdiff_t>(from - begin));
  }
  return scratch;
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
  if (major != kFormatMajor) {
    return Error{ErrorCode::unknown_format, 8,
                 "this archive has format version " + std::to_string(major) +
                     "; this program reads version " + std::to_string(kFormatMajor)};
  }
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
  if (Status last = check_last_columns(entries); !last) return last.error();
  std::erase_if(entries, [](const ColumnEntry& entry) { return element_size(entry.type) == 0; });
  return entries;
}

}  // namespace wardrobe
