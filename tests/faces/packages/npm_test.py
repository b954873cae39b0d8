"""The npm package, installed from its file alone: in node and in bundles, the types."""

import atexit
import json
import os
import pathlib
import shutil
import tarfile
import tempfile
import unittest

from languages import ROOT, call, examples
from support import ProgramTest, read, sample

PACKAGE = pathlib.Path(os.environ["WARDROBE_PACKAGE"])
READERS = ROOT / "tests/cli/readers/node_modules"
APP = """import { open } from "scumm-wardrobe";
import { pack } from "scumm-wardrobe/pack.js";
globalThis.wardrobe = { open, pack };
"""
# Runs a bundle as a browser does, which has a document. The archive and the modules come as bytes.
TRY = """import fs from "node:fs";
globalThis.document = { createElement: () => ({ relList: { supports: () => true } }) };
const [bundle, archive, folder] = process.argv.slice(2);
await import(bundle);
const { open, pack } = globalThis.wardrobe, wasm = fs.readFileSync(`${folder}/wardrobe.wasm`);
const opened = await open(fs.readFileSync(archive), { wasm }), player = opened.costume(1).player();
await pack([], { wasm: fs.readFileSync(`${folder}/wardrobe_pack.wasm`) }).catch(({ status }) => console.log(status));
player.reset("W");
player.start("walk");
console.log(opened.costumes.length, player.cels().length > 0);
"""


def node_program(*words, folder):
    """Runs a program of npm's without network; returns its output."""
    return call(*words, cwd=folder, env={**os.environ, "npm_config_offline": "true",
                                         "npm_config_cache": str(_home / "cache")})


_home = pathlib.Path(tempfile.mkdtemp(prefix="wardrobe-npm-"))
atexit.register(shutil.rmtree, _home, True)


class Npm(ProgramTest):
    @classmethod
    def setUpClass(cls):
        shutil.copy(PACKAGE, _home / "wardrobe.tgz")
        (_home / "package.json").write_text('{ "private": true, "type": "module" }')
        node_program("npm", "install", "--no-audit", "--no-fund", "./wardrobe.tgz", folder=_home)
        cls.installed = _home / "node_modules/scumm-wardrobe"
        (_home / "app.js").write_text(APP)
        (_home / "try.mjs").write_text(TRY)

    def test_nothing_that_is_needed_comes_from_elsewhere(self):
        self.assertEqual([path.name for path in (_home / "node_modules").iterdir() if path.name[0] != "."], ["scumm-wardrobe"])
        for name in ("LICENSE", "README.md", "wardrobe.d.ts", "pack.d.ts", "licenses/libzstd.txt"):
            self.assertTrue((self.installed / name).is_file(), name)

    def test_in_node(self):
        archive = self.pack(sample(6))
        (_home / "use.mjs").write_text(
            'import fs from "node:fs";\nimport { open } from "scumm-wardrobe";\nimport { pack } from "scumm-wardrobe/pack.js";\n'
            "const [folder, archive] = process.argv.slice(2);\nconst files = fs.readdirSync(folder).map((name) =>\n"
            "  ({ name, bytes: fs.readFileSync(`${folder}/${name}`) }));\nconst packed = await pack(files);\n"
            "console.log(Buffer.compare(packed.archive, fs.readFileSync(archive)), (await open(archive)).costumes.length);\n")
        self.assertEqual(node_program("node", "use.mjs", sample(6), archive, folder=_home), "0 5\n")

    def assert_bundle_works(self, bundle):
        self.assertNotRegex(bundle.read_text(), r"""(from|import|require\() *["']node:""")  # no browser could load it
        out = node_program("node", "try.mjs", bundle, self.pack(sample(6)), self.installed, folder=_home)
        self.assertEqual(out, "not found\n5 true\n")

    def test_bundled_by_esbuild(self):
        node_program("esbuild", "app.js", "--bundle", "--format=esm", "--outfile=esbuild/app.js", folder=_home)
        self.assert_bundle_works(_home / "esbuild/app.js")

    def test_bundled_by_rollup(self):
        resolve = f"{READERS}/@rollup/plugin-node-resolve/dist/es/index.js={{browser:true}}"
        node_program(READERS / ".bin/rollup", "app.js", "--plugin", resolve, "-d", "rollup", folder=_home)
        self.assert_bundle_works(_home / "rollup/app.js")

    def test_bundled_by_vite(self):
        """The library also finds the modules in a bundle made by Vite."""
        (_home / "index.html").write_text('<!doctype html><script type="module" src="app.js"></script>')
        node_program(READERS / ".bin/vite", "build", "--outDir", "vite", folder=_home)
        [bundle] = (_home / "vite/assets").glob("index-*.js")
        self.assert_bundle_works(bundle)
        for name in ("wardrobe", "wardrobe_pack"):
            [module] = (_home / "vite/assets").glob(f"{name}-*.wasm")
            self.assertEqual(read(module), read(self.installed / f"{name}.wasm"))
            self.assertIn(module.name, bundle.read_text())

    def test_types_of_the_examples(self):
        (_home / "node.d.ts").write_text(
            'declare module "node:fs" { export function openSync(path: string, how: string): number;\n'
            "export function writeSync(file: number, data: string | ArrayBufferView): number;\n"
            "const fs: { openSync: typeof openSync; writeSync: typeof writeSync };\nexport default fs; }\n"
            'declare module "node:fs/promises" { export function readdir(path: string): Promise<string[]>;\n'
            "export function readFile(path: string): Promise<Uint8Array>; }\n")
        programs = examples("js", self.installed)
        self.assertGreater(len(programs), 2)
        files = [f"example{number}.mts" for number in range(len(programs))]
        for file, code in zip(files, programs):
            (_home / file).write_text(code)
        # As node and as bundlers find modules, outside browsers and in them.
        for module, lib in (("nodenext", "es2022"), ("nodenext", "es2022,dom"), ("preserve", "es2022,dom")):
            node_program("node", READERS / "typescript/bin/tsc", "--strict", "--noEmit", "--module", module,
                         "--target", "es2022", "--lib", lib, "node.d.ts", *files, folder=_home)

    def test_packed_again_it_is_the_same_file(self):
        with tarfile.open(PACKAGE) as package:
            package.extractall(self.folder)
        package = self.folder / "package/package.json"
        listed = json.loads(node_program("npm", "pack", "--ignore-scripts", "--json", folder=package.parent))
        self.assertEqual(read(package.parent / listed[0]["filename"]), read(PACKAGE))


if __name__ == "__main__":
    unittest.main()
