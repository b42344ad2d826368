//! A thing that takes memory, with how much was asked for it. What it takes may be less or more, so the size by which
//! it is kept or made anew is the one asked for.

/// A table or a solver, and the bytes that were asked for it.
#[derive(Debug)]
pub(super) struct Allotted<T> {
    thing: T,
    pub(super) bytes: usize,
}

impl<T> Allotted<T> {
    /// Gives up what is in its place unless the bytes that were asked for it serve.
    pub(super) fn keep_if(place: &mut Option<Self>, serves: impl FnOnce(usize) -> bool) {
        drop(place.take_if(|allotted| !serves(allotted.bytes)));
    }

    /// What is in its place, made of so many bytes if there is nothing.
    pub(super) fn get_or_make(
        place: &mut Option<Self>,
        bytes: usize,
        make: impl FnOnce(usize) -> T,
    ) -> &mut T {
        let allotted = place.get_or_insert_with(|| Self {
            thing: make(bytes),
            bytes,
        });
        &mut allotted.thing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_serves_is_kept_and_the_rest_made_anew() {
        let mut place = None;
        let first = *Allotted::get_or_make(&mut place, 10, |bytes| bytes + 1);
        assert_eq!(first, 11);
        Allotted::keep_if(&mut place, |bytes| bytes == 10);
        assert_eq!(
            *Allotted::get_or_make(&mut place, 20, |bytes| bytes + 1),
            11
        );
        Allotted::keep_if(&mut place, |bytes| bytes > 10);
        assert!(place.is_none());
        assert_eq!(
            *Allotted::get_or_make(&mut place, 20, |bytes| bytes + 1),
            21
        );
        assert_eq!(place.map(|allotted| allotted.bytes), Some(20));
    }
}
