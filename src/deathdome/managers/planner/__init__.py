"""The managers that plan whole unit phases: one judgement, from rookie to champion."""
