//! The node function of the alpha-beta search. The conditions of its pruning steps are in `decide`, its reductions in
//! `reducing`, its move order in `ordering`.

use crate::board::Threat;
use crate::eval::Evaluator;
use crate::geometry::Point;
use kagetsu_kernel::Score;
use kagetsu_kernel::table::{Bound, TableEntry};

use super::decide::{
    Expected, NodeContext, cuts, estimate, is_futile, move_count_limit, razors, reverse_futility,
};
use super::history::Previous;
use super::move_search::{Depths, Tried};
use super::ordering::{MovePicker, Ranking};
use super::reducing::MoveInfo;
use super::threat_space::forcing::{
    LOSS_PLIES, Outlook, Situation, WIN_PLIES, has_four_three, has_no_move,
};
use super::worker::{MAX_PLY, NodeType, Worker};

/// The state of the move loop of a node.
struct MoveLoop {
    alpha: Score,
    best_score: Score,
    /// The move of `best_score`, even if it is not above alpha.
    best_try: Option<Point>,
    /// The last move that raised alpha.
    best_move: Option<Point>,
    searched: usize,
    tried: Tried,
    /// Must a five of the opponent be stopped?
    must_stop_five: bool,
    /// Can the search reach the full board?
    nearly_full: bool,
}

impl MoveLoop {
    /// Takes over the score of a searched move. Is it above alpha?
    fn raises_alpha(&mut self, point: Point, score: Score) -> bool {
        self.searched += 1;
        if score > self.best_score {
            (self.best_score, self.best_try) = (score, Some(point));
        }
        let raises = score > self.alpha;
        if raises {
            self.best_move = Some(point);
            self.alpha = score;
        }
        raises
    }

