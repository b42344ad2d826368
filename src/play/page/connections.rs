//! Connections to the server. Anybody may open one, so that those without a secret are kept only while there is room: of
//! one address, and of all together, the oldest of them ends first. A connection counts as known once a player or a
//! listener has used it, and is then left alone.

use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;

use crate::table::Who;

/// Most connections at once, where the system allows so many open files.
const CONNECTIONS: usize = 1_024;
/// Open files that stay free for everything else: the file of the game, the database, pipes to engines.
const RESERVED: usize = 64;
/// Most connections of one address that nobody known has used. A whole page needs six.
const OF_AN_ADDRESS: usize = 32;
/// Most connections of a guest that are left alone. Another one counts as that of nobody known.
const OF_A_GUEST: usize = 128;
/// How long a connection may wait for a whole request, the first one or a further one.
const HEADER: Duration = Duration::from_secs(10);
/// Bytes of an answer that may wait for a slow reader.
const BUFFER: usize = 64 << 10;
/// How long a reader may take nothing before the system gives the connection up.
#[cfg(target_os = "linux")]
const STALLED: Duration = Duration::from_secs(30);
/// Pause after the system has refused a connection: it has no room for one.
const REFUSED: Duration = Duration::from_millis(100);

/// How many connections the system has room for.
#[cfg(unix)]
pub(super) fn room() -> usize {
    use nix::sys::resource::{Resource, getrlimit};
    let files = getrlimit(Resource::RLIMIT_NOFILE).map_or(u64::MAX, |(now, _)| now);
    room_of(usize::try_from(files).unwrap_or(usize::MAX))
}

/// Windows has no limit of open files that could be reached.
#[cfg(not(unix))]
pub(super) fn room() -> usize {
    room_of(usize::MAX)
}

/// How many connections there may be beside so many open files.
fn room_of(files: usize) -> usize {
    (files - RESERVED.min(files / 2)).min(CONNECTIONS)
}

/// A connection on which no valid key has come yet.
#[derive(Debug)]
struct KeylessConnection {
    from: IpAddr,
    /// Ends it; absent for the moment before it is served.
    task: Option<AbortHandle>,
}

#[derive(Debug, Default)]
struct Open {
    /// All connections.
    count: usize,
    /// Those of nobody known, oldest first.
    keyless: BTreeMap<u64, KeylessConnection>,
    /// Those of guests that are left alone.
    guests: BTreeMap<u64, Who>,
    /// The number of the next one.
    next: u64,
}

impl Open {
    /// Ends the oldest connection of nobody known that comes from such an address. Says whether there was one.
    fn end_oldest(&mut self, is_meant: impl Fn(IpAddr) -> bool) -> bool {
        let oldest = self.keyless.iter().find(|(_, one)| is_meant(one.from));
        let Some(number) = oldest.map(|(&number, _)| number) else {
            return false;
        };
        if let Some(task) = self.keyless.remove(&number).and_then(|one| one.task) {
            task.abort();
        }
        true
    }
}

/// All open connections.
#[derive(Debug)]
pub(super) struct Connections {
    room: usize,
    open: Mutex<Open>,
}

impl Connections {
    pub(super) fn new(room: usize) -> Arc<Self> {
        let open = Mutex::default();
        Arc::new(Self { room, open })
    }

    fn change<T>(&self, change: impl FnOnce(&mut Open) -> T) -> T {
        change(&mut self.open.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts another connection, for which others of nobody known may end. `None` when there is no room: all are known.
    fn enter(self: &Arc<Self>, from: IpAddr) -> Option<Peer> {
        // Where a server listens for both kinds of addresses those of IPv4 come as addresses of IPv6.
        let from = from.to_canonical();
        let number = self.change(|open| {
            let of_address = |one: &&KeylessConnection| one.from == from;
            // Behind a proxy on this machine all guests have its address.
            if !from.is_loopback()
                && open.keyless.values().filter(of_address).count() >= OF_AN_ADDRESS
            {
                open.end_oldest(|other| other == from);
            }
            // An ended connection is counted until it is dropped, which is soon.
            if open.count >= self.room && !open.end_oldest(|_| true) {
                return None;
            }
            open.count += 1;
            open.next += 1;
            let number = open.next;
            open.keyless
                .insert(number, KeylessConnection { from, task: None });
            Some(number)
        })?;
        Some(Peer {
            from,
            place: Arc::new(Place {
                all: self.clone(),
                number,
            }),
        })
    }

    /// From now on the connection can be ended.
    fn begin(&self, number: u64, task: AbortHandle) {
        self.change(|open| {
            if let Some(connection) = open.keyless.get_mut(&number) {
                connection.task = Some(task);
            }
        });
    }
}

/// The place of a connection among all, until it is dropped.
#[derive(Debug)]
struct Place {
    all: Arc<Connections>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.all.change(|open| {
            open.count -= 1;
            open.keyless.remove(&self.number);
            open.guests.remove(&self.number);
        });
    }
}

/// The connection of a request.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    /// The address from which it comes.
    pub(super) from: IpAddr,
    place: Arc<Place>,
}

