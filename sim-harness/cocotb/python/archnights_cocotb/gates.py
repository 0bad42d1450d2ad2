"""When a ready or a valid of the environment is up."""

from __future__ import annotations

import random
from dataclasses import dataclass


@dataclass(frozen=True)
class Stall:
    """Runs of cycles up and down, of at most these lengths. `down` 0: always up."""

    up: int = 1
    down: int = 0


ALWAYS = Stall()


class Gate:
    """Up in cycle 0, then runs of random length; the same seed gives the same. Ask in the order of the cycles."""

    def __init__(self, stall: Stall = ALWAYS, seed: int = 0) -> None:
        self._stall = stall
        self._random = random.Random(seed)
        self._open = True
        self._until = self._random.randint(1, stall.up) if stall.down > 0 else 0

    def is_up(self, cycle: int) -> bool:
        """Whether it is up in this cycle."""
        if self._stall.down == 0:
            return True
        while cycle >= self._until:
            self._open = not self._open
            self._until += self._random.randint(1, self._stall.up if self._open else self._stall.down)
        return self._open
