#!/usr/bin/env bash
# Tries bundles as a person would who has just downloaded them.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/try-bundle.sh BUNDLE...

Unpacks each bundle of scripts/release.sh into an empty folder and tries it there: its checksum in SHA256SUMS beside it, the
licences, the links of its pages, completions and pictures, an opening move by the Gomocup protocol, two whole games against
itself, and the starter for a double click, whose page must open. Bundles for Windows run on Windows, or under wine where it
is installed; without it only their files are looked at. The exit code is 1 when something fails. Needs Python, curl and
sha256sum (on macOS of the coreutils).
TEXT
}

# Seconds to wait for the page.
readonly patience=60

help_or_least 1 "$@"
scripts=$(cd "$(dirname "$0")" && pwd)
# On Windows python3 may be a program that only names the store.
python=$(for name in python3 python; do "$name" -c '' 2>/dev/null && echo "$name" && break; done) ||
    refuse "python is needed and not installed"
work=$(mktemp -d)
page=
tidy() {
    [[ -z $page ]] || kill "$page" 2>/dev/null || true
    # Programs that wine still runs, those of this folder alone.
    [[ ! -d $work/wine ]] || WINEPREFIX=$work/wine wineserver -k 2>/dev/null || true
    rm -rf "$work" 2>/dev/null || true
}
trap tidy EXIT

fail() {
    echo "try-bundle: $*" >&2
    exit 1
}

# Unpacks a bundle. Arguments: bundle, folder.
unpack() {
    case $1 in
        *.zip) "$python" -m zipfile -e "$1" "$2" ;;
        *.tar.gz) tar -xzf "$1" -C "$2" ;;
        *) refuse "'$1' is no bundle: expected .zip or .tar.gz" ;;
    esac
}

check_sum() {
    local folder name
    folder=$(dirname "$1")
    name=$(basename "$1")
    [[ -f $folder/SHA256SUMS ]] || fail "there is no SHA256SUMS beside '$1'"
    (cd "$folder" && grep -F "  $name" SHA256SUMS | sha256sum --check --quiet -) || fail "the checksum of '$1' is another one"
}

# Are there files in a folder? Arguments: the folder, and their names.
check_files() {
    local folder=$1 wanted
    shift
    for wanted in "$@"; do
        [[ -s $folder/$wanted ]] || fail "there is no '$wanted' in it"
    done
}

# What a bundle holds beside the bare engine.
check_texts() {
    check_files "$1" README.txt THIRD-PARTY.txt LICENSE-MIT LICENSE-APACHE
    grep --quiet "Permission is hereby granted" "$1/THIRD-PARTY.txt" || fail "the licences of the libraries are missing"
}

# What a bundle of the whole program holds beside it and those texts.
check_pages() {
    check_files "$1" README.md src/app/manual/page.webp scripts/openings/renju15.txt completions/pbrain-kagetsu.bash \
        man/pbrain-kagetsu.1
    "$python" "$scripts/check-links.py" "$1" || fail "a link leads nowhere"
}

# The first move of a game by the protocol. Arguments: program and how it is started.
first_move() {
    printf 'START 15\r\nINFO timeout_turn 1000\r\nBEGIN\r\n' | "$@" | tr -d '\r' | grep -E '^[0-9]+,[0-9]+$' ||
        fail "'$*' plays no first move"
}

# Two whole games against itself.
whole_games() {
    "$@" tournament --engine cmd=self,name=one --engine cmd=self,name=two --games 2 --nodes 2000 --out games \
        >games.txt 2>&1 || fail "the games failed: $(tail -n 5 games.txt)"
    local games
    games=$(wc -l <games/games.jsonl)
    ((games == 2)) || fail "there are $games games, not 2"
    echo "$games whole games"
}

# The page that a starter opens. Arguments: the starter and how it is started.
open_page() {
    : >page.txt
    "$@" >page.txt 2>page.err &
    page=$!
    local second link=
    for ((second = 0; second < patience; second++)); do
        link=$(grep -om1 'http://127[^[:space:]]*' page.txt || true)
        [[ -z $link ]] || break
        sleep 1
    done
    [[ -n $link ]] || fail "the starter opens no page: $(cat page.txt page.err)"
    curl --fail --silent --show-error "${link%%#*}" >page.html || fail "the page at $link does not open"
    grep -q '<html' page.html || fail "what opens at $link is no page"
    kill "$page" 2>/dev/null || true
    wait "$page" 2>/dev/null || true
    page=
    echo "the page opens: $(wc -c <page.html) bytes"
}

# Programs for Windows: nothing is put before them on Windows, and wine elsewhere.
windows() {
    if [[ ${OS:-} == Windows_NT ]]; then
        "$@"
    else
        WINEDEBUG=-all WINEPREFIX=$work/wine wine "$@"
    fi
}

can_run_windows() {
    [[ ${OS:-} == Windows_NT ]] || command -v wine >/dev/null
}

try_bundle() {
    local bundle=$1 folder=$work/$2 inner program
    mkdir "$folder"
    check_sum "$bundle"
    unpack "$bundle" "$folder"
    program=$(find "$folder" -maxdepth 2 -name 'pbrain-kagetsu*' -type f | head -n 1)
    [[ -n $program ]] || fail "there is no program in '$bundle'"
    inner=$(dirname "$program")
    echo "$bundle: $(wc -c <"$bundle") bytes, the program $(wc -c <"$program")"
    check_texts "$inner"
    [[ $program == *64.exe ]] || check_pages "$inner"
    local start=("$program")
    if [[ $program == *.exe ]]; then
        can_run_windows || {
            echo "not run: there is no wine"
            return
        }
        start=(windows "$program")
    fi
    cd "$folder"
    first_move "${start[@]}"
    [[ $program != *64.exe ]] || return 0
    whole_games "${start[@]}"
    cd "$inner"
    if [[ $program != *.exe ]]; then
        open_page "$(find "$inner" -maxdepth 1 -name 'play-in-the-browser.*')"
    elif [[ ${OS:-} == Windows_NT ]]; then
        MSYS2_ARG_CONV_EXCL='*' open_page cmd.exe /c "Play in the browser.bat"
    else
        open_page windows cmd.exe /c "Play in the browser.bat"
    fi
}

bundles=()
for bundle in "$@"; do
    [[ -f $bundle ]] || refuse "there is no bundle '$bundle'"
    bundles+=("$(cd "$(dirname "$bundle")" && pwd)/$(basename "$bundle")")
done
for number in "${!bundles[@]}"; do
    try_bundle "${bundles[number]}" "$number"
done
