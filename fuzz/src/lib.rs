//! What the fuzz targets run. It needs no fuzzer and lives among the tests, which run it on the committed seeds.

#[path = "../../tests/ffi_support/mod.rs"]
mod ffi_support;
#[path = "../../tests/fuzzing/mod.rs"]
pub mod fuzzing;
#[path = "../../tests/oracle/mod.rs"]
mod oracle;
