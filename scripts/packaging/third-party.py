#!/usr/bin/env python3
"""Writes the licences and notices of the libraries in a program. Their owners ask that they go with it.

    scripts/packaging/third-party.py FILE --package NAME [OPTION...]

The libraries are those that cargo builds into the package for --target: no others of the lock file, and none of the tests. The
texts are those that their packages bring. A package without a text has one in `licences` beside this script, by the name of
its repository, or comes under the Apache License where it offers that, or under the MIT License of the authors whom it names;
else it is named and nothing is written. Rust's own library and the scripts of others in the page are among the libraries. The
environment variables CARGO and RUSTC name other tools. The same source and compiler give the same file.
"""
import argparse
import html
import json
import os
import pathlib
import re
import subprocess
import sys
import textwrap

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KEPT = pathlib.Path(__file__).resolve().parent / "licences"
ASSETS = ROOT / "src/play/page/assets"
# The names of files with licences, and of folders of such.
LICENCE = re.compile(r"(un)?licen[cs]e|copying|copyright|notice", re.IGNORECASE)
# A shorter text, such as a link or "MIT OR Apache-2.0", only tells where the licence is.
LEAST_LETTERS = 500
WIDTH = 100


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path, metavar="FILE", help="the file to write")
    parser.add_argument("--package", required=True, metavar="NAME", help="the package that is built")
    parser.add_argument("--manifest-path", default="Cargo.toml", metavar="PATH", help="its workspace, from the project")
    parser.add_argument("--no-default-features", action="store_true", help="it is built so")
    parser.add_argument("--target", action="append", metavar="TRIPLE", help="what it is built for (default: this machine)")
    parser.add_argument(
        "--also", action="append", default=[], type=pathlib.Path, metavar="FILE", help="a text about another part of it"
    )
    return parser.parse_args()


def output(*command):
    """What a command prints in the project's folder."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode != 0:
        sys.exit(f"third-party: '{' '.join(command)}' failed")
    return done.stdout


def tidy(text):
    """A text with ends of lines as they are here, and no more than one empty line after another."""
    text = "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
    return re.sub(r"\n{3,}", "\n\n", text)


def read(path):
    try:
        return tidy(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError:
        return tidy(path.read_text(encoding="latin-1"))


def libraries(arguments, cargo, host):
    """The packages in the program, as `cargo metadata` tells of them, its own ones too."""
    workspace = ["--locked", "--manifest-path", arguments.manifest_path]
    build = ["--package", arguments.package, *["--no-default-features"] * arguments.no_default_features]
    targets = arguments.target or [host]
    build += [f"--target={target}" for target in targets]
    # Macros leave code of theirs in a program: they count.
    tree = output(cargo, "tree", *workspace, *build, "--edges", "normal", "--prefix", "none", "--format", "{p}")
    # `cargo tree` does not tell where packages lie. What macros need is built for this machine.
    platforms = [f"--filter-platform={target}" for target in (host, *targets)]
    told = json.loads(output(cargo, "metadata", *workspace, *platforms, "--format-version", "1"))
    known = {(package["name"], f"v{package['version']}"): package for package in told["packages"]}
    return [known[key] for key in sorted({tuple(line.split()[:2]) for line in tree.splitlines() if line})]


def texts_of(package):
    """The licences and notices of a package. None where it lacks them."""
    folder = pathlib.Path(package["manifest_path"]).parent
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    # Whatever offers the GPL offers another licence: deny.toml sees to that.
    names = [
        name for name in names if any(map(LICENCE.match, name.split("/"))) and not name.endswith(".rs") and "GPL" not in name
    ]
    if package["license_file"]:
        names.append(package["license_file"])
    texts = [read(folder / name) for name in names]
    if any(len(text) >= LEAST_LETTERS for text in texts):
        return texts
    kept = KEPT / f"{pathlib.PurePosixPath(package['repository'] or package['name']).stem}.txt"
    if kept.is_file():
        return [read(kept)]
    offered = re.split(" OR |/", package["license"] or "")
    if "Apache-2.0" in offered:
        return [read(ROOT / "LICENSE-APACHE")]
    if "MIT" in offered and package["authors"]:
        notice = f"Copyright (c) {', '.join(package['authors'])}"
        return [re.sub("^Copyright .*$", lambda _: notice, read(ROOT / "LICENSE-MIT"), flags=re.MULTILINE)]
    return None


def library_of_rust(rustc):
    """The notices of Rust's own library, as rustup and Debian bring them, each with whose it is."""
    documents = pathlib.Path(output(rustc, "--print", "sysroot").strip()) / "share/doc"
    page = documents / "rust/COPYRIGHT-library.html"
    if not page.is_file():
        return [("Rust's library", read(path)) for path in sorted(documents.glob("libstd-rust*dev/copyright"))]

    def plain(part):
        return tidy(html.unescape(re.sub(r"<[^>]*>", "", part)))

    own, *others = page.read_text(encoding="utf-8").split("<h3>")
    own = plain(re.sub(r"<title>.*?</title>", "", own))
    # It names the licences of Rust's own files, whose texts lie beside it.
    named = [path for path in sorted(documents.glob("rust/licenses/*.txt")) if path.stem in own]
    found = [("Rust's library", text) for text in (own, *map(read, named))]
    for part in others:
        name = plain(part.partition("</h3>")[0]).strip("\N{PACKAGE} ")
        found += [(f"{name} in Rust's library", plain(text)) for text in re.findall("<pre>(.*?)</pre>", part, re.DOTALL)]
    return found


