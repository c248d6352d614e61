//! A WebDriver (W3C) client for Chromium: plain HTTP requests with JSON, one connection each.
//!
//! Only what the tests need: a page, elements by CSS, clicks, keys, scripts, window size, screenshots. Does *not* wait for anything
//! unless asked to ([`Browser::wait`]).

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::tools::{self, Installed};

/// The longest wait for anything on a page.
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK_EVERY: Duration = Duration::from_millis(40);
/// The name that the standard gives to a reference to an element.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A request to a server on this machine; the status and the body.
pub(super) fn http(port: u16, request: &str, headers: &str, body: &[u8]) -> Result<(u16, String, String)> {
    let mut stream =
        TcpStream::connect(("127.0.0.1", port)).with_context(|| format!("nothing listens on port {port}"))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let head = format!("{request} HTTP/1.1\r\n{headers}Connection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    stream.write_all(head.as_bytes())?;
    stream.write_all(body)?;
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while reader.read_line(&mut head)? > 2 {}
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).context("no HTTP answer")?;
    let mut bytes = Vec::new();
    let length = header(&head, "content-length").and_then(|text| text.parse::<u64>().ok());
    match length {
        Some(length) => reader.take(length).read_to_end(&mut bytes)?,
        None => reader.read_to_end(&mut bytes)?,
    };
    Ok((status, head, String::from_utf8_lossy(&bytes).into_owned()))
}

/// The value of a header, ignoring case.
pub(super) fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let field = |line: &'a str| line.split_once(':').filter(|(key, _)| key.eq_ignore_ascii_case(name));
    head.lines().find_map(field).map(|(_, value)| value.trim())
}

