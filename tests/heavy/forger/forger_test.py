"""Whatever archive `verify` accepts, everything that reads archives can use it: without a crash, a sanitizer's report
or an exception, and in builds without sanitizers within 2 s and 512 MB.

The archives are forged (forger.py) from the sample's games in all forms, cut small, and from the golden archive; or
packed from games with forged costumes (blocks.py).
By default, a few of three forms. WARDROBE_FORGERIES is the number of forgeries of each form, WARDROBE_SEED (1) chooses
them; WARDROBE_EXHAUSTIVE=1 makes all.
"""

import os
import random
import shutil
import time
import unittest

import blocks
import bounds
import forger
from consumers import SECONDS, Consumers
from languages import GOLDEN, VERSIONS, game
from support import EXHAUSTIVE, SHOWN, ProgramTest, decoded, driver, in_parallel, read, sample

FORGERIES = int(os.environ.get("WARDROBE_FORGERIES", "0" if EXHAUSTIVE else "4"))
SEED = int(os.environ.get("WARDROBE_SEED", "1"))
FORMS = None if EXHAUSTIVE or "WARDROBE_FORGERIES" in os.environ else 3
PAIRS = FORGERIES // 2 or 2000
BATCH = 20

_consumers = {}  # name of a base → its consumers, in this process


class Bounds(ProgramTest):
    def test_schema_has_those_of_the_document(self):
        stated = self.stated()
        self.assertEqual({name: stated.get(name, bounds.Bounds()) for name in forger.SCHEMA}, bounds.of_schema())

    def test_each_is_checked(self):
        """Breaks each bound of each column, and no other one. `verify` says which."""
        bases = [forger.Base.open(GOLDEN / "v2.0.wardrobe")]
        bases += [forger.Base.open(self.pack(game(version), f"{version}.wardrobe")) for version in ("v6", "v8", "he")]
        broken, wrong = set(), []
        for base in bases:
            cases = [(name, kind, forgery) for name, its_bounds in self.stated().items()
                     for kind, forgery in bounds.breaches(base.columns, name, its_bounds)]
            consumers = Consumers(self.folder, base.write(base.columns)[0], sample(6), 1)
            for at in range(0, len(cases), BATCH):
                forged = [(case, columns) for case in cases[at:at + BATCH]
                          if (columns := base.forge(case[-1])) is not None]
                said = consumers.verified([base.write(columns)[0] for _, columns in forged])
                for ((name, kind, forgery), _), (fine, message, _) in zip(forged, said):
                    broken.add((name, kind))
                    if fine or f"{name} must be: " not in message:
                        wrong.append(f"{name}, {kind}: {base.name}: {forgery}: {message or 'accepted'}")
        bounded = {(name, kind) for name, its_bounds in self.stated().items()
                   for kind in bounds.Bounds._fields if getattr(its_bounds, kind)}
        unreachable = {(name, kind) for name, kind in bounded - broken
                       if kind == "count" and self.stated()[name].count[1] > forger.HUGE}
        self.assertEqual(bounded - broken, unreachable, "bounds that no archive broke")
        print(f"{len(broken)} bounds of {len({name for name, _ in broken})} columns")
        self.assertEqual(wrong, [], "\n".join(wrong[:SHOWN]))

    @staticmethod
    def stated():
        return bounds.of_document((bounds.FORMATS / "archive/FORMAT.md").read_text())


class Findings:
    """What consumers did that they must not do, by kind."""

    def __init__(self):
        self.found, self.figures = {}, {"forged": 0, "accepted": 0, "runs": 0, "findings": 0}
        self.start = time.monotonic()

    def add(self, name, forged, accepted, runs, findings):
        """Adds what became of forgeries of `name`. `findings` are (forgery, consumer, fault, details)."""
        for key, more in zip(self.figures, (forged, accepted, runs, len(findings))):
            self.figures[key] += more
        for forgery, consumer, fault, details in findings:
            self.found.setdefault((consumer, fault), []).append((name, forgery, details))

    def report(self, test):
        """Prints the figures; fails if there is anything."""
        print(test.id(), self.figures, f"{len(self.found)} kinds, {time.monotonic() - self.start:.0f} s", flush=True)
        kinds = sorted(self.found.items(), key=lambda one: -len(one[1]))
        lines = [f"{len(examples)}× {consumer}: {fault}\n    {examples[0][0]}: {examples[0][1]}"
                 for (consumer, fault), examples in kinds]
        details = [f"{consumer}: {fault}\n{examples[0][2]}" for (consumer, fault), examples in kinds[:SHOWN]]
        test.assertFalse(kinds, "\n".join([*lines, "", *details]))


