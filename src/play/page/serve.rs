//! Starting and ending the server.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::thread::JoinHandle;

use futures_util::future::select;
use kagetsu_kernel::file::{OutputError, Outputs, Overwrite};
use kagetsu_kernel::file_lock::FileLock;
use kagetsu_kernel::{Clock, ShowPath as _, WallClock};
use tokio::sync::Notify;

use crate::game::Refusal;
use crate::host::{Answers, HostFeatures};
use crate::player::OutsidePrograms;
use crate::progress_file::ProgressFile;
use crate::registry::Opponents;
use crate::session::{RestoreError, read_file};
use crate::study::Explorer;
use crate::table::{Table, Who};
use crate::text::CatalogueError;

use super::assets::assets;
use super::connections::{self, Connections};
use super::hosts::{Hosts, PublicUrl};
use super::invitation::Invitation;
use super::kept::{GameFile, Kept};
use super::keys::Keys;
use super::limits::Limits;
use super::listeners::Listeners;
use super::routes::{ServerState, router};
use super::worker::{Shared, consult, offer_networks, work};

/// How the page is served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageOptions {
    /// Address and port; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// By which address others reach the server, when it is another one, such as that of a proxy.
    pub public: Option<PublicUrl>,
    /// The game and the secrets are kept here and go on from here.
    pub file: Option<PathBuf>,
    /// Chooses among Kagetsu's games.
    pub seed: u64,
}

impl Default for PageOptions {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            public: None,
            file: None,
            seed: 1,
        }
    }
}

/// What the page needs and does not bring itself.
#[derive(Clone, Debug, Default)]
pub struct Helpers {
    /// Programs that may take a seat.
    pub programs: Option<Arc<dyn OutsidePrograms>>,
    /// A database of positions to look at.
    pub explorer: Option<Arc<dyn Explorer>>,
}