/// A program that ends with us.
pub(super) struct Running(pub(super) Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A driver of Chromium; sessions are opened with [`Driver::browser`].
pub(super) struct Driver {
    port: u16,
    chromium: Installed,
    _process: Running,
}

impl Driver {
    pub(super) fn start() -> Result<Self> {
        let chromium = tools::get(&tools::CHROMIUM)?;
        let mut command = tools::get(&tools::CHROME_DRIVER)?.command();
        // Its own group, so that a browser that hangs does not hold our output open.
        let mut child =
            command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let process = Running(child);
        for line in lines {
            // "ChromeDriver was started successfully on port 40123."
            if let Some((_, rest)) = line?.split_once("successfully on port ") {
                let port = rest.trim_end_matches('.').parse().context("a port")?;
                return Ok(Self { port, chromium, _process: process });
            }
        }
        bail!("chromedriver did not start")
    }

    /// A browser without a window on the screen.
    pub(super) fn browser(&self, width: u32, height: u32) -> Result<Browser> {
        let arguments = json!([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
            "--disable-background-networking",
            "--force-device-scale-factor=1",
            format!("--window-size={width},{height}"),
        ]);
        let options = json!({ "args": arguments, "binary": self.chromium.path.display().to_string() });
        let wanted = json!({ "capabilities": { "alwaysMatch": { "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } } } });
        let opened = request(self.port, "POST /session", &wanted)?;
        let session = opened["sessionId"].as_str().context("a session")?.to_owned();
        Ok(Browser { port: self.port, session })
    }
}

fn request(port: u16, request: &str, body: &Value) -> Result<Value> {
    let text = if request.starts_with("POST") { body.to_string() } else { String::new() };
    let headers = format!("Host: localhost:{port}\r\nContent-Type: application/json\r\n");
    let (status, _, answer) = http(port, request, &headers, text.as_bytes())?;
    let answer: Value = serde_json::from_str(&answer).with_context(|| format!("{request}: {answer:?}"))?;
    let value = answer["value"].clone();
    ensure!(
        status == 200,
        "{request}: {}",
        value["message"].as_str().unwrap_or("no message").lines().next().unwrap_or("")
    );
    Ok(value)
}

/// One browser with one page.
pub(super) struct Browser {
    port: u16,
    session: String,
}

impl Browser {
    fn get(&self, path: &str) -> Result<Value> {
        request(self.port, &format!("GET /session/{}/{path}", self.session), &Value::Null)
    }

    fn post(&self, path: &str, body: &Value) -> Result<Value> {
        request(self.port, &format!("POST /session/{}/{path}", self.session), body)
    }

    pub(super) fn open(&self, address: &str) -> Result<()> {
        self.post("url", &json!({ "url": address })).map(|_| ())
    }

    pub(super) fn resize(&self, width: u32, height: u32) -> Result<()> {
        // Headless windows cannot be narrower than 500; the page can.
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.post("goog/cdp/execute", &json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": metrics }))
            .map(|_| ())
    }

    /// The value of a script's `return`.
    pub(super) fn script(&self, script: &str) -> Result<Value> {
        self.post("execute/sync", &json!({ "script": script, "args": [] })).with_context(|| script.to_owned())
    }

    /// Waits until the expression is true.
    pub(super) fn wait(&self, expression: &str) -> Result<()> {
        let begin = Instant::now();
        while self.script(&format!("return Boolean({expression})"))? != json!(true) {
            if begin.elapsed() > PATIENCE {
                let seen = self.script("return document.body.innerText").unwrap_or_default();
                bail!("timed out waiting for {expression}; the page says:\n{}", seen.as_str().unwrap_or_default());
            }
            std::thread::sleep(LOOK_EVERY);
        }
        Ok(())
    }

    fn element(&self, css: &str) -> Result<String> {
        let found =
            self.post("element", &json!({ "using": "css selector", "value": css })).with_context(|| css.to_owned())?;
        Ok(found[ELEMENT].as_str().context("an element")?.to_owned())
    }

    /// Clicks like a user: hidden or covered elements cannot be clicked.
    pub(super) fn click(&self, css: &str) -> Result<()> {
        let element = self.element(css)?;
        self.post(&format!("element/{element}/click"), &json!({})).with_context(|| css.to_owned()).map(|_| ())
    }

    /// Presses and lifts the mouse at a place of the window.
    pub(super) fn click_at(&self, x: f64, y: f64) -> Result<()> {
        self.point_at("mouse", (x, y), true)
    }

    /// A finger taps there.
    pub(super) fn tap_at(&self, x: f64, y: f64) -> Result<()> {
        self.point_at("touch", (x, y), true)
    }

    /// The mouse rests there.
    pub(super) fn hover_at(&self, x: f64, y: f64) -> Result<()> {
        self.point_at("mouse", (x, y), false)
    }

    fn point_at(&self, kind: &str, (x, y): (f64, f64), press: bool) -> Result<()> {
        let mut actions =
            vec![json!({ "type": "pointerMove", "duration": 0, "x": x.round() as i64, "y": y.round() as i64 })];
        if press {
            actions.extend(["pointerDown", "pointerUp"].map(|what| json!({ "type": what, "button": 0 })));
        }
        let pointer =
            json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.post("actions", &json!({ "actions": [pointer] })).map(|_| ())
    }

    /// Presses keys one after the other; `\u{E...}` are the keys without letters.
    pub(super) fn keys(&self, keys: &str) -> Result<()> {
        let press = |key: char| [json!({ "type": "keyDown", "value": key }), json!({ "type": "keyUp", "value": key })];
        let actions: Vec<Value> = keys.chars().flat_map(press).collect();
        self.post("actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] })).map(|_| ())
    }

    /// Types into a field; for a file field, the path of a file.
    pub(super) fn type_into(&self, css: &str, text: &str) -> Result<()> {
        let element = self.element(css)?;
        self.post(&format!("element/{element}/value"), &json!({ "text": text })).map(|_| ())
    }

    pub(super) fn text(&self, css: &str) -> Result<String> {
        let text = self.script(&format!("return document.querySelector({}).textContent", json!(css)))?;
        Ok(text.as_str().context("text")?.to_owned())
    }

    /// What the browser's console holds: errors of scripts, refusals of the content security policy.
    pub(super) fn complaints(&self) -> Result<Vec<String>> {
        let log = self.post("se/log", &json!({ "type": "browser" }))?;
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        Ok(severe.map(|entry| entry["message"].as_str().unwrap_or_default().to_owned()).collect())
    }

    /// Keeps a picture of the page.
    pub(super) fn screenshot(&self, file: &Path) -> Result<()> {
        let picture = self.get("screenshot")?;
        let bytes = base64(picture.as_str().context("a picture")?).context("base64")?;
        fs::write(file, bytes).with_context(|| format!("cannot write {}", file.display()))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = request(self.port, &format!("DELETE /session/{}", self.session), &Value::Null);
    }
}

/// Bytes from base64 with padding; `None` for other letters.
fn base64(text: &str) -> Option<Vec<u8>> {
    let sextet = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut n_bits) = (0_u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        bits = bits << 6 | u32::from(sextet(letter)?);
        n_bits += 6;
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((bits >> n_bits) as u8);
        }
    }
    Some(bytes)
}

/// Starts the board on a free port with more options; the port.
pub(super) fn start_board(program: &Path, options: &[&str]) -> Result<(Running, u16)> {
    let mut child = Command::new(program).args(["play", "--port", "0"]).args(options).stdout(Stdio::piped()).spawn()?;
    let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let process = Running(child);
    for line in lines {
        if let Some((_, rest)) = line?.split_once("http://127.0.0.1:") {
            let port = rest.split_whitespace().next().and_then(|port| port.parse().ok()).context("a port")?;
            return Ok((process, port));
        }
    }
    bail!("tesuji play printed no address")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read() {
        assert_eq!(base64("VGVzdWpp").as_deref(), Some(&b"Tesuji"[..]));
        assert_eq!(base64("Z28=").as_deref(), Some(&b"go"[..]));
        assert_eq!(base64("Z!8="), None);
    }
}
