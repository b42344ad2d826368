//! Sums of int8 products in tiles of AMX: eight registers of up to sixteen rows of 64 bytes, which one instruction multiplies as
//! matrices (Intel, "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 1, "Programming with Intel AMX").
//!
//! Stable Rust has no functions for them, so this is assembly. One block of it computes the sums of two runs of places for three
//! blocks of outputs, and no tile is in use outside it.

use std::arch::asm;
use std::arch::x86_64::__cpuid_count;
use std::mem::offset_of;
use std::sync::LazyLock;

use super::super::layout::{INT8_IN_32_BITS, LANES, TAPS};
use super::work::{Convolution, Number, Output, Weights};

/// Rows of a tile, at most.
const MOST_ROWS: usize = 16;
/// Bytes of a row of a tile, at most.
const ROW_BYTES: usize = 64;
/// Runs whose sums are in tiles at once. A run is a part of a row of the board; each of its cells has a row of a tile.
const RUNS: usize = 2;
/// Blocks of 16 outputs whose sums are in tiles at once.
const BLOCKS: usize = 3;
/// The fewest outputs that [`convolve`] computes.
pub(super) const FEWEST_OUTPUTS: usize = BLOCKS * LANES;
/// Tiles of sums come first, then one of numbers, then one of weights.
const NUMBERS_TILE: usize = RUNS * BLOCKS;
const WEIGHTS_TILE: usize = NUMBERS_TILE + 1;

/// Can this processor multiply int8 in tiles, and does the operating system allow it?
pub(super) fn is_available() -> bool {
    static AVAILABLE: LazyLock<bool> = LazyLock::new(|| has_tiles() && is_permitted());
    *AVAILABLE
}

/// Are there tiles, with products of int8?
fn has_tiles() -> bool {
    const FEATURES_LEAF: u32 = 7;
    const AMX_TILE: u32 = 1 << 24;
    const AMX_INT8: u32 = 1 << 25;
    __cpuid_count(0, 0).eax >= FEATURES_LEAF && {
        let features = __cpuid_count(FEATURES_LEAF, 0).edx;
        features & AMX_TILE != 0 && features & AMX_INT8 != 0
    }
}

/// Asks Linux to keep the tiles of this process, which it does for no process unasked ("Using XSTATE features in user space
/// applications" in the kernel's documentation).
#[cfg(target_os = "linux")]
fn is_permitted() -> bool {
    /// `ARCH_REQ_XCOMP_PERM`: asks for a kind of state.
    const REQUEST: libc::c_long = 0x1023;
    /// `XFEATURE_XTILEDATA`: the tiles.
    const TILES: libc::c_long = 18;
    // SAFETY: the call takes two numbers and changes no memory of the process.
    unsafe { libc::syscall(libc::SYS_arch_prctl, REQUEST, TILES) == 0 }
}

/// No other operating system is asked.
#[cfg(not(target_os = "linux"))]
const fn is_permitted() -> bool {
    false
}

/// The sizes of the tiles, as the processor reads them.
#[repr(C, align(64))]
struct Sizes {
    palette: u8,
    first_row: u8,
    reserved: [u8; 14],
    row_bytes: [u16; 16],
    rows: [u8; 16],
}

impl Sizes {
    /// For so many places and so many int8 numbers of each of them at once.
    fn new(places: usize, numbers: usize) -> Self {
        let mut sizes = Self {
            palette: 1,
            first_row: 0,
            reserved: [0; 14],
            row_bytes: [0; 16],
            rows: [0; 16],
        };
        sizes.row_bytes[..=WEIGHTS_TILE].fill(ROW_BYTES as u16);
        sizes.row_bytes[NUMBERS_TILE] = numbers as u16;
        sizes.rows[..WEIGHTS_TILE].fill(places as u8);
        sizes.rows[WEIGHTS_TILE] = (numbers / INT8_IN_32_BITS) as u8;
        sizes
    }
}

