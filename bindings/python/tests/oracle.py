"""A plain solver to compare with: distances raised ply by ply until nothing changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product

EVADER, PURSUER = 1, 2


@dataclass
class Rules:
    """A game as sets; ``rows[role][x]`` is where the role's token may go from x by its graph."""

    n: int
    rows: dict[int, list[set[int]]]
    stays: dict[int, bool] = field(default_factory=lambda: {EVADER: False, PURSUER: False})
    goals: dict[int, set[int]] = field(default_factory=lambda: {EVADER: set(), PURSUER: set()})
    forbidden: dict[int, set[int]] = field(default_factory=lambda: {EVADER: set(), PURSUER: set()})

    def over(self, evader: int, pursuer: int) -> int:
        """The winner of a finished position, else 0."""
        if evader == pursuer:
            return PURSUER
        if evader in self.goals[EVADER]:
            return EVADER
        if pursuer in self.goals[PURSUER]:
            return PURSUER
        return 0

    def moves(self, evader: int, pursuer: int, to_move: int) -> list[int]:
        """Every legal move, ascending."""
        if self.over(evader, pursuer):
            return []
        own = evader if to_move == EVADER else pursuer
        targets = self.rows[to_move][own] - self.forbidden[to_move]
        if self.stays[to_move] or own in self.rows[to_move][own]:
            targets = targets | {own}
        return sorted(targets) or [own]


def after(evader: int, pursuer: int, to_move: int, move: int) -> tuple[int, int, int]:
    return (move, pursuer, PURSUER) if to_move == EVADER else (evader, move, EVADER)


def solve(rules: Rules) -> dict[tuple[int, int, int], tuple[int, int]]:
    """(evader, pursuer, to move) to (outcome, distance); (0, -1) for a draw."""
    positions = [(e, p, t) for e in range(rules.n) for p in range(rules.n) for t in (EVADER, PURSUER)]
    value = {position: (rules.over(*position[:2]), 0) for position in positions if rules.over(*position[:2])}
    moves = {position: [after(*position, move) for move in rules.moves(*position)] for position in positions}
    ply = 0
    idle = 0
    while idle < 2:
        ply += 1
        found = {}
        for position in positions:
            if position in value:
                continue
            mover, other = position[2], 3 - position[2]
            values = [value.get(successor, (0, -1)) for successor in moves[position]]
            if (mover, ply - 1) in values:
                found[position] = (mover, ply)
            elif all(outcome == other for outcome, _ in values):
                found[position] = (other, 1 + max(distance for _, distance in values))
        value.update(found)
        idle = 0 if found else idle + 1
    return {position: value.get(position, (0, -1)) for position in positions}


# Several pursuers: the same with a tuple of nodes in the pursuer's place.


def team_over(rules: Rules, evader: int, team: tuple[int, ...]) -> int:
    """The winner of a finished position of a team, else 0."""
    if evader in team:
        return PURSUER
    if evader in rules.goals[EVADER]:
        return EVADER
    if any(pursuer in rules.goals[PURSUER] for pursuer in team):
        return PURSUER
    return 0


def team_moves(rules: Rules, evader: int, team: tuple[int, ...], to_move: int) -> list[tuple]:
    """Every position, team as it is ordered, that one ply leads to."""
    alone = Rules(rules.n, rules.rows, rules.stays, forbidden=rules.forbidden)
    nowhere = rules.n
    if to_move == EVADER:
        return [(move, team, PURSUER) for move in alone.moves(evader, nowhere, EVADER)]
    own = [alone.moves(nowhere, pursuer, PURSUER) for pursuer in team]
    return [(evader, moved, EVADER) for moved in product(*own)]


def solve_teams(rules: Rules, size: int) -> dict[tuple, tuple[int, int]]:
    """(evader, team ascending, to move) to (outcome, distance); (0, -1) for a draw."""
    teams = list(combinations_with_replacement(range(rules.n), size))
    positions = [(e, team, t) for e in range(rules.n) for team in teams for t in (EVADER, PURSUER)]
    value = {}
    moves = {}
    for position in positions:
        winner = team_over(rules, *position[:2])
        if winner:
            value[position] = (winner, 0)
        else:
            moves[position] = {(e, tuple(sorted(team)), t) for e, team, t in team_moves(rules, *position)}
    ply = idle = 0
    while idle < 2:
        ply += 1
        found = {}
        for position, successors in moves.items():
            if position in value:
                continue
            mover, other = position[2], 3 - position[2]
            values = [value.get(successor, (0, -1)) for successor in successors]
            if (mover, ply - 1) in values:
                found[position] = (mover, ply)
            elif all(outcome == other for outcome, _ in values):
                found[position] = (other, 1 + max(distance for _, distance in values))
        value.update(found)
        idle = 0 if found else idle + 1
    return {position: value.get(position, (0, -1)) for position in positions}
