//! Connections to the server: at most so many at once, and each one knows from where it comes.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Most connections at once; further ones wait until another one ends.
const CONNECTIONS: usize = 1_024;

/// Takes connections while there is room.
#[derive(Debug)]
pub(super) struct Connections {
    listener: TcpListener,
    room: Arc<Semaphore>,
}

impl Connections {
    pub(super) fn new(listener: TcpListener) -> Self {
        Self {
            listener,
            room: Arc::new(Semaphore::new(CONNECTIONS)),
        }
    }
}

impl Listener for Connections {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        // The semaphore is never closed.
        let permit = self.room.clone().acquire_owned().await.ok();
        let (stream, from) = Listener::accept(&mut self.listener).await;
        let connection = Connection {
            stream,
            _permit: permit,
        };
        (connection, from)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// The address from which a request comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub(super) IpAddr);

impl Connected<IncomingStream<'_, Connections>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Connections>) -> Self {
        Self(stream.remote_addr().ip())
    }
}

/// A connection that counts until it ends.
#[derive(Debug)]
pub(super) struct Connection {
    stream: TcpStream,
    _permit: Option<OwnedSemaphorePermit>,
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