/// What the assembly reads from memory once or seldom.
#[repr(C)]
struct Task {
    sizes: Sizes,
    /// Bytes of the weights of a step.
    weights_bytes: usize,
    /// Bytes from the sums of a place to those of the next one.
    sums_stride: usize,
    /// Where the sums of the first block go, of each run.
    sums: [*mut Output; RUNS],
}

/// How many int8 numbers of a place are multiplied at once: as many as a row of a tile has room for, in equal parts.
const fn numbers_at_once(channels: usize) -> usize {
    let mut numbers = ROW_BYTES;
    while !channels.is_multiple_of(numbers) {
        numbers -= LANES;
    }
    numbers
}

/// Bytes from a place to the numbers that are multiplied at once, in the order of the weights.
fn steps(shape: &Convolution, numbers: usize) -> Vec<isize> {
    let channels = shape.inputs * INT8_IN_32_BITS;
    let taps = shape.field.steps().into_iter();
    let of_tap = |step| {
        let parts = (0..channels).step_by(numbers);
        parts.map(move |first| step * channels as isize + first as isize)
    };
    taps.flat_map(of_tap).collect()
}

/// Computes the output of every cell, of [`FEWEST_OUTPUTS`] or more. Weights: blocks of 16 outputs, taps, inputs, outputs.
///
/// # Safety
/// Tiles must be available.
pub(super) unsafe fn convolve(
    shape: &Convolution,
    input: &[Number],
    weights: &[Weights],
    output: &mut [Output],
) {
    let places = shape.places(MOST_ROWS);
    let numbers = numbers_at_once(shape.inputs * INT8_IN_32_BITS);
    let steps = steps(shape, numbers);
    let stride = shape.inputs * size_of::<Number>();
    let mut task = Task {
        sizes: Sizes::new(places, numbers),
        weights_bytes: numbers * LANES,
        sums_stride: shape.outputs * size_of::<Output>(),
        sums: [std::ptr::null_mut(); RUNS],
    };
    let runs = (0..shape.field.rows).flat_map(|row| runs_of_row(shape, row, places));
    let runs: Vec<usize> = runs.collect();
    // Of one pointer, so that both runs write by it.
    let (outputs, output) = (output.len(), output.as_mut_ptr());
    // All runs follow one another for the same weights, which then stay in the nearest cache.
    for block in (0..shape.blocks()).step_by(BLOCKS) {
        let block = block.min(shape.blocks() - BLOCKS);
        let weights: [&[Weights]; BLOCKS] = std::array::from_fn(|number| {
            &weights[(block + number) * shape.block_inputs()..][..shape.block_inputs()]
        });
        for runs in runs.chunks(RUNS) {
            // A last run without another one is computed twice, and so are some of the last blocks.
            let runs = [runs[0], *runs.last().unwrap_or(&runs[0])];
            let numbers = runs.map(|place| numbers_of_run(shape, input, place, places));
            task.sums = runs.map(|place| {
                let first = place * shape.outputs + block * LANES;
                let sums = (places - 1) * shape.outputs + BLOCKS * LANES;
                assert!(first + sums <= outputs, "the sums of a run have room");
                output.wrapping_add(first)
            });
            // SAFETY: tiles are available, as the caller says. What is read and written lies in the slices, as was checked above:
            // all numbers that the steps lead to from the runs; the weights of all steps, which together are those of a block; and
            // for each place of the runs the sums of the blocks.
            unsafe { add_products(&task, &steps, numbers, weights, stride) };
        }
    }
}

/// The first places of the runs of a row. The last two runs may have some places in common, which are computed twice.
fn runs_of_row(
    shape: &Convolution,
    row: usize,
    places: usize,
) -> impl Iterator<Item = usize> + use<> {
    let columns = shape.field.columns;
    let first = shape.field.place(row * columns);
    (0..columns)
        .step_by(places)
        .map(move |column| first + column.min(columns - places))
}

