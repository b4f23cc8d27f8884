//! Instruction sets: the same code compiled for several, the best one chosen at run time.
//!
//! [`dispatch`] runs a piece of [`Work`] inside a function that is compiled for the chosen set. Whatever is inlined
//! there is compiled for it too, so the hot paths are `#[inline(always)]`, and plain loops over words become vector
//! code. Only [`Isa::product`] is written by hand.
#![allow(unsafe_code)]

use crate::bits::ones;
use std::sync::atomic::{AtomicU8, Ordering};

/// What the engine wants of an instruction set beyond plain code.
pub(crate) trait Isa {
    /// Whether [`Isa::product`] is faster than going from bit to bit.
    const HAS_PRODUCT: bool;

    /// Those of the lines, a multiple of eight and at most 64, that share a bit with `set`, one bit each; bits past the last
    /// line may be anything.
    fn product(lines: &[u64], set: u64) -> u64;

    /// Which of the bytes are not zero, one bit each.
    #[inline(always)]
    fn nonzero(bytes: &[u8; 64]) -> u64 {
        let mut bits = 0;
        for (index, group) in bytes.as_chunks::<8>().0.iter().enumerate() {
            // The top bit of each byte, then the eight of them side by side.
            let word = u64::from_le_bytes(*group);
            let low = word & 0x7f7f_7f7f_7f7f_7f7f;
            let tops = ((low + 0x7f7f_7f7f_7f7f_7f7f) | word) & 0x8080_8080_8080_8080;
            bits |= (tops >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * index);
        }
        bits
    }

    /// Puts `value` into those of the bytes whose bit is set.
    #[inline(always)]
    fn fill(bytes: &mut [u8; 64], set: u64, value: u8) {
        for bit in ones([set]) {
            bytes[bit] = value;
        }
    }
}

/// Plain code, for every machine.
pub(crate) struct Baseline;

impl Isa for Baseline {
    const HAS_PRODUCT: bool = false;

    #[inline(always)]
    fn product(lines: &[u64], set: u64) -> u64 {
        let hits = lines.iter().enumerate();
        hits.fold(0, |found, (index, line)| {
            found | u64::from(line & set != 0) << index
        })
    }
}

/// x86-64 with AVX2.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Isa for Avx2 {
    const HAS_PRODUCT: bool = true;

    #[inline(always)]
    fn product(lines: &[u64], set: u64) -> u64 {
        use std::arch::x86_64::{
            _mm256_and_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_loadu_si256,
            _mm256_movemask_pd, _mm256_set1_epi64x, _mm256_setzero_si256,
        };
        let mut missed = 0;
        for (index, group) in lines.as_chunks::<8>().0.iter().enumerate() {
            // SAFETY: this code runs inside `with_avx2` only, which checks for the instructions; each half of a group is 32
            // bytes.
            let half = |half: usize| unsafe {
                let lines = _mm256_loadu_si256(group.as_ptr().add(4 * half).cast());
                let shared = _mm256_and_si256(lines, _mm256_set1_epi64x(set as i64));
                let empty = _mm256_cmpeq_epi64(shared, _mm256_setzero_si256());
                _mm256_movemask_pd(_mm256_castsi256_pd(empty)) as u64
            };
            missed |= (half(0) | half(1) << 4) << (8 * index);
        }
        !missed
    }

    #[inline(always)]
    fn fill(bytes: &mut [u8; 64], set: u64, value: u8) {
        use std::arch::x86_64::{
            __m256i, _mm256_and_si256, _mm256_blendv_epi8, _mm256_cmpeq_epi8, _mm256_loadu_si256,
            _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi64x,
            _mm256_shuffle_epi8, _mm256_storeu_si256,
        };
        for (half, bytes) in bytes.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            // SAFETY: as above; there are 32 bytes.
            unsafe {
                // Byte k of the 32 gets the eight bits that bit k is one of, then that bit alone.
                let eight_times = _mm256_setr_epi64x(
                    0,
                    0x0101_0101_0101_0101,
                    0x0202_0202_0202_0202,
                    0x0303_0303_0303_0303,
                );
                let bits = _mm256_set1_epi32((set >> (32 * half)) as i32);
                let each = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let eights = _mm256_shuffle_epi8(bits, eight_times);
                let is_set = _mm256_cmpeq_epi8(_mm256_and_si256(eights, each), each);
                let at: *mut __m256i = bytes.as_mut_ptr().cast();
                let old = _mm256_loadu_si256(at);
                let new = _mm256_blendv_epi8(old, _mm256_set1_epi8(value as i8), is_set);
                _mm256_storeu_si256(at, new);
            }
        }
    }
}

