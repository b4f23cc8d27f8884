//! Several pursuers.

use super::guard;
use super::pointers;
use super::types::{self, pursuit_game};

/// Sets the number of pursuers, 1 at first. The team moves in one turn, each by the pursuer's rules: any of them on the
/// evader's node is capture, any of them on a pursuer's goal is a win. Their order does not matter, and several may share
/// a node.
///
/// Errors: `PURSUIT_ERR_NULL_POINTER`; `PURSUIT_ERR_ARGUMENT` for pursuers < 1.
///
/// # Safety
/// `game` is NULL or a game that no other call uses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pursuit_game_set_pursuers(game: *mut pursuit_game, pursuers: i32) -> i32 {
    guard::status(|| {
        // SAFETY: the caller's promise.
        let game = unsafe { pointers::exclusive(game, "game") }?;
        let pursuers = types::at_least(1, pursuers, "pursuers", "at least 1")?;
        Ok(game.game.set_pursuers(pursuers)?)
    })
}
