#!/usr/bin/env python3
"""Writes recipes for package managers from the bundles of a release and their checksums.

    scripts/packaging/recipes.py VERSION SHA256SUMS FOLDER

SHA256SUMS is that of `scripts/release.sh`. FOLDER gets kagetsu.json (scoop), kagetsu.rb (Homebrew), PKGBUILD (AUR) and the
three manifests of winget. A bundle whose checksum is missing is a fault: nothing is written then.
"""
import json
import pathlib
import re
import sys

HOME = "https://github.com/kagetsu-engine/kagetsu"
ABOUT = "A Gomoku and Renju engine, with a page to play in the browser"
LICENCE = "MIT OR Apache-2.0"
BUNDLES = {
    "windows": "windows-x86_64.zip",
    "linux": "linux-x86_64.tar.gz",
    "linux-arm": "linux-aarch64.tar.gz",
    "macos": "macos-universal.tar.gz",
}


def checksums(path):
    """The checksum of each file that the list names."""
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        match = re.fullmatch(r"([0-9a-f]{64}) [ *](.+)", line)
        if not match:
            sys.exit(f"{path}, line {number}: '{line}' is no checksum: expected those of sha256sum")
        found[match[2]] = match[1]
    return found


def bundles(version, sums):
    """Folder inside the bundle, address and checksum, for each system."""
    result = {}
    for system, ending in BUNDLES.items():
        name = f"kagetsu-{version}-{ending}"
        if name not in sums:
            sys.exit(f"there is no checksum of {name}: it has {', '.join(sorted(sums)) or 'none'}")
        folder = name.removesuffix(".zip").removesuffix(".tar.gz")
        result[system] = (folder, f"{HOME}/releases/download/v{version}/{name}", sums[name])
    return result


def scoop(version, folder, url, checksum):
    recipe = {
        "version": version,
        "description": ABOUT,
        "homepage": HOME,
        "license": "MIT|Apache-2.0",
        "architecture": {"64bit": {"url": url, "hash": checksum, "extract_dir": folder}},
        "bin": "pbrain-kagetsu.exe",
        "checkver": "github",
        "autoupdate": {
            "architecture": {
                "64bit": {
                    "url": url.replace(version, "$version"),
                    "extract_dir": folder.replace(version, "$version"),
                }
            }
        },
    }
    return json.dumps(recipe, indent=4) + "\n"


def homebrew(version, linux, arm, macos):
    return f"""class Kagetsu < Formula
  desc "Gomoku and Renju engine, with a page to play in the browser"
  homepage "{HOME}"
  version "{version}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    url "{macos[1]}"
    sha256 "{macos[2]}"
  end

  on_linux do
    on_intel do
      url "{linux[1]}"
      sha256 "{linux[2]}"
    end
    on_arm do
      url "{arm[1]}"
      sha256 "{arm[2]}"
    end
  end

  def install
    bin.install "pbrain-kagetsu"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/pbrain-kagetsu.bash" => "pbrain-kagetsu"
    fish_completion.install "completions/pbrain-kagetsu.fish"
    zsh_completion.install "completions/pbrain-kagetsu.zsh" => "_pbrain-kagetsu"
    rm_r Dir["man", "completions", "play-*"]
    # The manual with the pages and openings that it leads to.
    doc.install Dir["*"]
  end

  test do
    assert_match version.to_s, shell_output("#{{bin}}/pbrain-kagetsu --version")
  end
end
"""


def aur(version, linux, arm):
    return f"""# The program as it was released.
pkgname=kagetsu-bin
pkgver={version}
pkgrel=1
pkgdesc="{ABOUT}"
arch=(x86_64 aarch64)
url="{HOME}"
license=("{LICENCE}")
provides=(kagetsu)
conflicts=(kagetsu)
source_x86_64=("{linux[1]}")
sha256sums_x86_64=({linux[2]})
source_aarch64=("{arm[1]}")
sha256sums_aarch64=({arm[2]})

package() {{
  cd "kagetsu-{version}-linux-$CARCH"
  local share="$pkgdir/usr/share"
  install -Dm755 pbrain-kagetsu "$pkgdir/usr/bin/pbrain-kagetsu"
  install -Dm644 -t "$share/licenses/$pkgname" LICENSE-* THIRD-PARTY.txt
  install -Dm644 -t "$share/man/man1" man/*.1
  install -Dm644 completions/pbrain-kagetsu.bash "$share/bash-completion/completions/pbrain-kagetsu"
  install -Dm644 completions/pbrain-kagetsu.fish "$share/fish/vendor_completions.d/pbrain-kagetsu.fish"
  install -Dm644 completions/pbrain-kagetsu.zsh "$share/zsh/site-functions/_pbrain-kagetsu"
  # The manual with the pages and openings that it leads to.
  install -d "$share/doc/$pkgname"
  local entry
  for entry in *; do
    case $entry in
      pbrain-kagetsu | man | completions | play-* | LICENSE-* | THIRD-PARTY.txt) ;;
      *) cp -r --no-preserve=ownership "$entry" "$share/doc/$pkgname" ;;
    esac
  done
}}
"""


def winget(version, folder, url, checksum):
    """The three manifests, by their names."""
    name = "KagetsuEngine.Kagetsu"

    def manifest(kind, body):
        return f"PackageIdentifier: {name}\nPackageVersion: {version}\n{body}ManifestType: {kind}\nManifestVersion: 1.6.0\n"

    return {
        f"{name}.yaml": manifest("version", "DefaultLocale: en-US\n"),
        f"{name}.locale.en-US.yaml": manifest(
            "defaultLocale",
            f"PackageLocale: en-US\nPublisher: Kagetsu\nPackageName: Kagetsu\nPackageUrl: {HOME}\n"
            f"License: {LICENCE}\nShortDescription: {ABOUT}\n",
        ),
        f"{name}.installer.yaml": manifest(
            "installer",
            "InstallerType: zip\nNestedInstallerType: portable\nNestedInstallerFiles:\n"
            f"- RelativeFilePath: {folder}\\pbrain-kagetsu.exe\n  PortableCommandAlias: pbrain-kagetsu\n"
            f"Installers:\n- Architecture: x64\n  InstallerUrl: {url}\n  InstallerSha256: {checksum.upper()}\n",
        ),
    }


def main():
    if len(sys.argv) != 4 or not re.fullmatch(r"\d+\.\d+\.\d+", sys.argv[1]):
        sys.exit(__doc__)
    version, out = sys.argv[1], pathlib.Path(sys.argv[3])
    found = bundles(version, checksums(pathlib.Path(sys.argv[2])))
    files = {
        "kagetsu.json": scoop(version, *found["windows"]),
        "kagetsu.rb": homebrew(version, found["linux"], found["linux-arm"], found["macos"]),
        "PKGBUILD": aur(version, found["linux"], found["linux-arm"]),
        **winget(version, *found["windows"]),
    }
    out.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (out / name).write_text(text, encoding="utf-8", newline="\n")
        print(out / name)


main()