def scripts_of_page():
    """The notices at the head of the page's scripts that others have written, each with its script."""
    for path in sorted(ASSETS.glob("*.js")):
        head = re.match(r"(//.*\n)*", path.read_text(encoding="utf-8"))[0]
        if "Copyright" in head:
            yield f"{path.name} of the page", tidy(re.sub("^// ?", "", head, flags=re.MULTILINE))


def main():
    arguments = parse_arguments()
    cargo, rustc = os.environ.get("CARGO", "cargo"), os.environ.get("RUSTC", "rustc")
    host = re.search("^host: (.*)$", output(rustc, "--version", "--verbose"), re.MULTILINE)[1]
    packages = libraries(arguments, cargo, host)
    others = [package for package in packages if package["source"]]
    listed = [f"{package['name']} {package['version']}" for package in others]
    found, missing = [(f"{path.parent.name}/{path.name}", read(path)) for path in arguments.also], []
    for name, package in zip(listed, others):
        texts = texts_of(package)
        found += [(name, text) for text in texts or []]
        missing += [] if texts else [f"{name} ({package['license']})"]
    if missing:
        sys.exit(f"third-party: no text of a licence: {', '.join(missing)}\nPut it into {KEPT}, by the name of the repository.")
    if any(package["name"] == "kagetsu-play" for package in packages):
        found += scripts_of_page()
    # A text that differs in blanks alone is written once.
    texts = {}
    for name, text in found + library_of_rust(rustc):
        texts.setdefault(" ".join(text.split()), (text, {}))[1][name] = None
    lines = ["Libraries in this program: name, version, licence, source.", ""]
    lines += [f"{name} {package['license']} {package['repository'] or ''}".strip() for name, package in zip(listed, others)]
    lines += ["Rust's library MIT OR Apache-2.0 https://github.com/rust-lang/rust", "", "Their licences, each once."]
    for text, names in texts.values():
        lines += ["", "=" * WIDTH, textwrap.fill(", ".join(names), WIDTH, break_on_hyphens=False), "=" * WIDTH, "", text]
    with arguments.file.open("w", encoding="utf-8", newline="\n") as file:
        file.write("\n".join(lines) + "\n")


main()
