#!/usr/bin/env bash
# Builds what is given to users, from the files of the last commit, and packs it into target/release-bundles.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/release.sh [gomocup | linux | linux-aarch64 | windows | macos]...

  gomocup   kagetsu64.zip: the bare engine for Windows, as Gomocup's judge wants it (at most 8 MB)
  linux     kagetsu-VERSION-linux-x86_64.tar.gz, or -aarch64 on such a machine: the whole program, linked statically
  linux-aarch64
            the bundle for arm64 made on another machine
  windows   kagetsu-VERSION-windows-x86_64.zip: the whole program, Windows 7 or newer
  macos     kagetsu-VERSION-macos-universal.tar.gz: the whole program for both kinds of processors, made on macOS only
Without a name gomocup, linux and windows are made. Those for x86-64 run on every such processor and choose their
fastest code at the start. scripts/try-bundle.sh tries what was made.
The sums of the bundles are in SHA256SUMS.

The builds for Windows need mingw-w64 and a Rust compiler with the source of its library: `rustup component add
rust-src`, or Debian's packages rustc-web, cargo-web and rust-web-src. They are tried under wine when it is there. The
build of linux-aarch64 needs such a compiler, gcc-aarch64-linux-gnu and qemu-user-binfmt. On macOS the tools of GNU
(coreutils, tar) must come first in PATH. THIRD-PARTY.txt of a bundle has the licences of all that is in its program:
those of C libraries come from this system, as Debian, Fedora and Arch bring them.
TEXT
}

readonly max_gomocup_bytes=8000000
readonly windows_target=x86_64-win7-windows-gnu
linux_machine=$(uname -m)
readonly linux_machine linux_target=$linux_machine-unknown-linux-gnu
readonly arm_target=aarch64-unknown-linux-gnu
# Has no need of a library of the system.
readonly static=-Ctarget-feature=+crt-static
readonly macos_targets=(x86_64-apple-darwin aarch64-apple-darwin)

