//! The tree as it is worked on. It follows the game: the moves of the game are its main line, and moves that were tried
//! at an earlier position are branches.

use std::collections::BTreeMap;

use crate::game::{Colour, Game, Refusal, Rows, Spot, Step};
use crate::gomoku::{Gomoku, Setup};
use crate::opening::Procedure;

use super::plain::{Mark, NodeId, Note, Place, Tree, TreeMove};

/// Most moves of a study.
const MOST_MOVES: usize = 4000;
/// Most moves of a tree that are looked at: a file may have many more, each is asked of the rules unless it is known, and the
/// table is locked meanwhile. It is several times what a study holds, for trees with moves that come again.
pub(super) const MOST_READ: usize = 20_000;
/// Most marks of a study: every page is sent all of them, and a few letters of a file mark a whole board.
pub(super) const MOST_MARKS: usize = 20_000;
/// Most bytes of a comment that is written at the table.
const LONGEST_TEXT: usize = 4000;
/// Most bytes of all comments: every page is sent all of them.
pub(super) const LONGEST_TEXTS: usize = 256 * 1024;

/// How much of a tree has not come into a study.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeftOut {
    /// Moves that are not legal, those for which there is no room, and those after them.
    pub(crate) moves: usize,
    /// Comments for which there is no room.
    pub(crate) comments: usize,
}

/// The bytes that the comments of a tree may still have, and how many comments were left out.
struct CommentRoom {
    bytes: usize,
    left_out: usize,
}

impl CommentRoom {
    /// A note that takes the place of another one: without marks beside the board, and without a comment that has no room.
    fn admit(&mut self, setup: &Setup, note: &Note, before: &Note) -> Note {
        let mut note = note.clone();
        note.marks.retain(|&(at, _)| is_on_board(setup, at));
        self.bytes += before.text.len();
        if note.text.len() > self.bytes {
            note.text = String::new();
            self.left_out += 1;
        }
        self.bytes -= note.text.len();
        note
    }
}

/// A move of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: Option<NodeId>,
    /// Moves before it.
    pub(super) before: usize,
    pub(super) at: Spot,
    pub(super) colour: Colour,
    pub(super) note: Note,
    children: Vec<NodeId>,
}

/// The study of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Study {
    /// What is written on the position before the first move.
    pub(super) note: Note,
    nodes: BTreeMap<NodeId, Node>,
    /// The number of the next new move. A page may still ask for a removed one, so no number is given twice.
    next: NodeId,
    /// The first moves.
    roots: Vec<NodeId>,
    /// The moves of the game, oldest first.
    pub(super) line: Vec<NodeId>,
    /// The colour to move in the game: not the other one where somebody has passed.
    to_move: Option<Colour>,
}

