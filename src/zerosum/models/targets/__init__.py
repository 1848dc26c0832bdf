"""Target games: cards played for targets of random value."""

from zerosum.models.targets.rules import Layer, Reward, TargetGame, Targets, layers_from_rules, parse_targets

__all__ = ["Layer", "Reward", "TargetGame", "Targets", "layers_from_rules", "parse_targets"]
