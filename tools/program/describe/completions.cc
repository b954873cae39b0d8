#include <fmt/core.h>
#include <fmt/format.h>

#include "tools/program/describe/command_table.h"

// A completion script for each shell. From the words typed so far, each script knows what the next
// word can be: a command, an option, an option's value, or a positional argument.

namespace wardrobe {
namespace {

/// The text with a backslash before each character of `special`.
std::string escaped(const std::string& text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

/// The text in single quotes, for bash and zsh.
std::string quoted(const std::string& text) {
  return "'" + CLI::detail::find_and_replace(text, "'", "'\\''") + "'";
}

std::string joined(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

std::vector<std::string> command_names(const std::vector<Command>& table) {
  std::vector<std::string> names;
  for (const Command& command : table) {
    if (!command.name.empty()) names.push_back(command.name);
  }
  return names;
}

/// Calls `use` with each argument and its place. The place of a positional argument counts from 1;
/// the place of an option is 0.
template <typename Use>
void for_arguments(const Command& command, Use use) {
  int place = 0;
  for (const Argument& argument : command.arguments) {
    use(argument, argument.positional ? ++place : 0);
  }
}

bool names_file(const Argument& argument) {
  return argument.kind == "FILE" || argument.kind == "PATH";
}

bool names_folder(const Argument& argument) { return argument.kind == "FOLDER"; }

/// The cases for one command in the bash function _wardrobe_kind.
std::string bash_cases(const Command& command) {
  std::vector<std::string> options;
  std::string cases;
  for_arguments(command, [&](const Argument& argument, int place) {
    std::vector<std::string> keys = argument.names;
    if (place > 0) {
      keys = {std::to_string(place)};
    } else {
      options.insert(options.end(), keys.begin(), keys.end());
    }
    if (argument.kind.empty()) return;
    for (std::string& key : keys) key = quoted(fmt::format("{} {}", command.name, key));
    const std::string kind = names_file(argument)     ? "file"
                             : names_folder(argument) ? "folder"
                                                      : "words " + joined(argument.choices);
    cases += fmt::format("    {}) kind='{}' ;;\n", fmt::join(keys, "|"), kind);
  });
  return fmt::format("    '{} -') kind='words {}' ;;\n", command.name, joined(options)) + cases;
}

constexpr std::string_view kBashFunction = R"(
_wardrobe() {
  local word=${COMP_WORDS[COMP_CWORD]} before kind= command= place=1
  COMPREPLY=()
  [ "$word" = = ] && word=
  for before in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ "$before" = = ]; then
      continue  # bash makes three words of --level=9.
    elif [ -n "$kind" ]; then
      kind=
    elif [[ $before = -* ]]; then
      _wardrobe_kind "$command" "$before"
    elif [ -z "$command" ]; then
      command=$before
    else
      place=$((place + 1))
    fi
  done
  if [ -z "$kind" ]; then
    case $word in
      -*) _wardrobe_kind "$command" - ;;
      *) _wardrobe_kind "$command" "$place" ;;
    esac
  fi
  case $kind in
    file) compopt -o filenames && mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    folder) compopt -o filenames && mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
    *) mapfile -t COMPREPLY < <(compgen -W "${kind#words}" -- "$word") ;;
  esac
}
complete -F _wardrobe wardrobe
)";

/// The specifications of an argument for _arguments of zsh.
std::vector<std::string> zsh_arguments(const Argument& argument, int place) {
  constexpr std::string_view kSpecial = "\\:[]";
  const std::string action = names_file(argument)       ? "_files"
                             : names_folder(argument)   ? "_files -/"
                             : argument.choices.empty() ? " "
                                                        : "(" + joined(argument.choices) + ")";
  if (place > 0) return {fmt::format("{}:{}:{}", place, argument.names[0], action)};
  std::vector<std::string> specifications;
  for (const std::string& name : argument.names) {
    std::string text = argument.names.size() > 1 ? "(" + joined(argument.names) + ")" : "";
    text += name + (argument.kind.empty() ? "" : name.starts_with("--") ? "=" : "+");
    text += "[" + escaped(argument.about, kSpecial) + "]";
    if (!argument.kind.empty()) text += ":" + escaped(argument.kind, kSpecial) + ":" + action;
    specifications.push_back(text);
  }
  return specifications;
}

