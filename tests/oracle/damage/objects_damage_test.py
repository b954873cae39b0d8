"""Damaged objects: whatever is wrong with a game's rooms, what is packed can be listed, drawn and verified."""

import collections
import os
import random
import shutil
import unittest

from support import EXHAUSTIVE, ProgramTest, in_parallel, run, sample

FORMS = ("v1", "v2", "v3-16", "v3", "v4", "v5", "v6", "v7", "v8", "he")
CASES = 200 if EXHAUSTIVE else 8  # of each form
NUMBERS = (0, 1, 2, 7, 15, 16, 17, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)


def xor_key(data):
    """Returns the key of a file by its most frequent byte, which is 0 in a plain one."""
    return max(range(256), key=data.count)


def damaged(data, generator):
    """Returns a file with one to four numbers changed, in the half that has its first room."""
    out, key = bytearray(data), xor_key(data)
    for _ in range(generator.randint(1, 4)):
        at, size = generator.randrange(len(data) // 2), generator.choice((1, 1, 2, 4))
        number = generator.choice((*NUMBERS, generator.randrange(256))) % 256 ** size
        order = generator.choice(("little", "big"))
        out[at:at + size] = bytes(byte ^ key for byte in number.to_bytes(size, order))
    return bytes(out[:generator.randrange(len(out))] if generator.random() < 0.1 else out)


class Damage(ProgramTest):
    def test_leaves_what_can_be_used(self):
        sample(6)  # is written before several processes need it
        statuses = collections.Counter()
        for found in in_parallel(self.use, [(form, seed) for form in FORMS for seed in range(CASES)]):
            statuses.update(found)
        print(dict(statuses))
        self.assertGreater(statuses["pack", 0], CASES)

    def use(self, case):
        form, seed = case
        generator = random.Random(f"{form} {seed}")
        folder = self.folder / f"{os.getpid()}-{form}"
        shutil.rmtree(folder, True)
        shutil.copytree(sample(6).parent / form, folder)
        path = max(folder.iterdir(), key=lambda one: one.stat().st_size)
        path.write_bytes(damaged(path.read_bytes(), generator))
        archive = folder / "packed.wardrobe"
        done = [run("pack", "--rooms", folder, "-o", archive, "-q")]
        if archive.exists():
            self.assert_fine(run("verify", archive))
            done += [run("list", archive, "objects", "--json"), run("list", archive, "cycles"),
                     run("replay", archive, "--room", "@0", "--objects", "all", "--cycle", "--ticks", "3", "-o",
                         folder / "room.png")]
        for one in done:
            self.assert_no_crash(one)
        return [(one.arguments[0], one.status) for one in done]


if __name__ == "__main__":
    unittest.main()
