//! Starting and ending the server.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;

use kagetsu_kernel::{Clock, WallClock};

use crate::game::{Refusal, Seat};

use super::keys::Keys;
use super::routes::{Site, router};
use super::table::Table;
use super::worker::{Shared, work};

/// How the page is served.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageOptions {
    /// The port on 127.0.0.1; 0 lets the system choose.
    pub port: u16,
    /// The game is kept here and goes on from here.
    pub file: Option<PathBuf>,
    /// Chooses among Kagetsu's games.
    pub seed: u64,
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The port is not free, or the network failed.
    #[error("the page cannot be served on port {port}: {source}")]
    Port {
        /// The port.
        port: u16,
        /// Why.
        source: io::Error,
    },
    /// The system has no random numbers.
    #[error("the system gives no random numbers: {0}")]
    Random(getrandom::Error),
    /// The kept game cannot go on.
    #[error(transparent)]
    Game(#[from] Refusal),
}

/// A server that has its port.
#[derive(Debug)]
pub struct Server {
    listener: std::net::TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    keys: Keys,
    worker: Option<JoinHandle<()>>,
}

impl Server {
    /// Takes the port and starts the worker.
    ///
    /// # Errors
    /// [`PageError`]
    pub fn bind(options: PageOptions) -> Result<Self, PageError> {
        let port = options.port;
        let failed = |source| PageError::Port { port, source };
        let keys = Keys::random().map_err(PageError::Random)?;
        let clock: Arc<dyn Clock> = Arc::new(WallClock::start());
        let table = Table::new(options.file, clock.clone())?;
        let listener = std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let shared = Shared::new(table);
        let (own, seed) = (shared.clone(), options.seed);
        let worker = std::thread::Builder::new()
            .name("kagetsu".to_string())
            .spawn(move || work(&own, &clock, seed))
            .map_err(failed)?;
        Ok(Self {
            listener,
            address,
            shared,
            keys,
            worker: Some(worker),
        })
    }

    /// The address of the page with the owner's secret.
    pub fn link(&self) -> String {
        format!("http://{}/#{}", self.address, self.keys.owner())
    }

    /// The address of the page for the player of one seat.
    pub fn invitation(&self, seat: Seat) -> String {
        format!("http://{}/#{}", self.address, self.keys.seat(seat))
    }

    /// Serves until the process ends.
    ///
    /// # Errors
    /// [`PageError::Port`] when the network fails.
    pub fn run(self) -> Result<(), PageError> {
        let port = self.address.port();
        let failed = |source| PageError::Port { port, source };
        let site = Arc::new(Site {
            shared: self.shared.clone(),
            keys: self.keys.clone(),
            port,
        });
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(failed)?;
        let listener = self.listener.try_clone().map_err(failed)?;
        runtime
            .block_on(async move {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                axum::serve(listener, router(site)).await
            })
            .map_err(failed)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.close();
        if let Some(worker) = self.worker.take() {
            // A worker that panicked has nothing more to say.
            let _ = worker.join();
        }
    }
}