/// Ends a server that runs, from another thread.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// The server leaves [`Server::run`], also when it has not begun yet.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The address is not free, or the network failed.
    #[error("the page cannot be served on {address}: {source}")]
    Network {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
    /// Another program listens there.
    #[error(
        "another program has port {} of this machine: give another one, `--listen PORT`, or leave --listen out", .0.port()
    )]
    Taken(SocketAddr),
    /// The system has no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Random(getrandom::Error),
    /// The texts cannot be read.
    #[error(transparent)]
    Texts(#[from] CatalogueError),
    /// The kept game cannot go on.
    #[error("'{}' cannot be gone on with: {source}", file.shown())]
    Kept {
        /// Its file.
        file: PathBuf,
        /// Why.
        source: RestoreError,
    },
    /// Another server keeps its game in the file.
    #[error("'{}' is in use: another process writes it", .0.shown())]
    InUse(PathBuf),
    /// The game cannot be kept in the file.
    #[error("'{}' cannot be written: {source}", file.shown())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The place of the file is a folder, or its folder is missing.
    #[error(transparent)]
    Place(#[from] OutputError),
    /// What was practised before cannot be read.
    #[error("'{}' cannot be read: {source}", file.shown())]
    Progress {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// No game can begin.
    #[error(transparent)]
    Game(#[from] Refusal),
}

impl PageError {
    /// Can whoever gave the options mend it by others?
    pub fn is_bad_input(&self) -> bool {
        match self {
            // What should be a folder is a file.
            Self::File { source, .. } => source.kind() == io::ErrorKind::NotADirectory,
            Self::Place(error) => error.is_bad_input(),
            Self::Kept { source, .. } => !matches!(source, RestoreError::File { .. }),
            Self::InUse(_) => true,
            _ => false,
        }
    }
}

/// Keeps other servers away from the file of a game.
fn lock(file: &Path) -> Result<FileLock, PageError> {
    Outputs::new(Overwrite::default()).check_continued(file)?;
    let taken = FileLock::try_beside(file).map_err(|source| PageError::File {
        file: file.to_path_buf(),
        source,
    })?;
    taken.ok_or_else(|| PageError::InUse(file.to_path_buf()))
}

/// The end of the name of the file of progress: `game.practice.json` belongs to `game.json`.
const PRACTICE: &str = "practice.json";

/// Brings what was practised before to the table whose game is kept in a file.
fn practised(game: &Path, table: &mut Table) -> Result<ProgressFile, PageError> {
    let file = game.with_extension(PRACTICE);
    match ProgressFile::open(&file) {
        Ok((opened, progress, said)) => {
            table.with_progress(progress, said);
            Ok(opened)
        }
        Err(source) => Err(PageError::Progress { file, source }),
    }
}

/// An address of the documentation (RFC 5737), to which nothing is sent.
const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);

/// The address of this machine on its network, as far as the system knows one. Nothing is sent to find it.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Starts the thread that thinks, one that looks at the clocks, one for each side of a comparison, and one that looks for new
/// networks.
fn threads(
    shared: &Arc<Shared>,
    clock: &Arc<dyn Clock>,
    seed: u64,
    programs: Option<&Arc<dyn OutsidePrograms>>,
) -> io::Result<Vec<JoinHandle<()>>> {
    let named = |name: &str| std::thread::Builder::new().name(name.to_string());
    let (own, time, known) = (shared.clone(), clock.clone(), programs.cloned());
    let worker = named("kagetsu").spawn(move || work(&own, Opponents::new(seed, time, known)))?;
    let own = shared.clone();
    let clocks = named("clocks").spawn(move || own.keep_time())?;
    let mut threads = vec![worker, clocks];
    for side in [0, 1] {
        let (own, time, known) = (shared.clone(), clock.clone(), programs.cloned());
        let consulting = move || consult(&own, side, &time, known.as_ref());
        threads.push(named("comparison").spawn(consulting)?);
    }
    if let Some(known) = programs.cloned() {
        let own = shared.clone();
        threads.push(named("networks").spawn(move || offer_networks(&own, known.as_ref()))?);
    }
    Ok(threads)
}

/// What links begin with.
fn base(mut address: SocketAddr, public: Option<&PublicUrl>) -> String {
    if let Some(public) = public {
        return public.to_string();
    }
    if address.ip().is_unspecified()
        && let Some(own) = own_address()
    {
        address.set_ip(own);
    }
    format!("http://{address}")
}

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    state: Arc<ServerState>,
    connections: Arc<Connections>,
    /// Those that [`threads`] has started.
    threads: Vec<JoinHandle<()>>,
    stopper: Stopper,
    /// Of the file of the game.
    _lock: Option<FileLock>,
}

impl Server {
    /// Takes the port and starts the worker.
    ///
    /// # Errors
    /// [`PageError`]
    pub fn bind(options: PageOptions, helpers: Helpers) -> Result<Self, PageError> {
        let address = options.listen;
        let failed = |source| PageError::Network { address, source };
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let lock = options.file.as_deref().map(lock).transpose()?;
        let damaged = |source| PageError::Kept {
            file: options.file.clone().unwrap_or_default(),
            source,
        };
        let kept: Option<Kept> = match &options.file {
            Some(file) => read_file(file).map_err(damaged)?,
            None => None,
        };
        let old_keys = kept.as_ref().and_then(|kept| kept.keys.clone());
        let keys = match old_keys {
            Some(keys) => keys,
            None => Keys::random().map_err(PageError::Random)?,
        };
        let game_file = options.file.clone().map(|file| GameFile {
            file,
            keys: keys.clone(),
        });
        let programs = helpers.programs;
        let names = programs.as_ref().map(|known| known.names());
        let names = names.unwrap_or_default();
        let networks = programs.as_ref().map(|known| known.networks());
        let mut start = [0; 4];
        getrandom::fill(&mut start).map_err(PageError::Random)?;
        let mut table = match kept {
            Some(kept) => Table::restore(kept.table, names, clock.clone()).map_err(damaged)?,
            None => Table::new(names, clock.clone())?,
        };
        let game = options.file.as_deref();
        let progress = game.map(|game| practised(game, &mut table)).transpose()?;
        table.offer_networks(networks.unwrap_or_default());
        // Before the file is written: without a port none is left behind.
        let listener =
            std::net::TcpListener::bind(address).map_err(|error| match error.kind() {
                io::ErrorKind::AddrInUse => PageError::Taken(address),
                _ => failed(error),
            })?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        if let Some(game_file) = &game_file {
            // The links of a game are good from now on, and a place where nothing can be kept is told at once.
            let written = game_file.write(table.save());
            written.map_err(|source| PageError::File {
                file: game_file.file.clone(),
                source,
            })?;
        }
        let start = u32::from_ne_bytes(start).into();
        let shared = Shared::new(table, game_file, progress, start);
        let threads = threads(&shared, &clock, options.seed, programs.as_ref()).map_err(failed)?;
        let room = connections::room();
        let features = HostFeatures {
            database: helpers.explorer.is_some(),
            invitations: true,
        };
        Ok(Self {
            listener,
            address,
            state: Arc::new(ServerState {
                shared,
                keys,
                base: base(address, options.public.as_ref()),
                hosts: Hosts::new(address, options.public),
                limits: Limits::new(clock),
                listeners: Listeners::new(room),
                answers: Answers::new(features),
                explorer: helpers.explorer,
            }),
            connections: Connections::new(room),
            threads,
            stopper: Stopper(Arc::default()),
            _lock: lock,
        })
    }

    /// The address of the page on this machine with the owner's secret.
    pub fn link(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        Invitation::new(&format!("http://{address}"), &self.state.keys, Who::Owner).link
    }

    /// The address of the page for somebody elsewhere.
    pub fn invitation(&self, who: Who) -> Invitation {
        Invitation::new(&self.state.base, &self.state.keys, who)
    }

    /// What ends [`Server::run`] from elsewhere.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Serves until the process ends or the [`Stopper`] stops it.
    ///
    /// # Errors
    /// [`PageError::Network`] when the network fails, [`PageError::Texts`] when these are damaged.
    pub fn run(self) -> Result<(), PageError> {
        let address = self.address;
        let failed = |source| PageError::Network { address, source };
        let router = router(self.state.clone(), assets()?);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(failed)?;
        let listener = self.listener.try_clone().map_err(failed)?;
        let (stopped, connections) = (self.stopper.0.clone(), self.connections.clone());
        let served = runtime.block_on(async move {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let serving = connections::serve(listener, router, connections);
            // It serves until it is stopped.
            select(pin!(serving), pin!(stopped.notified())).await;
            Ok(())
        });
        // The end of the runtime waits for requests that are worked at: the process may be ended meanwhile.
        self.state.shared.close();
        served.map_err(failed)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.state.shared.close();
        for thread in self.threads.drain(..) {
            // One that panicked has nothing more to say.
            let _ = thread.join();
        }
    }
}
