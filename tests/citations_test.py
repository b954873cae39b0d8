#!/usr/bin/python3
"""Fails when a file cites a document, or a section of one, that is not in the repository, or links to a
file that is not there.

Argument: the root of the source."""

import pathlib
import re
import sys

DOCUMENT = re.compile(r"\b([A-Z][A-Z_]*[A-Z]\.md)\b")
SECTION = re.compile(r'\bSCUMM\.md §(\d)(?: "([^"]+)")?')
SUFFIXES = {".h", ".cc", ".in", ".py", ".js", ".css", ".html", ".md", ".sh", ".txt", ".json"}
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
# Folders that hold no source of ours.
IGNORED = {".git", "build", "node_modules"}


def sources(root):
    for file in sorted(root.rglob("*")):
        if file.suffix in SUFFIXES and not IGNORED & set(file.relative_to(root).parts):
            yield file


def breaches(name, text, documents, scumm):
    """What `text` of file `name` cites that does not exist."""
    for document in DOCUMENT.findall(text):
        if document not in documents:
            yield f"{name} cites {document}"
    joined = re.sub(r"\s*\n\s*(?://+|#)?\s*", " ", text)
    for section, words in SECTION.findall(joined):
        body = scumm.get(section)
        if body is None:
            yield f"{name} cites SCUMM.md §{section}"
        elif words and words.lower() not in body:
            yield f'{name} cites SCUMM.md §{section} "{words}"'


def dead_links(root):
    """Relative links of documents below `root` that lead to no file there."""
    for document in sorted(root.rglob("*.md")):
        if IGNORED & set(document.relative_to(root).parts):
            continue
        for link in LINK.findall(document.read_text()):
            target = (document.parent / link).resolve()
            if not target.exists() or root.resolve() not in target.parents:
                yield f"{document.relative_to(root)} links to {link}"


def scumm_sections(text):
    """Number → text, in lower case and one line, of the sections "## N. Title"."""
    parts = re.split(r"^## (\d)\. ", text, flags=re.MULTILINE)
    return {number: re.sub(r"\s+", " ", body).lower() for number, body in zip(parts[1::2], parts[2::2])}


def main():
    scumm = {"2": "cost rle"}
    assert list(breaches("a", "see MISSING" + ".md", set(), scumm))
    assert list(breaches("a", "SCUMM.md §" + "9", {"SCUMM.md"}, scumm))
    assert list(breaches("a", "SCUMM.md §" + '2\n/// "no\n/// such"', {"SCUMM.md"}, scumm))
    assert not list(breaches("a", "SCUMM.md §" + '2 "RLE"', {"SCUMM.md"}, scumm))
    root = pathlib.Path(sys.argv[1])
    files = list(sources(root))
    documents = {file.name for file in files}
    scumm = scumm_sections((root / "formats/SCUMM.md").read_text())
    found = [b for file in files
             for b in breaches(str(file.relative_to(root)), file.read_text(), documents, scumm)]
    found += dead_links(root)
    print("\n".join(found) or f"{len(files)} files cite what is here")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
