#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

namespace wardrobe {

/// A command and its arguments. They are given once, in the text of its --help, whose first line
/// says what the command does. Each line of two spaces and the names of an argument begins one:
///
///     -o, --output FILE     The archive to write; lines with
///                           more spaces continue the text
///
/// The word after the names of an option is its value:
///
///     FILE FOLDER PATH      the shells complete it; so they do for positional arguments
///     1-22                  a number in this range
///     follow|keep           one of these
///     another word          any text
///
/// What follows the last argument is the footer. Names in braces stand for what the help texts of
/// several commands have in common, and for numbers that the code defines.
class Options {
 public:
  Options(CLI::App& app, const char* name, std::string_view help);

  CLI::App* operator->() const { return command_; }
  CLI::App& command() const { return *command_; }

  /// Stores an argument in `value`; a flag, if that is a bool. `name` is one of its names. If there
  /// are `choices`, it must be one of them.
  template <class Value>
  CLI::Option* add(const std::string& name, Value& value,
                   const std::vector<std::string>& choices = {}) const {
    const Text& text = text_of(name);
    if constexpr (std::is_same_v<Value, bool>) {
      return command_->add_flag(text.names, value, text.about);
    } else {
      return checked(command_->add_option(text.names, value, text.about), text, choices);
    }
  }

 private:
  struct Text {
    std::string names;  ///< "-o,--output"
    std::string value;  ///< "FILE"
    std::string about;
  };

  void read_arguments(const std::string& help);
  const Text& text_of(const std::string& name) const;
  static CLI::Option* checked(CLI::Option* option, const Text& text,
                              std::vector<std::string> choices);

  CLI::App* command_;
  std::vector<Text> texts_;
};

/// Fills in what stands for the names in braces in a help text.
std::string filled_help(std::string_view help);

/// Returns "; did you mean NAME?" for the first name that begins with `word`, or else the one that
/// is most like it; empty if none is.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

/// "socks: expected one of rooms, costumes", and what was probably meant.
std::string expected_one_of(const std::string& word, const std::vector<std::string>& names);

}  // namespace wardrobe
