//! The bench of the engine, whose signature must be that of the program.

/// The nodes of all built-in positions; 0 where they cannot be searched.
#[expect(unsafe_code, reason = "the names of exports are fixed by the scripts")]
#[unsafe(no_mangle)]
extern "C" fn signature() -> f64 {
    kagetsu_gomoku::bench::signature().unwrap_or_default() as f64
}
