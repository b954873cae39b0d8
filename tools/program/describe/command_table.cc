#include "tools/program/describe/command_table.h"

namespace wardrobe {
namespace {

std::vector<std::string> names_of(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(option->get_name());
  std::sort(names.begin(), names.end());  // CLI11 sorts them by address.
  return names;
}

Argument argument_of(const CLI::Option& option) {
  Argument argument;
  argument.positional = option.get_positional();
  if (argument.positional) {
    argument.names = {option.get_name(true)};
  } else {
    for (const std::string& name : option.get_snames()) argument.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) argument.names.push_back("--" + name);
  }
  argument.required = option.get_required();
  if (option.get_type_size() != 0) argument.kind = option.get_type_name();
  if (!option.get_option_text().empty()) {
    argument.choices = CLI::detail::split(option.get_option_text(), '|');
  }
  argument.needs = names_of(option.get_needs());
  argument.excludes = names_of(option.get_excludes());
  argument.about = option.get_description();
  return argument;
}

Command command_of(const CLI::App& app) {
  Command command{app.get_parent() == nullptr ? "" : app.get_name(),
                  app.get_description(),
                  app.get_footer(),
                  {}};
  for (const bool positional : {true, false}) {
    for (const CLI::Option* option : app.get_options()) {
      if (option->get_positional() == positional) {
        command.arguments.push_back(argument_of(*option));
      }
    }
  }
  return command;
}

}  // namespace

std::vector<Command> command_table(const CLI::App& app) {
  std::vector<Command> table = {command_of(app)};
  for (const CLI::App* command : app.get_subcommands({})) table.push_back(command_of(*command));
  return table;
}

}  // namespace wardrobe
