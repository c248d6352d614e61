//! Prefetch hints for look-ups in tables that are larger than the cache.
//!
//! Who knows early which entry will be needed asks for it, does something else, and finds it in the cache. A hint never changes a result, so that there is
//! nothing to fall back on where a processor has none.

#![cfg_attr(not(test), warn(clippy::disallowed_methods, clippy::disallowed_types))]

/// Asks the processor to load the cache line of `place`. A no-op on architectures without a stable intrinsic.
///
/// ```
/// let table = vec![7_u8; 1 << 20];
/// prefetch::prefetch(&table[123_456]);
/// assert_eq!(table[123_456], 7);
/// ```
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address has no effect but on the cache, and this one is a reference's.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
