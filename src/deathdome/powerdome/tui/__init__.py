"""The screens of PowerDome, on the stage of both games."""
