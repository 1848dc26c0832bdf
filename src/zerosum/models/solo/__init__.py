"""Games of one decision maker against chance."""
