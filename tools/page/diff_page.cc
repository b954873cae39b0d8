#include "tools/page/diff_page.h"

#include <string_view>
#include <utility>

#include "tools/page/page_files.h"

namespace wardrobe {
namespace {

/// The page with `name` replaced by `value`.
std::string with(std::string page, std::string_view name, std::string_view value) {
  return page.replace(page.find(name), name.size(), value);
}

/// JSON that cannot end the script element it is in.
std::string script_text(const Row& data) {
  std::string text;
  for (const char c : json_line(data)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

Result<std::string> diff_page(const DiffPageInput& input) {
  const Result<Row> data = diff_page_data(input);
  if (!data) return data.error();
  std::string page = with(std::string(kPageHtml), "@CSS@", kPageCss);
  page = with(std::move(page), "@SCRIPT@", kPageScript);
  return with(std::move(page), "@DATA@", script_text(*data));
}

}  // namespace wardrobe
