#!/usr/bin/python3
"""Fails when a file cites a document or a section that is not in the repository, or links to a file or heading that
does not exist.

Argument: the root of the source."""

import pathlib
import re
import sys

DOCUMENT = re.compile(r"\b([A-Z][A-Z_]*[A-Z]\.md)\b")
SECTION = re.compile(r'\bSCUMM\.md §(\d)(?: "([^"]+)")?')
SUFFIXES = {".h", ".cc", ".in", ".py", ".js", ".css", ".html", ".md", ".sh", ".txt", ".json"}
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]*))?\)")
# Folders whose READMEs npm and PyPI show alone. These READMEs may link only to files of their own folder.
PACKAGES = ("tools/library/javascript", "tools/library/python")
# Folders without source files of this project.
IGNORED = {".git", "build", "node_modules"}


def sources(root):
    for file in sorted(root.rglob("*")):
        if file.suffix in SUFFIXES and not IGNORED & set(file.relative_to(root).parts):
            yield file


def breaches(name, text, documents, scumm):
    """Yields the citations in `text`, of file `name`, of documents not in `documents` or sections not in `scumm`."""
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


def anchors(text):
    """The anchors that GitHub gives to the headings of a document."""
    headings = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(root):
    """Yields the relative links in documents below `root` whose file or heading does not exist."""
    root = root.resolve()
    for document in sorted(root.rglob("*.md")):
        name = document.relative_to(root)
        if IGNORED & set(name.parts):
            continue
        inside = document.parent if str(name.parent) in PACKAGES else root
        for link, anchor in LINK.findall(document.read_text()):
            target = (document.parent / link).resolve() if link else document
            known = inside == target or inside in target.parents
            if not known or not target.exists() or anchor and anchor not in anchors(target.read_text()):
                yield f"{name} links to {link}{'#' * bool(anchor)}{anchor}"


def scumm_sections(text):
    """Returns {N: text} for the sections "## N. Title" of `text`, each text in lower case and on one line."""
    parts = re.split(r"^## (\d)\. ", text, flags=re.MULTILINE)
    return {number: re.sub(r"\s+", " ", body).lower() for number, body in zip(parts[1::2], parts[2::2])}


def main():
    scumm = {"2": "cost rle"}
    assert list(breaches("a", "see MISSING" + ".md", set(), scumm))
    assert list(breaches("a", "SCUMM.md §" + "9", {"SCUMM.md"}, scumm))
    assert list(breaches("a", "SCUMM.md §" + '2\n/// "no\n/// such"', {"SCUMM.md"}, scumm))
    assert not list(breaches("a", "SCUMM.md §" + '2 "RLE"', {"SCUMM.md"}, scumm))
    assert anchors("# A\n## 2. In `git`, text\n") == {"a", "2-in-git-text"}
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
