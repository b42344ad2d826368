//! A table or a solver together with the number of bytes that were requested for it. The system may give less, so the
//! requested size decides whether it is kept or made again.

/// A table or a solver, and the bytes that were requested for it.
#[derive(Debug)]
pub(super) struct SizedMemory<T> {
    thing: T,
    pub(super) bytes: usize,
}

impl<T> SizedMemory<T> {
    /// Gives up what is in its place unless it can be reused for the bytes that were asked for it.
    pub(super) fn keep_if(place: &mut Option<Self>, is_reusable: impl FnOnce(usize) -> bool) {
        drop(place.take_if(|sized_memory| !is_reusable(sized_memory.bytes)));
    }

    /// What is in its place, made of so many bytes if there is nothing.
    pub(super) fn get_or_make(
        place: &mut Option<Self>,
        bytes: usize,
        make: impl FnOnce(usize) -> T,
    ) -> &mut T {
        let sized_memory = place.get_or_insert_with(|| Self {
            thing: make(bytes),
            bytes,
        });
        &mut sized_memory.thing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reusable_is_kept_and_the_rest_made_anew() {
        let mut place = None;
        let first = *SizedMemory::get_or_make(&mut place, 10, |bytes| bytes + 1);
        assert_eq!(first, 11);
        SizedMemory::keep_if(&mut place, |bytes| bytes == 10);
        assert_eq!(
            *SizedMemory::get_or_make(&mut place, 20, |bytes| bytes + 1),
            11
        );
        SizedMemory::keep_if(&mut place, |bytes| bytes > 10);
        assert!(place.is_none());
        assert_eq!(
            *SizedMemory::get_or_make(&mut place, 20, |bytes| bytes + 1),
            21
        );
        assert_eq!(place.map(|sized_memory| sized_memory.bytes), Some(20));
    }
}
