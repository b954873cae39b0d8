"""Exit statuses, messages, options and outputs of the program."""

import os
import pathlib
import pty
import re
import subprocess
import unittest

from big_game import big_game
from game_files import tiny_game
from support import ENVIRONMENT, PROGRAM, ProgramTest, command_names, read, run, sample

LISTS = ("costumes", "pictures", "palettes", "failures")


class Base(ProgramTest):
    def setUp(self):
        super().setUp()
        self.game = tiny_game(5).write(self.folder / "game")
        self.archive = self.pack(self.game)

    def readers(self, archive, *options):
        """Returns the command lines of everything that reads an archive."""
        return [("info", archive, *options), ("verify", archive, *options),
                *(("list", archive, what, *options) for what in LISTS)]


class Help(Base):
    def test_of_every_command_has_an_example_and_fits_in_80_columns(self):
        commands = command_names()
        self.assertLessEqual({"pack", "info", "list", "verify", "sample"}, set(commands))
        for words in [[], *([command] for command in commands)]:
            helps = [run(*words, "--help"), run(*words, "-h"), run("help", *words), *([] if words else [run()])]
            for done in helps:
                self.assert_fine(done)
                self.assertEqual(done.out, helps[0].out)
                self.assertIn(" ".join(["wardrobe", *words]), done.out.split("Example", 1)[1])
                self.assertIn("Usage: wardrobe", done.out)
                self.assertRegex(done.out, r"\A[^{]*\S\n\Z")
                self.assertEqual([line for line in done.out.splitlines() if len(line) > 80], [])

    def test_names_defaults_that_are_the_defaults(self):
        pack = ("pack", self.game, "-q", "-o")
        play = ("replay", self.archive, "--costume", "1", "-q", "-o")
        for words, options in ((pack, ("--level", "--max-ticks")), (play, ("--scale", "--tick-ms"))):
            text = run(words[0], "--help").out
            self.assert_fine(run(*words, self.folder / "x.gif", "--force"))
            for option in options:
                default = re.search(rf"^  {option} [^(]*\(default: (\d+)\)", text, re.M)[1]
                self.assert_fine(run(*words, self.folder / "y.gif", option, default, "--force"))
                self.assertEqual(read(self.folder / "x.gif"), read(self.folder / "y.gif"))

    def test_overrides_all_other_arguments(self):
        self.assert_fine(run("pack", self.game, "--help"))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["a.wardrobe", "game"])


