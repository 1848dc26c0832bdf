"""The value as a formula: what every model shares.

    line      a game with a parameter, and the range on which it is defined
    tracked   numbers that remember which function of the parameter they are
    reading   the numbers of a game as functions of its parameter
    trace     intervals on which one basis stays optimal, until they cover the range
    answer    the formula: pieces, break points, values at points; text, LaTeX and JSON
    number    one value as an algebraic number
    plot      the picture
    regions   two parameters: regions of the plane, and the curves between them
    game_map  the map of a game: its rules followed around points of the plane
    map_answer, map_plot   the map: text, LaTeX, JSON and values at points; its picture

The mathematics of a model is in its folder, in `formula.py`; rational functions are in `zerosum.numerics.functions`.
"""
