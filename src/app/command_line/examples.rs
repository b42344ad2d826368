//! Examples in the help of every command. They are short enough for a terminal of 80 columns.

/// The words of each command in brackets, and below them its examples.
const EXAMPLES: &str = r#"
[]
pbrain-kagetsu web
pbrain-kagetsu play --rule renju --level 3
pbrain-kagetsu move h8i9j10 --time 2
pbrain-kagetsu analyse game.sgf --html review.html
[web]
pbrain-kagetsu web
pbrain-kagetsu web --file game.json
pbrain-kagetsu web --listen 0.0.0.0:8000    # for others in your network
[play]
pbrain-kagetsu play
pbrain-kagetsu play --rule renju --opening taraguchi-10 --level 3
pbrain-kagetsu play --game reversi --side white
pbrain-kagetsu play --puzzles --kind fours --grade 2
[gtp]
pbrain-kagetsu gtp    # the lines of the protocol follow
pbrain-kagetsu gtp --rule renju --time 2 --threads 4
[classic]
pbrain-kagetsu classic window-20    # the lines of the protocol follow
[move]
pbrain-kagetsu move h8i9j10 --time 500ms
pbrain-kagetsu move h8i9j10 --rule renju --nodes 100000 --lines 3
pbrain-kagetsu move @position.txt --depth 10
[forbidden]
pbrain-kagetsu forbidden h8a1i8a3j10a5j11a7
[solve]
pbrain-kagetsu solve h8h9i8i9j8j9k3a1 --rule renju
pbrain-kagetsu solve problems.tsv --json --threads 2 --time 5
[puzzles]
pbrain-kagetsu puzzles games.jsonl --kind threes --out problems.tsv
[perft]
pbrain-kagetsu perft 2 h8i9 --rule renju
[depth]
pbrain-kagetsu depth --time 100ms --rule renju --size 15
[analyse]
pbrain-kagetsu analyse game.sgf
pbrain-kagetsu analyse game.sgf --nodes 100000 --html review.html
pbrain-kagetsu analyse games.jsonl --nodes 20000 --json --out all.jsonl
[games]
pbrain-kagetsu games moves my-games --position h8i9
[games moves]
pbrain-kagetsu games moves my-games
pbrain-kagetsu games moves club.pgn notes.lib --rule renju --position h8i9 --json
[games openings]
pbrain-kagetsu games openings results --stones 3 --most 20
[games find]
pbrain-kagetsu games find my-games --position h8i9j10
pbrain-kagetsu games find my-games --pattern '.X.X./..X..' --either-colour
[calibrate]
pbrain-kagetsu calibrate games.kgd
[database]
pbrain-kagetsu database import notes.lib --db my.kdb
[database import]
pbrain-kagetsu database import notes.lib --db my.kdb --rule renju
[database export]
pbrain-kagetsu database export --db my.kdb --out my.lib
[database show]
pbrain-kagetsu database show h8i9 --db my.kdb --rule renju
[database merge]
pbrain-kagetsu database merge theirs.kdb --db my.kdb
[database prune]
pbrain-kagetsu database prune --db my.kdb --max-stones 20
[database stats]
pbrain-kagetsu database stats --db my.kdb
[database check]
pbrain-kagetsu database check --db my.kdb
[book]
pbrain-kagetsu book grow --db book.kdb --rule renju --time 3600
[book grow]
pbrain-kagetsu book grow --db book.kdb --rule renju --time 3600
pbrain-kagetsu book grow --db mistakes.kdb --review review.jsonl --positions 50
[book show]
pbrain-kagetsu book show h8i9 --db book.kdb --rule renju
[book check]
pbrain-kagetsu book check --db book.kdb --rule renju --sample 20
[tournament]
pbrain-kagetsu tournament --engine cmd=self,name=new \
  --engine ./pbrain-other --games 100 --tc 0.5 --out results
