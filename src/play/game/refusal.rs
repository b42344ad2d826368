//! Why something cannot be done. Each kind has a text in every language of the catalogue, and no words elsewhere.

use kagetsu_gomoku::board::{Foul, Rule};

/// A refused step or command. What was asked has then changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is no game, and why.
    Text(Box<Refusal>),
    /// A record of another game.
    OtherGame(String),
    /// A record that does not say of which game it is.
    UntoldGame,
    /// A record of another version of this program.
    OtherVersion,
    /// A record that is damaged, and in which line where that is known.
    Damaged(Option<usize>),
    /// A text of too many moves or signs.
    TooLarge,
    /// A text with a board that cannot be used.
    NoBoard,
    /// A move of the side that is not to move.
    WrongSide,
    /// The text holds no game.
    NoGame,
    /// A part of a position is not what must stand there.
    TextPart(String),
    /// No game begins here from such a position.
    NoStart,
    /// A text that holds no progress of practice.
    NoProgress,
    /// The form of a file does not hold the game.
    NotInThisForm,
    /// A move of a text cannot be played.
    TextMove {
        /// Its number, from one.
        number: usize,
        /// Why.
        refusal: Box<Refusal>,
    },
    /// There is a winning row through a point before the first move.
    WinningRow(String),
    /// No board has such a side.
    Size(usize),
    /// An opening procedure wants a greater board.
    OpeningSize {
        /// Name of the procedure.
        opening: &'static str,
        /// The least side.
        least: u8,
        /// The side that was asked for.
        given: u8,
    },
    /// A limit of time is zero.
    NoTime,
    /// The game is over.
    GameOver,
    /// It is the other seat's turn.
    NotYourTurn,
    /// The command was meant for an earlier state of the game.
    Stale,
    /// The command is not for this person: a guest has asked for what the owner decides, or somebody without a seat plays.
    NotAllowed,
    /// The text is no move.
    NotAMove(String),
    /// Outside the board.
    OffBoard(String),
    /// Not empty.
    Occupied(String),
    /// A forbidden point.
    Forbidden(String, Foul),
    /// Something else is asked now.
    WrongStep,
    /// The move would turn no disc over.
    NoFlip(String),
    /// No piece of the side to move stands there.
    NoPiece(String),
    /// The piece must not go there.
    NoStep(String),
    /// There is a legal move.
    NoPass,
    /// A turn has another number of stones.
    Stones(u8),
    /// The game at the table knows no such thing.
    NotInThisGame,
    /// The opening wants the stone nearer to the centre.
    OutsideZone(String),
    /// The offer equals an earlier one by symmetry.
    SymmetricOffer(String),
    /// The move was not offered.
    NotOffered(String),
    /// The number is too small or too large.
    Number {
        /// What was given.
        given: u8,
        /// The most that is allowed.
        most: u8,
    },
    /// There is no step to take back.
    NothingToUndo,
    /// There is no step to bring back.
    NothingToRedo,
    /// A guest would have to agree.
    NeedsConsent,
    /// No draw was offered.
    NoDrawOffer,
    /// A draw was offered a few moves before.
    OfferedBefore,
    /// No program with this name was named at the start.
    NoProgram(String),
    /// A network has learned another game.
    NotLearned {
        /// The network.
        name: String,
        /// The rule that it has learned.
        rule: Rule,
        /// Side of the board that it has learned on.
        size: u8,
    },
    /// Nobody asks to take a step back.
    NoTakeback,
    /// A guest plays without help, and so does the one here.
    NoHelp,
    /// A study has too many moves, or a comment too many letters.
    StudyFull,
    /// A row of puzzles has another number of columns.
    PuzzleColumns(usize),
    /// A column of a puzzle holds something else.
    PuzzleColumn {
        /// The name of the column.
        column: &'static str,
        /// What stands there.
        text: String,
    },
    /// No puzzle of a rule is of this kind.
    PuzzleKind {
        /// The rule.
        rule: Rule,
        /// The name of the kind.
        kind: &'static str,
    },
    /// A defence has more than its one move.
    LongDefence,
    /// The line of a puzzle ends without a win.
    PuzzleNotWon,
    /// There are no puzzles in a file.
    NoPuzzles,
    /// Spectators change nothing.
    OnlyWatching,
}