# Command lines that are wrong, and what the one line on stderr says.
WRONG = {
    "lst": "there is no command lst; did you mean list? (commands: pack, info, list, verify, replay, export, diff, ",
    "verfiy a.wardrobe": "did you mean verify?",
    "extract a.wardrobe": "there is no command extract (commands: pack, info,",
    "a.wardrobe": "to look inside: wardrobe info a.wardrobe",
    "help socks": "there is no command socks",
    "--frobnicate": "there is no option --frobnicate",
    "pack": "pack: --output is required; usage: wardrobe pack INPUT -o FILE [OPTIONS]",
    "pack game": "pack: --output is required; usage: wardrobe pack INPUT -o FILE",
    "pack -o out": "INPUT is required",
    "sample -o out more": "more: unexpected argument (see: wardrobe help sample)",
    "pack game --outptu out": "there is no option --outptu; did you mean --output?",
    "pack game -o out -level 9": "there is no option -level; did you mean --level?",
    "pack game -o out -o out": "--output: given twice",
    "pack game -o out --level": "--level: expected a value",
    "pack game -o out --level 23": "--level: 23: expected a number from 1 to 22",
    "pack game -o out --level 1.5": "1.5: expected a number from 1 to 22",
    "pack game -o out --threads -1": "--threads: -1: expected a number from 1 to 1024",
    "pack game -o out --threads 99999999999999999999": "expected a number from 1 to 1024",
    "pack game -o out --game 9": "9: expected one of 1, 2, 3, 4, 5, 6, 7, 8, amiga, he60, he61, he70, ",
    "pack a.wardrobe -o out": "a.wardrobe: a Wardrobe archive; name the game's folder or file",
    "pack - -o out": "a game cannot be read from the standard input",
    "pack game - -o -": "for several games, name a folder: -o archives/",
    "apply a.wardrobe art -o out": "a.wardrobe: a Wardrobe archive; name the game's folder or file",
    "--json list a.wardrobe": "--json: options come after the command",
    "conform a.wardrobe notes.txt": "notes.txt: line 1: ",
    "pack missing -o out": "missing",
    "info": "info: ARCHIVE is required; usage: wardrobe info ARCHIVE...",
    "info missing": "missing: cannot open",
    "info notes.txt": "notes.txt: not a Wardrobe archive, and not a game: ",
    "info .": "no SCUMM index or resource file",
    "verify notes.txt": "notes.txt: not a Wardrobe archive",
    "verify game": "game: a folder, not a Wardrobe archive",
    "list a.wardrobe socks": "socks: expected one of calls, commands, costumes, cycles, failures, ",
    "list a.wardrobe timelines --chore talk": "did you mean talk-start?",
    "replay a.wardrobe --costume 1 --dir left -o x.gif": "--dir left: expected W (left), E (right), S (front), N (back)",
    "list a.wardrobe palet": "did you mean palettes?",
    "list a.wardrobe costumes b.wardrobe": "list: costumes: the table comes last",
    "list costumes": "expected an ARCHIVE before costumes",
    "list a.wardrobe rooms --costume 1": "--costume does not choose among rooms",
    "list a.wardrobe timelines --chore wlak": "talk-start or talk-stop; did you mean walk?",
    "replay a.wardrobe --costume 1": "replay: expected -o FILE or --json",
    "replay a.wardrobe --costume 1-9,x -o a.gif": "--costume x: expected an id or @ROW, such as 6, @0 or 6-9",
    "replay a.wardrobe --costume 77 -o a.gif": "there is no costume 77; ids are ",
    "replay a.wardrobe --costume @77 -o a.gif": "there is no costume @77; the rows are @0 to @",
    "replay a.wardrobe --costume 1 -o hero.bmp": "expected a name that ends in .gif, .apng, .png or -%d.png",
    "replay a.wardrobe --costume 1 -o -": "-o -: expected --format gif, apng or png, too",
    "replay a.wardrobe --costume 1 -o - --json": "both write to the standard output",
    "replay a.wardrobe --costume 1 -o a.gif --room 1": "--room needs --at",
    "export a.wardrobe -o out --format aseprit": "did you mean aseprite?",
    "export a.wardrobe -o - --format sheet": "the standard output takes one file",
    "export a.wardrobe -o a.gif --format gif": "wardrobe replay ARCHIVE --costume ID -o a.gif",
    "diff a.wardrobe": "diff: NEW is required; usage: wardrobe diff OLD NEW",
    "diff a.wardrobe a.wardrobe --json --stat": " excludes --",
    "apply game a.png --dry-run": "a.png: no such file or folder",
    "apply game notes.txt --dry-run": "expected one folder that wardrobe export wrote",
    "apply game game --dry-run": "expected a folder that wardrobe export --format pictures or aseprite wrote",
    "apply game game": "expected -o FOLDER or --dry-run",
    "sample -o -": "a folder cannot be written to the standard output",
}


class UsageErrors(Base):
    def test_are_status_2_and_one_line_that_says_what_to_do(self):
        (self.folder / "notes.txt").write_text("not a game")
        before = sorted(os.listdir(self.folder))
        empty = self.folder / "empty"
        for line, told in WRONG.items():
            words = line.split()
            where = empty if line == "info ." else self.folder
            where.mkdir(exist_ok=True)
            self.assert_trouble(run(*words, cwd=where), told)
            empty.exists() and empty.rmdir()
            self.assertEqual(sorted(os.listdir(self.folder)), before, line)
        for words in (("pack info",), ("",), ("pack", self.game, "-o", "x", "--threads", "")):
            self.assert_trouble(run(*words, cwd=self.folder))

    def test_names_an_option_that_does_not_exist_before_what_is_missing(self):
        for words in (("list",), ("pack",), ("diff",), ("info", self.archive), ("list", self.archive, "rooms")):
            self.assertEqual(run(*words, "--bogus").err,
                             f"wardrobe: there is no option --bogus (see: wardrobe help {words[0]})\n")

    def test_an_empty_output_name_is_refused(self):
        here = self.folder / "here"
        here.mkdir()
        for words in (("pack", self.game, "-o", ""), ("sample", "-o", ""),
                      ("diff", self.archive, self.archive, "--html", ""),
                      ("replay", self.archive, "--costume", "1", "--chore", "walk", "--dir", "W",
                       "--json", "-o", "")):
            self.assert_trouble(run(*words, cwd=here), "empty")
            self.assertEqual(os.listdir(here), [])


