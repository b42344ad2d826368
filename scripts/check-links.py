#!/usr/bin/env python3
"""Checks that every link of the pages in folders and archives leads somewhere.

    scripts/check-links.py PLACE...

PLACE is a folder, a bundle (.zip, .tar.gz) or a packaged crate (.crate). In a folder, `target` and folders whose names begin
with a point are passed over. Of each page (.md) in it the links to files must lead to files in the same place, those to
headings to a heading, and those to the repository of the project to files of this checkout. Other addresses are not asked.
Every wrong link is printed; the exit code is then 1, and 2 for a place that cannot be read or holds no page.
"""
import os
import pathlib
import posixpath
import re
import sys
import tarfile
import urllib.parse
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
REPOSITORY = "https://github.com/kagetsu-engine/kagetsu/"
# A link or a picture; the text may have a pair of brackets in it.
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
FENCE = re.compile(r"^\s*(```|~~~).*?^\s*\1", re.MULTILINE | re.DOTALL)


def files_of(place):
    """The files of a folder or an archive by their names, with the text of pages and None for others."""
    path = pathlib.Path(place)
    found = {}

    def add(name, read):
        found[posixpath.normpath(name)] = read().decode("utf-8") if name.endswith(".md") else None

    if path.is_dir():
        for folder, below, names in os.walk(path):
            # What a checkout has beside its files.
            below[:] = [name for name in below if name != "target" and not name.startswith(".")]
            for file in (pathlib.Path(folder, name) for name in names):
                if file.is_file():
                    add(file.relative_to(path).as_posix(), file.read_bytes)
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                add(name, lambda: archive.read(name))
    else:
        with tarfile.open(path) as archive:
            for member in archive:
                if member.isfile():
                    add(member.name, lambda: archive.extractfile(member).read())
    return found


def anchors(page):
    """The names of the headings of a page, as GitHub makes them."""
    names = set()
    for line in FENCE.sub("", page).splitlines():
        heading = re.match(r"#+\s+(.*)", line)
        if not heading:
            continue
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1]).replace("`", "")
        name = re.sub(r"[^\w\- ]", "", plain.strip().lower()).replace(" ", "-")
        number = 1
        unique = name
        while unique in names:
            unique = f"{name}-{number}"
            number += 1
        names.add(unique)
    return names


def fault(link, name, files):
    """What is wrong with a link of a page. None if nothing is."""
    if link.startswith(REPOSITORY):
        part = re.match(r"(?:blob|tree|raw)/[^/]+/([^#?]*)", link[len(REPOSITORY):])
        if part and not (ROOT / urllib.parse.unquote(part[1])).exists():
            return "the repository has no such file"
        return None
    if re.match(r"[a-z][a-z0-9+.-]*:", link):
        return None
    target, _, anchor = urllib.parse.unquote(link).partition("#")
    where = posixpath.normpath(posixpath.join(posixpath.dirname(name), target)) if target else name
    is_folder = any(other.startswith(where + "/") for other in files)
    if where not in files and not is_folder:
        return f"there is no '{where}'"
    page = files.get(where)
    if anchor and page is not None and anchor not in anchors(page):
        return f"'{where}' has no heading '{anchor}'"
    return None


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip(), file=sys.stdout if len(sys.argv) > 1 else sys.stderr)
        sys.exit(0 if len(sys.argv) > 1 else 2)
    wrong = 0
    for place in sys.argv[1:]:
        try:
            files = files_of(place)
        except (OSError, tarfile.TarError, zipfile.BadZipFile, UnicodeDecodeError) as error:
            print(f"check-links: cannot read '{place}': {error}", file=sys.stderr)
            sys.exit(2)
        pages = {name: page for name, page in files.items() if page is not None}
        if not pages:
            print(f"check-links: there is no page in '{place}'", file=sys.stderr)
            sys.exit(2)
        links = 0
        for name, page in sorted(pages.items()):
            for link in LINK.findall(FENCE.sub("", page)):
                links += 1
                what = fault(link, name, files)
                if what:
                    wrong += 1
                    print(f"{place}: {name}: ({link}): {what}", file=sys.stderr)
        print(f"{place}: {links} links in {len(pages)} pages")
    sys.exit(1 if wrong else 0)


main()
