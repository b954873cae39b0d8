"""The man pages, and the completions of three shells, say what --help says."""

import gzip
import os
import pathlib
import pty
import re
import subprocess
import unittest

from support import ProgramTest, command_names, every, run

DESCRIBED = pathlib.Path(os.environ["WARDROBE_BUILD"], "describe")
FILE, FOLDER = "file.wardrobe", "games"  # things to complete
# The choices that --help does not list as a|b, from the error about another word.
CHOICES = {name: run(*words).err.split("expected one of ")[1].strip().removesuffix(" (see: wardrobe help pack)")
           .removesuffix(" (see: wardrobe help export)").removesuffix(" (see: wardrobe help hd)").split(", ")
           for name, words in {"--game": ("pack", "x", "--game", "zzzzzz"), "WHAT": ("list", "x", "zzzzzz"),
                               "--format": ("export", "x", "--format", "zzzzzz"),
                               "ACTION": ("hd", "zzzzzz", "x")}.items()}

BASH = """
source {described}/wardrobe.bash
compopt() {{ :; }}
ask() {{
  COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
  _wardrobe
  printf '%s\\n' "${{COMPREPLY[@]}}" end
}}
{questions}
"""
# Keeps what the completion would add, and takes it back.
ZSH = """
PS1=ready
fpath=({described} $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {{
  if [[ "$*" != *-[OAD]\\ * ]]; then
    local -a hits
    builtin compadd -O hits "$@"
    print -rl -- $hits >> ../answers
  fi
  builtin compadd "$@"
}}
ask() {{ _main_complete; compstate[insert]= compstate[list]=; print end >> ../answers }}
zle -C ask complete-word ask
bindkey '^I' ask
bindkey '^U' kill-whole-line
"""


class Argument:
    """An option or a positional argument in --help."""

    def __init__(self, left, about):
        *names, last = left.split(" ")
        self.value = last if names and not last.startswith("-") else ""
        self.names = [name.rstrip(",") for name in (names if self.value else [*names, last])]
        self.about = one_line(about).strip()
        self.is_option = left.startswith("-")
        self.choices = self.value.split("|") if self.value.islower() else CHOICES.get(self.names[-1], [])

    def answers(self):
        """Returns the completions that a shell should offer for the value."""
        kind = self.value if self.is_option or self.choices else "PATH"
        return set({"FILE": [FILE, FOLDER], "PATH": [FILE, FOLDER], "FOLDER": [FOLDER]}.get(kind, self.choices))


def arguments(text):
    """Returns the arguments of a --help."""
    found = re.findall(r"^  ((?:-\w, )?--[a-z-]+(?: \S+)?|-o, --output \S+|[A-Z]+)(?:\n| {2,})(.*(?:\n {10,}.*)*)", text, re.M)
    return [Argument(left, about) for left, about in found]


def one_line(text):
    return re.sub(r"\s+", " ", text)


class Base(ProgramTest):
    @classmethod
    def setUpClass(cls):
        cls.commands = command_names()
        cls.helps = {name: run(*name.split(), "--help").out for name in ("", *cls.commands)}
        cls.tables = {name: arguments(text) for name, text in cls.helps.items()}
        assert len(cls.commands) == 12 and sum(map(len, cls.tables.values())) > 70, cls.tables


class ManPages(Base):
    def test_are_one_a_command(self):
        self.assertEqual({path.name for path in DESCRIBED.glob("*.1*")},
                         {"-".join(["wardrobe", *name.split()]) + ".1.gz" for name in self.tables})

    def test_have_no_mistakes(self):
        for path in every(DESCRIBED.glob("*.1.gz")):
            page = self.folder / path.stem
            page.write_bytes(gzip.decompress(path.read_bytes()))
            for command in (["mandoc", "-Tlint", "-W", "warning", page], ["man", "--warnings", "-l", page]):
                done = subprocess.run(command, capture_output=True, check=False, text=True,
                                      env={**os.environ, "LC_ALL": "C.UTF-8"})
                said = done.stderr + (done.stdout if command[0] == "mandoc" else "")
                self.assertEqual((done.returncode, said), (0, ""), path)

    def test_say_what_help_says(self):
        for name, table in self.tables.items():
            page = DESCRIBED / ("-".join(["wardrobe", *name.split()]) + ".1.gz")
            done = subprocess.run(["man", "--no-hyphenation", "--no-justification", "-l", page], check=True,
                                  capture_output=True, text=True,
                                  env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "1000"})
            shown = one_line(done.stdout)
            for argument in table:
                value = f" {argument.value}" if argument.value else ""
                self.assertIn(f" {', '.join(argument.names)}{value} {argument.about}", shown)
                if argument.choices and "|" not in argument.value:
                    self.assertIn("One of: " + ", ".join(argument.choices), shown)
            footer = self.helps[name].split("\n\n")[-1]
            for line in footer.splitlines():
                if not re.match(r"(Examples?|Formats):|Exit status:", line):
                    self.assertIn(one_line(line).strip(), shown)
            options = {option for argument in table if argument.is_option for option in argument.names}
            listed = done.stdout.split("\nOPTIONS\n")[1].split("\nNOTES\n")[0].split("\nEXAMPLES\n")[0]
            said = re.findall(r"^       (-.*?)(?: +[^-\s].*)?$", listed, re.MULTILINE)
            self.assertEqual({option for names in said for option in names.split(", ")}, options)


