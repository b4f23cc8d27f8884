//! Faults that Miri must see, each a test that it has to stop at: `.ci/checks/24-miri` runs them one by one. They exist only
//! with the feature `fault-injection`. (The other tools run theirs through `c_tests/faults/faults.c`.)
#![cfg(feature = "fault-injection")]

use std::sync::Barrier;
use std::thread;

use pursuit::ffi::{
    pursuit_test_leak, pursuit_test_race, pursuit_test_read_beyond, pursuit_test_read_freed,
    pursuit_test_read_uninitialized,
};

#[test]
#[ignore = "a fault, for Miri alone"]
fn read_beyond() {
    pursuit_test_read_beyond(3);
}

#[test]
#[ignore = "a fault, for Miri alone"]
fn read_freed() {
    pursuit_test_read_freed(3);
}

#[test]
#[ignore = "a fault, for Miri alone"]
fn read_uninitialized() {
    pursuit_test_read_uninitialized(3);
}

#[test]
#[ignore = "a fault, for Miri alone"]
fn leak() {
    pursuit_test_leak(3);
}

#[test]
#[ignore = "a fault, for Miri alone"]
fn race() {
    // Both are there before either goes on, and whatever orders some of their steps does not order them all.
    let both = Barrier::new(2);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                both.wait();
                for _ in 0..20 {
                    pursuit_test_race();
                }
            });
        }
    });
}
