#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "tools/library/call.h"
#include "tools/library/handles.h"
#include "tools/library/wardrobe_columns.h"
#include "tools/list/rows.h"

using namespace wardrobe;

uint32_t wardrobe_column_count(const wardrobe_archive* archive) {
  return archive == nullptr ? 0 : static_cast<uint32_t>(archive->archive.columns().size());
}

const char* wardrobe_column_name(const wardrobe_archive* archive, uint32_t index) {
  if (index >= wardrobe_column_count(archive)) return nullptr;
  return archive->archive.columns()[index].name.c_str();
}

wardrobe_status wardrobe_read_column(const wardrobe_archive* archive, const char* name,
                                     wardrobe_column* column, size_t size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || name == nullptr || column == nullptr) {
      return wrong_argument("archive, name or column is NULL");
    }
    const ColumnEntry* const entry = archive->archive.find(name);
    if (entry == nullptr) {
      return {WARDROBE_E_NOT_FOUND, "there is no column " + std::string(name)};
    }
    ASSIGN_OR_RETURN(const Bytes bytes, archive->archive.read_column(*entry));
    fill(column, size,
         wardrobe_column{bytes.data(), static_cast<size_t>(entry->count),
                         static_cast<wardrobe_type>(entry->type)});
    return {};
  });
}

wardrobe_status wardrobe_read_image(const wardrobe_archive* archive, const uint8_t** image,
                                    size_t* size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || image == nullptr || size == nullptr) {
      return wrong_argument("archive, image or size is NULL");
    }
    ASSIGN_OR_RETURN(const Bytes read, archive->archive.read_image());
    *image = read.data();
    *size = read.size();
    return {};
  });
}

wardrobe_status wardrobe_list(const wardrobe_archive* archive, const char* table, char** text,
                              size_t* size, wardrobe_error* error) {
  return guarded(error, [&]() -> Outcome {
    if (archive == nullptr || table == nullptr || text == nullptr || size == nullptr) {
      return wrong_argument("archive, table, text or size is NULL");
    }
    if (!row_makers().contains(table)) {
      return {WARDROBE_E_NOT_FOUND, "there are no rows of " + std::string(table) + " to list"};
    }
    std::string lines;
    const auto read_picture = [&](uint32_t row) { return archive->archive.read_picture(row); };
    TRY(write_json_lines(table, archive->tables(), read_picture, {},
                         [&](std::string_view piece) { lines += piece; }));
    auto copy = std::make_unique_for_overwrite<char[]>(lines.size() + 1);
    std::memcpy(copy.get(), lines.c_str(), lines.size() + 1);
    *text = copy.release();
    *size = lines.size();
    return {};
  });
}

void wardrobe_text_free(char* text) { delete[] text; }
