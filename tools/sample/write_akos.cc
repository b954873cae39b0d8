#include "tools/sample/block_scope.h"
#include "tools/sample/write_costume.h"

namespace wardrobe {
namespace {

void write_header(const StoredCostume& tables, std::vector<uint8_t>& out) {
  const unsigned records = tables.records.number.empty() ? 0 : tables.records.number.back() + 1u;
  const BlockScope block(out, "AKHD");
  ByteWriter writer(out);
  writer.u16(1);
  writer.u16(tables.flags);
  writer.u16(records);
  writer.u16(static_cast<unsigned>(tables.pictures.size()));
  writer.u16(tables.codec);
  writer.u16(0);
}

/// Appends a chunk with these bytes. Appends nothing if there are none.
void write_bytes(std::string_view name, Bytes bytes, std::vector<uint8_t>& out) {
  if (bytes.empty()) return;
  const BlockScope block(out, name);
  ByteWriter(out).bytes(bytes);
}

void write_record(const StoredCostume& tables, size_t record, ByteWriter& writer) {
  const Windows& windows = tables.windows;
  const RowRange rows = rows_of(tables.records.window_offset, record);
  writer.u16(limb_mask(windows, rows));
  for (const uint32_t i : rows) {
    writer.u8(static_cast<uint8_t>(windows.mode[i]));
    if (!akos_mode_has_codes(windows.mode[i])) continue;
    writer.u16(windows.start[i]);
    writer.u16(static_cast<uint16_t>(windows.length[i] - 1));
  }
}

void write_records(const StoredCostume& tables, std::vector<uint8_t>& out) {
  const BlockScope block(out, "AKCH");
  const size_t start = out.size();
  ByteWriter writer(out);
  const Column<uint16_t>& number = tables.records.number;
  writer.zeros(number.empty() ? 0 : 2 * (number.back() + size_t{1}));
  for (size_t record = 0; record < number.size(); ++record) {
    writer.patch_u16(start + 2 * size_t{number[record]}, static_cast<unsigned>(out.size() - start));
    write_record(tables, record, writer);
  }
}

void write_cels(const StoredCostume& tables, Bytes data, const std::vector<uint32_t>& data_offset,
                std::vector<uint8_t>& out) {
  const std::vector<StoredPicture>& cels = tables.pictures;
  const size_t header_size = tables.short_headers ? 4 : 12;
  {
    const BlockScope block(out, "AKOF");
    ByteWriter writer(out);
    for (size_t cel = 0; cel < cels.size(); ++cel) {
      writer.u32(data_offset[cel]);
      writer.u16(static_cast<unsigned>(header_size * cel));
    }
  }
  {
    const BlockScope block(out, "AKCI");
    ByteWriter writer(out);
    for (const StoredPicture& cel : cels) {
      writer.u16(cel.width);
      writer.u16(cel.height);
      if (tables.short_headers) continue;
      writer.i16(cel.x);
      writer.i16(cel.y);
      writer.i16(cel.xinc);
      writer.i16(cel.yinc);
    }
  }
  const BlockScope block(out, "AKCD");
  ByteWriter(out).bytes(data);
}

/// Appends a name, which ends with a zero byte. Appends nothing if there is none.
void write_name(std::string_view chunk, std::string_view name, std::vector<uint8_t>& out) {
  std::vector<uint8_t> bytes(name.begin(), name.end());
  if (!bytes.empty()) bytes.push_back(0);
  write_bytes(chunk, bytes, out);
}

/// Appends the names of records, as those of the sequence that the first limb plays.
void write_sequence_names(const StoredCostume& tables, std::vector<uint8_t>& out) {
  const Records& records = tables.records;
  if (records.name.empty()) return;
  const BlockScope database(out, "SQDB");
  const BlockScope wrap(out, "WRAP");
  for (size_t record = 0; record < records.number.size(); ++record) {
    const std::string_view name = text_at(records.name_offset, records.name, record);
    if (name.empty()) continue;
    const uint32_t window = records.window_offset[record];
    const BlockScope sequence(out, "SEQI");
    write_name("NAME", name, out);
    const auto write_number = [&](std::string_view chunk, uint32_t number) {
      const BlockScope block(out, chunk);
      ByteWriter(out).u32(number);
    };
    write_number("STOF", tables.windows.start[window]);
    write_number("SIZE", tables.windows.length[window]);
  }
}

}  // namespace

std::vector<uint8_t> write_akos(const StoredCostume& tables, Bytes data,
                                const std::vector<uint32_t>& data_offset) {
  std::vector<uint8_t> out;
  write_header(tables, out);
  write_bytes("AKPL", tables.color, out);
  write_bytes("RGBS", tables.rgb, out);
  write_records(tables, out);
  {
    const BlockScope block(out, "AKSQ");
    ByteWriter(out).bytes(tables.command);
  }
  write_cels(tables, data, data_offset, out);
  write_name("SPLF", tables.name, out);
  write_sequence_names(tables, out);
  if (!tables.jump.empty()) {
    const BlockScope block(out, "AKFO");
    ByteWriter writer(out);
    for (const uint16_t position : tables.jump) writer.u16(position);
  }
  return out;
}

}  // namespace wardrobe