class Guessed(Base):
    """Command lines that a stranger types, and that work."""

    def bytes_of(self, *words, given=b""):
        done = subprocess.run([PROGRAM, *words], input=given, capture_output=True, check=False, env=ENVIRONMENT)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout

    def test_a_pipe_carries_an_archive(self):
        packed = self.bytes_of("pack", self.game, "-o", "-")
        self.assertEqual(packed, read(self.archive))
        name = str(self.archive).encode()
        for words in (("info",), ("info", "--json"), ("list",), ("list", "pictures"), ("verify",)):
            piped = self.bytes_of(words[0], "-", *words[1:], given=packed)
            self.assertEqual(piped.replace(b'"-"', b'"' + name + b'"').replace(b"-: ", name + b": ")
                             .replace(b"archive    -,", b"archive    " + name + b","),
                             self.bytes_of(words[0], self.archive, *words[1:]))
        self.assertEqual(self.bytes_of("diff", "-", self.archive, given=packed), self.bytes_of("diff", self.archive, self.archive))
        twice = subprocess.run([PROGRAM, "diff", "-", "-"], input=packed, capture_output=True, check=False)
        self.assertEqual(twice.stderr, b"wardrobe: -: the standard input can be read only once\n")

    def test_outputs_go_to_the_standard_output_and_summaries_do_not(self):
        for words, name in ((("replay", self.archive, "--costume", "1", "--format", "gif", "-o"), "x.gif"),
                            (("export", self.archive, "--format", "json", "-o"), "x.json"),
                            (("export", self.archive, "--format", "html", "-o"), "x.html"),
                            (("export", self.archive, "--format", "aseprite", "--costume", "1", "-o"), "x.aseprite"),
                            (("diff", self.archive, self.archive, "--html"), "x.html")):
            self.assertEqual(self.bytes_of(*words, "-"), self.bytes_of(*words, self.folder / name, "--force") and read(self.folder / name))

    def test_a_game_serves_where_an_archive_does(self):
        for words in (("list", "{}"), ("list", "{}", "timelines", "--json"), ("list", "{}", "pictures"),
                      ("replay", "{}", "--costume", "1", "--json"), ("diff", "{}", self.archive)):
            game = run(*(str(word).format(self.game) for word in words))
            archive = run(*(str(word).format(self.archive) for word in words))
            self.assertEqual((game.status, game.out), (archive.status, archive.out))
            self.assertEqual(game.err, f"wardrobe: {self.game}: a game, packed in memory\n")
            self.assertEqual(run(*(str(word).format(self.game) for word in words), "-q").err, "")
        self.assert_trouble(run("export", self.game, "--format", "json", "-q", "--force", "-o", next(self.game.iterdir())), "input")

    def test_lists_take_tables_first_and_costumes_by_id_row_and_range(self):
        archive = self.pack(sample(6), "sample.wardrobe")
        self.assertEqual(run("list", archive).out, run("list", "costumes", archive).out)
        rows = self.rows(archive, "pictures")
        for costume, ids in (("2", {2}), ("2,3", {2, 3}), ("1-3", {1, 2, 3}), ("@0", {1}), ("#0-1", {1, 2})):
            done = run("list", archive, "pictures", "--json", "--costume", costume)
            self.assertEqual(done.json_lines(), [row for row in rows if row["costume"] in ids], costume)

    def test_the_pictures_of_a_chore_are_those_of_its_timelines(self):
        for version in (6, 7):
            archive = self.pack(sample(version), f"{version}.wardrobe")
            for chore, number in (("walk", 2), ("6", 6)):
                lines = [row for row in self.rows(archive, "timelines") if row["chore"] == number]
                shown = {(row["costume_row"], cel[0], cel[1]) for row in lines for frame in row["frames"] for cel in frame}
                done = run("list", archive, "pictures", "--json", "--chore", chore)
                found = {(row["costume_row"], row["limb"], row["index"]) for row in done.json_lines()}
                self.assertTrue(found)
                self.assertEqual(found, {(row, None if version == 7 else limb, index) for row, limb, index in shown})
                self.assertEqual(run("list", archive, "timelines", "--json", "--chore", chore).json_lines(), lines)

    def test_long_animations_are_drawn_if_a_number_of_ticks_is_given(self):
        (self.folder / "long.txt").write_text("0 chore 1 W\n1200 end\n")
        play = ("replay", self.archive, "--costume", "1", "--script", self.folder / "long.txt", "-q", "-o")
        for name in ("long.gif", "long.png"):
            self.assert_trouble(run(*play, self.folder / name), "1200 frames, more than 1000; --ticks 1200 draws them all")
            self.assert_fine(run(*play, self.folder / name, "--ticks", "1200"))

    def test_json_of_pack_and_export(self):
        done = run("pack", self.game, "-o", self.folder / "b.wardrobe", "--json")
        self.assert_fine(done)
        self.assertEqual(done.json_lines(), run("info", self.folder / "b.wardrobe", "--json").json_lines())
        done = run("export", self.archive, "--format", "json", "-o", self.folder / "b.json", "--json")
        self.assertEqual(done.json_lines(), [{"output": str(self.folder / "b.json"), "format": "json", "files": 1,
                                              "bytes": len(read(self.folder / "b.json"))}])


