//! Instruction sets: the same code compiled for several, the best one chosen at run time.
//!
//! [`dispatch`] runs a piece of [`Work`] inside a function that is compiled for the chosen set. Whatever is inlined
//! there is compiled for it too, so the hot paths are `#[inline(always)]`, and plain loops over words become vector
//! code. Only the functions of [`Isa`] are written by hand.
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
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) struct Plain;

#[cfg(any(test, not(target_arch = "x86_64")))]
impl Isa for Plain {
    const HAS_PRODUCT: bool = false;

    #[inline(always)]
    fn product(lines: &[u64], set: u64) -> u64 {
        let hits = lines.iter().enumerate();
        hits.fold(0, |found, (index, line)| {
            found | u64::from(line & set != 0) << index
        })
    }
}

/// What every machine of this architecture has.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) type Baseline = Plain;
/// What every machine of this architecture has.
#[cfg(target_arch = "x86_64")]
pub(crate) type Baseline = Sse2;

/// SSE2, which is part of x86-64.
#[cfg(target_arch = "x86_64")]
pub(crate) struct Sse2;

#[cfg(target_arch = "x86_64")]
impl Isa for Sse2 {
    const HAS_PRODUCT: bool = true;

    #[inline(always)]
    fn product(lines: &[u64], set: u64) -> u64 {
        use std::arch::x86_64::{
            __m128i, _mm_and_si128, _mm_castps_si128, _mm_castsi128_ps, _mm_cmpeq_epi32,
            _mm_loadu_si128, _mm_movemask_epi8, _mm_or_si128, _mm_packs_epi16, _mm_packs_epi32,
            _mm_set1_epi64x, _mm_setzero_si128, _mm_shuffle_ps,
        };
        let mut missed = 0;
        for (index, group) in lines.as_chunks::<8>().0.iter().enumerate() {
            // SAFETY: SSE2 is always there; the two lines of a pair are 16 bytes.
            let shared = |pair: usize| unsafe {
                let lines = _mm_loadu_si128(group.as_ptr().add(2 * pair).cast::<__m128i>());
                _mm_castsi128_ps(_mm_and_si128(lines, _mm_set1_epi64x(set as i64)))
            };
            // SAFETY: SSE2 is always there.
            missed |= unsafe {
                // For four lines, the lower halves or the upper halves: a line shares nothing where both are zero.
                let empty = |pair: usize| {
                    let (a, b) = (shared(pair), shared(pair + 1));
                    let lower = _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(a, b));
                    let upper = _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(a, b));
                    _mm_cmpeq_epi32(_mm_or_si128(lower, upper), _mm_setzero_si128())
                };
                let eight = _mm_packs_epi32(empty(0), empty(2));
                let bytes = _mm_packs_epi16(eight, _mm_setzero_si128());
                _mm_movemask_epi8(bytes) as u64
            } << (8 * index);
        }
        !missed
    }

    #[inline(always)]
    fn nonzero(bytes: &[u8; 64]) -> u64 {
        use std::arch::x86_64::{
            __m128i, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_setzero_si128,
        };
        let mut zero = 0;
        for (index, group) in bytes.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: SSE2 is always there; a group is 16 bytes.
            let zeros = unsafe {
                let group = _mm_loadu_si128(group.as_ptr().cast::<__m128i>());
                _mm_movemask_epi8(_mm_cmpeq_epi8(group, _mm_setzero_si128()))
            };
            zero |= (zeros as u64) << (16 * index);
        }
        !zero
    }

    #[inline(always)]
    fn fill(bytes: &mut [u8; 64], set: u64, value: u8) {
        use std::arch::x86_64::{
            __m128i, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_loadu_si128,
            _mm_or_si128, _mm_set1_epi8, _mm_set1_epi16, _mm_set1_epi64x, _mm_storeu_si128,
            _mm_unpacklo_epi8, _mm_unpacklo_epi16, _mm_unpacklo_epi32,
        };
        for (quarter, bytes) in bytes.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            // SAFETY: SSE2 is always there; there are 16 bytes.
            unsafe {
                // Byte k of the 16 gets the eight bits that bit k is one of, then that bit alone.
                let bits = _mm_set1_epi16((set >> (16 * quarter)) as i16);
                let twice = _mm_unpacklo_epi8(bits, bits);
                let eights = _mm_unpacklo_epi32(
                    _mm_unpacklo_epi16(twice, twice),
                    _mm_unpacklo_epi16(twice, twice),
                );
                let each = _mm_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
                let is_set = _mm_cmpeq_epi8(_mm_and_si128(eights, each), each);
                let at: *mut __m128i = bytes.as_mut_ptr().cast();
                let kept = _mm_andnot_si128(is_set, _mm_loadu_si128(at));
                let new = _mm_and_si128(is_set, _mm_set1_epi8(value as i8));
                _mm_storeu_si128(at, _mm_or_si128(kept, new));
            }
        }
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
    fn nonzero(bytes: &[u8; 64]) -> u64 {
        use std::arch::x86_64::{
            _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_setzero_si256,
        };
        let mut zero = 0;
        for (half, bytes) in bytes.as_chunks::<32>().0.iter().enumerate() {
            // SAFETY: as above; there are 32 bytes.
            let zeros = unsafe {
                let bytes = _mm256_loadu_si256(bytes.as_ptr().cast());
                _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_setzero_si256()))
            };
            zero |= u64::from(zeros as u32) << (32 * half);
        }
        !zero
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
    #[cfg(target_arch = "x86_64")]
    const AVX2: u8 = InstructionSet::Avx2 as u8;
    #[cfg(target_arch = "x86_64")]
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::array::from_fn;

    /// What each function gives for sets that are sparse, half full and dense.
    struct Answers;

    impl Work for Answers {
        type Output = Vec<u64>;

        fn run<I: Isa>(self) -> Vec<u64> {
            let mut state = 1_u64;
            let mut next = || {
                // Steele and Vigna's step of a linear generator, its high half twice.
                state = state.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
                state >> 32 | state >> 32 << 32
            };
            let mut answers = Vec::new();
            for round in 0..if cfg!(miri) { 30 } else { 999 } {
                let mut word = || match round % 3 {
                    0 => next() & next() & next().rotate_left(17) & next().rotate_left(29),
                    1 => next() ^ next().rotate_left(9),
                    _ => next() | next().rotate_left(17) | next().rotate_left(29),
                };
                let lines: [u64; 64] = from_fn(|_| word());
                let set = match round % 10 {
                    9 => 1 << (round % 64),
                    _ => word(),
                };
                for count in (8..=64).step_by(8) {
                    let mask = u64::MAX >> (64 - count);
                    answers.push(I::product(&lines[..count], set) & mask);
                }
                let mut bytes: [u8; 64] =
                    from_fn(|byte| (lines[byte] & 0xff) as u8 * (set >> byte & 1) as u8);
                answers.push(I::nonzero(&bytes));
                I::fill(&mut bytes, lines[0], 1 + (round % 255) as u8);
                answers.extend(bytes.map(u64::from));
            }
            answers
        }
    }

    #[test]
    fn every_instruction_set_gives_what_plain_code_gives() {
        let plain = Answers.run::<Plain>();
        let sets = [
            InstructionSet::Baseline,
            InstructionSet::Avx2,
            InstructionSet::Avx512,
        ];
        for set in sets {
            if set.force() {
                assert!(dispatch(Answers) == plain, "{set:?}");
            }
        }
    }
}
