//! Two engines beside each other: what each of them thinks of the same position, and whether they agree.

use std::collections::VecDeque;

use serde::Serialize;

use crate::game::{Colour, Game, GameMove, Line, PlayedMove, Spot, Step};
use crate::gomoku::Gomoku;
use crate::player::{Comment, OutsideFault};
use crate::session::Ticket;
use crate::study::Place;
use crate::text::Message;

use kagetsu_kernel::StopSignal;

use super::line::{ProvedWin, played};

/// Most seconds that an engine may have.
pub(super) const MOST_SECONDS: u8 = 60;
/// Lines of an engine that are kept.
const LINES: usize = 3;
/// Characters of a line that are kept.
const WIDTH: usize = 160;
/// Moves of a line of play that are kept.
const MOVES: usize = 20;

/// How far one engine is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Progress {
    /// It was not asked yet.
    #[default]
    Waiting,
    /// It thinks.
    Thinking,
    /// It has answered.
    Answered,
    /// It was stopped before it had answered.
    Stopped,
    /// It has no answer.
    Failed,
}

/// What one engine thinks of the position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Opinion {
    /// The program by its name; nothing for Kagetsu.
    pub name: Option<String>,
    /// How far it is.
    pub progress: Progress,
    /// The best move, as far as it is known.
    pub best: Option<Spot>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Win rate of the side to move.
    pub rate: Option<f64>,
    /// A win that was proved.
    pub proof: Option<ProvedWin>,
    /// The value for the side to move as a program wrote it.
    pub value: Option<String>,
    /// What the moves of its line do on the board.
    pub steps: Vec<PlayedMove>,
    /// The moves by their names.
    pub moves: Vec<String>,
    /// The last lines that a program wrote, oldest first.
    pub said: VecDeque<String>,
    /// Why a program has no answer.
    pub fault: Option<Message>,
}

/// A comparison of two engines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Comparison {
    /// Tells comparisons apart.
    pub number: u64,
    /// How often anything of it has changed: of two states, the one with the larger number is the newer one.
    pub changes: u64,
    /// The state of the game.
    pub ticket: Ticket,
    /// The position of the study; nothing for that of the game.
    pub at: Option<Place>,
    /// The colour to move.
    pub colour: Colour,
    /// Seconds that each engine has.
    pub seconds: u8,
    /// Does any of them still think?
    pub running: bool,
    /// Both engines.
    pub opinions: [Opinion; 2],
    /// Do both have the same best move? Nothing while one of them has none.
    pub agree: Option<bool>,
}

/// Text of a program in one line without control characters, and not longer than what is kept.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|word| !word.is_empty())
        .collect();
    let line = words.join(" ");
    if line.chars().nth(WIDTH).is_none() {
        return line;
    }
    line.chars().take(WIDTH).chain(['…']).collect()
}

/// The same moves with rows counted from the other side of the board.
fn turned(moves: &[Spot], height: u8) -> Vec<Spot> {
    let turn = |at: &Spot| Some(Spot::new(at.x, height.checked_sub(at.y)?.checked_sub(1)?));
    moves.iter().filter_map(turn).collect()
}

/// The moves of a program's line as it must have meant them. Most count rows from the top, some from the bottom: the move that it
/// made in the end tells, and before it has made one, whether the first move is legal.
fn meant(game: &Gomoku, moves: &[Spot], best: Option<Spot>) -> Vec<GameMove> {
    let fits = |moves: &Vec<Spot>| match (moves.first(), best) {
        (Some(first), Some(best)) => *first == best,
        (Some(&first), None) => game.clone().play(Step::stone(first)).is_ok(),
        (None, _) => false,
    };
    let ways = [moves.to_vec(), turned(moves, game.stones().size().1)];
    let meant = ways.into_iter().find(fits);
    let meant = meant.unwrap_or_else(|| best.into_iter().collect());
    meant.into_iter().map(GameMove::One).collect()
}

impl Comparison {
    /// Counts a change of an opinion, and says anew whether any engine thinks and whether both agree.
    fn update(&mut self) {
        self.changes += 1;
        self.running = self.opinions.iter().any(Opinion::is_open);
        let [left, right] = self.opinions.each_ref().map(|one| one.best);
        self.agree = left.zip(right).map(|(left, right)| left == right);
    }
}

impl Opinion {
    const fn is_open(&self) -> bool {
        matches!(self.progress, Progress::Waiting | Progress::Thinking)
    }

    /// Takes the line of play that the engine expects now. Its first move is the best one.
    fn expect(&mut self, game: &Gomoku, moves: &[GameMove]) {
        let moves = &moves[..moves.len().min(MOVES)];
        self.best = moves.first().copied().map(GameMove::last);
        (self.steps, self.moves) = played(game, moves);
    }

    /// Takes what is heard of its engine.
    fn hear(&mut self, game: &Gomoku, heard: Heard) {
        match heard {
            Heard::Line(line) => self.take_line(game, &line),
            Heard::Ended(line) => {
                if let Some(line) = line {
                    self.take_line(game, &line);
                }
                self.progress = if self.best.is_some() {
                    Progress::Answered
                } else {
                    Progress::Stopped
                };
            }
            Heard::Said(comment) => self.take_comment(game, &comment),
            Heard::Answered { expected, best } => {
                self.expect(game, &meant(game, &expected, Some(best)));
                self.progress = Progress::Answered;
            }
            Heard::Failed(fault) => self.fail(&fault),
        }
    }