pbrain-kagetsu tournament --config match.toml --resume
pbrain-kagetsu tournament --report results
[compliance]
pbrain-kagetsu compliance ./pbrain-mine
pbrain-kagetsu compliance "./my-reversi --gtp" --protocol gtp    # Reversi
[openings]
pbrain-kagetsu openings --rule renju --count 50 --out renju.txt
[openings select]
pbrain-kagetsu openings select made.txt --games played --out fair.txt
[tune]
pbrain-kagetsu tune --list > parameters.toml    # then delete what shall stay
pbrain-kagetsu tune --engine cmd=self --parameters parameters.toml \
  --nodes 20000 --out tuning
[bench]
pbrain-kagetsu bench
[datagen]
pbrain-kagetsu datagen --rule renju --games 1000 --out games.kgd
[zero]
pbrain-kagetsu zero run tictactoe --small
pbrain-kagetsu zero run gomoku --recipe ours    # 9x9, in an afternoon
[zero run]
pbrain-kagetsu zero run tictactoe --small
pbrain-kagetsu zero run gomoku --recipe ours
pbrain-kagetsu zero run gomoku    # goes on after Ctrl-C or a kill
[zero play]
pbrain-kagetsu zero play gomoku --generation 3 --shard 1/2
[zero learn]
pbrain-kagetsu zero learn gomoku --generation 3
[zero distil]
pbrain-kagetsu zero distil taught games.kgd --recipe distil
[zero probe]
pbrain-kagetsu zero probe gomoku --every 5
[zero ladder]
pbrain-kagetsu zero ladder gomoku --generations 0,10,20
[zero serve]
pbrain-kagetsu zero serve gomoku --generation 20
[zero report]
pbrain-kagetsu zero report gomoku seed2 seed3 --out report.html
[dataset]
pbrain-kagetsu dataset info games.kgd
[dataset info]
pbrain-kagetsu dataset info games.kgd
[dataset import]
pbrain-kagetsu dataset import sample.bin.lz4 --out games.kgd
pbrain-kagetsu dataset import sample.csv --rule renju --size 15 --out games.kgd
[dataset dedupe]
pbrain-kagetsu dataset dedupe games.kgd --cap 4 --out fewer.kgd
[dataset filter]
pbrain-kagetsu dataset filter games.kgd --min-plies 10 --out longer.kgd
[dataset shuffle]
pbrain-kagetsu dataset shuffle games.kgd --out mixed.kgd
[dataset split]
pbrain-kagetsu dataset split games.kgd --out most.kgd --rest test.kgd
[dataset merge]
pbrain-kagetsu dataset merge one.kgd two.kgd --out both.kgd
[dataset repair]
pbrain-kagetsu dataset repair games.kgd
[dataset export]
pbrain-kagetsu dataset export games.kgd --jsonl games.jsonl
[train]
pbrain-kagetsu train --data games.kgd --out new.kgn
[forecast]
pbrain-kagetsu forecast results/games.jsonl --nodes 2000
[dataset relabel]
pbrain-kagetsu dataset relabel games.kgd --nodes 20000 --share 25 --tree-share 40 --out deep.kgd
[fidelity]
pbrain-kagetsu fidelity measure deep.jsonl --nodes 20000
[fidelity reference]
pbrain-kagetsu fidelity reference games.kgd --nodes 400000 --out deep.jsonl
[fidelity measure]
pbrain-kagetsu fidelity measure deep.jsonl --nodes 20000 --out own.jsonl
pbrain-kagetsu fidelity measure deep.jsonl --option evaluation=new.kgn --against own.jsonl
[fidelity compare]
pbrain-kagetsu fidelity compare deep.jsonl new.jsonl --against own.jsonl
[fidelity merge]
pbrain-kagetsu fidelity merge part1.jsonl part2.jsonl --out deep.jsonl
[reversi]
pbrain-kagetsu reversi analyse f5d6c3d3c4
[reversi move]
pbrain-kagetsu reversi move f5d6c3 --time 2
[reversi analyse]
pbrain-kagetsu reversi analyse f5d6c3d3c4 --depth 12
[reversi perft]
pbrain-kagetsu reversi perft 7
[reversi solve]
pbrain-kagetsu reversi solve endgames.obf --json
[reversi serve]
pbrain-kagetsu reversi serve --protocol nboard --level 8
[reversi convert]
pbrain-kagetsu reversi convert games.wtb games.txt
[reversi opening]
pbrain-kagetsu reversi opening f5d6c3d3c4
[reversi book]
pbrain-kagetsu reversi book show my.book f5d6
[reversi book grow]
pbrain-kagetsu reversi book grow my.book --positions 100
[reversi book check]
pbrain-kagetsu reversi book check my.book
[reversi book show]
pbrain-kagetsu reversi book show my.book f5d6
[reversi learn]
pbrain-kagetsu reversi learn --out weights.bin
[connect6]
pbrain-kagetsu connect6 move j10 i11 k9
[connect6 serve]
pbrain-kagetsu connect6 serve --protocol cloudict --level 8
[connect6 move]
pbrain-kagetsu connect6 move j10 i11 k9 --time 2
[connect6 perft]
pbrain-kagetsu connect6 perft 2
[connect6 learn]
pbrain-kagetsu connect6 learn --out network.bin
[connect6 openings]
pbrain-kagetsu connect6 openings --count 20
[oxhorn]
pbrain-kagetsu oxhorn solve "(0;8,9)"
[oxhorn table]
pbrain-kagetsu oxhorn table
[oxhorn solve]
pbrain-kagetsu oxhorn solve "(0;8,9)" --repetition red
[oxhorn move]
pbrain-kagetsu oxhorn move "(0;1,8)b" --json
[oxhorn tree]
pbrain-kagetsu oxhorn tree "(0;8,9)" --depth 2 > tree.svg
[oxhorn picture]
pbrain-kagetsu oxhorn picture "(0;8,9)" > board.svg
[oxhorn samples]
pbrain-kagetsu oxhorn samples
[completions]
pbrain-kagetsu completions bash > pbrain-kagetsu.bash
[manual-pages]
pbrain-kagetsu manual-pages man    # then: man ./man/pbrain-kagetsu.1
"#;

