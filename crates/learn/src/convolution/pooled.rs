//! Mean and maximum of every channel over all cells, and the way back of their gradient.

use super::frame::Frame;
use super::vector::widened;

/// Channels that are summed together: their sums stay in registers.
const WIDTH: usize = 8;

/// Mean and maximum of every channel, and where the maximum is (the first such position).
#[derive(Clone, Debug, Default)]
pub(super) struct Pooled {
    /// The means, then the maxima.
    pub(super) values: Vec<f32>,
    places: Vec<u32>,
}

impl Pooled {
    pub(super) fn pool(&mut self, frame: Frame, field: &[f32], n_channels: usize) {
        self.values.resize(2 * n_channels, 0.0);
        self.places.resize(n_channels, 0);
        fill(self, frame, field);
    }

    /// Adds to `gradient` of the field what follows from `of_values`, that of the pooled values.
    pub(super) fn spread(&self, frame: Frame, of_values: &[f32], gradient: &mut [f32]) {
        let n_channels = self.places.len();
        let (of_means, of_maxima) = of_values.split_at(n_channels);
        let share = 1.0 / frame.n_cells() as f32;
        for row in frame.rows() {
            for at in gradient[row.start * n_channels..row.end * n_channels].chunks_exact_mut(n_channels) {
                at.iter_mut().zip(of_means).for_each(|(at, mean)| *at += mean * share);
            }
        }
        for (channel, (&place, &of_maximum)) in self.places.iter().zip(of_maxima).enumerate() {
            gradient[place as usize * n_channels + channel] += of_maximum;
        }
    }
}

widened! {
    fn fill(pooled: &mut Pooled, frame: Frame, field: &[f32]) {
        let n_channels = pooled.places.len();
        let (means, maxima) = pooled.values.split_at_mut(n_channels);
        let share = 1.0 / frame.n_cells() as f32;
        for channel in (0..n_channels).step_by(WIDTH) {
            let mut sums = [0.0; WIDTH];
            let mut most = [f32::NEG_INFINITY; WIDTH];
            let mut places = [0; WIDTH];
            for row in frame.rows() {
                for position in row {
                    let values = &field[position * n_channels + channel..][..WIDTH];
                    for lane in 0..WIDTH {
                        let value = values[lane];
                        sums[lane] += value;
                        places[lane] = if value > most[lane] { position as u32 } else { places[lane] };
                        most[lane] = if value > most[lane] { value } else { most[lane] };
                    }
                }
            }
            means[channel..][..WIDTH].copy_from_slice(&sums.map(|sum| sum * share));
            maxima[channel..][..WIDTH].copy_from_slice(&most);
            pooled.places[channel..][..WIDTH].copy_from_slice(&places);
        }
    }
}
