//! The address at which the page listens, as people type it.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

use kagetsu_kernel::ParseTextError;

const THIS_MACHINE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// An address and a port: `0.0.0.0:8000`, `[::1]:8000`, `localhost:8000`; a port alone is on this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ListenAddress(pub(super) SocketAddr);

impl FromStr for ListenAddress {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let port = text
            .strip_prefix("localhost:")
            .or(text.strip_prefix(':'))
            .unwrap_or(text);
        let is_number = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
        let address = if is_number {
            port.parse()
                .ok()
                .map(|port| SocketAddr::new(THIS_MACHINE, port))
        } else {
            text.parse().ok()
        };
        address.map(Self).ok_or_else(|| {
            ParseTextError::new(
                text,
                "not an address with a port",
                "a port up to 65535, such as 8000, for this machine alone, or an address such as 0.0.0.0:8000, \
                which other machines reach",
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_alone_is_reached_from_this_machine_only() {
        for (text, expected) in [
            ("127.0.0.1:0", "127.0.0.1:0"),
            ("0.0.0.0:8000", "0.0.0.0:8000"),
            ("[::1]:8000", "[::1]:8000"),
            ("localhost:8123", "127.0.0.1:8123"),
            (":8123", "127.0.0.1:8123"),
            ("8000", "127.0.0.1:8000"),
        ] {
            let read = text
                .parse::<ListenAddress>()
                .map(|address| address.0.to_string());
            assert_eq!(read.as_deref(), Ok(expected), "{text}");
        }
        for text in [
            "",
            ":",
            "host",
            "host:80",
            "1.2.3.4",
            "70000",
            ":70000",
            "localhost",
            "+80",
            "1:2:3",
        ] {
            let error = text.parse::<ListenAddress>().expect_err(text);
            assert!(error.to_string().contains("such as 8000"), "{error}");
        }
    }
}
