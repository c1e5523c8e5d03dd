"""T2: what the parts of a position say about the next positions, and they about who wins.

Temporal differences, TD(lambda): a position has to tell what the team's next one tells, and the
last one the end. So a part is worth what it turns into, not what the better team happens to have
besides; and where parts turn into something that no part tells of, it errs more than the
regression. The place where TD comes to rest is a set of linear equations, and so it is worked out
at once (least squares TD), with no rate of learning to choose. With lambda 1 it is the regression.
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

LAMBDA: Final = 0.7  # how much of each later position still counts for an earlier one


def chained(match: Sequence[Episode], at: Numbers, decay: float = LAMBDA) -> Equations:
    """Each position has to tell the next one; what was told wrong counts for those before too.

    The lines along what positions say lie where the unknowns are `at`.
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
