//! Access control: requests from this machine's browsers, from our own page.
//!
//! A web site that is open in another tab can send requests to a local port. Three checks keep it from playing moves or
//! reading games: the `Host` must be a name of this machine, not one that an attacker points here (DNS rebinding);
//! `Origin` and `Sec-Fetch-Site` must be our own page's; and every API request carries a header that a browser sends
//! across sites only after a preflight request, which is never granted. There are *no* users or passwords: anyone
//! logged in to the machine may use its board.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::answer::Refused;

/// The header that names the page which asks; any site's script would need our permission to send it.
pub(crate) const CLIENT: &str = "x-tesuji-client";

/// From where the server may be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Only from this machine.
    Loopback,
    /// From the network too, by number: `--listen`.
    Network,
}

/// Everything that no answer may lack: scripts and styles from here only, nothing else, no frames, no guessing of kinds.
const HEADERS: [(&str, &str); 7] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Checks a request before it is processed, and adds headers to the response.
pub(crate) async fn guard(State(reach): State<Reach>, request: Request, next: Next) -> Response {
    let asks = request.uri().path().starts_with("/api/");
    let mut response = match check(reach, request.headers(), asks) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn check(reach: Reach, headers: &HeaderMap, asks: bool) -> Result<(), Refused> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(header::HOST).unwrap_or_default();
    if !is_ours(reach, host) {
        return Err(Refused::forbidden("this server answers to localhost and to addresses in numbers only"));
    }
    if !asks {
        return Ok(());
    }
    let foreign = || Refused::forbidden("requests from other sites are not answered");
    if headers.contains_key(header::ORIGIN) && text(header::ORIGIN) != Some(format!("http://{host}").as_str()) {
        return Err(foreign());
    }
    let site = text(HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| site != "same-origin" && site != "none") {
        return Err(foreign());
    }
    client(headers).map(|_| ())
}

/// The name that the page gave itself: letters, digits and hyphens.
pub(crate) fn client(headers: &HeaderMap) -> Result<String, Refused> {
    let name = headers.get(CLIENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    if !plain || !(8..=64).contains(&name.len()) {
        return Err(Refused::forbidden(format!("requests carry the header {CLIENT} with the name of the page")));
    }
    Ok(name.to_owned())
}

/// Is it a name that only this machine has?
fn is_ours(reach: Reach, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    if name.eq_ignore_ascii_case("localhost") {
        return true;
    }
    let number = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(name);
    number.parse::<IpAddr>().is_ok_and(|address| reach == Reach::Network || address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine() {
        for host in ["localhost", "LOCALHOST:8361", "127.0.0.1", "127.0.0.1:8361", "[::1]:8361", "[::1]"] {
            assert!(is_ours(Reach::Loopback, host), "{host}");
        }
        let foreign = ["", "evil.example", "evil.example:8361", "localhost.evil.example", "127.0.0.1.evil.example:80"];
        for host in foreign {
            assert!(!is_ours(Reach::Loopback, host) && !is_ours(Reach::Network, host), "{host}");
        }
        assert!(!is_ours(Reach::Loopback, "192.168.1.7:8361") && is_ours(Reach::Network, "192.168.1.7:8361"));
    }

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let header = |&(name, value): &(&'static str, &'static str)| {
            (HeaderName::from_static(name), HeaderValue::from_static(value))
        };
        pairs.iter().map(header).collect()
    }

    #[test]
    fn only_our_own_page_may_ask() {
        let ours = [("host", "localhost:8361"), ("x-tesuji-client", "0123456789")];
        let with =
            |more: &[(&'static str, &'static str)]| check(Reach::Loopback, &headers(&[&ours, more].concat()), true);
        assert!(with(&[]).is_ok());
        assert!(with(&[("origin", "http://localhost:8361"), ("sec-fetch-site", "same-origin")]).is_ok());
        for foreign in [
            ("origin", "http://evil.example"),
            ("origin", "null"),
            ("origin", "http://localhost:9999"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"),
        ] {
            assert!(with(&[foreign]).is_err(), "{foreign:?}");
        }
        assert!(check(Reach::Loopback, &headers(&ours[..1]), true).is_err(), "no name");
        assert!(
            check(Reach::Loopback, &headers(&ours[..1]), false).is_ok(),
            "the page itself may be opened from anywhere"
        );
    }
}
