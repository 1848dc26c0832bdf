// Patterns of two hands, the tables of stages, and what a warp writes on. See `kernels.cu`.

typedef long long Wide;

#ifdef FIXED
#define VALUE int
#define ROUNDED(x) (int)rint(x)
#else
#define VALUE double
#define ROUNDED(x) x
#endif
#ifndef SUPPORTS
#define SUPPORTS 8  // how many supports a warp keeps; 0: none, every game is pivoted on its own
#endif
#define SLOTS (SUPPORTS > 0 ? SUPPORTS : 1)
#define SIDE 24    // no player has more different cards than this
#ifndef IN_REGISTERS
#define IN_REGISTERS 8 // supports up to this size, 8 or 11, are solved without a detour by memory
#endif
#define SMALL 1e-11
#define EPS 2.220446049250313e-16
#ifndef HOPE
#define HOPE 1e-9  // so much probability may be clipped where a support is right
#endif
#ifndef AT_ONCE
#define AT_ONCE 4  // loads on their way together
#endif
#ifndef WARPS
#define WARPS 12   // on a multiprocessor at once, as far as registers go
#endif

// Who holds the ranks in play, from the highest down: bit t of `row` and of `col`.
struct Hands {
    unsigned row, col;
};

struct Words {
    const int *ways;
    int ranks;
};

CODE int ways(Words words, int r, int c, int room) {
    return words.ways[(r * (words.ranks + 1) + c) * (words.ranks + 1) + room];
}

CODE Hands hands_of(int number, int left, Words words) {
    Hands hands = {0, 0};
    int r = left, c = left;
    for (int t = 0; r > 0 || c > 0; ++t) {
        int room = words.ranks - t - 1;
        int rows = r > 0 ? ways(words, r - 1, c, room) : 0;
        int both = r > 0 && c > 0 ? ways(words, r - 1, c - 1, room) : 0;
        bool mine = number < rows + both, theirs = number >= rows;
        number -= mine ? (theirs ? rows : 0) : rows + both;
        hands.row |= (unsigned)mine << t, hands.col |= (unsigned)theirs << t;
        r -= mine, c -= theirs;
    }
    return hands;
}

// Places that nobody holds are skipped, so that a card can simply be taken away.
CODE int number_of(Hands hands, int left, Words words) {
    int number = 0, r = left, c = left, room = words.ranks;
    for (unsigned held = hands.row | hands.col; held; held &= held - 1) {
        unsigned bit = held & -held;
        bool mine = hands.row & bit, theirs = hands.col & bit;
        --room;
        if (theirs && r > 0) number += ways(words, r - 1, c, room);
        if (theirs && !mine && r > 0 && c > 0) number += ways(words, r - 1, c - 1, room);
        r -= mine, c -= theirs;
    }
    return number;
}

// Of neighbouring ranks of one player, with no other card between them, the highest stands for all.
CODE unsigned different(unsigned mine, unsigned theirs) {
    unsigned alone = mine & ~theirs;
    unsigned packed = mine & theirs;
    return packed | (alone & ~(alone << 1));
}

struct Table {
    int patterns, blocks, lopsided;
};

CODE Wide row_start(Table table, int pattern) {
    int half = table.patterns / 2;
    return pattern < half ? (Wide)pattern * table.blocks
                          : (Wide)half * table.blocks + (Wide)(pattern - half) * table.lopsided;
}

// What an entry of the matrix needs of the stage below, whatever the term.
struct Entry {
    Wide plain, image; // where the rows of the child pattern and of its mirror image start
    short cell;        // which entry it is, i * n + j
    short half;        // the child is in the first half (0), the middle (1), the second half (2)
};

CODE Entry entry_of(Hands hands, int a, int b, int cell, int left, Words words, Table below) {
    hands.row &= ~(1u << a), hands.col &= ~(1u << b);
    int child = number_of(hands, left - 1, words), middle = below.patterns / 2;
    Entry entry;
    entry.plain = row_start(below, child), entry.image = row_start(below, below.patterns - 1 - child);
    entry.cell = cell, entry.half = child < middle ? 0 : child == middle ? 1 : 2;
    return entry;
}

// A term's way on after one outcome: column is -1 where nothing follows, or twice the block, plus 1 if it is mirrored.
struct Way {
    double reward;
    int column;
};

CODE double payoff(Entry entry, Way way, const VALUE *values, double step, Table below) {
    int block = way.column >> 1;
    bool even = block >= below.lopsided;
    bool mirrored = even ? entry.half == 2 : (way.column & 1);
    if (way.column < 0 || (even && entry.half == 1)) return way.reward;
    double value = step * values[(mirrored ? entry.image : entry.plain) + block];
    return mirrored ? way.reward - value : way.reward + value;
}

// A value as it is kept.
CODE VALUE kept(double value, double step) { return ROUNDED(value / step); }

struct Ground {
    double *A;       // A[32 * (i * n + j) + lane]
    double *T;       // a tableau of one game, m + 1 rows of n + 1
    double *edge;    // its pivot row, then its pivot column
    Entry *entries;  // those of wins, then of ties, then of losses
    int *order, *hits, *sizes;
    int *start; // where the entries of each outcome start
    unsigned char *rows, *cols; // SIDE for each support
    unsigned char *place;       // the different cards of row, then of col
    unsigned char *label;       // of the tableau's rows, then of its columns
};

CODE Ground lay_out(double *ground, int entries, int side) {
    Ground g;
    g.A = ground;
    g.T = g.A + 32 * entries;
    g.edge = g.T + (side + 1) * (side + 1);
    g.entries = (Entry *)(g.edge + 2 * (side + 1));
    g.order = (int *)(g.entries + entries);
    g.hits = g.order + SLOTS;
    g.sizes = g.hits + SLOTS;
    g.start = g.sizes + SLOTS;
    g.rows = (unsigned char *)(g.start + 4);
    g.cols = g.rows + SLOTS * SIDE;
    g.place = g.cols + SLOTS * SIDE;
    g.label = g.place + 2 * SIDE;
    return g;
}
