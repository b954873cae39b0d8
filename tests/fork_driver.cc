// Runs the program many times in one process, each time in a forked child. Starting a process costs
// more than most runs, and far more under sanitizers. Each request on stdin is a size in bytes, a
// newline, and as many bytes of words, each of which ends with a zero byte: the folder to run in, a
// file for stdout, a file for stderr, and the arguments. The answer is a line with the exit status,
// or with minus the signal. support.py is the other end.

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "tools/program/program.h"

namespace {

struct Request {
  std::string folder;
  std::string out;
  std::string err;
  std::vector<std::string> arguments;
};

Request parse(const std::string& text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size(); at += words.back().size() + 1) {
    words.emplace_back(text.c_str() + at);
  }
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
    std::string request(std::stoul(line), '\0');
    std::cin.read(request.data(), static_cast<std::streamsize>(request.size()));
    const pid_t child = ::fork();
    if (child == 0) run_child(parse(request));
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) return EXIT_FAILURE;
    std::cout << (WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status)) << std::endl;
  }
}
