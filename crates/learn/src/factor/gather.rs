//! Gradients gathered by feature: a small hash table that is emptied as fast as it was filled.

/// Gradient of one feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct GradientRow<const K: usize> {
    pub(super) weight: f32,
    pub(super) factors: [f32; K],
}

/// The features that have a gradient, in the order first met, with their gradients.
#[derive(Clone, Debug, Default)]
pub(super) struct GatheredGradient<const K: usize> {
    pub(super) features: Vec<u32>,
    pub(super) rows: Vec<GradientRow<K>>,
    /// Open addressing: place in `features` plus one, 0 for free. The length is a power of two.
    table: Vec<u32>,
    /// The entries of `table` in use, to be freed one by one.
    places: Vec<u32>,
}

impl<const K: usize> GatheredGradient<K> {
    pub(super) fn clear(&mut self) {
        for place in self.places.drain(..) {
            self.table[place as usize] = 0;
        }
        self.features.clear();
        self.rows.clear();
    }

    /// Adds to the gradient of a feature.
    #[inline]
    pub(super) fn add(&mut self, feature: u32, weight: f32, factors: &[f32; K]) {
        let slot = self.slot(feature);
        let row = &mut self.rows[slot];
        row.weight += weight;
        for (sum, part) in row.factors.iter_mut().zip(factors) {
            *sum += part;
        }
    }

    /// Place of the feature's entry in the table, or of the free entry where it belongs.
    #[inline]
    fn find(&self, feature: u32) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (feature.wrapping_mul(0x9E37_79B1) >> 7) as usize & mask;
        while self.table[place] != 0 && self.features[self.table[place] as usize - 1] != feature {
            place = (place + 1) & mask;
        }
        place
    }

    #[inline]
    fn slot(&mut self, feature: u32) -> usize {
        if 2 * (self.features.len() + 1) > self.table.len() {
            self.grow();
        }
        let place = self.find(feature);
        if self.table[place] == 0 {
            self.features.push(feature);
            self.rows.push(GradientRow { weight: 0.0, factors: [0.0; K] });
            self.table[place] = self.features.len() as u32;
            self.places.push(place as u32);
        }
        self.table[place] as usize - 1
    }

    fn grow(&mut self) {
        let length = (2 * self.table.len()).max(1 << 12);
        self.table.clear();
        self.table.resize(length, 0);
        self.places.clear();
        for i in 0..self.features.len() {
            // Features are distinct, so looking for each one finds a free place.
            let place = self.find(self.features[i]);
            self.table[place] = i as u32 + 1;
            self.places.push(place as u32);
        }
    }
}
