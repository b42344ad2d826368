//! What people try because other programs have it, and what does it here.

/// Options that people try, and options that do it here, the first that the command has.
pub(super) const GUESSED_OPTIONS: &str = "\
--rounds -r -rounds --num-games -games -n: --games --pairs --count
--port -p --host --bind --address --ip: --listen
--output -o --outfile --save --to --pgnout -pgnout: --out --file --sgf
--overwrite --replace -f -y --yes: --force
--continue --restart --recover: --resume
--jobs -j --cores --cpus --workers -t --thread -concurrency: --concurrency --threads
--concurrency -c: --threads
--threads: --concurrency
--hash --hash-size --ram --mem --table: --memory
--movetime --seconds --timeout --st -st --time-limit --limit --tc: --time --tc --level
--time -tc --timecontrol --time-control -each: --tc --time --level
--board --board-size --boardsize --width --height -s: --size
--rules --variant -r: --rule
--colour --color --player --me --as: --side
--to-move --turn --pvp --two-players --human: --side
--difficulty --strength --skill --easy --hard --level: --level --time
--language --locale -l: --lang
--book --opening --positions -openings: --openings --db
--openings: --opening
--games: --pairs
--swiss: --format
--engines --player1 --player2 -engine --opponent: --engine
--no-browser --no-launch --headless: --no-open
--multipv --multi-pv --best --moves --pv: --lines
--ply --plies --max-depth: --depth
--playouts --visits --node --max-nodes: --nodes
--report --web: --html
--format: --json
--database: --db
--db: --database
--lr --learning-rate: --rate
--iterations --rounds --generations: --epochs --iterations
--epochs: --iterations --generations";

/// Commands that people try, and what does it here.
pub(super) const GUESSED_COMMANDS: &str = "\
review annotate blunders analysis: analyse
match selfplay self-play cutechess gauntlet sprt elo: tournament
bestmove best-move best genmove go search think eval evaluate: move
server serve browser gui page ui: web
game tui terminal console start vs human gomoku renju freestyle standard caro: play
prove mate vcf vct win solver: solve
problems puzzle tactics: puzzles
foul fouls legal: forbidden
generate gen gensfen: datagen
learn training fit: train
alphazero selfplay: zero
spsa optimize optimise: tune
test check examine verify: compliance
db positions: database
opening: openings
books: book
othello: reversi
completion complete: completions
man: manual-pages
version: --version
/? ? /h /help: --help
benchmark speed: bench
data: dataset";

/// What stands before and behind the colon of each line.
pub(super) fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.lines().filter_map(|row| row.split_once(": "))
}

/// The options or commands that do what is guessed.
pub(super) fn meant(table: &'static str, guess: &str) -> impl Iterator<Item = &'static str> {
    rows(table)
        .filter(move |(guesses, _)| guesses.split(' ').any(|known| known == guess))
        .map(|(_, meant)| meant)
}

/// Words for the manual, which is no command.
pub(super) const MANUAL_WORDS: &[&str] = &["manual", "doc", "docs", "documentation", "handbook"];

/// Options of `play` that the page asks for itself.
pub(super) const CHOSEN_ON_PAGE: &[&str] = &[
    "--game",
    "--rule",
    "--size",
    "--opening",
    "--level",
    "--side",
];

/// Endings of files of games.
pub(super) const GAME_ENDINGS: &[&str] = &["sgf", "psq", "rec", "sav", "lib", "pgn", "jsonl"];

/// Words of the protocol, which are typed behind the name of the program.
pub(super) const PROTOCOL_WORDS: &[&str] = &[
    "START",
    "RECTSTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "INFO",
    "ABOUT",
];
