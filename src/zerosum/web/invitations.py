"""One sentence for each game of the gallery, for somebody who has never heard of it."""

INVITATIONS = {
    "jujitsu": "You hold the same cards, so why does nobody dare to lead the highest?",
    "goofspiel": "How much of your hand is this prize worth, if your rival asks the same?",
    "matches": "Whoever takes the last match pays: can you see from the start who that will be?",
    "red-dog": "Four cards in your hand and one to come: is it worth the money?",
    "red-dog-pot": "The pot is half your own: how boldly do you bet against it?",
    "blackjack": "The dealer must follow a rule and you need not: how much is that worth?",
    "seven-and-a-half": "Forty cards, half a point for a face: when do you stop?",
    "nakai": "Spend your best card on this target, or wait for a better one that may never come?",
    "gleason": "You are told a move too late where the counter was: outwit somebody in the same fog.",
    "relance": "One number, one bet: find out why honest players lose.",
    "two-bets": "Bet low or bet high, and what does each say about your hand?",
    "raise": "He bets, you raise, and neither of you may have anything.",
    "bets": "With every size of bet allowed, how large is a good bluff?",
    "raises": "Raise, and raise again: who blinks first?",
    "kuhn": "Three cards, one bet, and already whoever moves second must bluff one time in three.",
    "leduc": "One card of your own and one for both: small enough to solve, large enough to lose your shirt.",
    "liars-dice": "Bid on dice that you cannot see, or call your rival a liar.",
    "blind-goofspiel": "The bids stay hidden: what can you learn from winning alone?",
    "phases": "A card, a bet, another card, another bet: how much does the second one forgive?",
    "sealed-bets": "Both bets lie face down, so courage is all that you can read.",
    "two-phase-relance": "A second number comes after the bet: do you pay to see it?",
    "two-phase-raise": "Bet and raise on half of what you will know.",
    "free-dealer": "Blackjack against a dealer who may do as he likes: the house is no rule any more.",
    "blackjack-for-two": "The dealer keeps his rule to himself until the end: guess it.",
    "seven-and-a-half-for-two": "Forty cards, two players, and a rule that only one of them knows.",
    "rps": "Everybody knows the answer: try to keep to it for thirty rounds.",
    "morra": "Show some fingers and call your rival's, as the Romans did in the dark.",
    "blotto": "Too few regiments for all posts: which do you give up?",
    "oshi-zumo": "Pay to push the wrestler, with coins that never come back.",
    "silent-duel": "Fire early and miss, or late and be dead; and you will not hear your rival's shot.",
    "noisy-duel": "One bullet each, step by step closer: when?",
    "inspection": "You may look only a few times: when does the other side feel safe?",
    "pursuit": "One runs, one hunts, both move in the dark of the same moment.",
    "hidden": "Write any game with secrets in a small file, and see it solved.",
    "betting": "Draw your own betting tree, and sit down at it.",
    "stochastic": "Each move decides what you earn and which game you play next.",
}
"""The sentences, by the names of the games."""

SIZES = {"blackjack-for-two": {"goal": "14"}}
"""How the gallery shows a game whose usual size takes a minute or more."""
