#!/usr/bin/python3
"""Lists the code of other projects in the files of a release, and their licences. Versions and licences are those of the
packages of Debian and npm.

spdx.py DIST VERSION: writes DIST/wardrobe-VERSION.spdx.json (SPDX 2.3). Fails if a file lacks the licence of something in
it.
spdx.py --licences FILE FOLDER: writes these licences into FOLDER, NAME.txt for each; FILE, such as wardrobe.html, may not
exist yet."""

import fnmatch
import functools
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import time
import uuid
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The Debian packages of the code that is linked or compiled in. The list names the source package of each.
STORING = "libhwy-dev libzstd-dev libxxhash-dev".split()
PACKING = ["libtbb-dev", "libminizip-dev", "zlib1g-dev"]
SHARED = [*STORING, *PACKING, *"libfmt-dev libpng-dev libgif-dev libdeflate-dev".split()]
# Code in headers is compiled in, also where the rest of the library is shared.
ROWS = ["libfmt-dev", "nlohmann-json3-dev"]
LIBRARY = [*ROWS, "libhwy-dev", "libtbb-dev", "libxxhash-dev"]
WASI = "wasi-libc libc++-19-dev-wasm32 libclang-rt-19-dev-wasm32".split()
PAGE = [*STORING, *ROWS, "libgif-dev", "libdeflate-dev", *WASI]  # the module in pages, which the program has in it, too
PROGRAM = [*LIBRARY, "libcli11-dev", "libstb-dev", *PAGE]
ALL = [*SHARED, *PROGRAM]
MINGW = ["gcc-mingw-w64-base", "mingw-w64-common"]
NUMPY = ["python3-numpy"]
SAVING = ["tools/page/extras/node_modules/fflate"]
# The files of DIST: a pattern, the packages that they contain, and the packages on which they only depend.
FILES = [
    ("wardrobe-*-source.tar.xz", [], []),
    ("wardrobe-*-conformance.zip", [], []),
    ("wardrobe.html", [*PAGE, *SAVING], []),
    ("wardrobe_*.deb", PROGRAM, SHARED),
    ("libwardrobe1_*.deb", [*ROWS, "libhwy-dev", "libxxhash-dev"], STORING),
    ("libwardrobe-pack1_*.deb", LIBRARY, [*STORING, *PACKING]),
    ("libwardrobe-dev_*.deb", LIBRARY, [*STORING, *PACKING]),
    ("python3-wardrobe_*.deb", [], NUMPY),
    ("scumm_wardrobe-*-win_amd64.whl", [*ALL, *MINGW], NUMPY),
    ("scumm_wardrobe-*.whl", [*ALL, "libstdc++-12-dev"], NUMPY),
    ("scumm_wardrobe-*.tar.gz", [], []),
    ("scumm-wardrobe-*.tgz", [*STORING, *ROWS, "libminizip-dev", "zlib1g-dev", *WASI], []),
    ("wardrobe-*.zip", [*ALL, *MINGW], []),
    *((recipe.name, [], []) for recipe in sorted((ROOT / "tools/release/recipes").iterdir())),
]
# Maps names of licences in Debian's copyright files and in npm to SPDX names.
LICENCES = {
    "APACHE-2-LLVM-EXCEPTIONS": "Apache-2.0 WITH LLVM-exception",
    "Apache-2.0": "Apache-2.0",
    "BSD-2-clause": "BSD-2-Clause",
    "BSD-3-Clause": "BSD-3-Clause",
    "BSD-3-clause": "BSD-3-Clause",
    "BSD-3-clause or GPL-2": "BSD-3-Clause OR GPL-2.0-only",
    "CC0-1.0": "CC0-1.0",
    "Expat": "MIT",
    "Expat with embedded exception": "MIT",
    "MIT": "MIT",
    "ZPL-2.1": "ZPL-2.1",
    "Zlib": "Zlib",
    "libpng": "libpng-2.0",
    "zlib": "Zlib",
    "public-domain or Expat": "Unlicense OR MIT",
}
# The licences of packages whose copyright file has no line with the licence.
OTHER_LICENCES = {
    "gcc-mingw-w64-base": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libstdc++-12-dev": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "python3-numpy": "BSD-3-Clause",
}


def copyright_file(part):
    """The file with the licence of a package of Debian or, if `part` is a folder, of npm."""
    if "/" in part:
        return next((ROOT / part).glob("LICENSE*"))
    return pathlib.Path("/usr/share/doc", part, "copyright")


