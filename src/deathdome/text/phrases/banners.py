"""Words of banners and of the warning about a last unit."""

from __future__ import annotations

from typing import Final

# -- In block letters ------------------------------------------------------------------------------

KILL: Final = "KILL!"
TOWER: Final = "TOWER"
FREED: Final = "FREED"
LEAD: Final = "LEAD"
LAST_ROUND: Final = "LAST ROUND"
OUT: Final = "OUT!"

# -- What happened ---------------------------------------------------------------------------------

IS_DEAD: Final = "{name} is dead."
ARE_DEAD: Final = "{names} are dead."
KILLED_BY: Final = "Killed by {name}."
KILLED_BY_LAVA: Final = "Killed by the lava."
KILLED_BY_BUGS: Final = "Killed by the bugs."
TAKES_TOWER: Final = "{name} takes the {space} tower."
TAKES_POINT: Final = "{name} takes {space}."
OPENS_JAIL: Final = "{name} opens the {jail}."
IS_FREE: Final = "{name} is free."
ARE_FREE: Final = "{names} are free."
TEAM_IS_OUT: Final = "{team} has no unit left."
YOU_ARE_OUT: Final = "You have no unit left."
ROUND_BEGINS: Final = "ROUND {round} OF {rounds}"
LAST_ROUND_BEGINS: Final = "Round {round} of {rounds} begins."

# -- What it pays ----------------------------------------------------------------------------------

SHELL: Final = "{amount} beetle shell"
SHELLS: Final = "{amount} beetle shells"
FOR_TEAM: Final = "{gain} for {team}"
BACK_FOR_YOU: Final = "{units} back in your base"
BACK_FOR_TEAM: Final = "{units} back for {team}"
PAYS: Final = "{amount} {who}"
YOU: Final = "you"

# -- The lead --------------------------------------------------------------------------------------

YOU_TAKE_THE_LEAD: Final = "You take the lead!"
TEAM_TAKES_THE_LEAD: Final = "{team} takes the lead!"
YOU_LEAD: Final = "You lead {first} to {second}."
YOU_TRAIL: Final = "You trail {first} to {second}."
TEAM_LEADS: Final = "{team} leads {first} to {second}."
TEAM_LEADS_NOW: Final = "{team} takes the lead, {first} to {second}."
LEVEL: Final = "Level at {first}."
ANY_KEY: Final = "any key"

# -- The last unit ---------------------------------------------------------------------------------

LAST_UNIT: Final = "LAST UNIT"
IF_IT_DIES: Final = "If {name} dies, you lose, whatever the score."
IT_IS_ALL_YOU_HAVE: Final = "{name} is the only unit you have left."
RIVAL_IS_DOWN_TO: Final = "{team} is down to {name}."
RIVAL_LAST: Final = "{team}: LAST UNIT"
RIVAL_LAST_SHORT: Final = "{sign} LAST UNIT"