class Completion(Base):
    """Asks a shell for every word of every command."""

    def questions(self):
        """Returns the words of command lines, of which the last is to be completed, and the answers."""
        asked = [([""], set(self.commands)), (["-"], {"-h", "--help", "--version"}), (["p"], {"pack"})]
        for name in self.commands:
            options = [argument for argument in self.tables[name] if argument.is_option]
            asked.append(([name, "-"], {option for argument in options for option in argument.names}))
            before = [name]
            for argument in self.tables[name]:
                if not argument.is_option:
                    asked.append(([*before, ""], argument.answers()))
                    before.append("x")
                elif argument.value:
                    asked += [([name, option, ""], argument.answers()) for option in argument.names]
            asked.append(([*before, ""], set()))
        asked += [(["pack", "--level", "9", ""], {FILE, FOLDER}), (["list", "--json", "x", "c"], {"calls", "commands", "costumes", "cycles"})]
        self.assertGreater(len(asked), 60)
        return asked

    def judge(self, answers, names):
        asked = self.questions()
        self.assertEqual(len(answers), len(asked), answers)
        for (words, expected), given in zip(asked, answers):
            # Folders may end with a slash, and options with a value may end with "=".
            offered = {word.rstrip("/=") for word in given.split("\n") if word}
            starting = {word for word in expected if word.startswith(words[-1])}
            if names == "zsh" and words[-1] == "":
                offered = {word for word in offered if not word.startswith("-")}
            self.assertEqual(offered, starting, (names, words))

    def setUp(self):
        super().setUp()
        self.here = self.folder / "here"
        (self.here / FOLDER).mkdir(parents=True)
        (self.here / FILE).write_bytes(b"")
        self.environment = {**os.environ, "HOME": str(self.folder), "LC_ALL": "C.UTF-8", "TERM": "dumb"}

    def ask(self, *command, **options):
        done = subprocess.run(command, cwd=self.here, env=self.environment, check=True, capture_output=True,
                              text=True, timeout=60, **options)
        self.assertEqual(done.stderr, "")
        return done.stdout.split("end\n")[:-1]

    def test_of_bash(self):
        lines = ["ask " + " ".join(f"'{word}'" for word in ["wardrobe", *words]) for words, _ in self.questions()]
        script = BASH.format(described=DESCRIBED, questions="\n".join(lines))
        self.judge(self.ask("bash", "--norc", "-c", script), "bash")
        by_equals = BASH.format(described=DESCRIBED, questions="ask wardrobe export --format = go")
        self.assertEqual(self.ask("bash", "--norc", "-c", by_equals), ["godot\ngodot3\n"])

    def test_of_fish(self):
        lines = [f"complete -C 'wardrobe {' '.join(words)}' | string replace -r '\\t.*' ''; echo end"
                 for words, _ in self.questions()]
        script = f"source {DESCRIBED}/wardrobe.fish\n" + "\n".join(lines)
        self.judge(self.ask("fish", "--no-config", "-c", script), "fish")

    def test_of_zsh(self):
        (self.folder / ".zshrc").write_text(ZSH.format(described=DESCRIBED))
        answers = self.folder / "answers"
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.here)
            os.execvpe("zsh", ["zsh", "-d", "-i"], {**self.environment, "ZDOTDIR": str(self.folder)})
        said = b""
        try:
            while b"ready" not in said:  # After this, the keys reach the shell's line editor.
                said += os.read(terminal, 65536)
            for words, _ in self.questions():
                os.write(terminal, f"wardrobe {' '.join(words)}\t\x15".encode())
                said += os.read(terminal, 65536)
            os.write(terminal, b"exit\n")
            while part := os.read(terminal, 65536):
                said += part
        except OSError:  # The shell has ended.
            pass
        os.waitpid(pid, 0)
        self.assertTrue(answers.exists(), said)
        self.judge(answers.read_text().split("end\n")[:-1], "zsh")


if __name__ == "__main__":
    unittest.main()
