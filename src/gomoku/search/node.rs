//! The alpha-beta node. This file holds recursion and order; what is decided on the way is in `decide`.

use crate::board::Threat;
use crate::eval::Evaluator;
use crate::geometry::{Point, PointSet};
use kagetsu_kernel::Score;
use kagetsu_kernel::table::{Bound, TableEntry};

use super::decide::{
    NodeContext, estimate, fails_high, futile, move_count_limit, razoring, reverse_futility,
};
use super::history::Previous;
use super::ordering::{MovePicker, Ranking};
use super::reducing::Candidate;
use super::threat_space::forcing::{
    LOSS_BY_FOUR_PLIES, LOSS_PLIES, Situation, WIN_BY_FOUR_PLIES, WIN_BY_TWO_THREATS_PLIES,
    WIN_PLIES, four_count, four_points, may_foul,
};
use super::threat_space::vcf::VcfResult;
use super::worker::{MAX_PLY, Worker};

/// With so few empty points left the search sees the end of the game, which no static value may hide: nothing is
/// left out, reduced or cut by a shallower test.
const FULL_WIDTH_POINTS: usize = 12;

/// What kind of node is searched, as a constant of compilation.
pub(super) trait NodeKind {
    /// Can the node lie on the principal variation?
    const ON_PV: bool;
}

/// A node inside an open window.
#[derive(Debug)]
pub(super) struct Pv;
/// A node inside a null window.
#[derive(Debug)]
pub(super) struct NonPv;

impl NodeKind for Pv {
    const ON_PV: bool = true;
}
impl NodeKind for NonPv {
    const ON_PV: bool = false;
}

/// Quiet moves whose history is lowered when another move cuts.
type Tried = arrayvec::ArrayVec<(Point, usize), 64>;

/// The result of the move loop so far.
struct Best {
    score: Score,
    point: Option<Point>,
    searched: usize,
}

