//! A double click on the program itself: in the file manager of Windows it opens a console without arguments. Nobody who
//! does that wants to type commands of a protocol, so the page is opened.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use sysinfo::{Pid, ProcessRefreshKind, ProcessesToUpdate, System};

use super::dispatch::run;

/// The process of the file manager, which starts what is double-clicked.
const FILE_MANAGER: &str = "explorer.exe";

/// Opens the page if a double click has started the program, and returns the exit code when it is closed. The window of a
/// failure stays until Enter is pressed, so that it can be read.
pub fn page_of_double_click() -> Option<ExitCode> {
    if !io::stdin().is_terminal() || !parent_is_file_manager() {
        return None;
    }
    let code = run(["pbrain-kagetsu", "web"]);
    if code != ExitCode::SUCCESS {
        // Nobody is there to be told when this fails.
        let _ = writeln!(io::stderr(), "Press Enter to close this window.");
        let _ = io::stdin().read_line(&mut String::new());
    }
    Some(code)
}

fn parent_is_file_manager() -> bool {
    let mut system = System::new();
    let mut read = |process: Pid| {
        let wanted = ProcessRefreshKind::nothing();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[process]), false, wanted);
        let found = system.process(process)?;
        Some((found.parent(), found.name().to_os_string()))
    };
    let parent = sysinfo::get_current_pid()
        .ok()
        .and_then(&mut read)
        .and_then(|(parent, _)| parent);
    parent
        .and_then(read)
        .is_some_and(|(_, name)| name.eq_ignore_ascii_case(FILE_MANAGER))
}
