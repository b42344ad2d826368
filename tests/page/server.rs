//! The program as the server of a page, and what is asked of it without a browser.

use std::io::{Read, Write};
use std::net::TcpStream;

use super::Fault;
use kagetsu_test_support::process::{Heard, PATIENCE, Process};

/// A server of its own, which ends when it is dropped.
pub(crate) struct Server {
    pub(crate) process: Process,
    /// The address with the owner's key.
    pub(crate) link: String,
    /// Host and port.
    pub(crate) address: String,
    pub(crate) key: String,
}

impl Server {
    /// Starts it at a free port.
    pub(crate) fn start(options: &[&str]) -> Result<Self, Fault> {
        Self::start_at("127.0.0.1:0", options)
    }

    /// Starts it at an address.
    pub(crate) fn start_at(address: &str, options: &[&str]) -> Result<Self, Fault> {
        let usual = ["web", "--no-open", "--listen", address];
        Self::of(Process::start(crate::PROGRAM, &[&usual, options].concat())?)
    }

    /// A server that has been started and tells its link.
    pub(crate) fn of(process: Process) -> Result<Self, Fault> {
        let Heard::Line(link) = process.hear()? else {
            return Err("the server has ended".into());
        };
        let host = link.strip_prefix("http://").ok_or("the link is http")?;
        let (address, key) = host.split_once("/#").ok_or("the link has a key")?;
        Ok(Self {
            process,
            address: address.to_string(),
            key: key.to_string(),
            link,
        })
    }

    /// Sends a command of the owner, and gives the answer.
    pub(crate) fn post(&self, command: &str) -> Result<String, Fault> {
        let Self { address, key, .. } = self;
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let length = command.len();
        write!(
            stream,
            "POST /api/command HTTP/1.1\r\nHost: {address}\r\nX-Kagetsu-Key: {key}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{command}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        Ok(answer)
    }
}
