//! A word to the processor that a place in memory will be asked for.

/// Fetches the place into the cache. Large tables lie in main memory, and waiting for it would be most of the work.
#[inline(always)]
pub(crate) fn announce<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch of any address has no effect but on the cache, and this one is a reference's.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
