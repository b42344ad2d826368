//! The classes of a line: what the stones of one side on it amount to. Nothing is typed in as a shape; each class is
//! found by trying stones, as its definition says.

use super::cover::THREAT;
use super::geometry::ROW;

/// The classes, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineClass {
    /// Seven or more in a row.
    Overline,
    /// Six in a row.
    Six,
    /// One stone makes six, and the enemy needs two stones against that.
    OpenFive,
    /// One stone makes six, and one enemy stone is enough against that.
    ClosedFive,
    /// Two stones make six, and the enemy needs two stones against that.
    OpenFour,
    /// Two stones make six, and one enemy stone is enough against that.
    ClosedFour,
    /// One stone makes an open four.
    OpenThree,
    /// One stone makes only a closed four, but two make an open five.
    HazyThree,
    /// Three stones make six, and two give at best a closed five.
    ClosedThree,
    /// Two stones make an open four.
    OpenTwo,
    /// Two stones make only a closed four.
    ClosedTwo,
    /// Less than that.
    Less,
}

/// Most cells of a line.
pub(crate) const MAX_CELLS: u32 = 19;

/// A piece of a line: its length, and the cells with own and with enemy stones as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line {
    cells: u32,
    own: u32,
    enemy: u32,
}

impl Line {
    /// A line of at most 19 cells; none if it is longer, or if a cell has two stones or lies outside.
    pub const fn new(cells: u32, own: u32, enemy: u32) -> Option<Self> {
        if cells > MAX_CELLS || own & enemy != 0 || (own | enemy) >> cells != 0 {
            return None;
        }
        Some(Self { cells, own, enemy })
    }