impl<E: Evaluator> Worker<'_, E> {
    /// Searches a position below the root to the given depth.
    #[expect(
        clippy::too_many_lines,
        reason = "the one node function: its steps are numbered, its decisions live elsewhere"
    )]
    pub(super) fn node<K: NodeKind>(
        &mut self,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        cut: bool,
    ) -> Score {
        // Step 1. Limits and ends of the game.
        self.count_node();
        self.stack[ply].pv.clear();
        if self.aborted || self.board.free() == 0 {
            return Score::ZERO;
        }
        if ply >= MAX_PLY {
            return Score::evaluation(self.evaluate());
        }
        if K::ON_PV {
            self.selective_depth = self.selective_depth.max(ply);
        }
        let excluded = self.stack[ply].excluded;

        // Step 2. What the threats on the board decide or demand.
        let situation = Situation::of(&mut self.board);
        let side = self.board.side_to_move();
        let moves = match situation {
            Situation::Win => return Score::win_in(ply + WIN_PLIES),
            Situation::WinByFour => return Score::win_in(ply + WIN_BY_FOUR_PLIES),
            Situation::WinByTwoThreats => return Score::win_in(ply + WIN_BY_TWO_THREATS_PLIES),
            Situation::StopFive(replies) if replies.is_empty() => {
                return self.lost(ply, LOSS_PLIES);
            }
            Situation::StopFive(replies) => {
                depth = depth.max(0) + 1;
                replies
            }
            Situation::StopFour(defences) => {
                let moves = defences | four_points(&mut self.board, side);
                if moves.is_empty() {
                    return self.lost(ply, LOSS_BY_FOUR_PLIES);
                }
                moves
            }
            Situation::Free => PointSet::EMPTY,
        };
        let forced = matches!(situation, Situation::StopFive(_));
        let anchor = self.anchor(ply);
        self.stack[ply].unexplored = anchor.filter(|_| forced);
        let free = situation == Situation::Free;
        let roomy = self.board.free() > FULL_WIDTH_POINTS;
        let selective = free && roomy;

        // Step 3. No line from here can be better than a win next move or worse than a loss now.
        alpha = alpha.max(Score::loss_in(ply + LOSS_PLIES));
        beta = beta.min(Score::win_in(ply + WIN_PLIES));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. The table.
        let key = self.board.key();
        let entry = if excluded.is_some() {
            None
        } else {
            self.shared.table.probe(key, ply)
        };
        if let Some(entry) = entry
            && !K::ON_PV
            && (i32::from(entry.depth) >= depth || is_final(&entry))
            && entry.bound.cuts(entry.score, beta)
        {
            return entry.score;
        }
        let table_move = entry.and_then(|entry| Point::from_index(entry.best as usize));

        // Step 5. The static value, and what it alone decides.
        let evaluation = match entry {
            Some(entry) => i32::from(entry.evaluation),
            // Where a five must be stopped nothing is decided by it.
            None if forced && ply >= 2 => self.stack[ply - 2].evaluation,
            None => self.evaluate(),
        };
        self.stack[ply].evaluation = evaluation;
        let mut context = NodeContext {
            depth,
            alpha,
            beta,
            evaluation: entry.map_or(evaluation, |entry| estimate(&entry, evaluation)),
            improving: ply >= 2 && evaluation > self.stack[ply - 2].evaluation,
            cut_node: cut,
            on_pv: K::ON_PV,
        };
        let prunes = !K::ON_PV && selective && excluded.is_none();
        if prunes && let Some(score) = reverse_futility(&context, &self.params) {
            return score;
        }

        // Step 6. A win by fours. Where the static value cuts, nobody asks for it.
        if !forced
            && excluded.is_none()
            && let Some(plies) = self.win_by_fours::<K>(anchor, depth, ply)
        {
            let score = Score::win_in(ply + plies);
            self.store_win(key, ply, score);
            return score;
        }
        if depth <= 0 || prunes && razoring(&context, &self.params) {
            return Score::evaluation(context.evaluation);
        }

        // Step 7. Look less deep without a table move, as the order is then poor, and where the node will fail high.
        let unordered = table_move.is_none()
            && !forced
            && roomy
            && depth >= self.params.iir_depth
            && (K::ON_PV || cut);
        let safe = prunes && fails_high(&context, &self.params);
        depth -= i32::from(unordered) + i32::from(safe);
        context.depth = depth;

        // Step 8. The moves.
        let set = if free { self.board.candidates() } else { moves };
        let previous = self.previous();
        let margin = if selective && !K::ON_PV {
            self.params.policy_margin
        } else {
            i32::MAX
        };
        let mut picker = MovePicker::new(table_move, set, margin);
        let check_fouls = may_foul(self.board.rule(), side);
        let mut best = Best {
            score: -Score::INFINITE,
            point: None,
            searched: 0,
        };
        let mut tried = Tried::new();
        let mut skipped = false;
        let original_alpha = alpha;
        while let Some((point, policy_gap)) = self.next_move(&mut picker, previous) {
            if excluded == Some(point) || check_fouls && self.board.is_foul(side, point) {
                continue;
            }
            let own = self.board.threat(side, point);
            let other = self.board.threat(side.opponent(), point);
            let quiet =
                (own < Threat::OpenThree || own == Threat::Four) && other < Threat::OpenThree;

            // Step 9. Once something is known not to lose, leave out fours that stop nothing, late moves, and
            // hopeless quiet ones.
            let saved = roomy && best.searched > 0 && !best.score.is_loss();
            if saved && !free && !forced && own < Threat::FourThree && other < Threat::Four {
                skipped = true;
                continue;
            }
            let reduction = if best.searched == 0 || depth <= 1 || own >= Threat::FourThree {
                0
            } else {
                let candidate = Candidate {
                    point,
                    threats: [own, other],
                    number: best.searched,
                    policy_gap,
                    free,
                };
                self.reduction(&context, &candidate, previous)
            };
            if saved && free && own < Threat::FourThree {
                let late = best.searched >= move_count_limit(&context, &self.params);
                let hopeless = quiet && !K::ON_PV;
                if late || hopeless && futile(&context, depth - reduction, &self.params) {
                    skipped = true;
                    continue;
                }
            }

            // Step 10. Extend the table move when nothing else comes near it.
            let mut extension = 0;
            if let Some(entry) = entry
                && table_move == Some(point)
                && excluded.is_none()
                && !forced
                && roomy
            {
                match self.singular(&context, entry, ply, cut) {
                    Ok(found) => extension = found,
                    Err(score) => return score,
                }
            }

            // Step 11. Search it, less deep when a better move than expected is known already.
            self.make(point);
            let raised = roomy && best.point.is_some() && depth >= self.params.raised_depth;
            let new_depth = depth - 1 + extension - i32::from(raised);
            let late = !forced && roomy && best.searched > 0 && depth >= self.params.lmr_depth;
            let reduced = new_depth - if late { reduction } else { 0 };
            let score = self.search_move::<K>(
                alpha,
                beta,
                ply,
                cut,
                Depths {
                    full: new_depth,
                    reduced,
                    first: best.searched == 0,
                },
            );
            self.unmake();
            if self.aborted {
                return Score::ZERO;
            }
            best.searched += 1;

            // Step 12. Take over what is better.
            if score > best.score {
                best.score = score;
                if score > alpha {
                    best.point = Some(point);
                    alpha = score;
                    context.alpha = alpha;
                    if K::ON_PV {
                        self.update_pv(point, ply);
                    }
                    if alpha >= beta {
                        if free {
                            self.reward(point, own, &tried, previous, depth);
                        }
                        break;
                    }
                }
            }
            if !tried.is_full() {
                tried.push((point, own as usize));
            }
        }

        // Step 13. The result.
        skipped |= picker.has_left_out();
        if best.searched == 0 {
            // Only the excluded move is left, or Black may play nowhere: nobody has won.
            return if excluded.is_some() {
                original_alpha
            } else {
                Score::ZERO
            };
        }
        if skipped && best.score.is_loss() {
            best.score = Score::evaluation(evaluation).min(alpha);
        }
        if excluded.is_none() {
            let bound = if best.score >= beta {
                Bound::Lower
            } else if best.score > original_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            let entry = TableEntry {
                best: best.point.map_or(0, |point| point.index() as u16),
                score: best.score,
                evaluation: Score::evaluation(evaluation).value() as i16,
                depth: depth.clamp(0, i32::from(i8::MAX)) as i8,
                bound,
            };
            self.shared.table.store(key, ply, entry);
        }
        best.score
    }

    /// Deep in the tree a new win by fours must begin near one's own last stone: the others were tried before. Where a
    /// five had to be stopped nobody tried, so the stone before that reply counts. Otherwise fours of the opponent would
    /// hide what threatens it.
    fn anchor(&self, ply: usize) -> Option<Point> {
        ply.checked_sub(2)
            .and_then(|before| self.stack[before].unexplored)
            .or_else(|| self.board.recent(2))
    }

    /// Looks for a win by fours of the side to move; the plies until its five.
    fn win_by_fours<K: NodeKind>(
        &mut self,
        anchor: Option<Point>,
        depth: i32,
        ply: usize,
    ) -> Option<usize> {
        if four_count(&self.board, self.board.side_to_move()) == 0 {
            return None;
        }
        let limit = self.params.vcf_leaf_nodes + self.params.vcf_depth_nodes * depth.max(0);
        let solver = &mut self.memory.vcf;
        let verdict = match anchor {
            Some(anchor) if !K::ON_PV && ply > 2 => {
                solver.solve_near(&mut self.board, anchor, limit as u64)
            }
            _ => solver.solve(&mut self.board, limit as u64),
        };
        self.nodes += self.memory.vcf.nodes();
        match verdict {
            VcfResult::Win(plies) => Some(plies),
            VcfResult::None | VcfResult::Unknown => None,
        }
    }

    /// Remembers a win by fours.
    fn store_win(&self, key: u64, ply: usize, score: Score) {
        let entry = TableEntry {
            best: 0,
            score,
            evaluation: 0,
            depth: 0,
            bound: Bound::Lower,
        };
        self.shared.table.store(key, ply, entry);
    }

    /// The score of a position where the opponent's five cannot be stopped, unless the board is full before it.
    fn lost(&self, ply: usize, plies: usize) -> Score {
        if self.board.free() < plies {
            Score::ZERO
        } else {
            Score::loss_in(ply + plies)
        }
    }

    fn next_move(&mut self, picker: &mut MovePicker, previous: Previous) -> Option<(Point, i32)> {
        picker.next(
            &self.board,
            &mut Ranking {
                eval: &mut self.eval,
                history: &self.memory.history,
                previous,
                params: &self.params,
            },
        )
    }

    /// Tests whether the table move is the only good one: an extension, or a score that cuts the node because
    /// other moves fail high as well.
    fn singular(
        &mut self,
        node: &NodeContext,
        entry: TableEntry,
        ply: usize,
        cut: bool,
    ) -> Result<i32, Score> {
        let applies = node.depth >= self.params.singular_depth
            && i32::from(entry.depth) >= node.depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && !entry.score.is_decided();
        if !applies {
            return Ok(0);
        }
        let bound =
            Score::evaluation(entry.score.value() - self.params.singular_margin * node.depth / 100);
        self.stack[ply].excluded = Point::from_index(entry.best as usize);
        let score = self.node::<NonPv>((node.depth - 1) / 2, bound - 1, bound, ply, cut);
        self.stack[ply].excluded = None;
        if self.aborted {
            return Err(Score::ZERO);
        }
        if score < bound {
            return Ok(1);
        }
        if score >= node.beta && !node.on_pv && !score.is_decided() {
            return Err(score);
        }
        Ok(if entry.score >= node.beta { -1 } else { 0 })
    }

    /// Principal variation search of one move that has been made.
    fn search_move<K: NodeKind>(
        &mut self,
        alpha: Score,
        beta: Score,
        ply: usize,
        cut: bool,
        depths: Depths,
    ) -> Score {
        if !depths.first {
            let mut score =
                -self.node::<NonPv>(depths.reduced, -(alpha + 1), -alpha, ply + 1, true);
            if score > alpha && depths.reduced < depths.full {
                score = -self.node::<NonPv>(depths.full, -(alpha + 1), -alpha, ply + 1, !cut);
            }
            if score <= alpha || !K::ON_PV {
                return score;
            }
        }
        if K::ON_PV {
            -self.node::<Pv>(depths.full, -beta, -alpha, ply + 1, false)
        } else {
            -self.node::<NonPv>(depths.full, -beta, -alpha, ply + 1, !cut)
        }
    }

    fn update_pv(&mut self, point: Point, ply: usize) {
        let (upper, lower) = self.stack.split_at_mut(ply + 1);
        upper[ply].pv.set(point, &lower[0].pv);
    }

    /// Rewards the move that cut the node and punishes those tried before it.
    fn reward(&mut self, point: Point, own: Threat, tried: &Tried, previous: Previous, depth: i32) {
        let side = self.board.side_to_move();
        let bonus = (self.params.history_bonus * depth * depth).min(self.params.history_bonus_max);
        let history = &mut self.memory.history;
        history.update(side, point, own as usize, &previous, bonus);
        history.set_counter_move(side, &previous, point);
        for &(other, kind) in tried {
            history.update(side, other, kind, &previous, -bonus);
        }
    }
}

/// Is the stored score proved, so that no deeper search can change which side of a bound it is on?
fn is_final(entry: &TableEntry) -> bool {
    match entry.bound {
        Bound::Lower => entry.score.is_win(),
        Bound::Upper => entry.score.is_loss(),
        Bound::Exact => entry.score.is_decided(),
        Bound::None => false,
    }
}

/// Depths to search a move to.
#[derive(Clone, Copy, Debug)]
struct Depths {
    full: i32,
    reduced: i32,
    first: bool,
}
