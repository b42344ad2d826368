#!/usr/bin/env bash
# Copies the pages for users into a folder: README.md, all that it leads to, and the openings.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/copy-pages.sh FOLDER

Copies README.md, every file that it leads to by links, and the standard openings into FOLDER, which must be there. They
keep their paths, so that every link holds. A link to a file that is missing is an error.
TEXT
}

help_or_least 1 "$@"
folder=$1
[[ -d $folder ]] || refuse "there is no folder '$folder'"
folder=$(cd "$folder" && pwd)
cd "$(dirname "$0")/.."

# Prints the files that a page leads to, from the folder of the project. Arguments: the page, and its folder. The
# `realpath` of macOS makes no relative paths.
targets() {
    grep -o ']([^)]*)' "$1" | sed -E -e 's/^]\(//; s/\)$//; s/#.*//' -e '/^$/d' -e '/:\/\//d' -e "s|^|$2/|" \
        -e ':again' -e 's#(^|/)\./#\1#' -e 's#(^|/)[^/.][^/]*/\.\.(/|$)#\1#' -e 't again' -e 's#/$##'
}

files=(README.md scripts/openings)
copied=$'\n'
for ((i = 0; i < ${#files[@]}; i++)); do
    file=${files[i]}
    [[ $copied != *$'\n'"$file"$'\n'* ]] || continue
    copied+=$file$'\n'
    [[ -e $file && $file != ../* ]] || refuse "a page leads to '$file', which is not there"
    place=.
    [[ $file != */* ]] || place=${file%/*}
    mkdir -p "$folder/$place"
    cp -R "$file" "$folder/$place/"
    [[ $file == *.md ]] || continue
    while IFS= read -r target; do
        files+=("$target")
    done < <(targets "$file" "$place")
done
