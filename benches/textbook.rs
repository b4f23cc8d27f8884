//! The textbook baselines of `textbook.cpp`: compiled with the system's C++ compiler when the benchmark starts, loaded
//! into this process, called like any function.

use crate::families::Graph;
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

pub const MAX_N: usize = 500;
/// The grader's matrix; bytes 0 or 1.
pub type Matrix = [[u8; MAX_N]; MAX_N];

const FLAGS: [&str; 4] = ["-O2", "-std=c++17", "-fPIC", "-shared"];

type StartFn = unsafe extern "C" fn(c_int, *const Matrix, *mut c_int) -> c_int;
type CatMouseFn = unsafe extern "C" fn(c_int, *const i32, *const i32) -> c_int;
type TableNewFn = unsafe extern "C" fn(c_int, *const i32, *const i32, c_int, *mut RawTable);
type TableFreeFn = unsafe extern "C" fn(*mut RawTable);

#[repr(C)]
struct RawTable {
    outcome: *mut u8,
    distance: *mut i32,
}

/// The loaded baselines.
pub struct Textbook {
    start_matrix: StartFn,
    start_lists: StartFn,
    cat_mouse: CatMouseFn,
    table_new: TableNewFn,
    table_free: TableFreeFn,
    peak_bytes: unsafe extern "C" fn() -> usize,
    reset_peak: unsafe extern "C" fn(),
    compiler: unsafe extern "C" fn() -> *const c_char,
}

/// Outcome (and distance) of every position, entry `(mouse * n + cat) * 2 + turn`.
pub struct Table<'a> {
    book: &'a Textbook,
    raw: RawTable,
    positions: usize,
}

impl Textbook {
    /// Compiles `textbook.cpp` (with `$CXX`, or `c++`) and loads it.
    pub fn load() -> Result<Textbook, String> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/textbook.cpp");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libtextbook.so");
        let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".into());
        let status = Command::new(&compiler)
            .args(FLAGS)
            .arg(&source)
            .arg("-o")
            .arg(&library)
            .status()
            .map_err(|error| format!("cannot run the C++ compiler {compiler}: {error}"))?;
        if !status.success() {
            return Err(format!("{compiler} could not compile {}", source.display()));
        }
        let path =
            CString::new(library.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: a C string; loading our own library runs nothing but C++ start-up code.
        let handle = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
        if handle.is_null() {
            return Err(format!("cannot load {}", library.display()));
        }
        let symbol = |name: &CStr| -> Result<*mut c_void, String> {
            // SAFETY: a live handle (it is never closed) and a C string.
            let address = unsafe { libc::dlsym(handle, name.as_ptr()) };
            if address.is_null() {
                Err(format!("the textbook lacks {name:?}"))
            } else {
                Ok(address)
            }
        };
        // SAFETY: the types are those that textbook.h declares.
        unsafe {
            Ok(Textbook {
                start_matrix: std::mem::transmute::<*mut c_void, StartFn>(symbol(
                    c"textbook_start_matrix",
                )?),
                start_lists: std::mem::transmute::<*mut c_void, StartFn>(symbol(
                    c"textbook_start_lists",
                )?),
                cat_mouse: std::mem::transmute::<*mut c_void, CatMouseFn>(symbol(
                    c"textbook_cat_mouse",
                )?),
                table_new: std::mem::transmute::<*mut c_void, TableNewFn>(symbol(
                    c"textbook_table_new",
                )?),
                table_free: std::mem::transmute::<*mut c_void, TableFreeFn>(symbol(
                    c"textbook_table_free",
                )?),
                peak_bytes: std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> usize>(
                    symbol(c"textbook_peak_bytes")?,
                ),
                reset_peak: std::mem::transmute::<*mut c_void, unsafe extern "C" fn()>(symbol(
                    c"textbook_reset_peak",
                )?),
                compiler: std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> *const c_char>(
                    symbol(c"textbook_compiler")?,
                ),
            })
        }
    }

    /// The compiler that built it, and the flags that count.
    pub fn compiler(&self) -> String {
        // SAFETY: a static C string.
        let name = unsafe { CStr::from_ptr((self.compiler)()) };
        format!("{} {}", name.to_string_lossy(), FLAGS[0])
    }

    /// The best start and its plies (-1, -1 when the robber escapes), by scanning matrix rows.
    pub fn start_matrix(&self, n: usize, matrix: &Matrix) -> (i32, i32) {
        let mut plies = 0;
        // SAFETY: a matrix of 500 rows of 500 bytes, each 0 or 1; n is at most 500.
        let corner = unsafe { (self.start_matrix)(n as c_int, matrix, &mut plies) };
        (corner, plies)
    }

    /// The same over adjacency lists made of the matrix.
    pub fn start_lists(&self, n: usize, matrix: &Matrix) -> (i32, i32) {
        let mut plies = 0;
        // SAFETY: as above.
        let corner = unsafe { (self.start_lists)(n as c_int, matrix, &mut plies) };
        (corner, plies)
    }

    /// LeetCode 913's answer: the full queue, then one look.
    pub fn cat_mouse(&self, graph: &Graph) -> i32 {
        // SAFETY: a valid CSR graph of at least three nodes.
        unsafe {
            (self.cat_mouse)(
                graph.n as c_int,
                graph.row_offsets.as_ptr(),
                graph.column_indices.as_ptr(),
            )
        }
    }

    /// Outcome, and distance where asked for, of every position.
    pub fn table(&self, graph: &Graph, with_distance: bool) -> Table<'_> {
        let mut raw = RawTable {
            outcome: std::ptr::null_mut(),
            distance: std::ptr::null_mut(),
        };
        // SAFETY: a valid CSR graph; `raw` is filled with two arrays that `Table` frees.
        unsafe {
            (self.table_new)(
                graph.n as c_int,
                graph.row_offsets.as_ptr(),
                graph.column_indices.as_ptr(),
                with_distance.into(),
                &mut raw,
            );
        }
        Table {
            book: self,
            raw,
            positions: 2 * graph.n * graph.n,
        }
    }

    /// The most bytes that the textbook held at once during `work`.
    pub fn peak_during<T>(&self, work: impl FnOnce() -> T) -> (T, usize) {
        // SAFETY: plain functions; the benchmark calls the textbook from one thread.
        unsafe { (self.reset_peak)() };
        let result = work();
        // SAFETY: as above.
        (result, unsafe { (self.peak_bytes)() })
    }
}

impl Table<'_> {
    pub fn outcomes(&self) -> &[u8] {
        // SAFETY: `table_new` filled this many entries.
        unsafe { std::slice::from_raw_parts(self.raw.outcome, self.positions) }
    }

    /// Plies to the end, -1 for a draw.
    ///
    /// # Panics
    /// When the table was made without distances.
    pub fn distances(&self) -> &[i32] {
        assert!(!self.raw.distance.is_null(), "a table without distances");
        // SAFETY: `table_new` filled this many entries.
        unsafe { std::slice::from_raw_parts(self.raw.distance, self.positions) }
    }
}

impl Drop for Table<'_> {
    fn drop(&mut self) {
        // SAFETY: the arrays came from `table_new` and nobody else frees them.
        unsafe { (self.book.table_free)(&mut self.raw) };
    }
}

/// The grader's matrix of `graph`.
pub fn matrix(graph: &Graph) -> Box<Matrix> {
    let mut rows = vec![[0u8; MAX_N]; MAX_N];
    for (x, row) in rows.iter_mut().enumerate().take(graph.n) {
        for &y in graph.neighbours(x) {
            row[y as usize] = 1;
        }
    }
    rows.into_boxed_slice().try_into().expect("500 rows")
}
