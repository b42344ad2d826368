//! Scripts that stand for programs, and where a shell finds programs.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::iter;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a script that can be run.
///
/// # Errors
/// As the file system.
pub fn write_script(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

/// The folders in which programs are looked for, with this one before the others.
///
/// # Errors
/// A name that cannot stand among them.
pub fn path_with(folder: &Path) -> io::Result<OsString> {
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = iter::once(folder.to_path_buf()).chain(env::split_paths(&others));
    env::join_paths(folders).map_err(io::Error::other)
}
