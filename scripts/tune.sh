#!/usr/bin/env bash
# Builds the program with its numbers as settings and tunes them by games (SPSA).
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/tune.sh RULE [ITERATIONS] [--size SIZE] [--parameters FILE] [-- OPTION...]

RULE is freestyle, standard, renju or caro; ITERATIONS is 1000 by default, each of 8 pairs of games.
  --size SIZE        15 (default) or, for freestyle, 20
  --parameters FILE  what is tuned; all numbers of the search by default, see `pbrain-kagetsu tune --list`
What follows -- goes to `pbrain-kagetsu tune`, such as --tc 0.2, --pairs 16, --rate 0.005 or --concurrency 4. Without a
limit there the engine visits 20000 positions for each move; without --concurrency a game is played on each processor.

Everything is kept in target/tune, a folder for each set of settings with the program that began it: the same command
goes on where it was stopped, with that program. Remove the folder to begin anew with the present source.
TEXT
}

help_or_least 1 "$@"
rule=$1 iterations=1000 size=15 parameters=
shift
if [[ ${1:-} =~ ^[0-9]+$ ]]; then
    iterations=$1
    shift
fi
while (($#)); do
    case $1 in
        --size) size=${2:?--size needs a size} && shift ;;
        --parameters) parameters=$(realpath "${2:?--parameters needs a file}") && shift ;;
        --)
            shift
            break
            ;;
        *) refuse_option "$1" ;;
    esac
    shift
done

cd "$(dirname "$0")/.."
openings=$(standard_openings "$rule" "$size")
limit=(--nodes 20000) workers=(--concurrency "$(processors)")
if limit_moves "$@"; then limit=(); fi
if has_option --concurrency "$@"; then workers=(); fi

folder=$PWD/target/tune
settings=$({
    printf '%s ' "$@"
    if [[ -n $parameters ]]; then cat "$parameters"; fi
} | cksum | cut -d ' ' -f 1)
place=$folder/$rule$size-$iterations-$settings
program=$place/pbrain-kagetsu
if [[ ! -x $program ]]; then
    CARGO_TARGET_DIR=$folder/build cargo build --release --locked --quiet --features tune
    mkdir -p "$place"
    if [[ -n $parameters ]]; then
        cp "$parameters" "$place/parameters.toml"
    else
        "$folder/build/release/pbrain-kagetsu" tune --list >"$place/parameters.toml"
    fi
    # Last: what is there is whole.
    cp "$folder/build/release/pbrain-kagetsu" "$program.part"
    mv "$program.part" "$program"
fi

mkdir -p "$place/tuning"
# Names of files behind -- are from where the caller stands.
cd "$OLDPWD"
exec "$program" tune --engine cmd=self,name=kagetsu --parameters "$place/parameters.toml" \
    --rule "$rule" --size "$size" --openings "$openings" --iterations "$iterations" \
    --out "$place/tuning" --resume ${limit[@]+"${limit[@]}"} ${workers[@]+"${workers[@]}"} "$@"
