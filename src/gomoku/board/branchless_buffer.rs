//! A short list on the stack for filters without branches.

/// A list to which every entry is written, and whose length grows only if the entry counts. A branch instead would be
/// mispredicted too often.
#[derive(Clone, Debug)]
pub struct BranchlessBuffer<T> {
    list: [T; SPACE],
    len: usize,
}

/// Room of a list: more than the points that see one point.
const SPACE: usize = 64;

impl<T: Copy + Default> Default for BranchlessBuffer<T> {
    #[inline]
    fn default() -> Self {
        Self {
            list: [T::default(); SPACE],
            len: 0,
        }
    }
}

impl<T: Copy> BranchlessBuffer<T> {
    /// Adds an entry if it counts. There must be room for one more either way.
    #[inline]
    pub(super) fn push_if(&mut self, counts: bool, entry: T) {
        debug_assert!(self.len < SPACE, "no room for one more");
        self.list[self.len % SPACE] = entry;
        self.len += usize::from(counts);
    }

    /// The entries that count.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.list[..self.len.min(SPACE)]
    }
}