    /// Takes a line of Kagetsu.
    fn take_line(&mut self, game: &Gomoku, line: &Line) {
        self.depth = Some(line.depth);
        self.rate = Some(line.rate);
        self.proof = ProvedWin::of(game.to_move(), line.value);
        self.expect(game, &line.moves);
    }

    /// Takes what a program says.
    fn take_comment(&mut self, game: &Gomoku, comment: &Comment) {
        let text = plain(&comment.text);
        if !text.is_empty() {
            self.said.push_back(text);
        }
        while self.said.len() > LINES {
            self.said.pop_front();
        }
        self.depth = comment.depth.or(self.depth);
        if comment.value.is_some() {
            self.value.clone_from(&comment.value);
        }
        let moves = meant(game, &comment.moves, None);
        if !moves.is_empty() {
            self.expect(game, &moves);
        }
    }

    /// A program has no answer. What it was about to do does not count.
    fn fail(&mut self, fault: &OutsideFault) {
        if *fault == OutsideFault::Stopped {
            self.progress = Progress::Stopped;
            return;
        }
        let (name, said) = (self.name.take(), std::mem::take(&mut self.said));
        *self = Self {
            fault: name.as_deref().map(|name| fault.message(name)),
            name,
            progress: Progress::Failed,
            said,
            ..Self::default()
        };
    }
}

/// One engine that is to be asked.
#[derive(Clone, Debug)]
pub(crate) struct Consultation {
    /// Of which comparison.
    pub(super) number: u64,
    /// Which of its sides.
    pub(super) side: usize,
    /// The program by its name; nothing for Kagetsu.
    pub(super) name: Option<String>,
    pub(super) game: Gomoku,
    pub(super) seconds: u8,
    pub(super) stop: StopSignal,
}

/// What is heard of an engine that is asked.
#[derive(Clone, Debug)]
pub(super) enum Heard {
    /// Kagetsu has found a line.
    Line(Line),
    /// Kagetsu has finished, with its last line.
    Ended(Option<Line>),
    /// A program says something.
    Said(Comment),
    /// A program has made its move; `expected` is the last line of play that it told.
    Answered { expected: Vec<Spot>, best: Spot },
    /// A program has no answer.
    Failed(OutsideFault),
}

/// News of an engine for the comparison that has asked it.
#[derive(Clone, Debug)]
pub(crate) struct OpinionNews {
    pub(super) number: u64,
    pub(super) side: usize,
    /// Oldest first.
    pub(super) heard: Vec<Heard>,
}

/// The comparison at the table, if there is one.
#[derive(Debug, Default)]
pub(super) struct Comparer {
    current: Option<(Comparison, Gomoku)>,
    /// Comparisons that were begun so far.
    begun: u64,
    stop: StopSignal,
}

impl Comparer {
    /// The comparison that runs or was the last one.
    pub(super) fn current(&self) -> Option<&Comparison> {
        self.current.as_ref().map(|(comparison, _)| comparison)
    }

    /// Asks two engines about a position. An earlier comparison ends.
    pub(super) fn begin(
        &mut self,
        game: Gomoku,
        ticket: Ticket,
        at: Option<Place>,
        names: [Option<String>; 2],
        seconds: u8,
    ) {
        self.forget();
        self.begun += 1;
        let comparison = Comparison {
            number: self.begun,
            changes: 0,
            ticket,
            at,
            colour: game.to_move(),
            seconds,
            running: true,
            opinions: names.map(|name| Opinion {
                name,
                ..Opinion::default()
            }),
            agree: None,
        };
        self.current = Some((comparison, game));
    }

    /// Ends what runs and keeps what was found.
    pub(super) fn stop(&mut self) {
        self.stop.raise();
        self.stop = StopSignal::new();
        let Some((comparison, _)) = self.current.as_mut() else {
            return;
        };
        for opinion in &mut comparison.opinions {
            if opinion.is_open() {
                opinion.progress = Progress::Stopped;
            }
        }
        comparison.update();
    }

    /// Ends what runs and forgets what was found.
    pub(super) fn forget(&mut self) {
        self.stop();
        self.current = None;
    }

    /// The engine of a side that is to be asked now.
    pub(super) fn next_consultation(&mut self, side: usize) -> Option<Consultation> {
        let (comparison, game) = self.current.as_mut()?;
        let opinion = &mut comparison.opinions[side];
        if opinion.progress != Progress::Waiting {
            return None;
        }
        opinion.progress = Progress::Thinking;
        comparison.changes += 1;
        Some(Consultation {
            number: comparison.number,
            side,
            name: opinion.name.clone(),
            game: game.clone(),
            seconds: comparison.seconds,
            stop: self.stop.clone(),
        })
    }

    /// Takes news of an engine, if they are still wanted; gives the comparison as it is then.
    pub(super) fn hear(&mut self, news: OpinionNews) -> Option<&Comparison> {
        let (comparison, game) = self.current.as_mut()?;
        let opinion = &mut comparison.opinions[news.side];
        if comparison.number != news.number || !opinion.is_open() {
            return None;
        }
        for heard in news.heard {
            opinion.hear(game, heard);
        }
        comparison.update();
        Some(comparison)
    }
}
