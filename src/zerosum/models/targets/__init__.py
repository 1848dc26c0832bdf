"""Target games: cards played for targets of random value."""

from zerosum.models.targets.rules import (
    Layer,
    Reward,
    TargetAnswer,
    TargetGame,
    Targets,
    layers_from_rules,
    parse_targets,
)

__all__ = ["Layer", "Reward", "TargetAnswer", "TargetGame", "Targets", "layers_from_rules", "parse_targets"]