impl Study {
    pub(super) fn node(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// Is it a move of the game?
    pub(super) fn is_of_game(&self, id: NodeId) -> bool {
        self.line.get(self.nodes[&id].before) == Some(&id)
    }

    /// What was laid after a move, oldest first.
    fn laid_after(&self, parent: Option<NodeId>) -> &[NodeId] {
        let children = parent.map(|parent| &self.nodes[&parent].children);
        children.unwrap_or(&self.roots)
    }

    /// The moves that follow one, that of the game first.
    pub(super) fn children(&self, parent: Option<NodeId>) -> Vec<NodeId> {
        let mut children = self.laid_after(parent).to_vec();
        children.sort_by_key(|&id| !self.is_of_game(id));
        children
    }

    /// The move that follows another one with a stone of this colour on this spot.
    fn child(&self, parent: Option<NodeId>, at: Spot, colour: Colour) -> Option<NodeId> {
        let mut children = self.laid_after(parent).iter().copied();
        children.find(|id| {
            let node = &self.nodes[id];
            (node.at, node.colour) == (at, colour)
        })
    }

    /// What was laid after a move, to be changed.
    fn children_mut(&mut self, parent: Option<NodeId>) -> &mut Vec<NodeId> {
        match parent.and_then(|parent| self.nodes.get_mut(&parent)) {
            Some(parent) => &mut parent.children,
            None => &mut self.roots,
        }
    }

    fn add(&mut self, parent: Option<NodeId>, at: Spot, colour: Colour) -> NodeId {
        let id = self.next;
        self.next += 1;
        let node = Node {
            parent,
            before: parent.map_or(0, |parent| self.nodes[&parent].before + 1),
            at,
            colour,
            note: Note::default(),
            children: Vec::new(),
        };
        self.nodes.insert(id, node);
        self.children_mut(parent).push(id);
        id
    }

    /// Removes a move and all that follow it.
    fn remove(&mut self, id: NodeId) {
        let parent = self.nodes[&id].parent;
        self.children_mut(parent).retain(|&child| child != id);
        let mut open = vec![id];
        while let Some(removed) = open.pop().and_then(|id| self.nodes.remove(&id)) {
            open.extend(removed.children);
        }
    }

    /// Makes these stones the main line, because the game has them now. Moves that were taken back stay as a variation where
    /// anything is written on them or follows them.
    pub(crate) fn follow(&mut self, stones: impl IntoIterator<Item = (Spot, Colour)>) {
        let before = std::mem::take(&mut self.line);
        let mut last = None;
        for (at, colour) in stones {
            let known = self.child(last, at, colour);
            let id = known.unwrap_or_else(|| self.add(last, at, colour));
            self.line.push(id);
            last = Some(id);
        }
        for id in before.into_iter().rev() {
            let bare = self.node(id).is_some_and(|node| node.note.is_empty());
            if bare && !self.is_of_game(id) && self.laid_after(Some(id)).is_empty() {
                self.remove(id);
            }
        }
    }

    /// It is this colour's turn in the game.
    pub(crate) const fn set_to_move(&mut self, colour: Colour) {
        self.to_move = Some(colour);
    }

    /// The move that leads to a place; nothing for the position before the first one.
    fn leading_move(&self, place: Place) -> Result<Option<NodeId>, Refusal> {
        match place {
            Place::Moves { moves: 0 } => Ok(None),
            Place::Moves { moves } => {
                let id = self.line.get(moves - 1);
                id.copied().map(Some).ok_or(Refusal::WrongStep)
            }
            Place::Node { node } => {
                let known = self.node(node).map(|_| Some(node));
                known.ok_or(Refusal::WrongStep)
            }
        }
    }

    /// The moves that lead to a place.
    fn path(&self, place: Place) -> Result<Vec<NodeId>, Refusal> {
        let mut path = Vec::new();
        let mut next = self.leading_move(place)?;
        while let Some(id) = next {
            path.push(id);
            next = self.nodes[&id].parent;
        }
        path.reverse();
        Ok(path)
    }

    /// The position of a place as a game of its own that begins there; `setup` is that of the game.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] when there is no such place, [`Refusal::GameOver`] when somebody has won there.
    pub(crate) fn game_at(&self, setup: &Setup, place: Place) -> Result<Gomoku, Refusal> {
        Gomoku::start(&self.setup_at(setup, place)?).map_err(|_| Refusal::GameOver)
    }

    /// The same as the setup of a game that begins there.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] when there is no such place.
    pub(crate) fn setup_at(&self, setup: &Setup, place: Place) -> Result<Setup, Refusal> {
        let path = self.path(place)?;
        let moves = path.iter().map(|id| &self.nodes[id]);
        let mut here = setup.clone();
        here.opening = Procedure::Free;
        here.stones.extend(moves.map(|node| (node.at, node.colour)));
        if let Some(&last) = path.last() {
            here.to_move = self.nodes[&last].colour.opponent();
        }
        // In a position of the game whoever moves next there: somebody may have passed.
        if path.last().is_none_or(|&last| self.is_of_game(last)) {
            let next = self.line.get(path.len());
            let next = next.map(|id| self.nodes[id].colour);
            here.to_move = next.or(self.to_move).unwrap_or(here.to_move);
        }
        Ok(here)
    }

    /// Adds a move as a variation, unless it is there already. Gives its number.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] when there is no such place, [`Refusal::GameOver`] when somebody has won there, what the rules
    /// refuse, or [`Refusal::StudyFull`].
    pub(crate) fn vary(&mut self, setup: &Setup, from: Place, at: Spot) -> Result<NodeId, Refusal> {
        let here = self.setup_at(setup, from)?;
        let parent = self.leading_move(from)?;
        let known = self.child(parent, at, here.to_move);
        known.map_or_else(|| self.lay(&here, parent, at), Ok)
    }

    /// Adds a move of the side to move to a position where it is not there yet.
    fn lay(&mut self, here: &Setup, parent: Option<NodeId>, at: Spot) -> Result<NodeId, Refusal> {
        // Asked before the rules, which take longer: a file may have many more moves.
        if self.nodes.len() >= MOST_MOVES {
            return Err(Refusal::StudyFull);
        }
        let mut game = Gomoku::start(here).map_err(|_| Refusal::GameOver)?;
        game.play(Step::stone(at))?;
        Ok(self.add(parent, at, here.to_move))
    }

    /// What is written on the position of a place, to be changed.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] when there is no such place.
    fn note_mut(&mut self, place: Place) -> Result<&mut Note, Refusal> {
        match self.leading_move(place)? {
            None => Ok(&mut self.note),
            Some(id) => self.written_on(id).ok_or(Refusal::WrongStep),
        }
    }

    fn written_on(&mut self, id: NodeId) -> Option<&mut Note> {
        self.nodes.get_mut(&id).map(|node| &mut node.note)
    }

    /// What is written on all positions.
    fn notes(&self) -> impl Iterator<Item = &Note> {
        let notes = self.nodes.values().map(|node| &node.note);
        notes.chain([&self.note])
    }

    /// Bytes of all comments.
    fn written(&self) -> usize {
        self.notes().map(|note| note.text.len()).sum()
    }

    /// Writes a comment in the place of the one before.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] when there is no such place, [`Refusal::StudyFull`] for a text that is too long by itself or
    /// together with the others.
    pub(crate) fn write(&mut self, place: Place, text: &str) -> Result<(), Refusal> {
        let written = self.written();
        let before = &mut self.note_mut(place)?.text;
        let (bytes, others) = (text.len(), written - before.len());
        // One of a file may be longer, and can be corrected.
        let is_longer = bytes > before.len();
        if is_longer && (bytes > LONGEST_TEXT || others + bytes > LONGEST_TEXTS) {
            return Err(Refusal::StudyFull);
        }
        *before = text.trim_end().replace("\r\n", "\n");
        Ok(())
    }

    /// Puts a mark on the board of a place, or takes it away.
    ///
    /// # Errors
    /// [`Refusal::OffBoard`], [`Refusal::WrongStep`] when there is no such place, and [`Refusal::StudyFull`].
    pub(crate) fn mark(
        &mut self,
        setup: &Setup,
        place: Place,
        at: Spot,
        mark: Mark,
    ) -> Result<(), Refusal> {
        if !is_on_board(setup, at) {
            return Err(Refusal::OffBoard(Rows::Bottom.name(at, setup.height)));
        }
        let marks: usize = self.notes().map(|note| note.marks.len()).sum();
        let note = self.note_mut(place)?;
        // One in the place of another one needs no room.
        let is_further = note.marks.iter().all(|&(known, _)| known != at);
        if is_further && marks >= MOST_MARKS {
            return Err(Refusal::StudyFull);
        }
        note.toggle(at, mark);
        Ok(())
    }

    /// Removes a move that is not one of the game, and all that follow it.
    ///
    /// # Errors
    /// [`Refusal::WrongStep`] when there is no such move.
    pub(crate) fn prune(&mut self, id: NodeId) -> Result<(), Refusal> {
        if self.node(id).is_none() || self.is_of_game(id) {
            return Err(Refusal::WrongStep);
        }
        self.remove(id);
        Ok(())
    }

    /// All moves in the order of [`Tree`].
    pub(super) fn preorder(&self) -> Vec<NodeId> {
        let mut order = Vec::new();
        let mut open = self.children(None);
        open.reverse();
        while let Some(id) = open.pop() {
            order.push(id);
            open.extend(self.children(Some(id)).into_iter().rev());
        }
        order
    }

    /// The tree as plain data.
    pub(crate) fn plain(&self) -> Tree {
        let order = self.preorder();
        let numbered = order.iter().enumerate();
        let places: BTreeMap<NodeId, usize> = numbered.map(|(index, &id)| (id, index)).collect();
        let mv = |id: &NodeId| {
            let node = &self.nodes[id];
            TreeMove {
                parent: node.parent.map(|parent| places[&parent]),
                point: node.at,
                side: node.colour,
                note: node.note.clone(),
            }
        };
        Tree {
            note: self.note.clone(),
            moves: order.iter().map(mv).collect(),
        }
    }

    /// The study of a game that begins from `setup` and has these stones now, with what a tree adds to it, and what of the tree
    /// was left out.
    pub(crate) fn restore(
        setup: &Setup,
        stones: impl IntoIterator<Item = (Spot, Colour)>,
        tree: &Tree,
    ) -> (Self, LeftOut) {
        let mut room = CommentRoom {
            bytes: LONGEST_TEXTS,
            left_out: 0,
        };
        let mut study = Self {
            note: room.admit(setup, &tree.note, &Note::default()),
            ..Self::default()
        };
        study.follow(stones);
        let mut marks = study.note.marks.len();
        let read = tree.moves.iter().take(MOST_READ).take_while(|mv| {
            marks += mv.note.marks.len();
            marks <= MOST_MARKS
        });
        let mut known: Vec<Option<NodeId>> = Vec::new();
        for mv in read {
            let parent = mv.parent.map(|parent| known.get(parent).copied().flatten());
            known.push(match parent {
                // What should come before it was left out.
                Some(None) => None,
                Some(Some(parent)) => study.adopt(setup, Some(parent), mv, &mut room),
                None => study.adopt(setup, None, mv, &mut room),
            });
        }
        let left_out = LeftOut {
            moves: tree.moves.len() - known.into_iter().flatten().count(),
            comments: room.left_out,
        };
        (study, left_out)
    }

    /// Takes over a move of a tree with its note; nothing where it is not legal after `parent`. The other side has passed where
    /// it is of the same colour.
    fn adopt(
        &mut self,
        setup: &Setup,
        parent: Option<NodeId>,
        mv: &TreeMove,
        room: &mut CommentRoom,
    ) -> Option<NodeId> {
        // A known move needs no position: a file may have it many times.
        let known = self.child(parent, mv.point, mv.side);
        let id = known.or_else(|| {
            let from = parent.map_or(Place::Moves { moves: 0 }, |node| Place::Node { node });
            let here = Setup {
                to_move: mv.side,
                ..self.setup_at(setup, from).ok()?
            };
            self.lay(&here, parent, mv.point).ok()
        })?;
        let note = self.written_on(id)?;
        *note = room.admit(setup, &mv.note, note);
        Some(id)
    }
}

const fn is_on_board(setup: &Setup, at: Spot) -> bool {
    at.x < setup.width && at.y < setup.height
}
