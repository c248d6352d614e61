//! A reply that grows line by line while its command runs, as for `lz-analyze`.

use std::io::{self, Write};

use crate::failure::Failure;
use crate::reply::{Status, clean, head};

/// Where a streaming command writes. The first line also writes the reply's head; `serve` ends the reply.
pub struct Stream<'a> {
    output: &'a mut (dyn Write + Send),
    id: Option<u32>,
    begun: bool,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(output: &'a mut (dyn Write + Send), id: Option<u32>) -> Self {
        Self { output, id, begun: false }
    }

    /// Writes one line and flushes it. An empty line would end the reply, so it is not written.
    pub fn line(&mut self, text: &str) -> Result<(), Failure> {
        let lines = text.split('\n').map(clean).filter(|line| !line.is_empty());
        let text: String = lines.map(|line| line + "\n").collect();
        self.write(&text).map_err(Failure::OutputClosed)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.begin()?;
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    fn begin(&mut self) -> io::Result<()> {
        if !self.begun {
            self.begun = true;
            writeln!(self.output, "{}", head(Status::Success, self.id))?;
        }
        Ok(())
    }

    /// Whether a line was written: then the reply is a success in any case.
    pub(crate) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Writes the empty line that ends the reply.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        self.begin()?;
        self.output.write_all(b"\n")?;
        self.output.flush()
    }
}
