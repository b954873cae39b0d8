// Runs the program many times in one process, a forked child each: under sanitizers, starting a
// process costs far more than most runs. Each line on stdin is a JSON array of the folder to run
// in, a file for stdout, one for stderr, and the arguments; the answer is a line with the exit
// status, or minus the signal. support.py is the other end.

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <nlohmann/json.hpp>

#include "tools/program/program.h"

namespace {

struct Request {
  std::string folder;
  std::string out;
  std::string err;
  std::vector<std::string> arguments;
};

Request parse(const std::string& line) {
  const auto words = nlohmann::json::parse(line).get<std::vector<std::string>>();
  return {words.at(0), words.at(1), words.at(2), {words.begin() + 3, words.end()}};
}

[[noreturn]] void run_child(Request request) {
  const bool ready = ::chdir(request.folder.c_str()) == 0 &&
                     std::freopen("/dev/null", "r", stdin) != nullptr &&
                     std::freopen(request.out.c_str(), "w", stdout) != nullptr &&
                     std::freopen(request.err.c_str(), "w", stderr) != nullptr;
  if (!ready) std::abort();
  std::vector<char*> argv;
  for (std::string& argument : request.arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  std::exit(wardrobe::run_program(static_cast<int>(argv.size()) - 1, argv.data()));
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const pid_t child = ::fork();
    if (child == 0) run_child(parse(line));
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) return EXIT_FAILURE;
    std::cout << (WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status)) << std::endl;
  }
}
