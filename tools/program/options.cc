#include "tools/program/options.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>

#include <fmt/core.h>

#include "formats/limits.h"
#include "pipeline/find_game.h"
#include "pipeline/pipeline.h"
#include "tools/export/export.h"
#include "tools/program/export_formats.h"
#include "tools/program/replay_output.h"

namespace wardrobe {
namespace {

const std::map<std::string, std::string>& shared_texts() {
  static const std::map<std::string, std::string> kTexts = {
      {"level", std::to_string(kDefaultLevel)},
      {"max ticks", std::to_string(kDefaultMaxTicks)},
      {"scales", fmt::format("1-{}", kMaxPictureScale)},
      {"tick ms", fmt::format("{}-{}", kMinTickMs, kMaxTickMs)},
      {"most ticks", std::to_string(kMostTicksDrawn)},
      {"strip width", std::to_string(kMostStripWidth)},
      {"formats", format_help()},
      {"input", R"(An archive, or a game, which is packed in memory;
                        -: the standard input)"},
      {"inputs", R"(Archives, or games, which are packed in memory;
                        -: the standard input)"},
      {"costumes",
       R"(  --costume LIST        Ids such as 6,7 or 6-9, rows such as @0 or @2-5, or
                        parts of the names of those who wear them (default:
                        all))"},
      {"names", R"(  --names FILE          Names that were saved in the page; they go before what
                        scripts say)"},
      {"chores", "init, walk, stand, talk-start, talk-stop or a number"},
      {"palette", R"(  --palette ROOM[:N]    Colours of a room, named by number, @ROW or a part of
                        its name, and there palette N (default: the costume's
                        true colours; without these, the palette of its room;
                        if the costume is all black in that one, the first in
                        which it is not))"},
      {"shadows", R"(  --shadows darken|as-stored
                        Draw shadows of versions 7 and 8 as black at half
                        strength, or in their own colours (default: darken))"},
      {"force", "  --force               Replace a file that exists"},
      {"quiet", R"(  -q, --quiet           Print no progress and no summary
{help})"},
      {"help", "  -h, --help            Print this help"},
  };
  return kTexts;
}

std::vector<std::string> lines_of(const std::string& text) {
  return CLI::detail::split(text, '\n');
}

bool is_digits(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

/// A check for a value in a range such as "1-22"; nullopt if `value` is something else.
std::optional<CLI::Validator> range_check(const std::string& value) {
  const size_t dash = value.find('-');
  if (dash == std::string::npos) return std::nullopt;
  const std::string low = value.substr(0, dash);
  const std::string high = value.substr(dash + 1);
  if (!is_digits(low) || !is_digits(high)) return std::nullopt;
  return CLI::Validator(
      [=](const std::string& text) {
        uint64_t number = 0;
        const bool right = is_digits(text) && CLI::detail::lexical_cast(text, number) &&
                           number >= std::stoull(low) && number <= std::stoull(high);
        return right ? "" : fmt::format("{}: expected a number from {} to {}", text, low, high);
      },
      "");
}

CLI::Validator choice_check(const std::vector<std::string>& names) {
  return CLI::Validator(
      [names](const std::string& word) {
        const bool known = std::ranges::find(names, word) != names.end();
        return known ? "" : expected_one_of(word, names);
      },
      "");
}

/// The name without dashes in front.
std::string bare(std::string_view name) {
  return lower_case(std::string(name.substr(std::min(name.find_first_not_of('-'), name.size()))));
}

/// The number of characters to insert, remove or replace to make one word of the other.
size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string filled_help(std::string_view help) {
  std::string text(help);
  for (size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at)) {
    const size_t end = text.find('}', at);
    text.replace(at, end + 1 - at, shared_texts().at(text.substr(at + 1, end - at - 1)));
  }
  return text;
}

Options::Options(CLI::App& app, const char* name, std::string_view help) {
  std::string text = filled_help(help);
  command_ = app.add_subcommand(name, text.substr(0, text.find('\n')));
  read_arguments(text);
  command_->set_help_flag("-h,--help", text_of("--help").about);
  command_->formatter_fn([text = std::move(text)](auto...) { return text + "\n"; });
}

void Options::read_arguments(const std::string& help) {
  std::string footer;
  bool continues = false;
  for (const std::string& line : lines_of(help)) {
    const bool begins = line.starts_with("  ") && (line[2] == '-' || std::isupper(line[2]) != 0);
    continues = begins || (continues && line.starts_with("          "));
    if (continues) footer.clear();
    if (!continues) footer.append(line).append("\n");
    if (begins) {
      const size_t end = std::min(line.find("  ", 2), line.size());
      std::string names = line.substr(2, end - 2);
      const size_t last = names.rfind(' ');
      const bool has_value = last != std::string::npos && names[last + 1] != '-';
      Text& text = texts_.emplace_back();
      if (has_value) {
        text.value = names.substr(last + 1);
        names.resize(last);
      }
      text.names = CLI::detail::find_and_replace(names, " ", "");
      text.about = CLI::detail::trim_copy(line.substr(end));
    } else if (continues) {
      std::string& about = texts_.back().about;
      about += (about.empty() ? "" : " ") + CLI::detail::trim_copy(line);
    }
  }
  command_->footer(CLI::detail::trim(footer));
}

const Options::Text& Options::text_of(const std::string& name) const {
  for (const Text& text : texts_) {
    const std::vector<std::string> names = CLI::detail::split(text.names, ',');
    if (std::ranges::find(names, name) != names.end()) return text;
  }
  throw std::logic_error("the help lacks " + name);
}

CLI::Option* Options::checked(CLI::Option* option, const Text& text,
                              std::vector<std::string> choices) {
  const bool is_path = text.value == "FILE" || text.value == "FOLDER" || text.value == "PATH";
  option->type_name(!option->get_positional() ? text.value : choices.empty() ? "PATH" : "WORD");
  if (text.value.find('|') != std::string::npos) choices = CLI::detail::split(text.value, '|');
  option->option_text(CLI::detail::join(choices, "|"));
  if (!choices.empty()) return option->check(choice_check(choices));
  if (const auto in_range = range_check(text.value)) return option->check(*in_range);
  if (is_path) {
    option->check([](const std::string& path) { return path.empty() ? "the name is empty" : ""; });
  }
  return option;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  constexpr size_t kLeastPrefix = 3;
  const std::string wanted = bare(word);
  size_t least = (wanted.size() + 2) / 3 + 1;
  std::string best;
  for (const std::string& name : names) {
    const bool is_prefix = wanted.size() >= kLeastPrefix && bare(name).starts_with(wanted);
    const size_t edits = is_prefix ? 0 : edits_between(wanted, bare(name));
    if (edits >= least) continue;
    least = edits;
    best = name;
  }
  return best.empty() ? "" : "; did you mean " + best + "?";
}

std::string expected_one_of(const std::string& word, const std::vector<std::string>& names) {
  return fmt::format("{}: expected one of {}{}", word, first_names(names, names.size()),
                     did_you_mean(word, names));
}

}  // namespace wardrobe
