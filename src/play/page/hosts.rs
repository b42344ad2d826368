//! Which names of this server requests may use. A page of another site whose name was made to point here (DNS
//! rebinding) sends that name as `Host`, and a form or script of another site sends its own `Origin`; both are refused.
//! An address in digits cannot be made to point elsewhere, so that a server for other machines takes any address.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use kagetsu_kernel::ParseTextError;

/// Port of plain HTTP, which addresses leave out.
const HTTP: u16 = 80;
/// The schemes of a page, each with the end of addresses that browsers leave out.
const SCHEMES: [(&str, &str); 2] = [("http", ":80"), ("https", ":443")];

/// The address by which others reach the server, such as that of a proxy: scheme and host, without a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    scheme: &'static str,
    host: String,
}

impl FromStr for PublicUrl {
    type Err = ParseTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || {
            ParseTextError::new(
                text,
                "not the address of a page",
                "a form like https://gomoku.example.org",
            )
        };
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let known = SCHEMES.into_iter().find(|&(name, _)| name == scheme);
        let (scheme, usual_port) = known.ok_or_else(wrong)?;
        let host = rest.strip_suffix('/').unwrap_or(rest);
        let host = host.strip_suffix(usual_port).unwrap_or(host);
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        if host.is_empty() || !host.bytes().all(plain) {
            return Err(wrong());
        }
        Ok(Self {
            scheme,
            host: host.to_ascii_lowercase(),
        })
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme, self.host)
    }
}

/// The names of a server.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    address: SocketAddr,
    public: Option<PublicUrl>,
}

impl Hosts {
    pub(super) const fn new(address: SocketAddr, public: Option<PublicUrl>) -> Self {
        Self { address, public }
    }

    /// Is it a name of this server?
    pub(super) fn accepts(&self, host: &str) -> bool {
        let public = self.public.as_ref().map(|public| public.host.as_str());
        if public == Some(host.to_ascii_lowercase().as_str()) {
            return true;
        }
        let port = self.address.port();
        if host == format!("localhost:{port}") || (port == HTTP && host == "localhost") {
            return true;
        }
        let digits = host.parse::<SocketAddr>().ok().or_else(|| {
            let inside = host
                .strip_prefix('[')
                .and_then(|rest| rest.strip_suffix(']'));
            let bare: IpAddr = inside.unwrap_or(host).parse().ok()?;
            Some(SocketAddr::new(bare, HTTP))
        });
        let alone = self.address.ip().is_loopback();
        digits.is_some_and(|given| given.port() == port && (!alone || given == self.address))
    }

    /// Is the origin a page of this server under the same name?
    pub(super) fn accepts_origin(&self, host: &str, origin: &str) -> bool {
        if let Some(public) = &self.public
            && origin == public.to_string()
        {
            return true;
        }
        origin.strip_prefix("http://") == Some(host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hosts(address: &str, public: Option<&str>) -> Hosts {
        let public = public.map(|text| text.parse().expect("an address"));
        Hosts::new(address.parse().expect("an address"), public)
    }

    #[test]
    fn a_server_for_this_machine_has_two_names() {
        let hosts = hosts("127.0.0.1:8000", None);
        assert!(hosts.accepts("127.0.0.1:8000") && hosts.accepts("localhost:8000"));
        for other in [
            "",
            "127.0.0.1",
            "127.0.0.1:1",
            "10.0.0.1:8000",
            "a.example:8000",
        ] {
            assert!(!hosts.accepts(other), "{other}");
        }
    }

    #[test]
    fn a_server_for_others_takes_addresses_in_digits_and_its_public_name() {
        let hosts = hosts("0.0.0.0:8000", Some("https://go.example.org/"));
        for own in ["10.0.0.1:8000", "[::1]:8000", "Go.example.org"] {
            assert!(hosts.accepts(own), "{own}");
        }
        for other in ["10.0.0.1:8001", "evil.example:8000", "go.example.org:8000"] {
            assert!(!hosts.accepts(other), "{other}");
        }
        assert!(hosts.accepts_origin("10.0.0.1:8000", "http://10.0.0.1:8000"));
        assert!(hosts.accepts_origin("go.example.org", "https://go.example.org"));
        for other in [
            "http://10.0.0.2:8000",
            "null",
            "",
            "http://go.example.org:1",
        ] {
            assert!(!hosts.accepts_origin("10.0.0.1:8000", other), "{other}");
        }
    }

    #[test]
    fn the_usual_port_of_a_scheme_is_left_out_as_browsers_do() {
        for (given, read) in [
            ("https://go.example.org:443", "https://go.example.org"),
            ("http://Go.example.org:80/", "http://go.example.org"),
            ("https://go.example.org:80", "https://go.example.org:80"),
            ("http://[::1]:8000", "http://[::1]:8000"),
        ] {
            let public: PublicUrl = given.parse().expect(given);
            assert_eq!(public.to_string(), read);
        }
        assert!(hosts("127.0.0.1:80", None).accepts("localhost"));
        assert!(hosts("127.0.0.1:80", None).accepts("127.0.0.1"));
        assert!(hosts("[::1]:80", None).accepts("[::1]"));
    }

    #[test]
    fn public_addresses_are_read_strictly() {
        for wrong in [
            "",
            "go.example",
            "ftp://a",
            "https://",
            "https://a/b",
            "https://u@a",
            "https://a\"b",
        ] {
            assert!(wrong.parse::<PublicUrl>().is_err(), "{wrong}");
        }
    }
}
