"""The output of `generate`: a manual page that has every option and renders without warnings, and completions that
work in the shells themselves, each run on its own terminal."""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
TIMEOUT = 60  # seconds, for a shell that hangs


def output(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=True).stdout


def commands():
    listed = output("--help").split("Subcommands:")[1]
    return re.findall(r"^  (\w[\w-]*) ", listed.split("\n\n")[0], re.M)


def options_of(*command):
    """As --help shows them: [["-h", "--help"], ["--players"], ..]."""
    listed = output(*command, "--help").split("\nOptions:\n")[1].split("\n\n")[0]
    return [names.split(",") for names in re.findall(r"^  (-\S+)", listed, re.M)]


def needs(*programs):
    missing = [program for program in programs if shutil.which(program) is None]
    return unittest.skipIf(missing, f"there is no {', '.join(missing)} here")


def rendered(page):
    done = subprocess.run(["groff", "-ww", "-man", "-Tascii", "-P-cbou"], input=page, capture_output=True,
                          text=True, check=True)
    return done.stdout, done.stderr


class ManPage(unittest.TestCase):
    @needs("groff")
    def test_renders_without_warnings(self):
        text, warnings = rendered(output("generate", "man"))
        self.assertEqual(warnings, "")
        sections = re.findall(r"^[A-Z][A-Z ]+$", text, re.M)
        self.assertEqual(sections, ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "GAMES",
                                    "ALLIANCE MATRICES", "EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"])

    @needs("mandoc")
    def test_mandoc_has_nothing_to_say(self):
        done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=output("generate", "man"),
                              capture_output=True, text=True)
        # The page has the version instead of a date, so that builds are reproducible.
        said = [line for line in done.stdout.splitlines() if "missing date" not in line]
        self.assertEqual(said, [])

    @needs("groff")
    def test_has_every_option_of_every_command_and_its_example(self):
        text, _ = rendered(output("generate", "man"))
        body = text.split("\nCOMMANDS\n")[1].split("\nGAMES\n")[0]
        parts = re.split(r"^   (\S+)$", body, flags=re.M)
        sections = dict(zip(parts[1::2], parts[2::2]))
        self.assertEqual(list(sections), commands())
        own = text.split("\nOPTIONS\n")[1].split("\nCOMMANDS\n")[0]
        self.assertEqual(re.findall(r"^ {7}(-.*)$", own, re.M), [", ".join(names) for names in options_of()])
        for command, section in sections.items():
            shown = [", ".join(names) for names in options_of(command) if "--help" not in names]
            self.assertEqual(re.findall(r"^ {7}(-[\w-]+(?:, -[\w-]+)*)", section, re.M), shown, command)
            example = output(command, "--help").split("Example:\n  ")[1].splitlines()[0]
            self.assertIn(example, section)
            self.assertRegex(text.split("\nDESCRIPTION\n")[0], rf"nimsweep {command}\b")

    @needs("groff")
    def test_says_what_turns_colours_off(self):
        self.assertIn("If set and not empty, output has no colours.", output("generate", "man"))

    def test_says_what_the_exit_codes_and_games_are(self):
        text, _ = rendered(output("generate", "man"))
        for code, meaning in re.findall(r"^ +(\d+)  (.*)$", output("--help"), re.M):
            self.assertRegex(text, rf"(?i)\n +{code} +{re.escape(meaning)}\.")
        for game in re.findall(r"^  (\S+)", output("list").split("\n\n")[0], re.M):
            self.assertIn(f"\n       {game}", text)


class Scripts(unittest.TestCase):
    """What each script has for a command, without running a shell."""

    def expect_all_options(self, what, names_in):
        script = output("generate", what)
        for command in commands():
            expected = [name for names in options_of(command) for name in names]
            self.assertEqual(names_in(script, command), expected, command)

    def test_bash_has_every_option(self):
        def names_in(script, command):
            part = script.split(f"    '{command}') ")[1].split("esac")[0]
            return re.findall(r"(?<!\S)-\S+", re.search(r"\*\) words='(.*)'", part).group(1))
        self.expect_all_options("bash", names_in)

    def test_zsh_has_every_option(self):
        def names_in(script, command):
            part = script.split(f"\n    {command})\n")[1].split(" ;;\n")[0]
            return re.findall(r"^ +'\([^)]*\)\*?(-[\w-]+)", part, re.M)
        self.expect_all_options("zsh", names_in)

    def test_fish_has_every_option(self):
        def names_in(script, command):
            lines = [line.split(" -d ")[0] for line in script.splitlines() if f"_is '{command}'\"" in line]
            return [("-" if kind == "s" else "--") + name
                    for line in lines for kind, name in re.findall(r" -([sl]) (\S+)", line)]
        self.expect_all_options("fish", names_in)


class Shell:
    """A shell on a terminal."""

    def __init__(self, folder, command):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, {"PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "TERM": "dumb",
                                             "HOME": str(folder), "LC_ALL": "C.UTF-8"})

    def close(self):
        os.close(self.terminal)
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)

    def send(self, keys):
        os.write(self.terminal, keys.encode())

    def read_until(self, pattern):
        seen = b""
        while not (found := re.search(pattern.encode(), seen, re.S)):
            if not select.select([self.terminal], [], [], TIMEOUT)[0]:
                raise AssertionError(f"the shell hangs; it wrote {seen!r}")
            try:
                seen += os.read(self.terminal, 65536)
            except OSError:
                raise AssertionError(f"the shell ended; it wrote {seen!r}") from None
        return found.group(1).decode()

    def completed(self, line):
        """The line after a tab. Ctrl-G is bound to a function that prints and clears it."""
        self.send(line + "\t\x07")
        return self.read_until("<<(.*?)>>")