/// Where the numbers of the first place of a run are.
///
/// # Panics
/// If those that the steps lead to are not all there.
fn numbers_of_run(
    shape: &Convolution,
    input: &[Number],
    place: usize,
    places: usize,
) -> *const Number {
    let steps = shape.field.steps();
    let first = place as isize + steps[0];
    let last = place as isize + steps[TAPS - 1];
    let all = &input[first as usize * shape.inputs..(last as usize + places) * shape.inputs];
    all[(place - first as usize) * shape.inputs..].as_ptr()
}

/// Computes the sums of two runs for three blocks.
///
/// # Safety
/// Tiles must be available, and what the task, the steps and the pointers lead to must be there, as [`convolve`] makes it.
unsafe fn add_products(
    task: &Task,
    steps: &[isize],
    numbers: [*const Number; RUNS],
    weights: [&[Weights]; BLOCKS],
    stride: usize,
) {
    // SAFETY: as the caller says. No tile is used before or after.
    unsafe {
        asm!(
            "ldtilecfg [{task} + {sizes}]",
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "tilezero tmm4",
            "tilezero tmm5",
            "2:",
            "tileloadd tmm7, [{weights_0} + {row_bytes}]",
            "mov {at}, [{steps}]",
            "add {at}, {run_0}",
            "tileloadd tmm6, [{at} + {stride}]",
            "tdpbusd tmm0, tmm6, tmm7",
            "mov {at}, [{steps}]",
            "add {at}, {run_1}",
            "tileloadd tmm6, [{at} + {stride}]",
            "tdpbusd tmm3, tmm6, tmm7",
            "tileloadd tmm7, [{weights_1} + {row_bytes}]",
            "tdpbusd tmm4, tmm6, tmm7",
            "mov {at}, [{steps}]",
            "add {at}, {run_0}",
            "tileloadd tmm6, [{at} + {stride}]",
            "tdpbusd tmm1, tmm6, tmm7",
            "tileloadd tmm7, [{weights_2} + {row_bytes}]",
            "tdpbusd tmm2, tmm6, tmm7",
            "mov {at}, [{steps}]",
            "add {at}, {run_1}",
            "tileloadd tmm6, [{at} + {stride}]",
            "tdpbusd tmm5, tmm6, tmm7",
            "mov {at}, [{task} + {weights_bytes}]",
            "add {weights_0}, {at}",
            "add {weights_1}, {at}",
            "add {weights_2}, {at}",
            "add {steps}, 8",
            "dec {left}",
            "jnz 2b",
            "mov {stride}, [{task} + {sums_stride}]",
            "mov {at}, [{task} + {sums}]",
            "tilestored [{at} + {stride}], tmm0",
            "tilestored [{at} + {stride} + 64], tmm1",
            "tilestored [{at} + {stride} + 128], tmm2",
            "mov {at}, [{task} + {sums} + 8]",
            "tilestored [{at} + {stride}], tmm3",
            "tilestored [{at} + {stride} + 64], tmm4",
            "tilestored [{at} + {stride} + 128], tmm5",
            "tilerelease",
            task = in(reg) task,
            sizes = const offset_of!(Task, sizes),
            weights_bytes = const offset_of!(Task, weights_bytes),
            sums_stride = const offset_of!(Task, sums_stride),
            sums = const offset_of!(Task, sums),
            row_bytes = in(reg) ROW_BYTES,
            steps = inout(reg) steps.as_ptr() => _,
            left = inout(reg) steps.len() => _,
            run_0 = in(reg) numbers[0],
            run_1 = in(reg) numbers[1],
            weights_0 = inout(reg) weights[0].as_ptr() => _,
            weights_1 = inout(reg) weights[1].as_ptr() => _,
            weights_2 = inout(reg) weights[2].as_ptr() => _,
            stride = inout(reg) stride => _,
            at = out(reg) _,
            out("tmm0") _,
            out("tmm1") _,
            out("tmm2") _,
            out("tmm3") _,
            out("tmm4") _,
            out("tmm5") _,
            out("tmm6") _,
            out("tmm7") _,
            options(nostack),
        );
    }
}