@functools.cache
def debian(name):
    """Name, version, licence and package URL of the source package of a Debian package."""
    query = ["dpkg-query", "-W", "-f=${source:Package} ${source:Version}", name]
    source, version = subprocess.run(query, check=True, capture_output=True, text=True).stdout.split()
    text = copyright_file(name).read_text(encoding="utf-8", errors="replace")
    said = re.search(r"^Files: *\*\n(?:.*\n)*?License: *(.+)$", text, re.MULTILINE)
    licence = OTHER_LICENCES.get(name) or LICENCES[said[1].strip()]
    return source, version.split(":")[-1], licence, f"pkg:deb/debian/{source}@{version}?arch=source"


def npm(folder):
    package = json.loads((ROOT / folder / "package.json").read_text())
    name, version = package["name"], package["version"]
    return name, version, LICENCES[package["license"]], f"pkg:npm/{name}@{version}"


def identifier(kind, name):
    return f"SPDXRef-{kind}-" + re.sub(r"[^A-Za-z0-9.]", "-", name)


def package_of(part):
    name, version, licence, url = npm(part) if "/" in part else debian(part)
    return {
        "SPDXID": identifier("Package", name), "name": name, "versionInfo": version,
        "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
        "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": url}],
    }


def released(path, version):
    return {
        "SPDXID": identifier("File", path.name), "name": path.name, "versionInfo": version,
        "packageFileName": path.name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
        "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}],
    }


def parts_of(path):
    for pattern, contained, needed in FILES:
        if fnmatch.fnmatch(path.name, pattern):
            return contained, needed
    raise SystemExit(f"spdx.py: {path.name}: tools/release/spdx.py does not know what is in it")


def name_of(part):
    return (npm(part) if "/" in part else debian(part))[0]


def write_licences(path, folder):
    """Writes the licences of the code in a released file into a folder, with those of Debian to which they refer."""
    folder.mkdir(parents=True, exist_ok=True)
    for part in parts_of(path)[0]:
        text = copyright_file(part).read_text(encoding="utf-8", errors="replace")
        (folder / f"{name_of(part)}.txt").write_text(text, encoding="utf-8")
        for common in set(re.findall(r"/usr/share/common-licenses/([\w.-]*\w)", text)):
            (folder / f"{common}.txt").write_bytes(pathlib.Path("/usr/share/common-licenses", common).read_bytes())


def files_in(path):
    """The paths of the files in a package. For a page, its licences as if they were files."""
    if path.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(path) as opened:
            return opened.namelist()
    if path.suffix == ".html":
        return [f"licenses/{name}.txt" for name in re.findall(r"^— (\S+) —$", path.read_text(), re.MULTILINE)]
    content = path.read_bytes()
    if path.suffix == ".deb":
        content = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(content)) as opened:
        return opened.getnames()


def check_licences(path):
    wanted = {name_of(part) for part in parts_of(path)[0]}
    if not wanted:
        return
    found = {pathlib.Path(name).stem for name in files_in(path) if pathlib.Path(name).parent.name == "licenses"}
    if missing := sorted(wanted - found):
        raise SystemExit(f"spdx.py: {path.name}: no licence of {', '.join(missing)}")


def document(folder, version):
    packages, relationships = {}, []

    def relate(one, kind, other):
        relationships.append({"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other})

    for path in sorted(folder.iterdir()):
        ours = released(path, version)
        packages[ours["SPDXID"]] = ours
        relate("SPDXRef-DOCUMENT", "DESCRIBES", ours["SPDXID"])
        contained, needed = parts_of(path)
        check_licences(path)
        for kind, parts in (("CONTAINS", contained), ("DEPENDS_ON", needed)):
            for part in sorted(set(parts)):
                package = package_of(part)
                packages[package["SPDXID"]] = package
                relate(ours["SPDXID"], kind, package["SPDXID"])
    relationships = [json.loads(text) for text in sorted({json.dumps(relation) for relation in relationships})]
    body = {"packages": sorted(packages.values(), key=lambda package: package["SPDXID"]),
            "relationships": relationships}
    unique = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(body))
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    return {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"wardrobe-{version}", "documentNamespace": f"urn:uuid:{unique}",
        "creationInfo": {"created": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds)),
                         "creators": ["Tool: tools/release/spdx.py"]},
        **body,
    }


def main():
    if sys.argv[1] == "--licences":
        return write_licences(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))
    folder, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    text = json.dumps(document(folder, version), indent=1)
    (folder / f"wardrobe-{version}.spdx.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
