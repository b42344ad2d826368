//! What the threats on the board demand of the side to move.

use arrayvec::ArrayVec;

use crate::board::{Board, Side, Threat};
use crate::geometry::{BoardSize, Point, PointSet};

/// What the side to move must do, the most urgent first. It is found from the board without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Situation {
    /// The side to move can make five.
    Win,
    /// The opponent has a four, so that it threatens five: only these replies hold for now.
    OpponentHasFour(PointSet),
    /// The side to move can make an open four (or two fours at once) and nothing interferes. This and the next two are not
    /// reported where Black might be left without a legal move, which is a draw: the search then decides.
    WinByFour,
    /// The side to move can make two threats at once that the opponent, who has no four to gain time with, cannot stop
    /// together.
    WinByTwoThreats,
    /// The opponent has an open three, or another row with which it threatens an open four or two fours at once: only these
    /// quiet replies, or fours of the side to move, hold.
    OpponentHasOpenThree(PointSet),
    /// Neither side has a threat that decides or must be answered.
    NoThreat,
}

/// What a [`Situation`] comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// The side to move wins, so many plies from now.
    Win(usize),
    /// It loses, so many plies from now.
    Loss(usize),
    /// Nobody wins any more.
    Draw,
    /// Only these replies make sense.
    Replies(PointSet),
    /// No threat demands a reply.
    Open,
}

/// Plies until the five of [`Situation::Win`].
pub(crate) const WIN_PLIES: usize = 1;
/// Plies until the five of the opponent when [`Situation::OpponentHasFour`] has no reply.
pub(crate) const LOSS_PLIES: usize = 2;
/// Plies until the five of [`Situation::WinByFour`].
pub(crate) const WIN_BY_FOUR_PLIES: usize = 3;
/// Plies until the five of [`Situation::WinByTwoThreats`].
pub(crate) const WIN_BY_TWO_THREATS_PLIES: usize = 5;
/// Plies until the five of the opponent when [`Situation::OpponentHasOpenThree`] has no reply and there is no own four.
const LOSS_BY_FOUR_PLIES: usize = 4;

/// Most points that one stone of Black's makes forbidden: at most five steps lie between it and the other end of a six, in
/// eight directions. White's stones make no point forbidden while Black has no five to make.
const FOULS_BY_STONE: usize = 5 * 8;

impl Situation {
    /// Does a search ask for the value of such a position? It does not where one side can make five, or where the side to
    /// move wins by an open four or by two threats at once.
    pub const fn is_evaluated(self) -> bool {
        matches!(self, Self::OpponentHasOpenThree(_) | Self::NoThreat)
    }

    /// Reads the demand off the threat counters.
    pub fn of(board: &Board) -> Self {
        let side = board.side_to_move();
        let opponent = side.opponent();
        if board.count(side, Threat::Five) > 0 {
            return Self::Win;
        }
        if board.count(opponent, Threat::Five) > 0 {
            return Self::OpponentHasFour(without_fouls(
                board,
                side,
                board.five_defences(opponent),
            ));
        }
        let empty = board.empty_count();
        if board.count(side, Threat::OpenFour) > 0
            && empty >= WIN_BY_FOUR_PLIES
            && keeps_a_move(board, opponent, 0)
        {
            return Self::WinByFour;
        }
        if board.count(opponent, Threat::OpenFour) > 0
            && empty >= LOSS_BY_FOUR_PLIES
            && keeps_a_move(board, side, 1)
        {
            return Self::OpponentHasOpenThree(without_fouls(
                board,
                side,
                board.open_four_defences(opponent),
            ));
        }
        if two_threats(board).is_some() {
            return Self::WinByTwoThreats;
        }
        Self::NoThreat
    }

    /// What the situation of this board comes to.
    #[inline]
    pub(crate) fn outlook(self, board: &Board) -> Outlook {
        let (replies, loss_plies) = match self {
            Self::Win => return Outlook::Win(WIN_PLIES),
            Self::WinByFour => return Outlook::Win(WIN_BY_FOUR_PLIES),
            Self::WinByTwoThreats => return Outlook::Win(WIN_BY_TWO_THREATS_PLIES),
            Self::NoThreat => return Outlook::Open,
            Self::OpponentHasFour(replies) => (replies, LOSS_PLIES),
            Self::OpponentHasOpenThree(defences) => (
                defences | four_points(board, board.side_to_move()),
                LOSS_BY_FOUR_PLIES,
            ),
        };
        if !replies.is_empty() {
            Outlook::Replies(replies)
        } else if board.empty_count() < loss_plies || has_no_move(board, board.side_to_move()) {
            // The board is full before the five, or the game ends here.
            Outlook::Draw
        } else {
            Outlook::Loss(loss_plies)
        }
    }
}

