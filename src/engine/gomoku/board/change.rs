//! What one made stone changed, for code that keeps sums over points or line patterns.

use crate::geometry::Point;

use super::code::PatternCode;
use super::line_snapshot::{LinePatternChanges, LineSnapshot};
use super::threat_map::{ShapeChange, ThreatMap};

/// What a stone changed.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    pub(super) map: &'a ThreatMap,
    pub(super) around: &'a LineSnapshot,
    pub(super) shapes: &'a [ShapeChange],
}

impl<'a> Change<'a> {
    /// Where the stone was put.
    #[inline]
    pub const fn point(&self) -> Point {
        self.around.point()
    }

    /// The points that are still empty and have new codes: their indices, and the codes for Black and White since then.
    #[inline]
    pub fn codes(&self) -> impl Iterator<Item = (usize, [PatternCode; 2])> + 'a {
        let map = self.map;
        self.shapes.iter().map(|change| map.codes_after(change))
    }

    /// The points that are still empty and have a new line pattern. Each has one new pattern at most.
    #[inline]
    pub fn line_patterns(&self) -> LinePatternChanges {
        self.around.changed_patterns()
    }
}
