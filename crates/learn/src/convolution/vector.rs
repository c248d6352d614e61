//! Eight or sixteen numbers that the processor adds and multiplies at once.
//!
//! The products and transforms of [`super::kernel`] are written once over [`Vector`]; what calls them declares the instructions and has asked the
//! processor for them.

/// Some numbers side by side.
///
/// # Safety
///
/// All functions but those of an array require a processor with the instructions of the type; pointers must be valid for `LANES` numbers.
pub(super) trait Vector: Copy {
    const LANES: usize;
    /// Vectors of a tile's row that registers have room for ([`super::kernel`]).
    const WIDEST: usize;
    unsafe fn splat(value: f32) -> Self;
    unsafe fn load(from: *const f32) -> Self;
    unsafe fn store(self, to: *mut f32);
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// `self + a * b`.
    unsafe fn add_product(self, a: Self, b: Self) -> Self;
}

/// What every processor can do.
impl Vector for [f32; 8] {
    const LANES: usize = 8;
    const WIDEST: usize = 2;

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        [value; 8]
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        unsafe { from.cast::<Self>().read_unaligned() }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        unsafe { to.cast::<Self>().write_unaligned(self) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        std::array::from_fn(|lane| self[lane] + other[lane])
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        std::array::from_fn(|lane| self[lane] - other[lane])
    }

    #[inline(always)]
    unsafe fn add_product(self, a: Self, b: Self) -> Self {
        std::array::from_fn(|lane| self[lane] + a[lane] * b[lane])
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vector;
    use std::arch::x86_64::*;

    /// AVX2 with fused multiplication and addition.
    impl Vector for __m256 {
        const LANES: usize = 8;
        const WIDEST: usize = 2;

        #[inline(always)]
        unsafe fn splat(value: f32) -> Self {
            unsafe { _mm256_set1_ps(value) }
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> Self {
            unsafe { _mm256_loadu_ps(from) }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut f32) {
            unsafe { _mm256_storeu_ps(to, self) }
        }

        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            unsafe { _mm256_add_ps(self, other) }
        }

        #[inline(always)]
        unsafe fn sub(self, other: Self) -> Self {
            unsafe { _mm256_sub_ps(self, other) }
        }

        #[inline(always)]
        unsafe fn add_product(self, a: Self, b: Self) -> Self {
            unsafe { _mm256_fmadd_ps(a, b, self) }
        }
    }

    /// AVX-512: sums of a number are those of AVX2 to the bit, since every lane is an output of its own.
    impl Vector for __m512 {
        const LANES: usize = 16;
        const WIDEST: usize = 4;

        #[inline(always)]
        unsafe fn splat(value: f32) -> Self {
            unsafe { _mm512_set1_ps(value) }
        }

        #[inline(always)]
        unsafe fn load(from: *const f32) -> Self {
            unsafe { _mm512_loadu_ps(from) }
        }

        #[inline(always)]
        unsafe fn store(self, to: *mut f32) {
            unsafe { _mm512_storeu_ps(to, self) }
        }

        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            unsafe { _mm512_add_ps(self, other) }
        }

        #[inline(always)]
        unsafe fn sub(self, other: Self) -> Self {
            unsafe { _mm512_sub_ps(self, other) }
        }

        #[inline(always)]
        unsafe fn add_product(self, a: Self, b: Self) -> Self {
            unsafe { _mm512_fmadd_ps(a, b, self) }
        }
    }
}

/// Whether the processor has the instructions of the fast ways.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma")
}

/// Whether the processor has the instructions of the fastest way.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx512() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
}

/// A function that is compiled a second time for AVX2, which is then called where the processor has it.
macro_rules! widened {
    ($(#[$doc:meta])* $visible:vis fn $name:ident($($argument:ident: $type:ty),*) $body:block) => {
        $(#[$doc])*
        $visible fn $name($($argument: $type),*) {
            #[inline(always)]
            fn plain($($argument: $type),*) $body

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn wide($($argument: $type),*) {
                plain($($argument),*);
            }

            #[cfg(target_arch = "x86_64")]
            if $crate::convolution::vector::has_avx2() {
                // SAFETY: the processor has the instructions, which is all that the function requires.
                return unsafe { wide($($argument),*) };
            }
            plain($($argument),*);
        }
    };
}
pub(super) use widened;
