#include "nimsweep/exports/graphviz.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

namespace {

std::string label_lines(const std::vector<std::string>& lines) {
  std::string label;
  for (const std::string& line : lines) label += fmt::format("{}<BR ALIGN=\"LEFT\"/>", line);
  return label;
}

void check(int error, std::string_view what) {
  if (error != 0)
    throw Error(ErrorKind::io,
                fmt::format("cannot {}: {}", what, std::generic_category().message(error)));
}

// A file in memory. dot reads one and writes two, so no pipe can fill up and block.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(memfd_create(name, MFD_CLOEXEC)) {
    if (descriptor_ < 0) check(errno, "make a file in memory");
  }
  ~MemoryFile() { close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const noexcept { return descriptor_; }

  void write(std::string_view text) {
    while (!text.empty()) {
      const ssize_t written = ::write(descriptor_, text.data(), text.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) check(errno, "write to a file in memory");
      text.remove_prefix(static_cast<std::size_t>(written));
    }
    rewind();
  }

  std::string read() {
    rewind();
    std::string text;
    std::array<char, 1 << 16> buffer;
    for (;;) {
      const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) check(errno, "read a file in memory");
      if (count == 0) return text;
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }

 private:
  void rewind() {
    if (lseek(descriptor_, 0, SEEK_SET) < 0) check(errno, "rewind a file in memory");
  }

  int descriptor_;
};

class SpawnActions {
 public:
  SpawnActions() { check(posix_spawn_file_actions_init(&actions_), "prepare to run dot"); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  void redirect(const MemoryFile& file, int descriptor) {
    check(posix_spawn_file_actions_adddup2(&actions_, file.descriptor(), descriptor),
          "prepare to run dot");
  }
  const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

int exit_status_of(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0)
    if (errno != EINTR) check(errno, "wait for dot");
  return status;
}

}  // namespace

std::vector<std::string> matrix_lines(const AllianceMatrix& matrix) {
  constexpr std::size_t kLongest = 60;
  const std::string text = to_text(matrix);
  if (text.size() <= kLongest) return {"matrix " + text};
  std::vector<std::string> lines{"matrix"};
  for (const std::string_view row : split(text, '/'))
    lines.push_back(fmt::format("{}", fmt::join(words(row), " ")));
  return lines;
}

std::string dot_beginning(const Caption& caption) {
  std::string label = fmt::format("<B>{}</B><BR ALIGN=\"LEFT\"/>", caption.title);
  label += label_lines(caption.facts);
  if (!caption.legend.empty())
    label += fmt::format("<FONT COLOR=\"#5d636d\" POINT-SIZE=\"12\">{}</FONT>",
                         label_lines(caption.legend));
  return fmt::format(
      "digraph \"{}\" {{\n"
      "  label=<{}<BR/>>;\n"
      "  labelloc=t;\n"
      "  labeljust=l;\n"
      "  fontname=\"sans-serif\";\n",
      caption.title, label);
}

std::string svg_of_dot(std::string_view graph) {
  MemoryFile input("dot-input");
  MemoryFile output("dot-output");
  MemoryFile messages("dot-messages");
  input.write(graph);

  SpawnActions actions;
  actions.redirect(input, STDIN_FILENO);
  actions.redirect(output, STDOUT_FILENO);
  actions.redirect(messages, STDERR_FILENO);
  std::array<char, 4> program{"dot"};
  std::array<char, 6> format{"-Tsvg"};
  const std::array<char*, 3> arguments{program.data(), format.data(), nullptr};
  pid_t process = 0;
  const int error =
      posix_spawnp(&process, program.data(), actions.get(), nullptr, arguments.data(), environ);
  if (error == ENOENT)
    throw Error(ErrorKind::io,
                "svg needs Graphviz, but its program dot is not on PATH; install the "
                "package graphviz");
  check(error, "run dot");

  const int status = exit_status_of(process);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw Error(ErrorKind::io,
                fmt::format("dot failed ({}): {}",
                            WIFEXITED(status) ? fmt::format("exit {}", WEXITSTATUS(status))
                                              : fmt::format("signal {}", WTERMSIG(status)),
                            in_quotes(split(messages.read(), '\n').front())));
  return output.read();
}

}  // namespace nimsweep
