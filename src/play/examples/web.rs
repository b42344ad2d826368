//! Serves the page: `cargo run -p kagetsu-play --example web -- [port] [file]`.

#![allow(clippy::print_stdout, reason = "an example tells its address")]

use kagetsu_play::page::{Helpers, PageError, PageOptions, Server};

fn main() -> Result<(), PageError> {
    let mut arguments = std::env::args().skip(1);
    let port: Option<u16> = arguments.next().and_then(|text| text.parse().ok());
    let mut options = PageOptions {
        file: arguments.next().map(Into::into),
        ..PageOptions::default()
    };
    options.listen.set_port(port.unwrap_or_default());
    let server = Server::bind(options, Helpers::default())?;
    println!("{}", server.link());
    server.run()
}
