//! The memory of transposition tables, and how large tables and trees are where the system gives little. With the
//! feature `mmap` the system provides each page when it is first touched. Without it the memory comes from the allocator.

use std::fmt::Display;

use log::warn;
use zerocopy::{FromBytes, IntoBytes, KnownLayout};

/// Address space that a table leaves to the stacks of threads, the solver and the allocator.
const RESERVE_BYTES: usize = 96 << 20;

/// Takes `bytes` bytes, or half of them again and again until the system gives that much and a reserve for everything
/// else: a program that cannot allocate a few bytes is aborted. For `least` bytes and fewer there need be no reserve.
/// `None` if the system does not even give those.
pub fn halved_to_fit<T, E: Display>(
    bytes: usize,
    least: usize,
    take: impl FnMut(usize) -> Result<T, E>,
) -> Option<T> {
    halved(bytes, least, take, |_| Backing::is_available(RESERVE_BYTES))
}

/// As [`halved_to_fit`], where `leaves_room` tells whether there is a reserve beside so many bytes.
fn halved<T, E: Display>(
    mut bytes: usize,
    least: usize,
    mut take: impl FnMut(usize) -> Result<T, E>,
    leaves_room: impl Fn(usize) -> bool,
) -> Option<T> {
    loop {
        let is_least = bytes <= least;
        match take(bytes) {
            Ok(memory) if is_least || leaves_room(bytes) => return Some(memory),
            Ok(_) => warn!("half of {bytes} bytes of memory: no room beside them"),
            Err(error) if is_least => {
                warn!("not even {bytes} bytes of memory: {error}");
                return None;
            }
            Err(error) => warn!("half of {bytes} bytes of memory: {error}"),
        }
        bytes /= 2;
    }
}

#[cfg(feature = "mmap")]
mod mapped {
    use std::io;

    #[cfg(all(target_os = "linux", not(debug_assertions)))]
    use memmap2::Advice;
    use memmap2::MmapMut;

    /// Pages of zeros, aligned to cache lines. They take no memory until they are touched.
    ///
    /// A search touches all pages within a few seconds. Large pages are used where the system has them, because threads
    /// that need new small pages wait for one another. An engine of the tests, built with debug assertions, searches for
    /// a moment only, and to clear large pages would cost it many times what the search does.
    #[derive(Debug)]
    pub struct Backing(MmapMut);

    impl Backing {
        /// Memory of `bytes` bytes, all zero.
        ///
        /// # Errors
        /// When the system does not give so much.
        pub fn zeroed(bytes: usize) -> io::Result<Self> {
            let memory = MmapMut::map_anon(bytes)?;
            #[cfg(all(target_os = "linux", not(debug_assertions)))]
            if let Err(error) = memory.advise(Advice::HugePage) {
                log::debug!("a table of small pages: {error}");
            }
            Ok(Self(memory))
        }

        /// Does the system have address space for `bytes` more bytes?
        pub(crate) fn is_available(bytes: usize) -> bool {
            MmapMut::map_anon(bytes).is_ok()
        }

        pub(super) fn bytes(&mut self) -> &mut [u8] {
            &mut self.0
        }
    }
}

#[cfg(not(feature = "mmap"))]
mod allocated {
    use std::collections::TryReserveError;

    use zerocopy::IntoBytes;

    /// Zeros from the allocator, aligned for the words of an entry.
    #[derive(Debug)]
    pub struct Backing(Vec<u64>);

    impl Backing {
        /// Memory of `bytes` bytes, a multiple of eight, all zero.
        ///
        /// # Errors
        /// When the allocator does not give so much.
        pub fn zeroed(bytes: usize) -> Result<Self, TryReserveError> {
            let words = bytes / size_of::<u64>();
            let mut memory = Vec::new();
            memory.try_reserve_exact(words)?;
            memory.resize(words, 0);
            Ok(Self(memory))
        }

        /// Does the allocator have `bytes` more bytes?
        pub(crate) fn is_available(bytes: usize) -> bool {
            Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
        }

        pub(super) fn bytes(&mut self) -> &mut [u8] {
            self.0.as_mut_slice().as_mut_bytes()
        }
    }
}

#[cfg(not(feature = "mmap"))]
pub use allocated::Backing;
#[cfg(feature = "mmap")]
pub use mapped::Backing;

impl Backing {
    /// The memory as buckets of a table; none where it is no whole number of them.
    pub fn buckets<B: FromBytes + IntoBytes + KnownLayout>(&mut self) -> &mut [B] {
        <[B]>::mut_from_bytes(self.bytes()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_refuses_is_halved() {
        let given = |most: usize| {
            let take = |bytes| (bytes <= most).then_some(bytes).ok_or("too many");
            halved_to_fit(100, 20, take)
        };
        let expected = [Some(100), Some(50), Some(25), Some(12), None];
        assert_eq!([100, 99, 49, 24, 11].map(given), expected);
    }

    #[test]
    fn what_leaves_no_reserve_is_halved() {
        let given = |most: usize| halved(100, 20, Ok::<usize, &str>, |bytes| bytes <= most);
        // The least needs no reserve.
        let expected = [Some(100), Some(50), Some(25), Some(12)];
        assert_eq!([100, 99, 49, 24].map(given), expected);
        assert_eq!(given(0), Some(12));
    }
}
