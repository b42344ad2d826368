//! Serves the page: `cargo run -p kagetsu-play --example web -- [port] [file]`.

#![allow(clippy::print_stdout, reason = "an example tells its address")]

use kagetsu_play::page::{PageError, PageOptions, Server};

fn main() -> Result<(), PageError> {
    let mut arguments = std::env::args().skip(1);
    let port = arguments.next().and_then(|text| text.parse().ok());
    let server = Server::bind(PageOptions {
        port: port.unwrap_or_default(),
        file: arguments.next().map(Into::into),
        seed: 1,
    })?;
    println!("{}", server.link());
    server.run()
}
