// Runs the program many times in forked children of one process. Starting a process costs more than
// most runs, and far more under sanitizers. Each request on stdin is a size in bytes, a newline,
// and as many bytes of words, each of which ends with a zero byte: the folder to run in, a file for
// stdout, a file for stderr, the most seconds of CPU for a command (0: any), and the commands, each
// of which is the number of its words and these words. A child runs the commands one after the
// other; if one ends it, another child goes on behind that. Of several commands, the file for
// stdout is that of the last one, and a line "#N" precedes what command N writes to stderr. The
// answer is a line for each command: the exit status, or minus the signal; milliseconds of CPU; the
// child's peak of memory in KiB. support.py is the other end.

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <span>
#include <string>
#include <string_view>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "tests/heavy/fuzz/use_library.h"
#include "tools/program/program.h"

namespace {

struct Request {
  std::string folder;
  std::string out;
  std::string err;
  rlim_t seconds = 0;
  std::vector<std::vector<std::string>> commands;
};

Request parse(const std::string& text) {
  std::vector<std::string> words;
  for (size_t at = 0; at < text.size(); at += words.back().size() + 1) {
    words.emplace_back(text.c_str() + at);
  }
  Request request{words.at(0), words.at(1), words.at(2), std::stoul(words.at(3)), {}};
  for (size_t at = 4; at < words.size();) {
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(at) + 1;
    const size_t count = std::stoul(words[at]);
    request.commands.emplace_back(first, first + static_cast<std::ptrdiff_t>(count));
    at += 1 + count;
  }
  return request;
}

long milliseconds(const timeval& time) { return time.tv_sec * 1000 + time.tv_usec / 1000; }

struct Used {
  long cpu = 0;   ///< milliseconds
  long peak = 0;  ///< KiB
};

Used used(const rusage& usage) {
  return {milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime), usage.ru_maxrss};
}

Used used_so_far() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return used(usage);
}

std::string answer(int status, const Used& used) {
  return std::to_string(status) + ' ' + std::to_string(used.cpu) + ' ' + std::to_string(used.peak) +
         '\n';
}

/// `libwardrobe FILE` passes an archive to every function of wardrobe.h; all else is the program's.
int run(std::vector<std::string>& words) {
  if (words.size() == 3 && words[1] == "libwardrobe") return wardrobe::use_library_on(words[2]);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  return wardrobe::run_program(static_cast<int>(argv.size()) - 1, argv.data());
}

/// Runs the commands; writes an answer to `pipe` for each but the last.
[[noreturn]] void run_child(const Request& request, std::span<std::vector<std::string>> commands,
                            int pipe) {
  Used before;
  for (std::vector<std::string>& words : commands) {
    if (request.seconds != 0) {
      const rlim_t most = static_cast<rlim_t>(before.cpu + 999) / 1000 + request.seconds;
      const rlimit limit{most, RLIM_INFINITY};
      ::setrlimit(RLIMIT_CPU, &limit);
    }
    const bool ready = ::chdir(request.folder.c_str()) == 0 &&
                       std::freopen("/dev/null", "r", stdin) != nullptr &&
                       std::freopen(request.out.c_str(), "w", stdout) != nullptr &&
                       std::freopen(request.err.c_str(), "a", stderr) != nullptr;
    if (!ready) std::abort();
    if (request.commands.size() > 1) {
      std::fprintf(stderr, "#%td\n", &words - request.commands.data());
      std::fflush(stderr);
    }
    const int status = run(words);
    if (&words == &commands.back()) std::exit(status);
    const Used after = used_so_far();
    const std::string line = answer(status, {after.cpu - before.cpu, after.peak});
    before = after;
    if (::write(pipe, line.data(), line.size()) < 0) std::abort();
  }
  std::abort();
}

/// Runs commands in a child, up to one that ends it; returns their number. 0: there is no child.
size_t run_some(const Request& request, std::span<std::vector<std::string>> commands) {
  int ends[2];
  if (::pipe(ends) != 0) return 0;
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    run_child(request, commands, ends[1]);
  }
  ::close(ends[1]);
  std::string lines;
  char buffer[4096];
  for (ssize_t count = 1; count > 0;) {
    count = ::read(ends[0], buffer, sizeof(buffer));
    if (count > 0) lines.append(buffer, static_cast<size_t>(count));
  }
  ::close(ends[0]);
  int status = 0;
  rusage usage{};
  if (child < 0 || ::wait4(child, &status, 0, &usage) != child) return 0;
  Used rest = used(usage);
  size_t ran = 1;
  for (size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1, ++ran) {
    rest.cpu -= std::stol(lines.substr(lines.find(' ', at) + 1));
  }
  // Flushed, or the next child would have it, too.
  std::cout << lines << answer(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), rest)
            << std::flush;
  return ran;
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    std::string text(std::stoul(line), '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    Request request = parse(text);
    std::FILE* const emptied = std::fopen(request.err.c_str(), "w");
    if (emptied == nullptr || std::fclose(emptied) != 0) return EXIT_FAILURE;
    const std::span<std::vector<std::string>> commands(request.commands);
    for (size_t done = 0; done < commands.size();) {
      const size_t ran = run_some(request, commands.subspan(done));
      if (ran == 0) return EXIT_FAILURE;
      done += ran;
    }
  }
}
