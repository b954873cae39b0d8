#include <array>
#include <string>
#include <vector>

#include "pipeline/io/child.h"
#include "pipeline/io/handle_windows.h"
#include "pipeline/io/system_error.h"

namespace wardrobe {
namespace {

std::wstring wide(const std::string& text) {
  const auto size = static_cast<int>(text.size());
  std::wstring units(text.size(), L'\0');
  const int count = ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, units.data(), size);
  units.resize(static_cast<size_t>(count));
  return units;
}

/// Appends an argument to a command line, so that programs read it as it is: backslashes count
/// double if a quote follows.
void append_argument(std::wstring& line, const std::wstring& argument) {
  if (!line.empty()) line += L' ';
  line += L'"';
  size_t backslashes = 0;
  for (const wchar_t unit : argument) {
    if (unit == L'"') line.append(backslashes + 1, L'\\');
    backslashes = unit == L'\\' ? backslashes + 1 : 0;
    line += unit;
  }
  line.append(backslashes, L'\\');
  line += L'"';
}

/// Starts the child. Its output goes to `output`.
Result<HANDLE> start(const std::vector<std::string>& command, HANDLE output) {
  std::wstring line;
  for (const std::string& argument : command) append_argument(line, wide(argument));
  SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
  const Handle nothing(
      ::CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ, &inherited, OPEN_EXISTING, 0, nullptr));
  STARTUPINFOW streams{};
  streams.cb = sizeof streams;
  streams.dwFlags = STARTF_USESTDHANDLES;
  streams.hStdInput = nothing.get();
  streams.hStdOutput = output;
  streams.hStdError = ::GetStdHandle(STD_ERROR_HANDLE);
  PROCESS_INFORMATION process{};
  if (::CreateProcessW(nullptr, line.data(), nullptr, nullptr, TRUE, 0, nullptr, nullptr, &streams,
                       &process) == 0) {
    return system_error("cannot run");
  }
  ::CloseHandle(process.hThread);
  return process.hProcess;
}

void read_all(HANDLE output, const TakeOutput& take) {
  std::array<char, 1 << 16> buffer{};
  DWORD count = 0;
  // The end of a pipe is an error here.
  while (::ReadFile(output, buffer.data(), static_cast<DWORD>(buffer.size()), &count, nullptr) !=
         0) {
    if (!take({buffer.data(), count})) return;
  }
}

/// Starts the child and reads its output. After this, it cannot write any more.
Result<HANDLE> start_and_read(const std::vector<std::string>& command, const TakeOutput& take) {
  HANDLE read_end = nullptr;
  HANDLE write_end = nullptr;
  if (::CreatePipe(&read_end, &write_end, nullptr, 0) == 0) return system_error("cannot run");
  ::SetHandleInformation(write_end, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
  const Handle from(read_end);
  HANDLE child = nullptr;
  {
    const Handle to(write_end);
    ASSIGN_OR_RETURN(child, start(command, write_end));
  }
  read_all(read_end, take);
  return child;
}

}  // namespace

Result<int> run_child(const std::vector<std::string>& command, const TakeOutput& take) {
  ASSIGN_OR_RETURN(const HANDLE started, start_and_read(command, take));
  const Handle child(started);
  DWORD status = 0;
  ::WaitForSingleObject(started, INFINITE);
  if (::GetExitCodeProcess(started, &status) == 0) return system_error("cannot wait for its end");
  return static_cast<int>(status);
}

}  // namespace wardrobe