impl Peer {
    /// Somebody known uses the connection: it is not ended for others.
    pub(super) fn mark_known(&self, who: Who) {
        let number = self.place.number;
        self.place.all.change(|open| {
            if matches!(who, Who::Guest(_)) && !open.guests.contains_key(&number) {
                if open.guests.values().filter(|&&one| one == who).count() >= OF_A_GUEST {
                    return;
                }
                open.guests.insert(number, who);
            }
            open.keyless.remove(&number);
        });
    }
}

/// Finds devices that are gone without a word, and readers that do not read. Other systems do it more slowly.
fn watch(stream: &TcpStream) {
    #[cfg(target_os = "linux")]
    // Without the option the connection works as well.
    let _ = socket2::SockRef::from(stream).set_tcp_user_timeout(Some(STALLED));
    #[cfg(not(target_os = "linux"))]
    let _ = stream;
}

/// Takes connections and serves them, for ever.
pub(super) async fn serve(listener: TcpListener, router: Router, all: Arc<Connections>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEADER)
        .max_buf_size(BUFFER);
    loop {
        let (stream, from) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                if !is_of_a_connection(&error) {
                    tokio::time::sleep(REFUSED).await;
                }
                continue;
            }
        };
        let Some(peer) = all.enter(from.ip()) else {
            continue;
        };
        watch(&stream);
        let number = peer.place.number;
        let service = TowerToHyperService::new(router.clone().layer(Extension(peer.clone())));
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let task = tokio::spawn(async move {
            // How a connection ends concerns nobody here.
            let _ = connection.await;
            drop(peer);
        });
        all.begin(number, task.abort_handle());
        // Connections that have ended for this one give their files back first.
        tokio::task::yield_now().await;
    }
}

/// Did the connection itself fail, so that the next one may be better?
fn is_of_a_connection(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionRefused
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stay_free_for_saving() {
        assert_eq!(room_of(1_024), 960);
        assert_eq!(room_of(usize::MAX), CONNECTIONS);
        assert_eq!((room_of(100), room_of(1), room_of(0)), (50, 1, 0));
    }

    #[test]
    fn keyless_connections_of_one_address_make_room_for_each_other_and_a_known_connection_stays() {
        let all = Connections::new(100);
        let (one, other) = (IpAddr::from([10, 0, 0, 1]), IpAddr::from([10, 0, 0, 2]));
        let known = all.enter(one).expect("there is room");
        known.mark_known(Who::Owner);
        let elsewhere = all.enter(other).expect("there is room");
        let crowd: Vec<Peer> = (0..2 * OF_AN_ADDRESS)
            .filter_map(|_| all.enter(one))
            .collect();
        assert_eq!(crowd.len(), 2 * OF_AN_ADDRESS);
        all.change(|open| {
            let from = |from: IpAddr| open.keyless.values().filter(|s| s.from == from).count();
            assert_eq!((from(one), from(other)), (OF_AN_ADDRESS, 1));
            let last = crowd.last().map(|peer| peer.place.number);
            assert_eq!(open.keyless.keys().next_back(), last.as_ref());
        });
        drop((crowd, elsewhere, known));
        all.change(|open| assert_eq!((open.count, open.keyless.len()), (0, 0)));
    }

    #[test]
    fn a_proxy_on_this_machine_may_have_many_connections_and_all_known_ones_fill_the_room() {
        let all = Connections::new(100);
        let here = IpAddr::from([127, 0, 0, 1]);
        let mapped: IpAddr = "::ffff:127.0.0.1".parse().expect("an address");
        let both = [here, mapped].into_iter().cycle().take(100);
        let crowd: Vec<Peer> = both.filter_map(|from| all.enter(from)).collect();
        assert_eq!(crowd.len(), 100);
        all.change(|open| assert_eq!(open.keyless.len(), 100));
        for peer in &crowd {
            peer.mark_known(Who::Owner);
        }
        assert!(all.enter(here).is_none());
    }

    #[test]
    fn a_guest_with_many_addresses_does_not_fill_the_room() {
        let all = Connections::new(4 * OF_A_GUEST);
        let enter = |number: usize| all.enter(IpAddr::from((number as u32).to_be_bytes()));
        let crowd: Vec<Peer> = (0..4 * OF_A_GUEST).filter_map(enter).collect();
        for (number, peer) in crowd.iter().enumerate() {
            peer.mark_known(Who::Guest(number % 2));
            peer.mark_known(Who::Guest(number % 2));
        }
        all.change(|open| {
            assert_eq!(
                (open.count, open.guests.len()),
                (4 * OF_A_GUEST, 2 * OF_A_GUEST)
            );
        });
        let owner = enter(0).expect("another one ends for it");
        owner.mark_known(Who::Owner);
        drop((crowd, owner));
        all.change(|open| assert_eq!((open.count, open.guests.len()), (0, 0)));
    }
}
