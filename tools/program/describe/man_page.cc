#include <fmt/core.h>
#include <fmt/format.h>

#include "tools/program/describe/command_table.h"

// Pages of the macro package man(7).

namespace wardrobe {
namespace {

/// Escapes characters that are special to troff.
std::string roff(const std::string& text) {
  std::string out = text.starts_with('.') ? "\\&" : "";
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '\'') {
      out += "\\(aq";
    } else if (c == '`') {
      out += "\\(ga";
    } else if (c == '-' || c == '^' || c == '~') {
      out += std::string("\\") + (c == '-' ? "-" : c == '^' ? "(ha" : "(ti");
    } else {
      out += c;
    }
  }
  return out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

/// The placeholder for an argument's value.
std::string value_of(const Argument& argument) {
  if (argument.positional) return italic(argument.names[0]);
  return argument.kind.empty() ? "" : " " + italic(argument.kind);
}

std::string synopsis(const Command& command) {
  std::string line = bold(command.name.empty() ? "wardrobe" : "wardrobe " + command.name);
  for (const Argument& argument : command.arguments) {
    if (argument.required && !argument.positional) {
      line += " " + bold(argument.names[0]) + value_of(argument);
    }
  }
  line += " [" + italic("OPTIONS") + "]";
  for (const Argument& argument : command.arguments) {
    if (argument.positional) line += " " + value_of(argument);
  }
  return line + (command.name.empty() ? " " + italic("COMMAND") + " …" : "") + "\n";
}

std::string paragraph_of(const Argument& argument) {
  std::vector<std::string> names;
  if (!argument.positional) {
    for (const std::string& name : argument.names) names.push_back(bold(name));
  }
  std::string text = ".TP\n" + fmt::format("{}", fmt::join(names, ", ")) + value_of(argument) +
                     "\n" + roff(argument.about) + "\n";
  const auto add = [&](const std::string& before, const std::vector<std::string>& what) {
    if (!what.empty()) {
      text += ".br\n" + roff(fmt::format("{}: {}", before, fmt::join(what, ", "))) + "\n";
    }
  };
  if (argument.kind.find('|') == std::string::npos) add("One of", argument.choices);
  add("Only with", argument.needs);
  add("Not with", argument.excludes);
  return text;
}

/// A section with the positional arguments, or with the options.
std::string arguments_section(const std::string& title, const Command& command, bool positional) {
  std::string text;
  for (const Argument& argument : command.arguments) {
    if (argument.positional == positional) text += paragraph_of(argument);
  }
  return text.empty() ? "" : ".SH " + title + "\n" + text;
}

/// The title of the section that starts with this line of a footer. Empty if the line is text.
std::string title_of(const std::string& line) {
  if (line == "Example:" || line == "Examples:") return "EXAMPLES";
  if (line == "Formats:") return "FORMATS";
  return line.starts_with("Exit status: ") ? "EXIT STATUS" : "";
}

/// Turns a footer of --help into sections. Indented lines keep their line breaks.
std::string footer_sections(const std::string& footer) {
  std::string page;
  bool literal = false;
  for (const std::string& line : CLI::detail::split(footer, '\n')) {
    const bool indented = line.starts_with("  ");
    if (indented != literal) page += indented ? ".RS 4\n.nf\n" : ".fi\n.RE\n";
    literal = indented;
    const std::string title = page.empty() && title_of(line).empty() ? "NOTES" : title_of(line);
    if (!title.empty()) page += ".SH " + title + "\n";
    if (title == "EXIT STATUS") {
      page += roff(line.substr(line.find(": ") + 2)) + "\n";
    } else if (title.empty() || title == "NOTES") {
      page += roff(indented ? line.substr(2) : line) + "\n";
    }
  }
  return page + (literal ? ".fi\n.RE\n" : "");
}

std::string commands_section(const std::vector<Command>& table) {
  std::string text = ".SH COMMANDS\n";
  for (const Command& command : table) {
    if (command.name.empty()) continue;
    text += ".TP\n.BR wardrobe\\-" + command.name + " (1)\n" + roff(command.about) + "\n";
  }
  return text;
}

}  // namespace

std::string man_page(const std::vector<Command>& table, const Command& command,
                     const std::string& version, const std::string& date) {
  const bool program = command.name.empty();
  const std::string name = program ? "wardrobe" : "wardrobe-" + command.name;
  return fmt::format(".TH {} 1 {} \"wardrobe {}\" Wardrobe\n", name, date, version) + ".SH NAME\n" +
         roff(name) + " \\- " + roff(command.about) + "\n" + ".SH SYNOPSIS\n" + synopsis(command) +
         (program ? commands_section(table) : "") + arguments_section("ARGUMENTS", command, true) +
         arguments_section("OPTIONS", command, false) + footer_sections(command.footer) +
         (program ? "" : ".SH SEE ALSO\n.BR wardrobe (1)\n");
}

}  // namespace wardrobe
