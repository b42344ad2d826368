//! Hash collections for keys that are small or already well mixed. This is the only use of `fxhash`: the crate is no
//! longer maintained, and it can be replaced here.

/// A hash set with a fast, deterministic hasher.
pub type FastSet<K> = fxhash::FxHashSet<K>;

/// A hash map with a fast, deterministic hasher.
pub type FastMap<K, V> = fxhash::FxHashMap<K, V>;
