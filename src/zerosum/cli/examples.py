"""An example of every command, for its `--help`."""

__all__ = ["EXAMPLES", "example"]

EXAMPLES = {
    "games": "zerosum games --json",
    "solve": "zerosum solve jujitsu --cards 4",
    "play": "zerosum play matches --matches 21",
    "match": "zerosum match kuhn equilibrium uniform",
    "plot": "zerosum plot gleason --out gleason.png",
    "verify": "zerosum verify leduc",
    "certify": "zerosum certify kuhn --out kuhn.cert",
    "check": "zerosum check kuhn.cert",
    "matrix": 'zerosum matrix "1 -1; -1 1" --exact',
    "reproduce": "zerosum reproduce matches",
    "store": "zerosum store --remove all",
    "serve": "zerosum serve --port 8080 --open",
    "bench": "zerosum bench matrix",
    "completion": 'eval "$(zerosum completion bash)"',
}


def example(verb: str) -> str:
    """The line that a command's help ends with."""
    return f"Example: {EXAMPLES[verb]}"
