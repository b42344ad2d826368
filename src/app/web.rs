//! `web`: the page in a browser.

use std::io::{self, IsTerminal, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use kagetsu_analysis::database::reader::Reader;
use kagetsu_kernel::rng::drawn_seed;
use kagetsu_play::page::{Helpers, PageOptions, PublicUrl, Server, Who};

use super::browser::Redirect;
use super::explorer::OpenDatabase;
use super::interrupt::end_on_interrupt;
use super::listen_address::ListenAddress;
use super::play::programs;
use super::tournament::EngineEntry;
use super::zero_players::NetworkArgs;
use crate::error::CommandError;

/// Arguments of `web`.
#[derive(Debug, Args)]
pub(super) struct WebArgs {
    /// Address and port of the page, or a port alone for this machine; port 0 lets the system choose (default: port 8219 of
    /// this machine, or another one where that is in use: a browser keeps games and settings for one port). With an address
    /// that other machines reach, such as 0.0.0.0:8000, it prints links and QR codes for two players elsewhere and for
    /// spectators. Nothing is encrypted: beyond a network that you trust, put it behind a proxy with TLS
    #[arg(long, value_name = "ADDRESS:PORT")]
    listen: Option<ListenAddress>,
    /// Where others reach the page when it stands behind a proxy: scheme and name, without a path
    #[arg(long, value_name = "URL")]
    public: Option<PublicUrl>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Keep the game and the links in this file and go on with them
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Seed of the random choices of a level: with the same one Kagetsu plays the same games. Without it they differ from start
    /// to start
    #[arg(long)]
    seed: Option<u64>,
    /// An engine that may take a seat in gomoku or be compared with Kagetsu, described as for `tournament`: PROGRAM or
    /// KEY=VALUE,.. with cmd, name, tc, option.KEY and more; may be given several times. The page knows its name only
    #[arg(long = "engine", value_name = "ENGINE")]
    engines: Vec<EngineEntry>,
    #[command(flatten)]
    networks: NetworkArgs,
    /// A database of positions, as `database` makes them: the page shows what it knows of each position, and alters nothing
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

/// The port of the page where none is named. It is always the same one, because browsers keep games and settings for an
/// address with its port.
const USUAL_PORT: u16 = 8219;

/// The address, or any free port of this machine where it is in use.
fn free_port(wanted: SocketAddr) -> SocketAddr {
    match TcpListener::bind(wanted) {
        Ok(_) => wanted,
        Err(_) => SocketAddr::new(wanted.ip(), 0),
    }
}

/// Serves the page until Ctrl-C. The first line of the output is its address.
pub(super) fn serve_page(args: &WebArgs, out: &mut dyn Write) -> Result<(), CommandError> {
    let usual = SocketAddr::from((Ipv4Addr::LOCALHOST, USUAL_PORT));
    let listen = args
        .listen
        .map_or_else(|| free_port(usual), |address| address.0);
    let options = PageOptions {
        listen,
        public: args.public.clone(),
        file: args.file.clone(),
        seed: args.seed.unwrap_or_else(drawn_seed),
    };
    let helpers = Helpers {
        programs: programs(&args.engines, args.networks.networks()?)?,
        explorer: match &args.database {
            Some(path) => Some(Arc::new(OpenDatabase(Reader::open(path)?))),
            None => None,
        },
    };
    let server = Server::bind(options, helpers)?;
    // Engines end with the server, so that none is left behind.
    let stopper = server.stopper();
    end_on_interrupt(move || stopper.stop());
    writeln!(out, "{}", server.link())?;
    if args.listen.is_none() && listen != usual {
        writeln!(
            out,
            "Port {USUAL_PORT} is in use, so the page has another one, where a browser does not find the games and settings that \
             it has kept."
        )?;
    }
    if !listen.ip().is_loopback() || args.public.is_some() {
        print_invitations(&server, out)?;
    }
    out.flush()?;
    // The file that the browser opens lasts as long as the server.
    let redirect = (!args.no_open).then(|| open_browser(&server.link()));
    if let Some(Err(reason)) = &redirect {
        writeln!(
            out,
            "no browser could be opened ({reason}): open the address above"
        )?;
        out.flush()?;
    }
    // Whoever sees a window with nothing but an address does not know what it is for.
    if io::stdout().is_terminal() {
        writeln!(
            out,
            "The page is there as long as this runs: Ctrl-C, or closing the window, ends it."
        )?;
        out.flush()?;
    }
    server.run()?;
    Ok(())
}

/// Opens the page in the browser.
fn open_browser(link: &str) -> Result<Redirect, String> {
    let redirect = Redirect::to(link).map_err(|error| error.to_string())?;
    // The error lists the programs that were tried, as a programmer would read it.
    open::that_detached(redirect.file()).map_err(|_| "none was found".to_string())?;
    Ok(redirect)
}

/// Links and QR codes for those elsewhere.
fn print_invitations(server: &Server, out: &mut dyn Write) -> io::Result<()> {
    for (name, who) in [
        ("A player elsewhere", Who::Guest(0)),
        ("A second player elsewhere", Who::Guest(1)),
        ("Spectators", Who::Spectator),
    ] {
        let invitation = server.invitation(who);
        writeln!(
            out,
            "\n{name}: {}\n{}",
            invitation.link,
            invitation.as_text()
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_that_is_in_use_is_left_to_whoever_has_it() {
        let local = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let other = TcpListener::bind(local).expect("a port is free");
        let taken = other.local_addr().expect("it listens");
        assert_eq!(free_port(taken), local);
        drop(other);
        assert_eq!(free_port(taken), taken);
    }
}
