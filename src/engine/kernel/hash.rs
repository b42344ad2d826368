//! Hash collections for keys that are small or already well mixed, and the Zobrist keys of positions: one random number
//! for each kind of stone on each index, made at compile time, or when it is used where the program is to be small.
//!
//! This is the only use of `fxhash`: the crate is no longer maintained, and it can be replaced here.

use super::rng::Rng;

/// A hash set with a fast, deterministic hasher.
pub type FastSet<K> = fxhash::FxHashSet<K>;

/// A hash map with a fast, deterministic hasher.
pub type FastMap<K, V> = fxhash::FxHashMap<K, V>;

/// Number of indices of a key table: a board of 32 x 32 cells including its border.
const KEY_INDICES: usize = 1024;

/// Number of kinds of cells that have keys: black stone, white stone, blocked cell.
#[cfg(not(kagetsu_files_outside))]
const KEY_KINDS: usize = 3;

/// Key of the side to move. It is toggled with every stone.
pub const SIDE_KEY: u64 = 0xD1B5_4A32_D192_ED03;

const SEED: u64 = 0x4B41_4745_5453_5521;

/// The key of a kind of cell on an index.
#[cfg(kagetsu_files_outside)]
#[inline]
pub const fn key(kind: usize, index: usize) -> u64 {
    Rng::nth(SEED, kind * KEY_INDICES + index)
}

/// The key of a kind of cell on an index.
#[cfg(not(kagetsu_files_outside))]
#[inline]
pub const fn key(kind: usize, index: usize) -> u64 {
    KEYS[kind][index]
}

#[cfg(not(kagetsu_files_outside))]
static KEYS: [[u64; KEY_INDICES]; KEY_KINDS] = keys();

#[cfg(not(kagetsu_files_outside))]
#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time only")]
const fn keys() -> [[u64; KEY_INDICES]; KEY_KINDS] {
    let mut keys = [[0; KEY_INDICES]; KEY_KINDS];
    let mut kind = 0;
    while kind < KEY_KINDS {
        let mut index = 0;
        while index < KEY_INDICES {
            keys[kind][index] = Rng::nth(SEED, kind * KEY_INDICES + index);
            index += 1;
        }
        kind += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_keys_differ() {
        let kinds = 0..KEY_KINDS;
        let all = kinds.flat_map(|kind| (0..KEY_INDICES).map(move |index| key(kind, index)));
        let distinct: FastSet<u64> = all.chain([SIDE_KEY]).collect();
        assert_eq!(distinct.len(), KEY_INDICES * KEY_KINDS + 1);
    }
}
