//! One of each event, refusal and fault, to check that all have texts.

use crate::game::{Choice, Colour, EndReason, Foul, Outcome, Refusal, Seat};
use crate::gomoku::Rule;
use crate::player::OutsideFault;
use crate::session::Event;

impl Event {
    /// Each kind and each ending.
    pub(super) fn samples() -> Vec<Self> {
        let colour = Colour::Black;
        let seat = Seat::First;
        let at = || "h8".to_string();
        let mut all = vec![
            Self::Started,
            Self::Moved {
                colour,
                at: at(),
                number: 1,
            },
            Self::Passed { colour },
            Self::Announced { number: 2 },
            Self::Offered { at: at() },
            Self::Picked { at: at() },
            Self::LeftOut { moves: 2 },
            Self::CommentsLeftOut { comments: 2 },
            Self::TakenBack { steps: 2 },
            Self::EndTakenBack,
            Self::BroughtBack { steps: 2 },
            Self::DrawOffered,
            Self::DrawDeclined,
            Self::TakebackAsked { colour },
            Self::TakebackDeclined,
            Self::SidesExchanged,
            Self::KagetsuSits { colour },
            Self::Hint { at: at() },
        ];
        all.extend(Choice::ALL.map(|choice| Self::Chose { choice }));
        for reason in EndReason::ALL {
            for winner in [None, Some(seat)] {
                all.push(Self::Ended {
                    outcome: Outcome { winner, reason },
                    winner: winner.map(|_| colour),
                });
            }
        }
        all
    }
}

impl Refusal {
    /// Each kind.
    pub(super) fn samples() -> Vec<Self> {
        let point = || "h8".to_string();
        vec![
            Self::Text(Box::new(Self::NoStart)),
            Self::OtherGame("?".to_string()),
            Self::UntoldGame,
            Self::OtherVersion,
            Self::Damaged(None),
            Self::Damaged(Some(3)),
            Self::TooLarge,
            Self::NoBoard,
            Self::WrongSide,
            Self::NoGame,
            Self::TextPart("?".to_string()),
            Self::NoStart,
            Self::NoProgress,
            Self::NotInThisForm,
            Self::PuzzleColumns(2),
            Self::PuzzleColumn {
                column: "side",
                text: "?".to_string(),
            },
            Self::PuzzleKind {
                rule: Rule::Standard,
                kind: "foul",
            },
            Self::LongDefence,
            Self::PuzzleNotWon,
            Self::NoPuzzles,
            Self::TextMove {
                number: 9,
                refusal: Box::new(Self::GameOver),
            },
            Self::WinningRow(point()),
            Self::Size(4),
            Self::OpeningSize {
                opening: "swap2",
                least: 11,
                given: 9,
            },
            Self::NoTime,
            Self::GameOver,
            Self::NotYourTurn,
            Self::Stale,
            Self::NotAllowed,
            Self::NotAMove("?".to_string()),
            Self::OffBoard("z99".to_string()),
            Self::Occupied(point()),
            Self::Forbidden(point(), Foul::DoubleThree),
            Self::Forbidden(point(), Foul::DoubleFour),
            Self::Forbidden(point(), Foul::Overline),
            Self::WrongStep,
            Self::NoFlip(point()),
            Self::NoPiece(point()),
            Self::NoStep(point()),
            Self::NoPass,
            Self::Stones(2),
            Self::NotInThisGame,
            Self::OutsideZone(point()),
            Self::SymmetricOffer(point()),
            Self::NotOffered(point()),
            Self::Number { given: 9, most: 8 },
            Self::NothingToUndo,
            Self::NothingToRedo,
            Self::NeedsConsent,
            Self::NoDrawOffer,
            Self::OfferedBefore,
            Self::NoProgram("?".to_string()),
            Self::NotLearned {
                name: "?".to_string(),
                rule: Rule::Standard,
                size: 9,
            },
            Self::NoTakeback,
            Self::NoHelp,
            Self::StudyFull,
            Self::OnlyWatching,
        ]
    }
}

impl OutsideFault {
    /// Each kind.
    pub(super) fn samples() -> Vec<Self> {
        let why = || "?".to_string();
        vec![
            Self::Unknown,
            Self::Start(why()),
            Self::Ended(why()),
            Self::Late(why()),
            Self::Greedy(why()),
            Self::Refused(why()),
            Self::Nonsense(why()),
            Self::Illegal(why()),
            Self::Stopped,
        ]
    }
}
