"""T2: the worth of parts of a position by temporal differences.

In TD(lambda) a position predicts the prediction of the team's next one, and the last one the
result. So the worth of a part is what it turns into, not what the better team happens to have as
well; if parts turn into something that no part describes, the error is larger than with the
regression. The fixed point of TD solves a set of linear equations, so it is computed directly
(least squares TD), without a learning rate. With lambda 1 it is the regression.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from lab.tuning.regression import along
from lab.tuning.sums import Equations

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.tuning.regression import Episode
    from lab.tuning.sums import Numbers

LAMBDA: Final = 0.7  # weight of each later position for an earlier one


def chained(match: Sequence[Episode], at: Numbers, decay: float = LAMBDA) -> Equations:
    """Return the equations in which each position predicts the next, with decaying traces.

    The equations are linearised where the unknowns are `at`.
    """
    width = match[0].positions.shape[1]
    left, right = np.zeros((width, width)), np.zeros(width)
    for episode in match:
        line = along(episode.positions @ at)
        rows = line.slope[:, None] * episode.positions
        trace = np.zeros(width)
        last = len(rows) - 1
        for number, position in enumerate(episode.positions):
            trace = decay * trace + position
            if number < last:
                left += np.outer(trace, rows[number] - rows[number + 1])
                right += trace * (line.rest[number + 1] - line.rest[number])
            else:
                left += np.outer(trace, rows[number])
                right += trace * (episode.end - line.rest[number])
    return Equations(left, right)