    /// Is a move known that does not lose? Only then may others be pruned.
    fn is_saved(&self) -> bool {
        self.searched > 0 && !self.best_score.is_loss()
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches a position below the root to the given depth and returns its score for the side to move.
    #[expect(
        clippy::too_many_lines,
        reason = "the one node function: its steps are numbered, and their conditions live in other files"
    )]
    pub(super) fn node<N: NodeType>(
        &mut self,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        expected: Expected,
    ) -> Score {
        // Step 1. Limits of the search and the end of the game.
        self.count_node();
        self.stack[ply].pv.clear();
        // A five is scored before it is played (step 2), so a full board is a draw. The score of an aborted search is not
        // read.
        if self.aborted || self.board.empty_count() == 0 {
            return Score::ZERO;
        }
        if ply >= MAX_PLY {
            return Score::evaluation(self.evaluate());
        }
        if N::ON_PV {
            self.selective_depth = self.selective_depth.max(ply);
        }
        let excluded = self.stack[ply].excluded;

        // Step 2. Threats on the board: they decide the game, or only some replies make sense.
        let situation = Situation::of(&self.board);
        let replies = match situation.outlook(&self.board) {
            Outlook::Win(plies) => return Score::win_in(ply + plies),
            Outlook::Loss(plies) => return Score::loss_in(ply + plies),
            Outlook::Draw => return Score::ZERO,
            Outlook::Replies(replies) => Some(replies),
            Outlook::Open => None,
        };
        let must_stop_five = matches!(situation, Situation::OpponentHasFour(_));
        if must_stop_five {
            // Check extension: the reply costs no depth.
            depth = depth.max(0) + 1;
        }
        // Who must stop a five does not look for wins by fours, so the stone before counts for this side's next turn.
        let anchor = self.vcf_anchor(ply);
        self.stack[ply].deferred_anchor = anchor.filter(|_| must_stop_five);
        let no_threat = replies.is_none();
        let nearly_full = self.is_nearly_full();

        // Step 3. Mate distance pruning: no line from here is decided sooner than by the next stones.
        alpha = alpha.max(Score::loss_in(ply + LOSS_PLIES));
        beta = beta.min(Score::win_in(ply + WIN_PLIES));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. What is known before the search, and the transposition table.
        let key = self.board.key();
        let known = self.context.known.find(key, ply);
        if let Some(known) = known
            && known.is_proved()
        {
            if N::ON_PV {
                self.read_pv(ply);
            }
            return known.entry.score;
        }
        // Table entries were searched with all moves, so the singular test, which excludes one, must not use them.
        let entry = if excluded.is_some() {
            None
        } else {
            let stored = self.context.table.probe(key, ply);
            known.map_or(stored, |known| Some(known.joined_with(stored, depth)))
        };
        if let Some(entry) = entry
            && (entry.is_proved() || !N::ON_PV && i32::from(entry.depth) >= depth)
            && cuts(&entry, alpha, beta)
        {
            if N::ON_PV {
                self.read_pv(ply);
            }
            return entry.score;
        }
        let table_move = entry.and_then(|entry| Point::from_index(entry.best as usize));

        // Step 5. Static evaluation and reverse futility pruning.
        let (evaluation, stored_evaluation) = self.static_evaluation(entry, must_stop_five, ply);
        let mut context = NodeContext {
            depth,
            alpha,
            beta,
            evaluation: entry.map_or(evaluation, |entry| estimate(&entry, evaluation)),
            improving: ply >= 2 && evaluation > self.stack[ply - 2].evaluation,
            expected,
            on_pv: N::ON_PV,
        };
        // Static values are unreliable while a threat is pending, and on a nearly full board they hide the draw.
        let prunes = !N::ON_PV && no_threat && !nearly_full && excluded.is_none();
        // Before the search for a win by fours, which visits many nodes of its own.
        if prunes && let Some(score) = reverse_futility(&context, self.context.params) {
            return score;
        }

        // Step 6. Win by continuous fours (VCF), then razoring and the leaf.
        if !must_stop_five
            && excluded.is_none()
            && let Some(plies) = self.win_by_fours::<N>(anchor, depth, ply)
        {
            let score = Score::win_in(ply + plies);
            self.store_win(key, ply, score, stored_evaluation);
            return score;
        }
        if depth <= 0 || prunes && razors(&context, self.context.params) {
            return Score::evaluation(context.evaluation);
        }

        // Step 7. Reductions of the whole node: internal iterative reduction, and far above beta.
        let without_table_move = table_move.is_none() && !must_stop_five && !nearly_full;
        depth -= self.node_reduction(&context, without_table_move, prunes);
        context.depth = depth;

        // Step 8. The moves, in order.
        let moves = replies.unwrap_or_else(|| self.board.candidates());
        let side = self.board.side_to_move();
        let previous = self.previous();
        // Where a threat leaves few replies, even one that looks bad can be the one that holds. Where alpha is a loss, a
        // score at or below it claims a proof, so every move must be searched.
        let by_policy = no_threat && !nearly_full && !N::ON_PV && !alpha.is_loss();
        let margin = by_policy.then_some(self.context.params.policy_margin);
        let mut picker = MovePicker::new(table_move, moves, margin.unwrap_or(i32::MAX));
        let check_fouls = self.board.rule().may_foul(side);
        let mut state = MoveLoop {
            alpha,
            best_score: -Score::INFINITE,
            best_try: None,
            best_move: None,
            searched: 0,
            tried: Tried::new(),
            must_stop_five,
            nearly_full,
        };
        let move_limit = move_count_limit(&context, self.context.params);
        loop {
            // Step 9. Move-count pruning, once a move is known that does not lose. Where no threat must be answered, moves
            // beyond the limit are left out, unless they make a four and an open three.
            let may_skip = !nearly_full && state.is_saved();
            let is_late = may_skip && no_threat && state.searched >= move_limit;
            if is_late && !has_four_three(&self.board, side) {
                break;
            }
            let Some((point, policy_gap)) = self.next_move(&mut picker, previous) else {
                break;
            };
            if is_late && self.board.threat(side, point) < Threat::FourThree {
                continue;
            }
            // A forbidden point may be the table move, if another position has its key, or the only move.
            if excluded == Some(point) || check_fouls && self.board.is_foul(side, point) {
                continue;
            }
            let info = MoveInfo {
                point,
                threats: [side, side.opponent()].map(|side| self.board.threat(side, point)),
                number: state.searched,
                policy_gap,
                no_threat,
            };
            let [own, _] = info.threats;

            // Step 10. Futility pruning; against an open three of the opponent, fours that do not answer it are pruned.
            // Each such four and its reply would push the loss two plies further away.
            if may_skip && !must_stop_five && info.only_delays() {
                continue;
            }
            // Asked before the move is pruned: futility looks at the depth that would be left.
            let reduction = if state.searched == 0 || depth <= 1 || own >= Threat::FourThree {
                0
            } else {
                self.reduction(&context, &info, previous)
            };
            if may_skip && self.is_futile_move(&context, &info, depth - reduction) {
                continue;
            }

            // Step 11. Singular extension of the table move.
            let mut extension = 0;
            if table_move == Some(point) && !must_stop_five && !nearly_full {
                match self.singular_extension(&context, entry, ply) {
                    Ok(found) => extension = found,
                    Err(score) => return score,
                }
            }

            // Step 12. Late move reductions and principal variation search.
            self.make(point);
            let full = depth - 1 + extension;
            let depths = self.depths(&context, full, reduction, &state);
            let score = self.search_move::<N>(state.alpha, beta, ply, expected, depths);
            self.unmake();
            if self.aborted {
                return Score::ZERO;
            }

            // Step 13. A new best move, a higher alpha, a beta cutoff.
            if state.raises_alpha(point, score) {
                context.alpha = score;
                if N::ON_PV {
                    self.update_pv(point, ply);
                }
                if score >= beta {
                    // A reply that was demanded says nothing of its point in other positions.
                    if no_threat {
                        self.update_history(point, own, &state.tried, previous, depth);
                    }
                    break;
                }
            }
            if !state.tried.is_full() {
                state.tried.push((point, own as usize));
            }
        }

        // Step 14. The result.
        if state.searched == 0 {
            return match excluded {
                // Only the excluded move is left.
                Some(_) => alpha,
                // Black has no legal move: nobody has won.
                None if has_no_move(&self.board, side) => Score::ZERO,
                // Black has legal moves far from all stones alone, which are not searched.
                None => Score::evaluation(evaluation),
            };
        }
        let mut score = state.best_score;
        if score.is_loss() && picker.has_left_out() {
            // A move that was left out may not lose: the loss is not proved. (All other pruning starts only after a move that
            // does not lose.)
            score = Score::evaluation(evaluation).min(state.alpha);
        }
        if excluded.is_none() {
            // In a proved loss no move raises alpha. The longest defence found is stored, for the line of the other side's win.
            let defence = state.best_try.filter(|_| score.is_loss());
            let best = state.best_move.or(defence);
            let entry = TableEntry {
                best: best.map_or(0, |point| point.index() as u16),
                score,
                evaluation: stored_evaluation,
                depth: depth.clamp(0, i32::from(i8::MAX)) as i8,
                bound: Bound::of(score, alpha, beta),
            };
            self.context.table.store(key, ply, entry);
        }
        score
    }

    /// Reads the principal variation of a proved node from the table: best moves, as long as each position is proved.
    fn read_pv(&mut self, ply: usize) {
        let made = self.board.made();
        let mut line = Vec::new();
        while line.len() < MAX_PLY
            && let Some(entry) = self.context.table.probe(self.board.key(), ply + line.len())
            && entry.is_proved()
            && let Some(point) = Point::from_index(entry.best as usize)
            && self.board.is_empty(point)
            && !self.board.is_foul(self.board.side_to_move(), point)
        {
            line.push(point);
            self.board.make(point);
        }
        while self.board.made() > made {
            self.board.unmake();
        }
        self.stack[ply].pv.set_moves(line);
    }

    /// The static evaluation, and the same as it is stored in the table. Where a five must be stopped the value of two plies
    /// before is used, and nothing is stored: no pruning depends on it.
    fn static_evaluation(
        &mut self,
        entry: Option<TableEntry>,
        must_stop_five: bool,
        ply: usize,
    ) -> (i32, Option<i16>) {
        let known = entry.and_then(|entry| entry.evaluation);
        let is_earlier = known.is_none() && must_stop_five && ply >= 2;
        let evaluation = match known {
            Some(known) => i32::from(known),
            None if is_earlier => self.stack[ply - 2].evaluation,
            None => self.evaluate(),
        };
        self.stack[ply].evaluation = evaluation;
        let stored = (!is_earlier).then(|| Score::evaluation(evaluation).value() as i16);
        (evaluation, stored)
    }

    /// The depths of the next move. Late moves are reduced, except where a five must be stopped; a move after one that
    /// raised alpha is searched a ply less deep. Where the board is nearly full neither holds.
    fn depths(&self, node: &NodeContext, full: i32, reduction: i32, state: &MoveLoop) -> Depths {
        let params = self.context.params;
        let raised =
            !state.nearly_full && state.best_move.is_some() && node.depth >= params.raised_depth;
        // Threes and what stops them are late moves, too; `lmr_threat` reduces them less.
        let late = !state.must_stop_five && !state.nearly_full && state.searched > 0;
        let full = full - i32::from(raised);
        Depths {
            full,
            reduced: full - if late { reduction } else { 0 },
            first: state.searched == 0,
        }
    }

    /// Is a quiet move left out because the evaluation is too far below alpha (futility pruning)? Only where there is no
    /// threat on the board: a move that makes or stops a three may change the value by more than the margin.
    fn is_futile_move(&self, node: &NodeContext, info: &MoveInfo, reduced_depth: i32) -> bool {
        info.no_threat
            && !node.on_pv
            && info.is_quiet()
            && is_futile(node, reduced_depth, self.context.params)
    }

    /// Can the search reach the full board, which no static evaluation may hide? Nothing is pruned or reduced then.
    fn is_nearly_full(&self) -> bool {
        self.board.empty_count() <= self.context.params.nearly_full_points as usize
    }

    fn next_move(&mut self, picker: &mut MovePicker, previous: Previous) -> Option<(Point, i32)> {
        picker.next(
            &self.board,
            &mut Ranking {
                eval: &mut self.eval,
                history: &self.data.history,
                previous,
                params: self.context.params,
            },
        )
    }
}
