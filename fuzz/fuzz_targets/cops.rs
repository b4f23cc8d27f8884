#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| pursuit_fuzz::fuzzing::run("cops", bytes));
