//! A program of the Gomocup protocol as a script of the shell. It plays along the top row and comments on it, and at its
//! second answer it has its fault, once: asked again, it goes on.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::shell::write_script;

const SCRIPT: &str = r#"#!/bin/sh
manner=$1
folder=$2
echo $$ >> "$folder/started"
stones=0
answer() {
  if [ $stones -ge 3 ] && [ "$manner" != ok ] && [ ! -e "$folder/faulty-$manner" ]; then
    : > "$folder/faulty-$manner"
    case "$manner" in
      crash) exit 3 ;;
      illegal) echo 7,7; return ;;
      silent) sleep 60 ;;
      # The line has no end, so that all of it is kept for as long as its reader waits for one.
      greedy) { head -c 600000000 /dev/zero; sleep 60; } | tail -n 1 | wc -c ;;
    esac
  fi
  # Without a process of its own: an answer costs next to nothing.
  set -- a b c d e f g h i j k l m n o p q r s t u v
  shift $stones
  echo "MESSAGE Depth 4-9 | Eval 35 | Time 10ms | ${1}1 a2"
  echo "DEBUG <b>$manner</b>"
  echo "$stones,0"
}
while read -r word rest; do
  case "$word" in
    START) echo OK ;;
    BEGIN) stones=0; answer ;;
    TURN) stones=$((stones + 2)); answer ;;
    BOARD)
      stones=0
      while read -r line && [ "$line" != DONE ]; do stones=$((stones + 1)); done
      answer ;;
    SWAP2BOARD)
      stones=0
      while read -r line && [ "$line" != DONE ]; do stones=$((stones + 1)); done
      case $stones in
        0) echo "7,7 8,8 9,9" ;;
        3) echo "5,5 6,9" ;;
        *) echo SWAP ;;
      esac ;;
    END) exit 0 ;;
  esac
done
"#;

/// The script in a folder of its own.
#[derive(Debug)]
pub struct Scripted {
    folder: tempfile::TempDir,
    script: PathBuf,
}

impl Scripted {
    /// Writes the script.
    ///
    /// # Errors
    /// As the file system.
    pub fn new() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let script = folder.path().join("pbrain-scripted");
        write_script(&script, SCRIPT)?;
        Ok(Self { folder, script })
    }

    /// The description of an engine with a manner: `ok`, `crash`, `illegal` or `silent`. Its name is the manner.
    pub fn engine(&self, manner: &str) -> String {
        // The silent one is waited for, and answers before on a busy machine as well; the others have all the time that they may
        // need.
        let seconds = if manner == "silent" { 5 } else { 60 };
        self.engine_with(manner, seconds)
    }

    /// The same with so many seconds for a move.
    pub fn engine_with(&self, manner: &str, seconds: u32) -> String {
        let (script, folder) = (self.script.display(), self.folder.path().display());
        format!("cmd={script} {manner} {folder},name={manner},tc=0/{seconds}")
    }

    /// How many of the processes that were ever started run now.
    ///
    /// # Errors
    /// As the file system.
    pub fn running(&self) -> usize {
        let started = fs::read_to_string(self.folder.path().join("started")).unwrap_or_default();
        let runs = |id: &&str| Path::new("/proc").join(id).join("cmdline").exists();
        started.lines().filter(runs).count()
    }
}