/// A move of the side to move that makes two threats which no reply stops together: a four and an open three, or two
/// open threes, while the opponent has no four to make. Asked when the opponent cannot make five.
///
/// The two threats lie on lines that cross only in the new stone, so a reply stops at most one of them, and makes at
/// most a three. Black's threats where points are forbidden to Black are left out: an open four may be forbidden.
pub fn two_threats(board: &Board) -> Option<Point> {
    let side = board.side_to_move();
    let wins = |class| board.count(side, class) > 0;
    if !(wins(Threat::FourThree) || wins(Threat::DoubleThree))
        || board.rule().may_foul(side)
        || board.empty_count() < WIN_BY_TWO_THREATS_PLIES
        || !keeps_a_move(board, side.opponent(), 1)
        || may_make_four(board, side.opponent())
    {
        return None;
    }
    first_of(board, side, Threat::FourThree).or_else(|| first_of(board, side, Threat::DoubleThree))
}

/// Can the side, which has no five to make, make a four, now or after one more stone of the opponent? Such a stone takes
/// cells away from rows: a point with two fours may then have one and be legal, but no further point makes a four.
fn may_make_four(board: &Board, side: Side) -> bool {
    let makes_four = |point: Point| {
        board
            .shapes(side, point)
            .iter()
            .any(|shape| shape.is_four())
    };
    Threat::FOURS
        .iter()
        .any(|&class| board.count(side, class) > 0)
        || board.count(side, Threat::Foul) > 0
            && board.points(side, Threat::Foul).iter().any(makes_four)
}

/// Has the side a move that makes a four and an open three, or more?
pub(crate) fn has_four_three(board: &Board, side: Side) -> bool {
    const FROM_FOUR_THREE: [Threat; 4] = [
        Threat::FourThree,
        Threat::OpenFour,
        Threat::Five,
        Threat::Foul,
    ];
    FROM_FOUR_THREE
        .iter()
        .any(|&class| board.count(side, class) > 0)
}

fn without_fouls(board: &Board, side: Side, points: PointSet) -> PointSet {
    if !board.rule().may_foul(side) {
        return points;
    }
    points
        .iter()
        .filter(|&point| !board.is_foul(side, point))
        .collect()
}

/// Moves that make a four: on a dense board nearly every point can be one.
pub type Fours = ArrayVec<Point, { BoardSize::MAX_AREA }>;

/// Classes of moves that make a four, the strongest first. Forbidden-looking points stand with the better fours: they
/// may turn out to be legal.
pub(crate) const FOUR_ORDER: [Threat; 5] = [
    Threat::OpenFour,
    Threat::FourThree,
    Threat::Foul,
    Threat::FourPlus,
    Threat::Four,
];

/// The legal moves of a side that make a four but not five, the strongest class first. Forbidden-looking points
/// count with the better fours, but only those that turn out to be legal.
pub fn fours(board: &Board, side: Side) -> Fours {
    let mut list = Fours::new();
    for class in FOUR_ORDER {
        if board.count(side, class) == 0 {
            continue;
        }
        let points = *board.points(side, class);
        let legal = |point: &Point| class != Threat::Foul || is_legal_four(board, side, *point);
        list.extend(points.iter().filter(legal));
    }
    list
}

/// The points of [`fours`] without their order.
pub fn four_points(board: &Board, side: Side) -> PointSet {
    let mut points = PointSet::EMPTY;
    for class in Threat::FOURS {
        if board.count(side, class) > 0 {
            points |= *board.points(side, class);
        }
    }
    if board.count(side, Threat::Foul) > 0 {
        let nominated = *board.points(side, Threat::Foul);
        for point in nominated {
            if is_legal_four(board, side, point) {
                points.insert(point);
            }
        }
    }
    points
}

/// Is this point, forbidden at first sight, a legal move that makes a four?
pub(crate) fn is_legal_four(board: &Board, side: Side, point: Point) -> bool {
    board
        .shapes(side, point)
        .iter()
        .any(|shape| shape.is_single_four())
        && !board.is_foul(side, point)
}

/// The first point of a class for a side.
pub(crate) fn first_of(board: &Board, side: Side, class: Threat) -> Option<Point> {
    if board.count(side, class) == 0 {
        None
    } else {
        board.points(side, class).first()
    }
}

/// Is every empty point forbidden for the side? It then has no move, but has not lost either.
pub(crate) fn has_no_move(board: &Board, side: Side) -> bool {
    board.rule().may_foul(side)
        && board.count(side, Threat::Foul) == board.empty_count()
        && board.fouls(side) == *board.empty()
}

/// Is the side sure to have a legal move for its next replies? It cannot make five now, and `own_stones` stones of its own are
/// laid before the last of these replies, with one more of the opponent.
///
/// A side without a legal move neither wins nor loses, so a win that needs its reply is claimed only where this holds. The
/// answer comes from counters and may be no where the side has a move.
#[inline]
pub(crate) fn keeps_a_move(board: &Board, side: Side, own_stones: usize) -> bool {
    let made = own_stones * (1 + FOULS_BY_STONE) + own_stones + 1;
    !board.rule().may_foul(side) || board.empty_count() > board.count(side, Threat::Foul) + made
}

/// Number of points where a side makes a four or could turn out to.
pub(crate) fn four_count(board: &Board, side: Side) -> usize {
    Threat::FOURS
        .iter()
        .map(|&class| board.count(side, class))
        .sum::<usize>()
        + board.count(side, Threat::Foul)
}
