//! A table or a solver together with the number of bytes that were requested for it. The system may give less, so the
//! requested size decides whether it is kept or made again.

/// A table or a solver, if there is one, and the bytes that were requested for it.
#[derive(Debug)]
pub(super) struct SizedMemory<T>(Option<(T, usize)>);

impl<T> SizedMemory<T> {
    /// Nothing is there yet.
    pub(super) const EMPTY: Self = Self(None);

    /// The bytes that were requested for what is there.
    #[cfg(test)]
    pub(super) fn bytes(&self) -> Option<usize> {
        self.0.as_ref().map(|&(_, bytes)| bytes)
    }

    /// What is there.
    pub(super) fn get(&mut self) -> Option<&mut T> {
        self.0.as_mut().map(|(value, _)| value)
    }

    /// Gives up what is there.
    pub(super) fn clear(&mut self) {
        self.0 = None;
    }

    /// Gives up what is there unless it can be reused for the bytes that were requested for it.
    pub(super) fn keep_if(&mut self, is_reusable: impl FnOnce(usize) -> bool) {
        drop(self.0.take_if(|&mut (_, bytes)| !is_reusable(bytes)));
    }

    /// What is there, made of so many bytes if there is nothing.
    pub(super) fn get_or_make(&mut self, bytes: usize, make: impl FnOnce(usize) -> T) -> &mut T {
        let (value, _) = self.0.get_or_insert_with(|| (make(bytes), bytes));
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reusable_is_kept_and_the_rest_made_anew() {
        let mut memory = SizedMemory::EMPTY;
        assert_eq!(*memory.get_or_make(10, |bytes| bytes + 1), 11);
        memory.keep_if(|bytes| bytes == 10);
        assert_eq!(*memory.get_or_make(20, |bytes| bytes + 1), 11);
        memory.keep_if(|bytes| bytes > 10);
        assert_eq!(memory.get(), None);
        assert_eq!(*memory.get_or_make(20, |bytes| bytes + 1), 21);
        assert_eq!(memory.bytes(), Some(20));
        memory.clear();
        assert_eq!(memory.bytes(), None);
    }
}
