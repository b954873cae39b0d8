#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include <zlib.h>

#include "formats/bytes.h"

namespace wardrobe {

/// Containers, written from SCUMM.md §1 "Containers". Files are (name, bytes).

using ContainerFiles = std::vector<std::pair<std::string, std::vector<uint8_t>>>;

inline std::vector<uint8_t> bytes_of(std::string_view text) { return {text.begin(), text.end()}; }

/// Makes a .pak; its entries have 24 bytes if `wide`, else 20.
inline std::vector<uint8_t> make_pak(const ContainerFiles& files, bool wide = false,
                                     std::string_view magic = "KAPL") {
  const auto count = static_cast<uint32_t>(files.size());
  uint32_t names = 0;
  uint32_t data = 0;
  for (const auto& [name, bytes] : files) {
    names += static_cast<uint32_t>(name.size()) + 1;
    data += static_cast<uint32_t>(bytes.size());
  }
  const uint32_t index_size = 4 * count;
  const uint32_t entries_size = (wide ? 24 : 20) * count;
  const uint32_t first = 40;
  const uint32_t second = first + (wide ? entries_size : index_size);
  const uint32_t third = first + index_size + entries_size;
  std::vector<uint8_t> pak;
  ByteWriter out(pak);
  out.text(magic);
  for (const uint32_t number :
       {0x3F800000u, first, second, third, third + names, index_size, entries_size, names, data}) {
    out.u32(number);
  }
  if (!wide) out.zeros(index_size);
  uint32_t place = 0;
  for (const auto& [name, bytes] : files) {
    const auto size = static_cast<uint32_t>(bytes.size());
    out.u32(place);
    if (wide) out.u32(0);
    out.u32(0xDEADBEEF);  // position of the name, which readers must not use
    out.u32(size);
    out.u32(size);
    out.u32(0);
    place += size;
  }
  if (wide) out.zeros(index_size);
  for (const auto& [name, bytes] : files) {
    out.text(name);
    out.u8(0);
  }
  for (const auto& [name, bytes] : files) out.bytes(bytes);
  return pak;
}

/// Makes a Mac container. The data comes first, as in the games.
inline std::vector<uint8_t> make_mac(const ContainerFiles& files) {
  std::vector<uint8_t> mac;
  std::vector<uint8_t> entries;
  ByteWriter out(mac);
  ByteWriter directory(entries);
  out.zeros(8);
  for (const auto& [name, bytes] : files) {
    directory.u32_be(static_cast<uint32_t>(out.position()));
    directory.u32_be(static_cast<uint32_t>(bytes.size()));
    directory.text(name);
    directory.zeros(32 - name.size());
    out.bytes(bytes);
  }
  out.patch_u32_be(0, static_cast<uint32_t>(out.position()));
  out.patch_u32_be(4, static_cast<uint32_t>(entries.size()));
  out.bytes(entries);
  return mac;
}

/// Wraps a file in MacBinary: 128 bytes in front, and zeros up to a multiple of 128 behind.
inline std::vector<uint8_t> in_mac_binary(const std::string& name, Bytes bytes) {
  std::vector<uint8_t> wrapped(128);
  ByteWriter out(wrapped);
  wrapped[1] = static_cast<uint8_t>(name.size());
  std::copy(name.begin(), name.end(), wrapped.begin() + 2);
  out.patch_u32_be(83, static_cast<uint32_t>(bytes.size()));
  out.bytes(bytes);
  out.zeros((128 - bytes.size() % 128) % 128);
  return wrapped;
}

inline std::vector<uint8_t> deflated(Bytes bytes) {
  z_stream stream{};
  std::vector<uint8_t> out(bytes.size() + 1024);
  deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY);
  stream.next_in = const_cast<Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = out.data();
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// Makes a .zip. `method` 0 stores, 8 deflates; with any other, stores but claims it. `flag` 1:
/// encrypted.
inline std::vector<uint8_t> make_zip(const ContainerFiles& files, unsigned method = 8,
                                     unsigned flag = 0) {
  std::vector<uint8_t> zip;
  std::vector<uint8_t> directory;
  ByteWriter out(zip);
  for (const auto& [name, bytes] : files) {
    const std::vector<uint8_t> data = method == 8 ? deflated(bytes) : bytes;
    const size_t start = out.position();
    const auto put_head = [&, &name = name, &bytes = bytes](ByteWriter& to) {
      for (const unsigned number : {20u, flag, method, 0u, 0u}) to.u16(number);
      to.u32(static_cast<uint32_t>(crc32(0, bytes.data(), static_cast<uInt>(bytes.size()))));
      to.u32(static_cast<uint32_t>(data.size()));
      to.u32(static_cast<uint32_t>(bytes.size()));
      to.u16(static_cast<unsigned>(name.size()));
      to.u16(0);
    };
    out.text("PK\3\4");
    put_head(out);
    out.text(name);
    out.bytes(data);
    ByteWriter entry(directory);
    entry.text("PK\1\2");
    entry.u16(20);
    put_head(entry);
    entry.zeros(10);
    entry.u32(static_cast<uint32_t>(start));
    entry.text(name);
  }
  const size_t start = out.position();
  out.bytes(directory);
  out.text("PK\5\6");
  out.zeros(4);
  out.u16(static_cast<unsigned>(files.size()));
  out.u16(static_cast<unsigned>(files.size()));
  out.u32(static_cast<uint32_t>(directory.size()));
  out.u32(static_cast<uint32_t>(start));
  out.u16(0);
  return zip;
}

}  // namespace wardrobe
