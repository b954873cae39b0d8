"""Whatever archive `verify` accepts, everything that reads archives can use it: without a crash, a sanitizer's report
or an exception, and in builds without sanitizers within 2 s and 512 MB.

The archives are forged (forger.py) from the sample's games in all forms, cut small, and from the golden archive.
WARDROBE_FORGERIES is the number of forgeries of each, chosen by a fixed seed; WARDROBE_EXHAUSTIVE=1 makes all.
"""

import os
import random
import time
import unittest

import bounds
import forger
from consumers import Consumers
from packages import GOLDEN, VERSIONS, game
from support import EXHAUSTIVE, SHOWN, ProgramTest, in_parallel, run, sample

FORGERIES = int(os.environ.get("WARDROBE_FORGERIES", "0" if EXHAUSTIVE else "4"))
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
                    if fine or f"{name}:" not in message:
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
        return bounds.of_document((GOLDEN.parents[3] / "formats/archive/FORMAT.md").read_text()) or bounds.of_schema()


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

    def use(self, bases, batches):
        """Forges and uses; `batches` are (name of a base, forgeries). Returns (accepted, runs, findings) of each, where
        a finding has the forgery before it."""
        def use_batch(batch):
            name, forgeries = batch
            base, folder = bases[name]
            if name not in _consumers:
                _consumers[name] = Consumers(self.folder, base.write(base.columns)[0], folder,
                                             base.columns.rows("costumes"))
            consumers = _consumers[name]
            made = {forgery: base.write(columns) for forgery in forgeries
                    if (columns := base.forge(forgery)) is not None}
            accepted, findings, runs = [], [], consumers.runs
            said = consumers.verified([data for data, _ in made.values()])
            for (forgery, (data, image)), (fine, _, faults) in zip(made.items(), said):
                findings += [(forgery, *fault) for fault in faults]
                if fine:
                    accepted.append(forgery)
                    findings += [(forgery, *fault) for fault in consumers.use(data, image)]
            return accepted, consumers.runs - runs, findings

        return in_parallel(use_batch, batches)

    def test_what_verify_accepts_can_be_used(self):
        start, bases, generator = time.monotonic(), self.bases(), random.Random(1)
        figures, found = {"forged": 0, "accepted": 0, "runs": 0, "findings": 0}, {}

        def use(chosen):
            batches = [(name, forgeries[at:at + BATCH]) for name, forgeries in chosen.items()
                       for at in range(0, len(forgeries), BATCH)]
            accepted = {name: [] for name in chosen}
            for (name, forgeries), (fine, runs, findings) in zip(batches, self.use(bases, batches)):
                accepted[name] += fine
                for key, more in (("forged", len(forgeries)), ("accepted", len(fine)), ("runs", runs),
                                  ("findings", len(findings))):
                    figures[key] += more
                for forgery, consumer, fault, details in findings:
                    found.setdefault((consumer, fault), []).append((name, forgery, details))
            return accepted

        chosen = {}
        for name, (base, _) in bases.items():
            every = forger.forgeries(base.columns)
            chosen[name] = [""] + (generator.sample(every[1:], FORGERIES) if FORGERIES else every[1:])
        accepted = use(chosen)
        for name, forgeries in accepted.items():
            self.assertEqual(forgeries[0], "", f"{name}, unchanged, is refused")
        use({name: forger.pairs(forgeries[1:], PAIRS, generator) for name, forgeries in accepted.items()
             if len(forgeries) > 3})
        print(figures, f"{len(found)} kinds, {time.monotonic() - start:.0f} s")
        if found:
            self.fail("\n\n".join(
                f"{len(examples)}× {consumer}: {fault}\n  {examples[0][0]}: {examples[0][1]}\n  {examples[0][2]}"
                for (consumer, fault), examples in sorted(found.items(), key=lambda one: -len(one[1]))[:SHOWN]))


if __name__ == "__main__":
    unittest.main()
