//! Aspiration windows: an iteration is searched near the score of the one before, and again with a wider window where the
//! score lies outside.

use kagetsu_kernel::Score;

use super::params::Params;

/// The window of one search of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AspirationWindow {
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// How far the next window reaches beyond a score outside this one.
    width: i32,
}

impl AspirationWindow {
    /// The first window of an iteration, by the score of the iteration before.
    pub(super) fn around(before: Option<Score>, depth: u32, params: &Params) -> Self {
        let width = params.aspiration_width;
        let is_deep = depth as i32 >= params.aspiration_depth;
        let (alpha, beta) = match before {
            Some(before) if is_deep && !before.is_decided() => (before - width, before + width),
            _ => (-Score::INFINITE, Score::INFINITE),
        };
        Self { alpha, beta, width }
    }

    /// The window to search again with, if the score lies outside this one.
    pub(super) fn widened(self, score: Score) -> Option<Self> {
        let mut wider = self;
        wider.width *= 2;
        // Decided scores are far away: to widen step by step would take many searches.
        if score <= self.alpha {
            wider.alpha = if score.is_loss() {
                -Score::INFINITE
            } else {
                score - self.width
            };
        } else if score >= self.beta {
            wider.beta = if score.is_win() {
                Score::INFINITE
            } else {
                score + self.width
            };
        } else {
            return None;
        }
        Some(wider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_widens_where_it_fails() {
        let params = Params::default();
        let width = params.aspiration_width;
        let first = AspirationWindow::around(Some(Score::ZERO), 20, &params);
        assert_eq!(first.widened(Score::ZERO), None);
        let low = first.widened(first.alpha).expect("it is outside");
        assert_eq!((low.alpha, low.beta), (first.alpha - width, first.beta));
        let lower = low.widened(low.alpha).expect("it is outside");
        assert_eq!(lower.alpha, low.alpha - 2 * width);
        let won = first.widened(Score::win_in(7)).expect("it is outside");
        assert_eq!((won.alpha, won.beta), (first.alpha, Score::INFINITE));
        let open = AspirationWindow::around(Some(Score::loss_in(8)), 20, &params);
        assert_eq!(open.widened(Score::loss_in(8)), None);
        assert_eq!(open, AspirationWindow::around(None, 20, &params));
    }
}
