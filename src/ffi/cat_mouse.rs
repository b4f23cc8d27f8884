//! Cat and mouse (LeetCode 913).

use super::{graphs, guard, types};
use crate::cat_mouse::{LEAST_NODES, cat_mouse_csr};

/// LeetCode 913, *Cat and Mouse*: who wins when both play their best?
///
/// The mouse starts on node 1 and moves first, the cat on 2, the hole is 0. They move in turn, each along an arc; neither
/// may stay (a graph's own loops aside); the cat may not enter the hole; a token with no legal move passes. The mouse
/// wins in the hole, the cat on the mouse's node, and a game that goes on for ever is a draw.
///
/// `n` is bounded by memory alone, not by LeetCode's 50; the graph need not be symmetric.
///
/// Returns an outcome, or a negative status: `PURSUIT_ERR_NODE_COUNT` for n < 3, `PURSUIT_ERR_NULL_POINTER`,
/// `PURSUIT_ERR_ROW_OFFSETS`, `PURSUIT_ERR_COLUMN_INDEX` for the arrays, `PURSUIT_ERR_NO_MEMORY`.
///
/// # Safety
/// `row_offsets` is NULL or has n + 1 entries, `column_indices` is NULL or has `row_offsets[n]`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cat_mouse_game(
    n: i32,
    row_offsets: *const i32,
    column_indices: *const i32,
) -> i32 {
    guard::value(|| {
        let n = graphs::node_count(n, LEAST_NODES)?;
        // SAFETY: the caller's promise.
        let (row_offsets, column_indices) = unsafe { graphs::csr(n, row_offsets, column_indices) }?;
        Ok(types::outcome_code(cat_mouse_csr(
            row_offsets,
            column_indices,
        )?))
    })
}