help_or_least 0 "$@"
bundles=("$@")
((${#bundles[@]})) || bundles=(gomocup linux windows)
for bundle in "${bundles[@]}"; do
    case $bundle in
        gomocup | linux | linux-aarch64 | windows | macos) ;;
        *) refuse_option "$bundle" ;;
    esac
done

cd "$(dirname "$0")/.."
[[ -z $(git status --porcelain) ]] || refuse "there are changes that are not committed: a bundle names its commit"
for tool in zip sha256sum python3; do
    command -v "$tool" >/dev/null || refuse "'$tool' is needed and not installed"
done
# Of one length: the usual one depends on how much of the history is here.
commit=$(git rev-parse --short=8 HEAD)
export KAGETSU_COMMIT=$commit
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
# All files in a bundle carry the time of the commit: the same commit gives the same archive.
commit_time=$(git log -1 --format=%ct)
signature=$(tr -d '\r\n' <benches/SIGNATURE)
# From the root of the system: archives are packed in other folders.
target=$(target_folder)
linux_program=$target/static/$linux_target/release/pbrain-kagetsu
out=$target/release-bundles
mkdir -p "$out"
work=$(mktemp -d "$out/.work.XXXXXX")
trap 'rm -rf "$work"' EXIT
# A program names its sources, as where it panics: by the same names wherever it is built.
readonly separator=$'\x1f'
remapped=--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo
export CARGO_ENCODED_RUSTFLAGS=$remapped$separator--remap-path-prefix=$PWD=/source
export CARGO_PROFILE_RELEASE_STRIP=symbols

# Sets `toolchain` to the folder of a compiler that has the source of the library. Argument: the target.
find_foreign_toolchain() {
    local rustc
    for rustc in "$(command -v rustc)" /usr/bin/rustc; do
        [[ -x $rustc && -d $("$rustc" --print sysroot)/lib/rustlib/src/rust/library ]] || continue
        # No pipe: one that is left early fails.
        grep -qx "$1" <<<"$("$rustc" --print target-list)" || continue
        toolchain=$(dirname "$rustc")
        return
    done
    refuse "no Rust compiler has the source of its library and knows $1: see --help"
}

# Notes what a program holds of the system: `system_part`, and its licences in `system_texts`. Arguments: its name, and files
# of which those count that are here.
note_system_part() {
    local file
    system_part=$1 system_texts=()
    shift
    for file in "$@"; do
        [[ ! -f $file ]] || system_texts+=(--also "$file")
    done
    ((${#system_texts[@]})) || refuse "there is no licence of $system_part on this system: none of $*"
}

# The C library of Linux, which is linked into the program.
note_glibc() {
    note_system_part "the GNU C Library, LGPL 2.1 or newer, https://sourceware.org/glibc" \
        /usr/share/doc/libc6/copyright /usr/share/common-licenses/LGPL-2.1 /usr/share/licenses/glibc/*
}

# Builds the program and the library of Rust for a target. Arguments: folder of the build, target. Further ones go to cargo.
build_foreign() {
    local folder=$1 sysroot
    triples=("$2")
    shift 2
    find_foreign_toolchain "${triples[0]}"
    sysroot=$("$toolchain/rustc" --print sysroot)
    # `-Z build-std` builds the library for the target; a compiler that is no nightly takes it only with this variable.
    # Of several names that fit, the last one is taken: the library may lie in a folder above all others.
    CARGO_ENCODED_RUSTFLAGS="--remap-path-prefix=$sysroot=/rust$separator$CARGO_ENCODED_RUSTFLAGS" \
        RUSTC=$toolchain/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$target/$folder "$toolchain/cargo" build --release --locked \
        --package pbrain-kagetsu -Z build-std=std,panic_abort --target "${triples[0]}" "$@"
}

# Builds the program for Windows. Further arguments go to cargo.
build_windows() {
    command -v x86_64-w64-mingw32-gcc >/dev/null || refuse "mingw-w64 is needed and not installed"
    note_system_part "mingw-w64, https://www.mingw-w64.org" /usr/share/doc/mingw-w64-{common,x86-64-dev}/copyright \
        /usr/share/licenses/mingw{64,-w64}-{crt,winpthreads}/*
    build_foreign windows "$windows_target" "$@"
}

# Builds the program for Linux: static, so that it runs with every C library, old or new.
build_linux() {
    toolchain=$(dirname "$(command -v rustc)") triples=("$linux_target")
    note_glibc
    CARGO_ENCODED_RUSTFLAGS="$CARGO_ENCODED_RUSTFLAGS$separator$static" CARGO_TARGET_DIR=$target/static \
        cargo build --release --locked --package pbrain-kagetsu --target "$linux_target"
}

# Says on one line what `bench` of a program answers, and ends when it is not the signature.
bench_line() {
    local last
    last=$("$@" bench | tail -n 1 | tr -d '\r')
    [[ $last == "Bench: $signature" ]] || refuse "'$*' ends its bench with '$last', the signature is $signature"
    echo "$last"
}

# Says the same of a program for Windows, which runs if wine is there.
windows_bench() {
    if command -v wine >/dev/null; then
        bench_line env WINEDEBUG=-all wine "$1"
    else
        echo "Bench: $signature (not run: there was no wine)"
    fi
}

# Fills a folder with what every bundle holds. Arguments: folder, line on the bench, options of cargo that chose the build.
add_texts() {
    local folder=$1 bench=$2
    shift 2
    cp LICENSE-APACHE LICENSE-MIT "$folder"
    CARGO=$toolchain/cargo RUSTC=$toolchain/rustc scripts/packaging/third-party.py "$folder/THIRD-PARTY.txt" \
        --package pbrain-kagetsu "${triples[@]/#/--target=}" ${system_texts[@]+"${system_texts[@]}"} "$@" </dev/null
    {
        echo "Kagetsu $version, commit $commit, $bench"
        echo "Compiled by $("$toolchain/rustc" --version)"
        echo "THIRD-PARTY.txt has the licences of the libraries in the program."
        [[ -z $system_part ]] || echo "One is $system_part."
        echo
        cat
    } >"$folder/README.txt"
}

# Completions and manual pages, written by a program that runs here. Arguments: folder, program.
add_shell_help() {
    local folder=$1 program=$2 shell
    mkdir -p "$folder/completions" "$folder/man"
    for shell in bash fish zsh powershell; do
        "$program" completions "$shell" >"$folder/completions/pbrain-kagetsu.$shell"
    done
    "$program" manual-pages "$folder/man" >/dev/null
}

# Ends the lines of the texts beside the program as editors of Windows 7 need it.
end_lines_for_windows() {
    sed -i 's/$/\r/' "$1"/*.txt "$1"/LICENSE-*
}

# Gives all files of a folder the time of the commit, and rights that tell nothing of whoever packs them.
set_times() {
    chmod -R u+rwX,go+rX,go-w "$1"
    find "$1" -exec touch --date="@$commit_time" {} +
}

# Packs what is in a folder. Arguments: folder, what of it (`.` for all), name of the zip file.
pack_zip() {
    local archive=$out/$3
    set_times "$1/$2"
    rm -f "$archive"
    (cd "$1" && find "$2" -type f | LC_ALL=C sort | TZ=UTC zip --quiet -X -9 -@ "$archive")
}

make_gomocup() {
    build_windows --no-default-features
    local folder=$work/gomocup program=$target/windows/$windows_target/release/pbrain-kagetsu.exe bench
    mkdir -p "$folder"
    bench=$(windows_bench "$program")
    cp "$program" "$folder/pbrain-kagetsu64.exe"
    add_texts "$folder" "$bench" --no-default-features <<'TEXT'
The bare engine for Gomocup: freestyle, exact five (standard), renju and caro, boards from 5x5 to 22x22. It needs no
other file, writes none, and runs on every x86-64 processor with Windows 7 or newer. Choose pbrain-kagetsu64.exe as a player
in Piskvork or another board window; by itself it only waits for the commands of one.
TEXT
    end_lines_for_windows "$folder"
    pack_zip "$folder" . kagetsu64.zip
    local bytes
    bytes=$(wc -c <"$out/kagetsu64.zip")
    ((bytes <= max_gomocup_bytes)) || refuse "kagetsu64.zip has $bytes bytes, more than $max_gomocup_bytes"
}

make_windows() {
    build_linux
    build_windows
    local name=kagetsu-$version-windows-x86_64 program=$target/windows/$windows_target/release/pbrain-kagetsu.exe bench
    local folder=$work/$name
    mkdir -p "$folder"
    bench=$(windows_bench "$program")
    cp "$program" "$folder"
    scripts/copy-pages.sh "$folder"
    printf '@echo off\r\n"%%~dp0pbrain-kagetsu.exe" web\r\nif errorlevel 1 pause\r\n' >"$folder/Play in the browser.bat"
    printf '@echo off\r\n"%%~dp0pbrain-kagetsu.exe" play\r\nif errorlevel 1 pause\r\n' >"$folder/Play in this window.bat"
    add_shell_help "$folder" "$linux_program"
    add_texts "$folder" "$bench" <<'TEXT'
Double click "Play in the browser.bat", or "Play in this window.bat" for a game in the console. In Piskvork or another
board window choose pbrain-kagetsu.exe as a player. `pbrain-kagetsu --help` lists the other tools; README.md tells more.
TEXT
    end_lines_for_windows "$folder"
    pack_zip "$work" "$name" "$name.zip"
}

# Packs the whole program for a system with a Unix shell. Arguments: name of the bundle, program.
pack_unix() {
    local name=$1 program=$2 bench
    local folder=$work/$name
    mkdir -p "$folder"
    bench=$(bench_line "$program")
    cp "$program" "$folder"
    scripts/copy-pages.sh "$folder"
    # The file manager of macOS starts files with this ending by a double click.
    local ending=sh
    [[ $name != *-macos-* ]] || ending="command"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nexec "$(dirname "$0")/pbrain-kagetsu" web\n' >"$folder/play-in-the-browser.$ending"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nexec "$(dirname "$0")/pbrain-kagetsu" play\n' >"$folder/play-in-the-terminal.$ending"
    chmod +x "$folder"/play-*."$ending"
    add_shell_help "$folder" "$program"
    add_texts "$folder" "$bench" <<TEXT
Start play-in-the-browser.$ending or play-in-the-terminal.$ending, or choose pbrain-kagetsu as a player in a board window.
'pbrain-kagetsu --help' lists the other tools; README.md tells more. 'man ./man/pbrain-kagetsu.1' shows the pages, and
src/app/manual/installing.md says where the files in completions belong.
TEXT
    set_times "$folder"
    tar --create --sort=name --owner=0 --group=0 --numeric-owner --directory "$work" "$name" |
        gzip --best --no-name >"$out/$name.tar.gz"
}

make_linux() {
    build_linux
    pack_unix "kagetsu-$version-linux-$linux_machine" "$linux_program"
}

make_linux-aarch64() {
    command -v aarch64-linux-gnu-gcc >/dev/null || refuse "gcc-aarch64-linux-gnu is needed and not installed"
    note_glibc
    CARGO_ENCODED_RUSTFLAGS="$CARGO_ENCODED_RUSTFLAGS$separator$static" \
        CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc build_foreign arm "$arm_target"
    pack_unix "kagetsu-$version-linux-aarch64" "$target/arm/$arm_target/release/pbrain-kagetsu"
}

make_macos() {
    [[ $(uname) == Darwin ]] || refuse "the bundle for macOS is made on macOS"
    local macos programs=()
    toolchain=$(dirname "$(command -v rustc)") triples=("${macos_targets[@]}") system_part="" system_texts=()
    for macos in "${macos_targets[@]}"; do
        CARGO_TARGET_DIR=$target/macos cargo build --release --locked --package pbrain-kagetsu --target "$macos"
        programs+=("$target/macos/$macos/release/pbrain-kagetsu")
    done
    lipo -create -output "$target/macos/pbrain-kagetsu" "${programs[@]}"
    pack_unix "kagetsu-$version-macos-universal" "$target/macos/pbrain-kagetsu"
}

for bundle in "${bundles[@]}"; do
    "make_$bundle"
done
(
    cd "$out"
    shopt -s nullglob
    sha256sum -- *.zip *.tar.gz >SHA256SUMS
)
ls -l "$out"
