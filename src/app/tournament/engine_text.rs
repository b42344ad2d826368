//! Reading the description of an engine: `KEY=VALUE` pairs, separated by commas in `--engine`, a table in a settings
//! file.

use std::error::Error;
use std::str::FromStr;

use kagetsu_arena::protocol::Protocol;

use super::clock_text::TimeControlArgument;
use crate::value;

const SEPARATOR: char = ',';
const ESCAPED_SEPARATOR: &str = "\\,";
/// Replaces an escaped comma while the text is split; no value may hold it.
const PLACEHOLDER: &str = "\0";
const OPTION_PREFIX: &str = "option.";

/// The description of one engine. Settings that are absent are those for all engines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct EngineEntry {
    pub(super) cmd: String,
    pub(super) name: Option<String>,
    pub(super) protocol: Option<Protocol>,
    pub(super) dir: Option<String>,
    pub(super) folder: Option<String>,
    /// In mebibytes.
    pub(super) memory: Option<u64>,
    pub(super) threads: Option<u32>,
    /// In milliseconds.
    pub(super) pause: Option<u64>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    pub(super) tc: Option<TimeControlArgument>,
    pub(super) options: Vec<(String, String)>,
}

impl EngineEntry {
    /// The engine that these pairs describe; `text` is quoted in the error for a missing `cmd`.
    pub(super) fn from_pairs<'a>(
        pairs: impl IntoIterator<Item = (&'a str, &'a str)>,
        text: &str,
    ) -> Result<Self, String> {
        let mut entry = Self::default();
        let mut seen: Vec<&str> = Vec::new();
        for (key, value) in pairs {
            if seen.contains(&key) {
                return Err(format!("'{key}' is given twice"));
            }
            seen.push(key);
            entry.set(key, value)?;
        }
        if entry.cmd.trim().is_empty() {
            return Err(format!("'{text}' names no program: expected cmd=PROGRAM"));
        }
        Ok(entry)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "cmd" => self.cmd = value.to_string(),
            "name" => self.name = Some(value.to_string()),
            "protocol" => self.protocol = Some(parsed(key, value)?),
            "dir" => self.dir = Some(value.to_string()),
            "folder" => self.folder = Some(value.to_string()),
            "memory" => self.memory = Some(parsed(key, value)?),
            "threads" => self.threads = Some(positive(key, value)?),
            "pause" => self.pause = Some(parsed(key, value)?),
            "nodes" => self.nodes = Some(positive(key, value)?),
            "depth" => self.depth = Some(positive(key, value)?),
            "tc" => self.tc = Some(parsed(key, value)?),
            _ => match key.strip_prefix(OPTION_PREFIX) {
                Some(option) if !option.is_empty() => {
                    self.options.push((option.to_string(), value.to_string()));
                }
                _ => {
                    return Err(format!(
                        "'{key}' is not known of an engine: expected cmd, name, protocol, dir, folder, memory, threads, pause, \
                         nodes, depth, tc or option.KEY"
                    ));
                }
            },
        }
        Ok(())
    }
}

fn parsed<T: FromStr<Err: Error + 'static>>(key: &str, value: &str) -> Result<T, String> {
    value::parsed(value).map_err(|reason| refused(key, value, &reason))
}

fn positive<N>(key: &str, value: &str) -> Result<N, String>
where
    N: FromStr<Err: Error + 'static> + Default + PartialEq,
{
    let number: N = parsed(key, value)?;
    if number == N::default() {
        return Err(refused(key, value, "it must be above 0"));
    }
    Ok(number)
}

fn refused(key: &str, value: &str, reason: &str) -> String {
    format!("{key}='{value}' is refused: {reason}")
}

impl FromStr for EngineEntry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let hidden = text.replace(ESCAPED_SEPARATOR, PLACEHOLDER);
        let parts: Vec<String> = hidden
            .split(SEPARATOR)
            .map(|part| part.replace(PLACEHOLDER, &SEPARATOR.to_string()))
            .collect();
        let mut pairs = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            match part.split_once('=') {
                Some(pair) => pairs.push(pair),
                None if index == 0 => pairs.push(("cmd", part.as_str())),
                None => return Err(format!("'{part}' is not KEY=VALUE")),
            }
        }
        Self::from_pairs(pairs, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_can_be_said_of_an_engine_is_read() {
        let text = "cmd=bin/x --a 1\\,2,name=X,protocol=gtp,dir=d,folder=f,memory=64,threads=2,pause=5,nodes=7000000000,depth=8,tc=60/1,option.a.b=c=d";
        let expected = EngineEntry {
            cmd: "bin/x --a 1,2".to_string(),
            name: Some("X".to_string()),
            protocol: Some(Protocol::Gtp),
            dir: Some("d".to_string()),
            folder: Some("f".to_string()),
            memory: Some(64),
            threads: Some(2),
            pause: Some(5),
            nodes: Some(7_000_000_000),
            depth: Some(8),
            tc: Some("60/1".parse().expect("a time control")),
            options: vec![("a.b".to_string(), "c=d".to_string())],
        };
        assert_eq!(text.parse(), Ok(expected));
    }

    #[test]
    fn a_program_alone_is_an_engine() {
        let entry: EngineEntry = "pbrain-x,name=Y".parse().expect("an engine");
        assert_eq!(
            (entry.cmd.as_str(), entry.name.as_deref()),
            ("pbrain-x", Some("Y"))
        );
    }

    #[test]
    fn other_text_is_quoted() {
        for (text, message) in [
            ("", "'' names no program"),
            ("name=X", "'name=X' names no program"),
            ("cmd=x,y", "'y' is not KEY=VALUE"),
            ("cmd=x,nmae=y", "'nmae' is not known of an engine"),
            ("cmd=x,option.=y", "'option.' is not known of an engine"),
            ("cmd=x,cmd=y", "'cmd' is given twice"),
            ("cmd=x,threads=0", "threads='0' is refused: it must be"),
            ("cmd=x,memory=1G", "memory='1G' is refused"),
            ("cmd=x,protocol=uci", "protocol='uci' is refused"),
            ("cmd=x,tc=1/2/3", "tc='1/2/3' is refused"),
        ] {
            let error = text.parse::<EngineEntry>().expect_err("bad");
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
