//! `YXDELETEDATABASEALL`: forgets positions that follow a position.

use std::collections::BTreeSet;

use kagetsu_analysis::database::entry::{Entry, Label};
use kagetsu_analysis::database::key::{Canonical, PositionKey, predecessors};
use kagetsu_analysis::database::view::KnownMove;
use kagetsu_gomoku::board::Position;
use kagetsu_kernel::counted;
use kagetsu_protocol::Reply;
use kagetsu_protocol::database_service::Subject;

use crate::error::CommandError;

use super::editing::writable;
use super::store::Store;
use super::wording;

/// The ending of words that look beyond positions that stay.
const RECURSIVE: &str = "RECURSIVE";

/// Which positions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    All,
    NotWinOrLoss,
    NotDecided,
    Win,
    Loss,
    WinOrLoss,
    Decided,
    /// Won or lost, with an unknown distance to the end.
    WithoutDistance,
    /// Won or lost within so many moves.
    Within(usize),
}

impl Filter {
    /// The filter and whether what follows positions that stay is looked at.
    fn read(words: &str) -> Option<(Self, bool)> {
        let mut parts = words.split_whitespace();
        let Some(word) = parts.next() else {
            return Some((Self::All, false));
        };
        let (name, is_recursive) = word
            .strip_suffix(RECURSIVE)
            .map_or((word, false), |name| (name, true));
        let filter = match name {
            "NONWL" => Self::NotWinOrLoss,
            "NONWLD" => Self::NotDecided,
            "W" => Self::Win,
            "L" => Self::Loss,
            "WL" => Self::WinOrLoss,
            "WLD" => Self::Decided,
            "WLNOSTEP" => Self::WithoutDistance,
            "WLINSTEP" => Self::Within(parts.next()?.parse().ok()?),
            _ => return None,
        };
        Some((filter, is_recursive))
    }

    /// Labels of such words speak of the player who has just moved.
    fn takes(self, entry: &Entry) -> bool {
        let is_win = entry.label == Some(Label::Loss);
        let is_loss = entry.label == Some(Label::Win);
        let is_draw = entry.label == Some(Label::Draw);
        // The move that leads to the position counts as well.
        let distance = entry.distance().map(|plies| plies + 1);
        match self {
            Self::All => true,
            Self::NotWinOrLoss => !is_win && !is_loss,
            Self::NotDecided => !is_win && !is_loss && !is_draw,
            Self::Win => is_win,
            Self::Loss => is_loss,
            Self::WinOrLoss => is_win || is_loss,
            Self::Decided => is_win || is_loss || is_draw,
            Self::WithoutDistance => (is_win || is_loss) && distance.is_none(),
            Self::Within(most) => {
                (is_win || is_loss) && distance.is_some_and(|moves| moves <= most)
            }
        }
    }
}

/// Forgets the positions that follow, those that the words say and all that follows them; a position stays that another
/// stored one leads to.
pub(super) fn delete_all(
    store: &mut Store,
    subject: &Subject,
    words: &str,
) -> Result<Vec<Reply>, CommandError> {
    writable(subject)?;
    let (filter, is_recursive) = Filter::read(words)
        .ok_or_else(|| CommandError::input(format!("'{words}' does not say what to delete")))?;
    let mut gone = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let root = Canonical::new(&subject.position).key;
    // A position, and the filter for what follows it.
    let mut waiting = vec![(subject.position.clone(), filter)];
    while let Some((position, filter)) = waiting.pop() {
        for KnownMove { after, entry, .. } in store.moves(&position)? {
            let key = Canonical::new(&after).key;
            if filter.takes(&entry) {
                if !gone.contains(&key) && !is_kept_by_others(store, &after, &gone, &root)? {
                    gone.insert(key);
                    waiting.push((after, Filter::All));
                }
            } else if is_recursive && seen.insert(key) {
                waiting.push((after, filter));
            }
        }
    }
    let count = gone.len();
    store.remove(gone.into_iter().collect())?;
    let mut lines = vec![Reply::Message(format!(
        "{} deleted",
        counted(count, "position")
    ))];
    lines.extend(wording::marks(
        store,
        &subject.position,
        wording::Detail::Long,
    )?);
    Ok(lines)
}

/// Does another stored position lead to this one that stays itself?
fn is_kept_by_others(
    store: &Store,
    position: &Position,
    gone: &BTreeSet<PositionKey>,
    root: &PositionKey,
) -> Result<bool, CommandError> {
    for (before, _) in predecessors(position) {
        let key = Canonical::new(&before).key;
        if key != *root && !gone.contains(&key) && store.get(&before)?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}
