"""Cases that only concern wardrobe.exe: names, arguments, replaced folders, interrupts."""

import os
import pathlib
import shutil
import signal
import subprocess
import time

from support import PROGRAM, ProgramTest, read, run, sample

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Packs a game, writes the archive to a file, and opens that.
CALLER = """#include <stdio.h>
#include <wardrobe_pack.h>
int main(void) {
  wardrobe_packed* packed;
  wardrobe_archive* archive;
  size_t size;
  if (wardrobe_pack_folder("größe", NULL, 0, &packed, NULL) != WARDROBE_OK) return 1;
  const uint8_t* bytes = wardrobe_packed_bytes(packed, &size);
  FILE* file = fopen("packed", "wb");
  fwrite(bytes, 1, size, file);
  fclose(file);
  wardrobe_packed_free(packed);
  if (wardrobe_open_file("packed", &archive, NULL) != WARDROBE_OK) return 2;
  uint32_t costumes = 0;
  wardrobe_row_count(archive, "costumes", &costumes, NULL);
  printf("%u", costumes);
  wardrobe_archive_free(archive);
  return 0;
}
"""


def windows_path(path):
    return "Z:" + str(path).replace("/", "\\")


class Names(ProgramTest):
    def pack_there_and_back(self, place):
        game = shutil.copytree(sample(5), place / "game")
        archive = place / "a.wardrobe"
        self.assert_fine(run("pack", game, "-o", archive, "-q"))
        self.assertEqual(read(archive), read(self.pack(sample(5), "plain")))
        pictures, new = place / "pictures", place / "new"
        self.assert_fine(run("export", archive, "--format", "pictures", "-o", pictures, "-q"))
        self.assert_fine(run("apply", game, pictures, "-o", new, "-q"))
        self.assertEqual({path.name: read(path) for path in new.iterdir()},
                         {path.name: read(path) for path in game.iterdir()})
        self.assertEqual(sorted(os.listdir(place)), ["a.wardrobe", "game", "new", "pictures"])

    def test_outside_ascii(self):
        place = self.folder / "größe 日本 🎭"
        place.mkdir()
        self.pack_there_and_back(place)

    def test_of_more_than_260_characters(self):
        place = self.folder / ("x" * 200) / ("y" * 200)
        place.mkdir(parents=True)
        self.pack_there_and_back(place)

    def test_with_drives_and_backslashes(self):
        archive = self.folder / "a.wardrobe"
        self.assert_fine(run("pack", windows_path(sample(6)), "-o", windows_path(archive), "-q"))
        self.assertEqual(read(archive), read(self.pack(sample(6), "plain")))
        self.assert_fine(run("export", "a.wardrobe", "-o", ".\\sheets", "-q", "--format", "sheet", cwd=self.folder))
        self.assertGreater(len(os.listdir(self.folder / "sheets")), 4)

    def test_in_another_case_are_the_same_folder(self):
        game = shutil.copytree(sample(5), self.folder / "game")
        self.assert_trouble(run("apply", game, self.folder, "-o", self.folder / "GAME" / "new"), "is in")
        self.assert_trouble(run("pack", game, "-o", self.folder / "GAME" / "sample.001"), "same file")

    def test_of_devices_are_refused(self):
        self.assert_trouble(run("pack", "NUL", "-o", self.folder / "a"), "NUL", "not a regular file")
        self.assert_trouble(run("pack", sample(5), "-o", "CON"), "CON")


class Folders(ProgramTest):
    def setUp(self):
        super().setUp()
        self.archive = self.pack(sample(5))
        self.place = self.folder / "place"
        self.place.mkdir()
        self.command = ("export", self.archive, "--format", "sheet", "-o", self.place / "out", "-q")

    def test_appear_in_place_of_an_empty_one(self):
        (self.place / "out").mkdir()
        self.assert_fine(run(*self.command))
        self.assertEqual(sorted(os.listdir(self.place)), ["out"])

    def test_are_replaced_as_a_whole_and_only_with_force(self):
        self.assert_fine(run(*self.command))
        names = sorted(os.listdir(self.place / "out"))
        self.assert_trouble(run(*self.command), "--force")
        self.assert_fine(run(*self.command, "--force", "--costume", "1"))
        self.assertLess(len(os.listdir(self.place / "out")), len(names))
        self.assertEqual(sorted(os.listdir(self.place)), ["out"])

    def test_with_files_that_are_only_read_are_copied(self):
        game = shutil.copytree(sample(5), self.folder / "game")
        for path in game.iterdir():
            path.chmod(0o444)
        pictures = self.folder / "pictures"
        self.assert_fine(run("export", self.archive, "--format", "pictures", "-o", pictures, "-q"))
        self.assert_fine(run("apply", game, pictures, "-o", self.place / "out", "-q"))
        self.assertEqual(sorted(os.listdir(self.place)), ["out"])

    def test_of_others_stay(self):
        self.assert_fine(run(*self.command))
        (self.place / "out" / "mine").write_text("precious")
        self.assert_trouble(run(*self.command, "--force"), "mine")
        self.assertEqual(read(self.place / "out" / "mine"), b"precious")
        self.assertEqual(sorted(os.listdir(self.place)), ["out"])

    def test_are_gone_after_an_interrupt(self):
        """Wine turns SIGINT into Ctrl-C."""
        with subprocess.Popen([PROGRAM, "export", self.archive, "--format", "apng", "-o", self.place / "out"],
                              env={**os.environ, "WINE_ITSELF": "1"}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            while running.poll() is None and not os.listdir(self.place):
                time.sleep(0.001)
            running.send_signal(signal.SIGINT)
            said = running.communicate()
        self.assertEqual((running.returncode, said), (0xC000013A & 0xFF, (b"", b"")))
        self.assertEqual(os.listdir(self.place), [])


class Libraries(ProgramTest):
    def test_are_called_from_c(self):
        built = ROOT / "build" / "windows" / "tools" / "library"
        libraries = [built / name for name in ("libwardrobe-pack.dll", "libwardrobe.dll")]
        for library in libraries:
            shutil.copy(library, self.folder)
        shutil.copytree(sample(5), self.folder / "größe")
        source = self.folder / "caller.c"
        source.write_text(CALLER)
        subprocess.run(["x86_64-w64-mingw32-gcc-posix", "-I", ROOT / "tools" / "library", source, "-o",
                        self.folder / "caller.exe", *(f"{library}.a" for library in libraries)], check=True)
        done = run(cwd=self.folder, env={**os.environ, "WARDROBE_EXE": str(self.folder / "caller.exe")})
        self.assert_fine(done)
        self.assertEqual((done.out, read(self.folder / "packed")), ("5", read(self.pack(sample(5), "plain"))))
