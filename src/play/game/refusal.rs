//! Why something cannot be done. Each kind has a text in every language of the catalogue.

use kagetsu_gomoku::board::{Foul, Rule};

/// A refused step or command. What was asked has then changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The game cannot start so.
    #[error("no game can start so: {0}")]
    Setup(String),
    /// The text is no game.
    #[error("this text cannot be opened: {0}")]
    Text(String),
    /// The text holds no game.
    #[error("there is no game in this text")]
    NoGame,
    /// A part of a position is not what must stand there.
    #[error("'{0}' does not fit into a position such as: renju 15 h8 i9 j10")]
    TextPart(String),
    /// The game of the text begins from a position from which none begins here.
    #[error("no game begins here from such a position")]
    NoStart,
    /// The form of a file does not hold the game.
    #[error("a file of this form cannot hold this game")]
    NotInThisForm,
    /// A move of a text cannot be played.
    #[error("move {number} cannot be played: {refusal}")]
    TextMove {
        /// Its number, from one.
        number: usize,
        /// Why.
        refusal: Box<Refusal>,
    },
    /// There is a winning row through a point before the first move.
    #[error("there is a winning row through {0} already, so no game can start")]
    WinningRow(String),
    /// No board has such a side.
    #[error("a board has {least} to {most} points a side, not {given}")]
    Size {
        /// The side that was asked for.
        given: u8,
        /// The least side.
        least: u8,
        /// The greatest side.
        most: u8,
    },
    /// An opening procedure wants a greater board.
    #[error("the opening {opening} needs a board of at least {least} points a side, not {given}")]
    OpeningSize {
        /// Name of the procedure.
        opening: &'static str,
        /// The least side.
        least: u8,
        /// The side that was asked for.
        given: u8,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// It is the other seat's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The command was meant for an earlier state of the game.
    #[error("the game has gone on meanwhile")]
    Stale,
    /// The command is not for this person: a guest has asked for what the owner decides, or somebody without a seat plays.
    #[error("this is not for you to do")]
    NotAllowed,
    /// The text is no move.
    #[error("'{0}' is not a move")]
    NotAMove(String),
    /// Outside the board.
    #[error("{0} is not on the board")]
    OffBoard(String),
    /// Not empty.
    #[error("{0} is taken")]
    Occupied(String),
    /// A forbidden point.
    #[error("{0} is forbidden: {1}")]
    Forbidden(String, Foul),
    /// Something else is asked now.
    #[error("something else is asked now")]
    WrongStep,
    /// The move would turn no disc over.
    #[error("{0} would turn no disc over")]
    NoFlip(String),
    /// No piece of the side to move stands there.
    #[error("no piece of the side to move stands on {0}")]
    NoPiece(String),
    /// The piece must not go there.
    #[error("{0} is not a step that the rules allow")]
    NoStep(String),
    /// There is a legal move.
    #[error("there is a legal move, so there is no pass")]
    NoPass,
    /// A turn has another number of stones.
    #[error("a turn of {0} stones is due")]
    Stones(u8),
    /// The game at the table knows no such thing.
    #[error("this cannot be done in this game")]
    NotInThisGame,
    /// The opening wants the stone nearer to the centre.
    #[error("{0} is outside the part of the board that the opening allows")]
    OutsideZone(String),
    /// The offer equals an earlier one by symmetry.
    #[error("{0} is the mirror image of another offer")]
    SymmetricOffer(String),
    /// The move was not offered.
    #[error("{0} was not offered")]
    NotOffered(String),
    /// The number is too small or too large.
    #[error("{given} is not a number from 1 to {most}")]
    Number {
        /// What was given.
        given: u8,
        /// The most that is allowed.
        most: u8,
    },
    /// There is no step to take back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// There is no step to bring back.
    #[error("there is nothing to bring back")]
    NothingToRedo,
    /// A guest would have to agree.
    #[error("the other player is elsewhere and would have to agree")]
    NeedsConsent,
    /// No draw was offered.
    #[error("no draw was offered")]
    NoDrawOffer,
    /// No program with this name was named at the start.
    #[error("there is no program '{0}' here")]
    NoProgram(String),
    /// A network has learned another game.
    #[error(
        "{name} has learned {rule} on a board of {size}x{size} points without an opening procedure, and no other game"
    )]
    NotLearned {
        /// The network.
        name: String,
        /// The rule that it has learned.
        rule: Rule,
        /// Side of the board that it has learned on.
        size: u8,
    },
    /// Nobody asks to take a step back.
    #[error("nobody asks to take a step back")]
    NoTakeback,
    /// A guest plays without help, and so does the one here.
    #[error("there is no help while a person elsewhere plays")]
    NoHelp,
    /// A study has too many moves, or a comment too many letters.
    #[error("a study cannot hold more")]
    StudyFull,
    /// A row of puzzles has another number of columns.
    #[error("expected 6 or 10 columns between tabs, found {0}")]
    PuzzleColumns(usize),
    /// A column of a puzzle holds something else.
    #[error("'{text}' does not fit into the column {column}")]
    PuzzleColumn {
        /// The name of the column.
        column: &'static str,
        /// What stands there.
        text: String,
    },
    /// No puzzle of a rule is of this kind.
    #[error("no puzzle of {rule} is of the kind {kind}")]
    PuzzleKind {
        /// The rule.
        rule: Rule,
        /// The name of the kind.
        kind: &'static str,
    },
    /// A defence has more than its one move.
    #[error("a line of the kind defend is one move")]
    LongDefence,
    /// The line of a puzzle ends without a win.
    #[error("the line does not end with a win: is it of the kind defend?")]
    PuzzleNotWon,
    /// There are no puzzles in a file.
    #[error("the file has no puzzles")]
    NoPuzzles,
    /// Spectators change nothing.
    #[error("you only watch this game")]
    OnlyWatching,
}