class Version(ProgramTest):
    def test_is_its_own_then_compiler_and_kernels_then_libraries(self):
        done = run("--version")
        self.assert_fine(done)
        own, built, libraries = done.out.splitlines()
        self.assertRegex(own, r"^wardrobe \d+\.\d+\.\d+(-dev)?$")
        # The program may be older than the last commit. Without git, it names none.
        commit = "commit [0-9a-f]{10}; " if (pathlib.Path(__file__).parents[2] / ".git").exists() else ""
        self.assertRegex(built, rf"^{commit}(GNU|Clang) \d+\.\d+\.\d+; kernels for [A-Z0-9_]+$")
        names = "CLI11 fmt giflib Highway libdeflate libpng nlohmann-json oneTBB xxHash zlib zstd".split()
        self.assertRegex(libraries, "^" + ", ".join(name + r" \d+(\.\d+)+" for name in names) + "$")
        self.assertEqual(run("version").out, done.out)


class Reading(Base):
    def test_a_note_is_not_counted_as_a_failure(self):
        game = tiny_game(6).write(self.folder / "noted")
        with open(next(path for path in game.iterdir() if path.name.endswith(".001")), "ab") as file:
            file.write(b"translated")
        done = run("list", self.pack(game, "noted.wardrobe"), "failures")
        self.assertEqual(done.out.splitlines()[-1], "0 failures, 1 note")

    def test_names_that_are_not_utf8_stay_json(self):
        odd = os.fsdecode(b"S\xe9RIE")
        game = tiny_game(6)
        game.name = odd
        archive = self.pack(game.write(self.folder / odd), odd + ".wardrobe")
        for words in self.readers(archive, "--json"):
            done = run(*words)
            self.assert_fine(done)
            done.out.encode("utf-8")  # fails if it is not valid
            done.json_lines()
            self.assert_fine(run(*words[:-1]))

    def test_control_characters_in_names_do_not_reach_the_terminal(self):
        for name in ("two\nlines", "red\x1b[31m", "bell\x07"):
            self.assert_trouble(run("info", self.folder / name))


class Quiet(Base):
    def on_a_terminal(self, *words):
        """Runs the program with stderr on a terminal; returns what it writes there."""
        master, terminal = pty.openpty()
        done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, stderr=terminal,
                              stdout=subprocess.PIPE, env=ENVIRONMENT, check=False)
        os.close(terminal)
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        try:
            return os.read(master, 100000)
        except OSError:  # Nothing was written before the other end closed.
            return b""
        finally:
            os.close(master)

    def test_q_prints_nothing_on_a_terminal(self):
        game = big_game(self.folder / "big", costumes=5)
        self.assertEqual(self.on_a_terminal("pack", game, "-o", self.folder / "b", "-q"), b"")

    def test_success_prints_nothing_on_stderr(self):
        for threads in ("1", "2", "64", "1024"):
            self.assert_fine(run("pack", sample(6), "-o", self.folder / "b", "--force",
                                 "--threads", threads))
        self.assert_fine(run("sample", "-o", self.folder / "sample"))


if __name__ == "__main__":
    unittest.main()