/// The examples of the command with these words.
pub(super) fn of(path: &[&str]) -> Vec<&'static str> {
    let head = format!("[{}]", path.join(" "));
    let below = EXAMPLES.lines().skip_while(|line| *line != head).skip(1);
    below.take_while(|line| !line.starts_with('[')).collect()
}

/// The lines of the first example of a command: each but the last goes on in the next one.
pub(super) fn first(path: &[&str]) -> Vec<&'static str> {
    let mut all = of(path);
    if let Some(last) = all.iter().position(|line| !line.ends_with('\\')) {
        all.truncate(last + 1);
    }
    all
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::{command, read};
    use super::*;

    /// The words of a command line as a shell reads it, with the lines that continue it.
    fn words(example: &str) -> Vec<OsString> {
        let (line, _) = example.split_once('>').unwrap_or((example, ""));
        let (line, _) = line.split_once("  #").unwrap_or((line, ""));
        let words = shlex::split(line).expect("balanced quotes");
        words.into_iter().map(OsString::from).collect()
    }

    #[test]
    fn every_example_is_a_command_line() {
        let heads = EXAMPLES
            .lines()
            .filter_map(|line| line.strip_prefix('[')?.strip_suffix(']'));
        for path in heads {
            let examples = of(&path.split(' ').collect::<Vec<_>>());
            let text = examples.join("\n").replace("\\\n", "");
            for line in text.lines() {
                let words = words(line);
                assert!(read(words.clone()).is_ok(), "{line}: {:?}", read(words));
                assert!(
                    line.starts_with(&format!("pbrain-kagetsu {path}")),
                    "{line}"
                );
            }
        }
    }

    #[test]
    fn every_command_has_an_example() {
        let root = command();
        let mut waiting = vec![(Vec::new(), &root)];
        while let Some((path, command)) = waiting.pop() {
            assert!(!of(&path).is_empty(), "{path:?}");
            for below in command.get_subcommands() {
                let path = path.iter().copied().chain([below.get_name()]).collect();
                waiting.push((path, below));
            }
        }
    }
}
