// Compares two archives in wardrobe.html. worker.js calls it.

#include <cstddef>
#include <cstdint>
#include <string>

#include "formats/archive/archive.h"
#include "tools/diff/diff.h"
#include "tools/list/rows.h"
#include "tools/page/diff_data.h"

namespace wardrobe {
namespace {

Result<Row> compared(Bytes old_file, Bytes new_file) {
  ASSIGN_OR_RETURN(const Archive old_archive, Archive::open(open_memory(old_file)));
  ASSIGN_OR_RETURN(const Archive new_archive, Archive::open(open_memory(new_file)));
  const auto input = [](const Archive& archive) {
    return DiffInput{archive.tables(),
                     [&](uint32_t picture) { return archive.read_picture(picture); },
                     [&](uint32_t room) { return archive.read_background(room); }};
  };
  ASSIGN_OR_RETURN(const Diff found, diff(input(old_archive), input(new_archive)));
  return diff_data({old_archive.tables(), new_archive.tables()}, found);
}

}  // namespace
}  // namespace wardrobe

extern "C" {

/// Returns the comparison of two archives as JSON: diff_data(), or {"error": …}. The text is valid
/// until the next call.
[[clang::export_name("page_compare")]] const char* page_compare(const uint8_t* old_file,
                                                                size_t old_size,
                                                                const uint8_t* new_file,
                                                                size_t new_size) {
  static std::string text;
  const auto data = wardrobe::compared({old_file, old_size}, {new_file, new_size});
  text = wardrobe::json_line(data ? *data : wardrobe::Row{{"error", text_of(data.error())}});
  return text.c_str();
}
}
