"""Runs tests of the program with wardrobe.exe under Wine: windows_tests.py MODULE…

Runs all cases of the modules that CMakeLists.txt names, except those in LEFT_OUT, and those that skip themselves
because another user has no Wine of their own. same_everywhere_test.py stands for the other modules: it compares what
export, replay, diff and apply write. The code that computes it is the same on all systems.
"""

import importlib
import sys
import unittest

# Tests that are left out because Windows differs, by module, class or method.
LEFT_OUT = {
    "program_test.Quiet.test_q_prints_nothing_on_a_terminal": "terminals of POSIX",
}


def cases(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from cases(test)
        else:
            yield test


def left_out(test):
    words = test.id().split(".")
    return any(".".join(words[:count]) in LEFT_OUT for count in range(1, len(words) + 1))


if __name__ == "__main__":
    found = [test for name in sys.argv[1:]
             for test in cases(unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(name)))]
    chosen = unittest.TestSuite(test for test in found if not left_out(test))
    print(f"{chosen.countTestCases()} of {len(found)} cases of {', '.join(sys.argv[1:])}")
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(chosen).wasSuccessful())