std::string zsh_command(const Command& command) {
  std::string lines;
  for_arguments(command, [&](const Argument& argument, int place) {
    for (const std::string& text : zsh_arguments(argument, place)) {
      lines += " \\\n      " + quoted(text);
    }
  });
  return lines;
}

std::string fish_quoted(const std::string& text) { return "'" + escaped(text, "\\'") + "'"; }

constexpr std::string_view kFishFunctions = R"(complete -c wardrobe -f

function __wardrobe_in -a command
    set -l words (commandline -opc)
    test "$words[2]" = "$command"
end

# COMMAND NUMBER OPTION…: whether this positional argument comes next. The options take a value.
function __wardrobe_at
    __wardrobe_in $argv[1]; or return 1
    set -l place 1
    set -l value no
    for word in (commandline -opc)[3..]
        if test $value = yes
            set value no
        else if contains -- $word $argv[3..]
            set value yes
        else if not string match -q -- '-*' $word
            set place (math $place + 1)
        end
    end
    test $value = no -a $place = $argv[2]
end

)";

/// The arguments for fish's `complete` that describe a value.
std::string fish_value(const Argument& argument) {
  if (names_file(argument)) return " -r -F";
  if (names_folder(argument)) return " -x -a '(__fish_complete_directories)'";
  if (!argument.choices.empty()) return " -x -a " + fish_quoted(joined(argument.choices));
  return argument.kind.empty() ? "" : " -x";
}

std::string fish_command(const Command& command) {
  std::vector<std::string> with_value;
  for (const Argument& argument : command.arguments) {
    if (argument.positional || argument.kind.empty()) continue;
    with_value.insert(with_value.end(), argument.names.begin(), argument.names.end());
  }
  std::string lines;
  for_arguments(command, [&](const Argument& argument, int place) {
    std::string condition =
        command.name.empty() ? "__fish_use_subcommand" : "__wardrobe_in " + command.name;
    if (place > 0) {
      condition = fmt::format("__wardrobe_at {} {} {}", command.name, place, joined(with_value));
    }
    lines += "complete -c wardrobe -n " + fish_quoted(condition);
    for (const std::string& name : argument.names) {
      if (place > 0) break;
      lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
    }
    lines += fish_value(argument);
    if (place == 0) lines += " -d " + fish_quoted(argument.about);
    lines += "\n";
  });
  return lines;
}

}  // namespace

std::string bash_completion(const std::vector<Command>& table) {
  std::string text =
      "# Completion of wardrobe for bash.\n\n"
      "# What follows COMMAND and an option, at the number of a positional argument, or - "
      "(options):\n"
      "# file, folder or words WORD…; empty: nothing.\n"
      "_wardrobe_kind() {\n  case \"$1 $2\" in\n";
  for (const Command& command : table) text += bash_cases(command);
  text += fmt::format("    ' 1') kind='words {}' ;;\n", joined(command_names(table)));
  return text + "    *) kind= ;;\n  esac\n}\n" + std::string(kBashFunction);
}

std::string zsh_completion(const std::vector<Command>& table) {
  std::string names;
  std::string cases;
  for (const Command& command : table) {
    if (command.name.empty()) continue;
    names += fmt::format(
        " {}\\:{}", command.name,
        escaped("\"" + CLI::detail::find_and_replace(command.about, "\"", "") + "\"", "\\"));
    cases += fmt::format("  {})\n    _arguments{}\n    ;;\n", command.name, zsh_command(command));
  }
  return "#compdef wardrobe\n\n"
         "local context state state_descr line curcontext=$curcontext\n"
         "typeset -A opt_args\n"
         "_arguments -C" +
         zsh_command(table[0]) + " \\\n      " + quoted("1:command:((" + names.substr(1) + "))") +
         " \\\n      '*:: :->arguments'\n"
         "[[ $state = arguments ]] || return\n"
         "case $line[1] in\n" +
         cases + "esac\n";
}

std::string fish_completion(const std::vector<Command>& table) {
  std::string text = "# Completion of wardrobe for fish.\n" + std::string(kFishFunctions);
  for (const Command& command : table) {
    if (!command.name.empty()) {
      text += fmt::format("complete -c wardrobe -n __fish_use_subcommand -a {} -d {}\n",
                          command.name, fish_quoted(command.about));
    }
    text += fish_command(command);
  }
  return text;
}

}  // namespace wardrobe
