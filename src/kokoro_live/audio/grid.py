"""A stream in blocks of one size, whatever the sizes it arrives in: what works block by block then cannot tell."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = NDArray[Any]


class Grid:
    """Holds back what does not fill a block yet."""

    def __init__(self, size: int, kind: type[np.generic] = np.float32) -> None:
        self._size = size
        self.rest: Values = np.zeros(0, kind)  # less than a block

    def blocks(self, values: Values) -> Values:
        """[block, size]: the blocks that are full now."""
        waiting = np.concatenate([self.rest, values])
        whole = len(waiting) // self._size * self._size
        self.rest = waiting[whole:]
        return waiting[:whole].reshape(-1, self._size)
