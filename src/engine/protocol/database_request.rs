//! What a manager asks of a database of positions.

use kagetsu_kernel::gomocup::Pair;

/// A request about a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseRequest {
    /// `YXQUERYDATABASEALL`: what is known of all moves.
    Marks,
    /// `YXQUERYDATABASEALLT`: the same with bounds and labels of points, and the comment.
    MarksAndText,
    /// `YXQUERYDATABASETEXT`: the comment.
    Text,
    /// `YXQUERYDATABASEONE`: what is known of the position.
    One,
    /// `YXEDITTVDDATABASE`: sets label, score and depth, each if its bit of the mask is set: 1, 2 and 4.
    Edit {
        /// What is set.
        mask: i64,
        /// The label, as the number of its sign.
        label: i64,
        /// The score.
        value: i64,
        /// The depth.
        depth: i64,
    },
    /// `YXEDITLABELDATABASE`: labels a point, named by its two numbers. An empty text takes the label away.
    LabelPoint(Pair, String),
    /// `YXEDITTEXTDATABASE`: sets the comment.
    Comment(String),
    /// `YXSETBESTMOVEDATABASE`: the last move of the list is the best one in the position before it.
    SetBest,
    /// `YXCLEARBESTMOVEDATABASE`: the last move of the list is no longer marked best.
    ClearBest,
    /// `YXDELETEDATABASEONE`: forgets the position.
    DeleteOne,
    /// `YXDELETEDATABASEALL`: forgets positions that follow, those that the words say.
    DeleteAll(String),
    /// `YXSAVEDATABASE`
    Save,
    /// `YXDBCHECK`
    Check,
    /// `YXDBFIX`
    Fix,
    /// A request about a file.
    File(DatabaseFile, String),
}

/// What is to be done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseFile {
    /// `YXSETDATABASE`: use this database from now on.
    Open,
    /// `YXDBTOPOS`: write all positions as JSON lines.
    ToPositions,
    /// `YXDBTOTXT`: write the positions of this rule and size as text.
    ToText,
    /// `YXDBTOTXTALL`: write all positions as text.
    ToTextAll,
    /// `YXTXTTODB`: read positions as text.
    FromText,
    /// `YXLIBTODB`: read a library of `RenLib`.
    FromLibrary,
    /// `YXDBTOLIB`: write a library of `RenLib`.
    ToLibrary,
    /// `YXDBMERGE`: read another database.
    Merge,
    /// `YXDBSPLIT`: write the position and all that follows it into a database of its own.
    Split,
}

impl DatabaseRequest {
    /// The requests without arguments; a list of moves may follow.
    pub(crate) const PLAIN: [Self; 10] = [
        Self::Marks,
        Self::MarksAndText,
        Self::Text,
        Self::One,
        Self::SetBest,
        Self::ClearBest,
        Self::DeleteOne,
        Self::Save,
        Self::Check,
        Self::Fix,
    ];

    /// Does a list of moves follow?
    pub(crate) const fn has_list(&self) -> bool {
        !matches!(self, Self::Save | Self::Check | Self::Fix | Self::File(..))
    }

    /// Does it edit what is known of one position? Such requests may be written together.
    pub const fn is_edit(&self) -> bool {
        matches!(
            self,
            Self::Edit { .. }
                | Self::LabelPoint(..)
                | Self::Comment(_)
                | Self::SetBest
                | Self::ClearBest
                | Self::DeleteOne
        )
    }

    /// Does it change what is known of a position, or forget positions?
    pub(crate) const fn changes_position(&self) -> bool {
        self.is_edit() || matches!(self, Self::DeleteAll(_))
    }

    /// Can it change values or results that searches have read?
    pub(crate) const fn changes_values(&self) -> bool {
        use DatabaseFile::{FromLibrary, FromText, Merge, Open};
        matches!(
            self,
            Self::Edit { .. }
                | Self::DeleteOne
                | Self::DeleteAll(_)
                | Self::File(Open | FromText | FromLibrary | Merge, _)
        )
    }

    /// The text that came with it: a comment, a mark, words or the name of a file.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::LabelPoint(_, text)
            | Self::Comment(text)
            | Self::DeleteAll(text)
            | Self::File(_, text) => text,
            _ => "",
        }
    }

    /// The word of the request.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Marks => "YXQUERYDATABASEALL",
            Self::MarksAndText => "YXQUERYDATABASEALLT",
            Self::Text => "YXQUERYDATABASETEXT",
            Self::One => "YXQUERYDATABASEONE",
            Self::Edit { .. } => "YXEDITTVDDATABASE",
            Self::LabelPoint(..) => "YXEDITLABELDATABASE",
            Self::Comment(_) => "YXEDITTEXTDATABASE",
            Self::SetBest => "YXSETBESTMOVEDATABASE",
            Self::ClearBest => "YXCLEARBESTMOVEDATABASE",
            Self::DeleteOne => "YXDELETEDATABASEONE",
            Self::DeleteAll(_) => "YXDELETEDATABASEALL",
            Self::Save => "YXSAVEDATABASE",
            Self::Check => "YXDBCHECK",
            Self::Fix => "YXDBFIX",
            Self::File(file, _) => file.word(),
        }
    }
}

impl DatabaseFile {
    /// All of them.
    pub(crate) const ALL: [Self; 9] = [
        Self::Open,
        Self::ToPositions,
        Self::ToText,
        Self::ToTextAll,
        Self::FromText,
        Self::FromLibrary,
        Self::ToLibrary,
        Self::Merge,
        Self::Split,
    ];

    /// The word of the request.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Open => "YXSETDATABASE",
            Self::ToPositions => "YXDBTOPOS",
            Self::ToText => "YXDBTOTXT",
            Self::ToTextAll => "YXDBTOTXTALL",
            Self::FromText => "YXTXTTODB",
            Self::FromLibrary => "YXLIBTODB",
            Self::ToLibrary => "YXDBTOLIB",
            Self::Merge => "YXDBMERGE",
            Self::Split => "YXDBSPLIT",
        }
    }
}
