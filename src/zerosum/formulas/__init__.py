"""The value as a formula: the parts shared by all models.

    line      a game with a parameter, and the range on which it is defined
    tracked   numbers that carry their function of the parameter
    reading   the numbers of a game as functions of its parameter
    trace     intervals on which one basis stays optimal, until they cover the range
    answer    the formula: pieces, break points, values at points; text, LaTeX and JSON
    number    one value as an algebraic number
    plot      the plot regions   two parameters: regions of the plane, and the curves between them
    game_map  the map of a game: its rules followed around points of the plane
    map_answer, map_plot   the map: text, LaTeX, JSON and values at points; its plot

The mathematics of a model is in its folder, in `formula.py`; rational functions are in `zerosum.numerics.functions`.
"""