/// x86-64 with AVX-512.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Avx512;

#[cfg(target_arch = "x86_64")]
impl Isa for Avx512 {
    const HAS_PRODUCT: bool = true;

    #[inline(always)]
    fn product(lines: &[u64], set: u64) -> u64 {
        use std::arch::x86_64::{_mm512_loadu_si512, _mm512_set1_epi64, _mm512_test_epi64_mask};
        let groups = lines.as_chunks::<8>().0.iter().enumerate();
        groups.fold(0, |found, (index, group)| {
            // SAFETY: this code runs inside `with_avx512` only, which checks for the instructions; a group is 64 bytes.
            let hits = unsafe {
                let group = _mm512_loadu_si512(group.as_ptr().cast());
                _mm512_test_epi64_mask(group, _mm512_set1_epi64(set as i64))
            };
            found | u64::from(hits) << (8 * index)
        })
    }

    #[inline(always)]
    fn nonzero(bytes: &[u8; 64]) -> u64 {
        use std::arch::x86_64::{_mm512_loadu_si512, _mm512_test_epi8_mask};
        // SAFETY: as above; there are 64 bytes.
        unsafe {
            let bytes = _mm512_loadu_si512(bytes.as_ptr().cast());
            _mm512_test_epi8_mask(bytes, bytes)
        }
    }

    #[inline(always)]
    fn fill(bytes: &mut [u8; 64], set: u64, value: u8) {
        use std::arch::x86_64::{_mm512_mask_storeu_epi8, _mm512_set1_epi8};
        // SAFETY: as above.
        unsafe {
            let value = _mm512_set1_epi8(value as i8);
            _mm512_mask_storeu_epi8(bytes.as_mut_ptr().cast(), set, value);
        }
    }
}

/// An instruction set that the library is compiled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum InstructionSet {
    /// What every processor of this architecture has.
    Baseline,
    /// AVX2 with BMI1, BMI2, LZCNT and POPCNT.
    Avx2,
    /// AVX-512 F, BW, DQ and VL besides.
    Avx512,
}

impl InstructionSet {
    /// Whether this machine has it.
    #[cfg(target_arch = "x86_64")]
    pub fn is_available(self) -> bool {
        let avx2 = || {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        };
        let avx512 = || {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
        };
        match self {
            InstructionSet::Baseline => true,
            InstructionSet::Avx2 => avx2(),
            InstructionSet::Avx512 => avx2() && avx512(),
        }
    }

    /// Whether this machine has it.
    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_available(self) -> bool {
        self == InstructionSet::Baseline
    }

    /// Makes the whole process use this set from now on; false if the machine lacks it. Results don't depend on it:
    /// it is there for tests and benchmarks.
    pub fn force(self) -> bool {
        let available = self.is_available();
        if available {
            CHOSEN.store(self as u8, Ordering::Relaxed);
        }
        available
    }
}

/// The set in use, as a number; [`UNKNOWN`] until the machine has been looked at.
static CHOSEN: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = u8::MAX;

/// Finds the best set that the machine has.
#[cold]
fn look() -> u8 {
    let best = [InstructionSet::Avx512, InstructionSet::Avx2]
        .into_iter()
        .find(|set| set.is_available())
        .unwrap_or(InstructionSet::Baseline);
    CHOSEN.store(best as u8, Ordering::Relaxed);
    best as u8
}

/// Work that is compiled once for each instruction set. What `run` calls must be `#[inline(always)]`.
pub(crate) trait Work {
    /// What comes out.
    type Output;

    /// Does the work.
    fn run<I: Isa>(self) -> Self::Output;
}

/// Does the work with the instruction set in use.
#[inline]
pub(crate) fn dispatch<W: Work>(work: W) -> W::Output {
    let chosen = match CHOSEN.load(Ordering::Relaxed) {
        UNKNOWN => look(),
        chosen => chosen,
    };
    const AVX2: u8 = InstructionSet::Avx2 as u8;
    const AVX512: u8 = InstructionSet::Avx512 as u8;
    match chosen {
        // SAFETY: `CHOSEN` only ever holds sets that the machine has.
        #[cfg(target_arch = "x86_64")]
        AVX512 => unsafe { with_avx512(work) },
        #[cfg(target_arch = "x86_64")]
        AVX2 => unsafe { with_avx2(work) },
        _ => work.run::<Baseline>(),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run::<Avx2>()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx512<W: Work>(work: W) -> W::Output {
    work.run::<Avx512>()
}
