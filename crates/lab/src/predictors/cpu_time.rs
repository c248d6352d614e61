//! Processor time of this process: what a training costs, whatever else the machine does.

use std::time::{Duration, Instant};

/// A stopwatch of processor time, of all threads; of real time where the system does not tell.
pub(super) struct CpuWatch {
    cpu: Option<Duration>,
    start: Instant,
}

impl CpuWatch {
    /// Starts.
    pub(super) fn start() -> CpuWatch {
        CpuWatch { cpu: processor_time(), start: Instant::now() }
    }

    /// Seconds since the start.
    pub(super) fn seconds(&self) -> f64 {
        match (self.cpu, processor_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before).as_secs_f64(),
            _ => self.start.elapsed().as_secs_f64(),
        }
    }
}

/// User and system time in ticks of a hundredth of a second, as Linux reports them.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the program's name in brackets and may hold anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(Duration::from_millis(10 * ticks))
}