def chosen(forgeries, count, generator):
    """Returns the first forgery, which is none, and `count` of the others; 0: all."""
    none, *others = forgeries
    return [none, *(generator.sample(others, min(count, len(others))) if count else others)]


def some_forms(bases):
    """Returns the entries of {name: form} that are forged: all, or the first and others that are far apart."""
    names = list(bases)
    return bases if FORMS is None else {name: bases[name] for name in names[::max(1, len(names) // FORMS)][:FORMS]}


def in_batches(forgeries):
    """Splits {name: forgeries} into a list of (name, some of them)."""
    return [(name, some[at:at + BATCH]) for name, some in forgeries.items() for at in range(0, len(some), BATCH)]


class Forger(ProgramTest):
    def bases(self):
        """Returns {name: (archive to forge, a game to apply its pictures to)}."""
        found = {"golden": (forger.Base.open(GOLDEN / "v2.0.wardrobe", "golden"), sample(6))}
        for number, version in enumerate(VERSIONS):
            path = self.pack(game(version), f"{version}.wardrobe", "--rooms")
            whole = forger.Base.open(path, version)
            costumes = whole.columns.rows("costumes")
            found[version] = forger.cut(whole, [number % costumes, (number + 1) % costumes]), game(version)
        return found

    def use(self, bases, forgeries, findings):
        """Forges, and uses what is accepted; returns {name of a base: its forgeries that are}."""
        def use_batch(batch):
            name, some = batch
            base, folder = bases[name]
            if name not in _consumers:
                _consumers[name] = Consumers(self.folder, base.write(base.columns)[0], folder,
                                             base.columns.rows("costumes"))
            consumers = _consumers[name]
            made = {forgery: base.write(columns) for forgery in some
                    if (columns := base.forge(forgery)) is not None}
            accepted, found, runs = [], [], consumers.runs
            said = consumers.verified([data for data, _ in made.values()])
            for (forgery, (data, _)), (fine, _, faults) in zip(made.items(), said):
                found += [(forgery, *fault) for fault in faults]
                if fine:
                    accepted.append(forgery)
                    found += [(forgery, *fault) for fault in consumers.use(data, forger.rows_of(forgery))]
            return accepted, consumers.runs - runs, found

        batches, accepted = in_batches(forgeries), {}
        for (name, some), (fine, runs, found) in zip(batches, in_parallel(use_batch, batches)):
            accepted.setdefault(name, []).extend(fine)
            findings.add(name, len(some), len(fine), runs, found)
        return accepted

    def test_what_verify_accepts_can_be_used(self):
        findings, bases, generator = Findings(), some_forms(self.bases()), random.Random(SEED)
        accepted = self.use(bases, {name: chosen(forger.forgeries(base.columns), FORGERIES, generator)
                                    for name, (base, _) in bases.items()}, findings)
        for name, forgeries in accepted.items():
            self.assertEqual(forgeries[0], "", f"{name}, unchanged, is refused")
        self.use(bases, {name: forger.pairs(forgeries[1:], PAIRS, generator)
                         for name, forgeries in accepted.items()}, findings)
        findings.report(self)

    def test_what_pack_makes_of_forged_costumes_can_be_used(self):
        findings, bases, generator = Findings(), some_forms(blocks.bases()), random.Random(SEED)

        def use_batch(batch):
            name, some = batch
            base, game_folder = bases[name], self.folder / f"{os.getpid()}-game"
            archive, accepted, found = self.folder / f"{os.getpid()}.wardrobe", 0, []
            for forgery in dict.fromkeys(["", *some]):  # consumers compare with the game as it was
                shutil.rmtree(game_folder, True)
                base.forge(forgery).write(game_folder)
                packed = ["pack", game_folder, "-o", archive, "--force", "-q", "--rooms"]
                (ran,), _, err = driver().run([packed], 600, self.folder, SECONDS)
                found += [(forgery, *fault) for fault in Consumers.judged(packed, ran, decoded(err))]
                if ran.status not in (0, 1):
                    continue
                if name not in _consumers:
                    _consumers[name] = Consumers(self.folder, read(archive), game_folder,
                                                 forger.Base.open(archive).columns.rows("costumes"))
                if forgery in some:
                    accepted += 1
                    found += [(forgery, *fault) for fault in _consumers[name].use(read(archive))]
            return accepted, accepted * len(_consumers[name].commands) if name in _consumers else 0, found

        batches = in_batches({name: chosen(base.forgeries(), (FORGERIES + 3) // 4, generator)
                              for name, base in bases.items()})
        for (name, some), (accepted, runs, found) in zip(batches, in_parallel(use_batch, batches)):
            findings.add(name, len(some), accepted, runs, found)
        findings.report(self)


if __name__ == "__main__":
    unittest.main()
