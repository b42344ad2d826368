#!/usr/bin/env bash
# Makes games, learns the network of a rule from them, lets it play the program's own, and tells what it cost.
set -euo pipefail
# shellcheck source=scripts/common.sh
source "$(dirname "$0")/common.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/learn.sh RULE [--small] [OPTION...] [-- OPTION...]

RULE is freestyle, standard, renju or caro.
  --small            everything in miniature, to see that it works: some minutes, and a poor network
  --sizes "N N"      sizes of the boards, 15 by default
  --start NETWORK    network to begin with instead of random weights
  --positions N      positions of games for each size (default 300000)
  --nodes LOW..HIGH  nodes for a move of the games (default 1000..3000)
  --tree PERCENT     percentage of the searches that also give two positions of their trees (default 60)
  --seed N           seed of all random choices (default 1)
  --games N          most games between the new and the old network for each size (default 4000)
  --gate-nodes N     nodes for a move of those games (default 20000)
What follows -- goes to `pbrain-kagetsu train`, such as --mix 0.5.

The match ends early when a sequential test decides whether the new network gains 0 or 10 Elo.

Everything is kept in target/learn/RULE: games (*.kgd), network.kgn, losses.svg, calibration.svg and the match. The same
command goes on where it was stopped; what was learned is learned again. To take the network into the program,
copy network.kgn to src/engine/gomoku/eval/nnue/networks/RULE.kgn, one for boards of 300 points and more by freestyle to
freestyle-large.kgn.
TEXT
}

help_or_least 1 "$@"
rule=$1
shift
case $rule in
    freestyle | standard | renju | caro) ;;
    *) refuse "'$rule' is no rule with a network of its own" ;;
esac
sizes=15 positions='' nodes='' tree=60 seed=1 games='' gate_nodes='' place=$rule
# Positions, nodes, games and nodes of these games, where no option says otherwise.
usual=(300000 1000..3000 4000 20000)
training=(--decided)
while (($#)); do
    case $1 in
        --small) usual=(6000 100..400 100 500) place=$rule-small ;;
        --sizes) sizes=${2:?--sizes needs sizes} && shift ;;
        --positions) positions=${2:?--positions needs a number} && shift ;;
        --nodes) nodes=${2:?--nodes needs a range} && shift ;;
        --start)
            [[ -f ${2:?--start needs a network} ]] || refuse "--start: there is no file '$2'"
            training+=(--start "$(realpath "$2")")
            shift
            ;;
        --tree) tree=${2:?--tree needs a percentage} && shift ;;
        --seed) seed=${2:?--seed needs a number} && shift ;;
        --games) games=${2:?--games needs a number} && shift ;;
        --gate-nodes) gate_nodes=${2:?--gate-nodes needs a number} && shift ;;
        --)
            shift
            break
            ;;
        *) refuse_option "$1" ;;
    esac
    shift
done
positions=${positions:-${usual[0]}} nodes=${nodes:-${usual[1]}}
games=${games:-${usual[2]}} gate_nodes=${gate_nodes:-${usual[3]}}

cd "$(dirname "$0")/.."
program=$(target_folder)/release/pbrain-kagetsu
folder=$PWD/target/learn/$place
mkdir -p "$folder"
costs=()

# Runs a command and notes how long it took.
step() {
    local name=$1 start=$SECONDS
    shift
    echo "== $name"
    "$@"
    costs+=("$(printf '%-28s %6d s' "$name" $((SECONDS - start)))")
}

# Runs a match, which also counts as done when its sequential test failed or stayed undecided.
gate() {
    local code=0
    "$@" || code=$?
    case $code in
        0 | 4 | 5) ;;
        *) return "$code" ;;
    esac
}

step "build" cargo build --release --locked --quiet

learn=() held_out=()
for size in $sizes; do
    made=$folder/$size.kgd
    step "games on $size" "$program" datagen --rule "$rule" --size "$size" --positions "$positions" --nodes "$nodes" \
        --tree "$tree" --seed "$seed" --out "$made" --resume
    # Games are split by their openings, which end later where games were thinned out.
    step "split $size" "$program" dataset split "$made" --force --seed "$seed" \
        --out "$folder/$size-split.kgd" --rest "$folder/$size-rest.kgd"
    step "thin out $size" "$program" dataset dedupe "$folder/$size-split.kgd" --force --out "$folder/$size-learn.kgd"
    step "thin out the rest of $size" "$program" dataset dedupe "$folder/$size-rest.kgd" --force \
        --out "$folder/$size-held-out.kgd"
    learn+=("$folder/$size-learn.kgd")
    held_out+=("$folder/$size-held-out.kgd")
done

# Names of files behind -- are from where the caller stands.
cd "$OLDPWD"
step "learn" "$program" train --data "${learn[@]}" --held-out "${held_out[@]}" --seed "$seed" \
    --force --out "$folder/network.kgn" --loss-curve "$folder/losses.svg" --calibration "$folder/calibration.svg" \
    "${training[@]}" "$@"
cd "$OLDPWD"

for size in $sizes; do
    openings=scripts/openings/$rule$size.txt
    if [[ ! -f $openings ]]; then
        openings=$folder/openings$size.txt
        [[ -s $openings ]] || step "openings on $size" "$program" openings --rule "$rule" --size "$size" --count 100 \
            --force --out "$openings"
    fi
    match=$folder/match$size-$(cksum <"$folder/network.kgn" | cut -d ' ' -f 1)-$gate_nodes
    mkdir -p "$match"
    step "match on $size" gate "$program" tournament \
        --engine "cmd=self,name=new,option.evaluation=${folder//,/\\,}/network.kgn" --engine cmd=self,name=old \
        --rule "$rule" --size "$size" --openings "$openings" --order random --symmetries --seed "$seed" \
        --nodes "$gate_nodes" --games "$games" --sprt elo0=0,elo1=10 --concurrency "$(processors)" --out "$match" --resume
done

echo "== costs"
printf '%s\n' "${costs[@]}"
wc -c "$folder"/*.kgd "$folder/network.kgn"
