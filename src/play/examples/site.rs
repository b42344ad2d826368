//! Writes the page that needs no server: `scripts/site.sh` calls it with a folder and the compiled program.

use std::error::Error;
use std::path::PathBuf;

use kagetsu_play::page::write_site;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(folder), Some(program)) = (arguments.next(), arguments.next()) else {
        return Err("expected: FOLDER PROGRAM.wasm".into());
    };
    write_site(&folder, &std::fs::read(program)?)?;
    Ok(())
}