def bash(folder):
    shell = Shell(folder, ["bash", "--norc", "--noprofile", "-i"])
    shell.send("bind 'set bell-style none'; source <(nimsweep generate bash)\n"
               """bind -x '"\\C-g": printf "<%s%s>>" "<" "$READLINE_LINE"; READLINE_LINE='; echo re""ady\n""")
    shell.read_until("(ready)")
    return shell


def zsh(folder):
    (folder / "functions").mkdir()
    (folder / "functions/_nimsweep").write_text(output("generate", "zsh"))
    shell = Shell(folder, ["zsh", "-f", "-i"])
    shell.send("unsetopt beep auto_menu; zstyle ':completion:*' list false; fpath=($HOME/functions $fpath)\n"
               "autoload -Uz compinit; compinit -u -D; show() { print -rn \"<<$BUFFER>>\"; BUFFER=; }; zle -N show\n"
               "bindkey -e; bindkey '^G' show; echo re''ady\n")
    shell.read_until("(ready)")
    return shell


class Fish:
    """fish lists the possible last words of a line, without a terminal."""

    def __init__(self, folder):
        (folder / "nimsweep.fish").write_text(output("generate", "fish"))
        answer = "source nimsweep.fish; while read -l line; complete -C $line; echo; end"
        self.process = subprocess.Popen(
            ["fish", "--no-config", "-c", answer], cwd=folder, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, env={"PATH": os.environ["PATH"], "HOME": str(folder), "LC_ALL": "C.UTF-8"})

    def close(self):
        self.process.communicate()

    def completed(self, line):
        """The line as fish completes it if exactly one word is possible."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        words = [word.split("\t")[0] for word in iter(self.process.stdout.readline, "\n")]
        if len(words) != 1:
            return line
        return line[:line.rindex(" ") + 1] + words[0].strip() + ("" if words[0].strip().endswith(":") else " ")


class Completions:
    """Tests that every shell must pass; `shell` starts it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        (path / "jobs").mkdir()
        (path / "jobs/one.yaml").touch()
        self.shell = type(self).shell(path)
        self.addCleanup(self.shell.close)

    def expect(self, line, completed):
        self.assertEqual(self.shell.completed(line), completed)

    def test_commands(self):
        self.expect("nimsweep sol", "nimsweep solve ")
        for command in commands():
            self.expect(f"nimsweep {command}", f"nimsweep {command} ")
        self.expect("nimsweep --ver", "nimsweep --version ")

    def test_every_option_of_every_command(self):
        for command in commands():
            names = [name for names in options_of(command) for name in names]
            for name in names:
                prefix = shortest_prefix(name, names)
                if prefix == name:  # nothing to complete, as with -h
                    continue
                with self.subTest(command=command, prefix=prefix):
                    completed = self.shell.completed(f"nimsweep {command} {prefix}")
                    self.assertEqual(completed.rstrip(" ="), f"nimsweep {command} {name}")

    def test_files(self):
        for line in ("run", "plan", "run --quiet", "run --certificate", "inspect", "get",
                     "verify --table"):
            self.expect(f"nimsweep {line} jobs/o", f"nimsweep {line} jobs/one.yaml ")

    def test_known_words(self):
        for line, completed in {
                "generate fi": "generate fish ",
                "tree --format sv": "tree --format svg ",
                "solve --game last": "solve --game last-nim ",
                "solve --game moo": "solve --game moore:",
                "machine --matrix ss": "machine --matrix ssam:",
                "verify --matrix=ind": "verify --matrix=index:",
                "verify --claim qqq": "verify --claim qqq"}.items():
            self.expect(f"nimsweep {line}", f"nimsweep {completed}")

    def test_lists_of_known_words(self):
        for line, completed in {
                "verify --claim bou": "verify --claim bouton",
                "verify --quiet --claim=bou": "verify --quiet --claim=bouton",
                "verify --claim bouton,mis": "verify --claim bouton,misere-nim"}.items():
            self.assertEqual(self.shell.completed(f"nimsweep {line}").rstrip(" ,"), f"nimsweep {completed}")

    def test_nothing_is_offered_for_numbers(self):
        for line in ("nimsweep solve --players j", "nimsweep run --threads j"):
            self.expect(line, line)

    def test_nimsweep_mpi_has_them_too(self):
        self.expect("nimsweep-mpi sol", "nimsweep-mpi solve ")


def shortest_prefix(name, names):
    others = [other for other in names if other != name]
    return next((name[:length] for length in range(1, len(name))
                 if not any(other.startswith(name[:length]) for other in others)), name)


class Bash(Completions, unittest.TestCase):
    shell = staticmethod(bash)


@needs("zsh")
class Zsh(Completions, unittest.TestCase):
    shell = staticmethod(zsh)


@needs("fish")
class FishShell(Completions, unittest.TestCase):
    shell = Fish


if __name__ == "__main__":
    unittest.main()
