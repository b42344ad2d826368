//! The memory of the transposition table. With the feature `mmap` the system provides each page when it is first
//! touched. Without it the memory comes from the allocator.

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
    pub(crate) struct Backing(MmapMut);

    impl Backing {
        /// Memory of `bytes` bytes, all zero.
        pub(crate) fn zeroed(bytes: usize) -> io::Result<Self> {
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

        pub(crate) fn bytes(&mut self) -> &mut [u8] {
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
    pub(crate) struct Backing(Vec<u64>);

    impl Backing {
        /// Memory of `bytes` bytes, a multiple of eight, all zero.
        pub(crate) fn zeroed(bytes: usize) -> Result<Self, TryReserveError> {
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

        pub(crate) fn bytes(&mut self) -> &mut [u8] {
            self.0.as_mut_slice().as_mut_bytes()
        }
    }
}

#[cfg(not(feature = "mmap"))]
pub(crate) use allocated::Backing;
#[cfg(feature = "mmap")]
pub(crate) use mapped::Backing;