    /// Reads own stones as `X`, enemy stones as `O` and empty cells as `.`; none for anything else.
    ///
    /// ```
    /// use kagetsu_connect6::line_class::{Line, LineClass};
    /// let class = |text| Line::parse(text).map(Line::class);
    /// assert_eq!(class("..XXXX.."), Some(LineClass::OpenFour));
    /// assert_eq!(class("OXXXX..."), Some(LineClass::ClosedFour));
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (mut own, mut enemy) = (0, 0);
        if text.len() > MAX_CELLS as usize {
            return None;
        }
        for (place, sign) in text.bytes().enumerate() {
            match sign {
                b'X' => own |= 1 << place,
                b'O' => enemy |= 1 << place,
                b'.' => {}
                _ => return None,
            }
        }
        Self::new(text.len() as u32, own, enemy)
    }

    /// The class of the own stones.
    pub fn class(self) -> LineClass {
        match (self.longest_row() as usize, self.stones_to_six()) {
            (row, _) if row > ROW => LineClass::Overline,
            (ROW, _) => LineClass::Six,
            (_, Some(1)) if self.enemy_needs() > 1 => LineClass::OpenFive,
            (_, Some(1)) => LineClass::ClosedFive,
            (_, Some(2)) if self.enemy_needs() > 1 => LineClass::OpenFour,
            (_, Some(2)) => LineClass::ClosedFour,
            (_, Some(3)) if self.best_after(1) <= LineClass::OpenFour => LineClass::OpenThree,
            (_, Some(3)) if self.best_after(2) <= LineClass::OpenFive => LineClass::HazyThree,
            (_, Some(3)) => LineClass::ClosedThree,
            (_, Some(THREAT)) if self.best_after(2) <= LineClass::OpenFour => LineClass::OpenTwo,
            (_, Some(THREAT)) => LineClass::ClosedTwo,
            _ => LineClass::Less,
        }
    }

    fn empties(self) -> impl Iterator<Item = u32> {
        (0..self.cells)
            .map(|place| 1 << place)
            .filter(move |bit| (self.own | self.enemy) & bit == 0)
    }

    fn longest_row(self) -> u32 {
        let mut rows = self.own;
        let mut length = 0;
        while rows != 0 {
            rows &= rows << 1;
            length += 1;
        }
        length
    }

    /// The missing cells of every six cells without an enemy stone.
    fn missing(self) -> impl Iterator<Item = u32> {
        let six = (1_u32 << ROW) - 1;
        let starts = (self.cells + 1).saturating_sub(ROW as u32);
        (0..starts)
            .map(move |start| six << start)
            .filter(move |run| run & self.enemy == 0)
            .map(move |run| run & !self.own)
    }

    /// The fewest stones that make six; none if the line has no room.
    fn stones_to_six(self) -> Option<usize> {
        self.missing()
            .map(|missing| missing.count_ones() as usize)
            .min()
    }

    /// The fewest enemy stones after which no two own stones make six; three stands for more.
    fn enemy_needs(self) -> u32 {
        let threats: Vec<u32> = self
            .missing()
            .filter(|missing| missing.count_ones() <= 2)
            .collect();
        let stopped = |stones: u32| threats.iter().all(|missing| missing & stones != 0);
        if stopped(0) {
            0
        } else if self.empties().any(stopped) {
            1
        } else if self
            .empties()
            .any(|a| self.empties().any(|b| stopped(a | b)))
        {
            2
        } else {
            3
        }
    }

    /// The strongest class below six that so many more stones make.
    fn best_after(self, stones: u32) -> LineClass {
        let with = |bit: u32| Self {
            own: self.own | bit,
            ..self
        };
        let classes = self.empties().map(|bit| {
            let next = with(bit);
            if stones == 1 {
                next.class()
            } else {
                next.best_after(stones - 1)
            }
        });
        classes.min().unwrap_or(LineClass::Less)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Can the own side make six with `stones` stones after the enemy has placed the best `answers`? By playing it out.
    fn wins(line: Line, stones: u32, answers: u32) -> bool {
        if answers > 0 {
            let with = |bit: u32| Line {
                enemy: line.enemy | bit,
                ..line
            };
            return line
                .empties()
                .all(|bit| wins(with(bit), stones, answers - 1))
                && (line.empties().next().is_some() || wins(line, stones, 0));
        }
        if line.longest_row() as usize >= ROW {
            return true;
        }
        let with = |bit: u32| Line {
            own: line.own | bit,
            ..line
        };
        stones > 0 && line.empties().any(|bit| wins(with(bit), stones - 1, 0))
    }

    fn all_lines(cells: u32) -> Vec<Line> {
        let all = 1_u32 << cells;
        (0..all)
            .flat_map(|own| (0..all).filter_map(move |enemy| Line::new(cells, own, enemy)))
            .collect()
    }

    /// The definition of each class, played out.
    fn fits(line: Line, class: LineClass) -> bool {
        let reach = |stones: u32| {
            let mut best = LineClass::Less;
            let mut stack = vec![(line, stones)];
            while let Some((now, left)) = stack.pop() {
                if left == 0 {
                    best = best.min(now.class());
                } else {
                    stack.extend(now.empties().map(|bit| {
                        (
                            Line {
                                own: now.own | bit,
                                ..now
                            },
                            left - 1,
                        )
                    }));
                }
            }
            best
        };
        let row = line.longest_row() as usize;
        let [one, two, three, four] = [1, 2, 3, 4].map(|stones| wins(line, stones, 0));
        let needs_two = wins(line, 2, 1);
        match class {
            LineClass::Overline => row > ROW,
            LineClass::Six => row == ROW,
            LineClass::OpenFive => row < ROW && one && needs_two,
            LineClass::ClosedFive => row < ROW && one && !needs_two,
            LineClass::OpenFour => !one && two && needs_two,
            LineClass::ClosedFour => !one && two && !needs_two,
            LineClass::OpenThree => !two && three && reach(1) == LineClass::OpenFour,
            LineClass::HazyThree => {
                !two && three
                    && reach(1) == LineClass::ClosedFour
                    && reach(2) == LineClass::OpenFive
            }
            LineClass::ClosedThree => {
                !two && three
                    && reach(1) == LineClass::ClosedFour
                    && reach(2) == LineClass::ClosedFive
            }
            LineClass::OpenTwo => !three && four && reach(2) == LineClass::OpenFour,
            LineClass::ClosedTwo => !three && four && reach(2) == LineClass::ClosedFour,
            LineClass::Less => !four,
        }
    }

    #[test]
    fn every_line_of_eight_cells_fits_the_definition_of_its_class() {
        let mut seen = std::collections::BTreeMap::new();
        for line in all_lines(8) {
            let class = line.class();
            assert!(fits(line, class), "{line:?} {class:?}");
            *seen.entry(class).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 12, "{seen:?}");
    }

    #[test]
    fn drawn_examples() {
        for (text, class) in [
            (".XXXXXXX.", LineClass::Overline),
            (".XXXXXX.", LineClass::Six),
            (".XXXXX.", LineClass::OpenFive),
            ("OXXXXX.", LineClass::ClosedFive),
            ("..XXXX..", LineClass::OpenFour),
            ("O.XXXX.O", LineClass::ClosedFour),
            ("...XXX...", LineClass::OpenThree),
            ("O.XXX...O", LineClass::HazyThree),
            ("OXXX...O", LineClass::ClosedThree),
            ("....XX....", LineClass::OpenTwo),
            ("OXX....O", LineClass::ClosedTwo),
            ("OXXXXXO", LineClass::Less),
        ] {
            assert_eq!(Line::parse(text).map(Line::class), Some(class), "{text}");
        }
        assert_eq!(Line::parse("..?"), None);
        assert_eq!(Line::new(20, 0, 0), None);
        assert_eq!(Line::new(6, 1, 1), None);
    }
}
