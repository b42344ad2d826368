//! Hash collections for keys that are already well mixed or small. The only mention of `fxhash`:
//! the crate is no longer maintained, and a successor can be put in here in one line.

/// A hash set with a fast, deterministic hasher.
pub type FastSet<K> = fxhash::FxHashSet<K>;

/// A hash map with a fast, deterministic hasher.
pub type FastMap<K, V> = fxhash::FxHashMap<K, V>;
