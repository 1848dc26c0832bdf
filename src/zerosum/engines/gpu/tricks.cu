// All terms of a stage for a list of patterns: one warp takes a pattern and a run of terms, 32 at a time.
//
// The terms of one pattern are matrix games A[i, j] = reward + value of the stage below, and neighbouring terms mostly
// have the same support. So a warp keeps a few supports, tries each on its 32 games at once, one game in each lane, and
// takes what is proved: a value counts only if its two bounds are within `tolerance`. Where games stay open, the whole
// warp finds the support of one of them by the simplex method, and tries it on all. It is what the CPU does, in
// `zerosum.solvers.tricks.kernels`; see there, in `lanes` and in `support` for the mathematics.
//
// A stage's table lies in rows of patterns. The rows of the first half hold all blocks, lopsided ones first; the rows of
// the second half hold the lopsided ones only: the other blocks are minus their mirror image, and the middle is 0. VALUE
// is double, or int, which counts in steps of `step`.

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

// ---- patterns ---------------------------------------------------------------------------------------------------

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

// ---- tables -----------------------------------------------------------------------------------------------------

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

// ---- what a warp writes on --------------------------------------------------------------------------------------

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

// ---- a support, tried on the game of one lane -------------------------------------------------------------------

struct Bounds {
    double lower, upper;
};

// Complete probabilities by the first one and clip them at 0; whether hardly anything had to be clipped. If so, their sum
// is so near to 1 that 1 / sum is 2 - sum up to rounding, and they are scaled by it.
template <int S> CODE bool complete(double *x, int s) {
    const int size = S ? S : s;
    double first = 1.0, total = 0.0;
    UNROLL(64 * (S > 0))
    for (int t = 1; t < size; ++t) first -= x[t];
    x[0] = first;
    UNROLL(64 * (S > 0))
    for (int t = 0; t < size; ++t) x[t] = x[t] > 0.0 ? x[t] : 0.0, total += x[t];
    UNROLL(64 * (S > 0))
    for (int t = 0; t < size; ++t) x[t] *= 2.0 - total;
    return fabs(total - 1.0) < HOPE;
}

// Solve D y = f and x D = g by elimination in the given order; see `lanes`.
template <int S>
CODE void solve_equations(const double *A, const int *row, const int *col, int s, double *x, double *y) {
    const int size = S ? S : s, room = (S ? S : SIDE) - 1;
    double D[room > 0 ? room : 1][room + 1], g[room + 1];
    double corner = A[row[0] + col[0]];
    UNROLL(64 * (S > 0))
    for (int b = 1; b < size; ++b) g[b - 1] = corner - A[row[0] + col[b]];
    UNROLL(64 * (S > 0))
    for (int a = 1; a < size; ++a) {
        double left = A[row[a] + col[0]];
        D[a - 1][size - 1] = corner - left;
        UNROLL(64 * (S > 0))
        for (int b = 1; b < size; ++b) D[a - 1][b - 1] = (A[row[a] + col[b]] - left) + g[b - 1];
    }
    UNROLL(64 * (S > 0))
    for (int t = 0; t < size - 1; ++t) {
        double pivot = inverse(D[t][t]);
        D[t][t] = pivot;
        UNROLL(64 * (S > 0))
        for (int b = t + 1; b < size; ++b) D[t][b] *= pivot;
        UNROLL(64 * (S > 0))
        for (int b = t + 1; b < size - 1; ++b) g[b] -= g[t] * D[t][b];
        UNROLL(64 * (S > 0))
        for (int a = t + 1; a < size - 1; ++a) {
            UNROLL(64 * (S > 0))
            for (int b = t + 1; b < size; ++b) D[a][b] -= D[a][t] * D[t][b];
        }
    }
    UNROLL(64 * (S > 0))
    for (int t = size - 2; t >= 0; --t) {
        double below = D[t][size - 1], above = g[t];
        UNROLL(64 * (S > 0))
        for (int b = t + 1; b < size - 1; ++b) below -= D[t][b] * y[b + 1], above -= D[b][t] * x[b + 1];
        y[t + 1] = below, x[t + 1] = above * D[t][t];
    }
}

// The least of so many sums of x[t] times A[start[t] + k * stride].
template <int S>
CODE double least_sum(const double *A, const int *start, int stride, int count, const double *x, int s) {
    const int size = S ? S : s;
    double least = INFINITY;
    UNROLL(2)
    for (int k = 0; k < count; ++k, A += stride) {
        double sum = 0.0;
        UNROLL(64 * (S > 0))
        for (int t = 0; t < size; ++t) sum += x[t] * A[start[t]];
        least = sum < least ? sum : least;
    }
    return least;
}

template <int S>
CODE Bounds attempt(const double *A, int m, int n, const unsigned char *rows, const unsigned char *cols, int s) {
    const int size = S ? S : s;
    int row[S ? S : SIDE], col[S ? S : SIDE];
    double x[S ? S : SIDE], y[S ? S : SIDE];
    UNROLL(64 * (S > 0))
    for (int t = 0; t < size; ++t) row[t] = 32 * n * rows[t], col[t] = 32 * cols[t];
    solve_equations<S>(A, row, col, s, x, y);
    Bounds found = {-INFINITY, INFINITY};
    bool hope = complete<S>(x, s);
    if (!(complete<S>(y, s) && hope)) return found;
    found.lower = least_sum<S>(A, row, 32, n, x, s);
    UNROLL(64 * (S > 0))
    for (int t = 0; t < size; ++t) y[t] = -y[t];
    found.upper = -least_sum<S>(A, col, 32 * n, m, y, s);
    return found;
}

CODE Bounds attempt_any(const double *A, int m, int n, const unsigned char *rows, const unsigned char *cols, int s) {
    switch (s <= IN_REGISTERS ? s : 0) {
    case 1: return attempt<1>(A, m, n, rows, cols, s);
    case 2: return attempt<2>(A, m, n, rows, cols, s);
    case 3: return attempt<3>(A, m, n, rows, cols, s);
    case 4: return attempt<4>(A, m, n, rows, cols, s);
    case 5: return attempt<5>(A, m, n, rows, cols, s);
    case 6: return attempt<6>(A, m, n, rows, cols, s);
    case 7: return attempt<7>(A, m, n, rows, cols, s);
    case 8: return attempt<8>(A, m, n, rows, cols, s);
#if IN_REGISTERS > 8
    case 9: return attempt<9>(A, m, n, rows, cols, s);
    case 10: return attempt<10>(A, m, n, rows, cols, s);
    case 11: return attempt<11>(A, m, n, rows, cols, s);
#endif
    default: return attempt<0>(A, m, n, rows, cols, s);
    }
}

// ---- the support of one lane's game, found by the whole warp ----------------------------------------------------

// The first tableau: play the column whose maximum is least, and eliminate its probability and the value.
CODE void first_tableau(Ground g, int m, int n, int lane_solved) {
    double key[PER_LANE], low[PER_LANE], high[PER_LANE];
    int at[PER_LANE];
    EACH_LANE(lane) {
        double top = -INFINITY, bottom = INFINITY;
        int top_row = 0;
        for (int i = 0; lane < n && i < m; ++i) {
            double a = g.A[32 * (i * n + lane) + lane_solved];
            g.T[i * (n + 1) + lane] = a;
            top_row = a > top ? i : top_row, top = a > top ? a : top, bottom = a < bottom ? a : bottom;
        }
        key[MINE(lane)] = lane < n ? top : INFINITY, at[MINE(lane)] = lane;
        high[MINE(lane)] = top, low[MINE(lane)] = -bottom;
        if (lane < n) g.label[SIDE + lane] = top_row;
    }
    meet();
    int j0 = least(key, at), i0 = g.label[SIDE + j0];
    double range = greatest(high) + greatest(low), unit = range > 0.0 ? 1.0 / range : 1.0;
    double best = g.T[i0 * (n + 1) + j0];
    EACH_LANE(lane) {
        if (lane < n) g.edge[lane] = g.T[i0 * (n + 1) + lane];
        if (lane < m) g.edge[n + 1 + lane] = unit * (g.T[lane * (n + 1) + j0] - best);
    }
    meet();
    EACH_LANE(lane) {
        if (lane < n) {
            for (int i = 0; i < m; ++i) {
                double *cell = g.T + i * (n + 1) + lane;
                *cell = unit * (*cell - g.edge[lane]) - g.edge[n + 1 + i];
                if (lane == j0) *cell = -1.0;
                if (i == i0) *cell = lane == j0 ? 0.0 : 1.0;
            }
            g.T[m * (n + 1) + lane] = lane == j0 ? 1.0 : unit * (g.edge[lane] - best);
            g.label[SIDE + lane] = lane == j0 ? n + i0 : lane;
        }
        if (lane < m) {
            g.T[lane * (n + 1) + n] = lane == i0 ? 1.0 : -g.edge[n + 1 + lane];
            g.label[lane] = lane == i0 ? j0 : n + lane;
        }
        if (lane == 0) g.T[m * (n + 1) + n] = 0.0;
    }
    meet();
}

// The column that enters: the least cost, or, if careful, the least label of a negative one; -1 at the optimum.
CODE int entering(Ground g, int m, int n, bool careful) {
    double key[PER_LANE];
    int label[PER_LANE];
    EACH_LANE(lane) {
        double cost = lane < n ? g.T[m * (n + 1) + lane] : 0.0;
        label[MINE(lane)] = lane < n ? g.label[SIDE + lane] : 0;
        key[MINE(lane)] = cost < -SMALL ? (careful ? 0.0 : cost) : INFINITY;
    }
    return least(key, label);
}

// The row that leaves: the least ratio; -1 if none can.
CODE int leaving(Ground g, int m, int n, int c) {
    double key[PER_LANE];
    int label[PER_LANE];
    EACH_LANE(lane) {
        double t = lane < m ? g.T[lane * (n + 1) + c] : 0.0;
        label[MINE(lane)] = lane < m ? g.label[lane] : 0;
        key[MINE(lane)] = t > SMALL ? g.T[lane * (n + 1) + n] / t : INFINITY;
    }
    return least(key, label);
}

CODE void exchange(Ground g, int m, int n, int r, int c) {
    const int width = n + 1, cells = (m + 1) * width;
    const unsigned share = 65536u / width + 1; // cell / width == cell * share >> 16 for as many cells as there are
    EACH_LANE(lane) {
        double inverse = 1.0 / g.T[r * width + c];
        if (lane < width) g.edge[lane] = lane == c ? inverse : g.T[r * width + lane] * inverse;
        if (lane <= m) g.edge[width + lane] = g.T[lane * width + c];
    }
    meet();
    EACH_LANE(lane) {
        for (int cell = lane; cell < cells; cell += 32) {
            int i = cell * share >> 16, j = cell - i * width;
            double old = j == c ? 0.0 : g.T[cell];
            g.T[cell] = i == r ? g.edge[j] : old - g.edge[width + i] * g.edge[j];
        }
        if (lane == 0) {
            unsigned char swapped = g.label[r];
            g.label[r] = g.label[SIDE + c], g.label[SIDE + c] = swapped;
        }
    }
    meet();
}

// Write the rows and columns that are played, in the order of their numbers; return how many.
CODE int read_support(Ground g, int m, int n, unsigned char *rows, unsigned char *cols) {
    bool played[PER_LANE], bound[PER_LANE];
    EACH_LANE(lane) {
        played[MINE(lane)] = lane < m && g.label[lane] < n;
        bound[MINE(lane)] = lane < n && g.label[SIDE + lane] >= n;
    }
    unsigned some = ballot(played), others = ballot(bound);
    EACH_LANE(lane) {
        unsigned before = (1u << lane) - 1;
        if (played[MINE(lane)]) cols[bits(some & before)] = g.label[lane];
        if (bound[MINE(lane)]) rows[bits(others & before)] = g.label[SIDE + lane] - n;
    }
    meet();
    return bits(some);
}

// Order a support so that elimination in that order meets no small pivot: complete pivoting, on labels too.
CODE void order_support(Ground g, int n, int lane_solved, unsigned char *rows, unsigned char *cols, int s) {
    const double *A = g.A + lane_solved;
    const int size = s - 1;
    EACH_LANE(lane) {
        double corner = A[32 * (rows[0] * n + cols[0])];
        if (lane < size) {
            double top = A[32 * (rows[0] * n + cols[lane + 1])];
            for (int a = 0; a < size; ++a)
                g.T[a * size + lane] = (A[32 * (rows[a + 1] * n + cols[lane + 1])] - A[32 * (rows[a + 1] * n + cols[0])])
                                       + (corner - top);
        }
        if (lane < s) g.label[lane] = rows[lane], g.label[SIDE + lane] = cols[lane];
    }
    meet();
    unsigned free_rows = (1u << size) - 1, free_cols = free_rows;
    for (int t = 1; t < s; ++t) {
        double key[PER_LANE];
        int at[PER_LANE];
        EACH_LANE(lane) {
            double best = INFINITY;
            int best_row = 0;
            for (int a = 0; a < size && (free_cols >> lane & 1); ++a) {
                double cell = -fabs(g.T[a * size + lane]);
                if ((free_rows >> a & 1) && cell < best) best = cell, best_row = a;
            }
            key[MINE(lane)] = best, at[MINE(lane)] = lane;
            if (lane < size) ((int *)g.edge)[lane] = best_row;
        }
        meet();
        int c = least(key, at), r = c < 0 ? -1 : ((int *)g.edge)[c];
        if (c < 0) return; // only where payoffs are no numbers
        free_rows &= ~(1u << r), free_cols &= ~(1u << c);
        EACH_LANE(lane) {
            double unit = 1.0 / g.T[r * size + c];
            double over = lane < size ? g.T[r * size + lane] * unit : 0.0;
            for (int a = 0; a < size && (free_cols >> lane & 1); ++a)
                if (free_rows >> a & 1) g.T[a * size + lane] -= g.T[a * size + c] * over;
            if (lane == 0) rows[t] = g.label[r + 1], cols[t] = g.label[SIDE + c + 1];
        }
        meet();
    }
}

CODE void learn(Ground g, int m, int n, int lane_solved, int slot) {
    unsigned char *rows = g.rows + slot * SIDE, *cols = g.cols + slot * SIDE;
    first_tableau(g, m, n, lane_solved);
    int steps = 8 * (m + n) + 20;
    for (int step = 0; step < 2 * steps; ++step) {
        int c = entering(g, m, n, step > steps);
        int r = c < 0 ? -1 : leaving(g, m, n, c);
        if (r < 0) break;
        exchange(g, m, n, r, c);
    }
    int s = read_support(g, m, n, rows, cols);
    order_support(g, n, lane_solved, rows, cols, s);
    EACH_LANE(lane) if (lane == 0) g.sizes[slot] = s, g.hits[slot] = 0;
    meet();
}

// Sort the supports by how often they served lately, and let those counts fade.
CODE void rank_supports(Ground g, int known) {
    int place[PER_LANE], hits[PER_LANE], slot[PER_LANE];
    EACH_LANE(lane) {
        int before = 0, here = lane < known ? g.order[lane] : 0, mine = g.hits[here];
        for (int other = 0; other < known; ++other) {
            int theirs = g.hits[g.order[other]];
            before += theirs > mine || (theirs == mine && other < lane);
        }
        place[MINE(lane)] = before, hits[MINE(lane)] = mine / 2, slot[MINE(lane)] = here;
    }
    meet();
    EACH_LANE(lane) if (lane < known)
        g.order[place[MINE(lane)]] = slot[MINE(lane)], g.hits[slot[MINE(lane)]] = hits[MINE(lane)];
    meet();
}

// ---- the kernels ------------------------------------------------------------------------------------------------

struct Shape {
    int m, n;
};

// The matrices of a pattern: what each entry needs, sorted by outcome, and how many rows and columns there are.
CODE Shape set_up(Ground g, Hands hands, int left, Words words, Table below) {
    unsigned mine = different(hands.row, hands.col), theirs = different(hands.col, hands.row);
    Shape shape = {bits(mine), bits(theirs)};
    EACH_LANE(lane) {
        unsigned bit = 1u << lane;
        if (mine & bit) g.place[bits(mine & (bit - 1))] = lane;
        if (theirs & bit) g.place[SIDE + bits(theirs & (bit - 1))] = lane;
    }
    meet();
    int found = 0;
    UNROLL(0)
    for (int outcome = 0; outcome < 3; ++outcome) {
        EACH_LANE(lane) if (lane == 0) g.start[outcome] = found;
        for (int first = 0; first < shape.m * shape.n; first += 32) {
            bool fits[PER_LANE];
            int a[PER_LANE], b[PER_LANE];
            EACH_LANE(lane) {
                int cell = first + lane, i = cell / shape.n;
                a[MINE(lane)] = g.place[i < SIDE ? i : 0], b[MINE(lane)] = g.place[SIDE + cell - i * shape.n];
                int came = a[MINE(lane)] < b[MINE(lane)] ? 0 : a[MINE(lane)] == b[MINE(lane)] ? 1 : 2;
                fits[MINE(lane)] = cell < shape.m * shape.n && outcome == came;
            }
            unsigned all = ballot(fits);
            EACH_LANE(lane) if (fits[MINE(lane)])
                g.entries[found + bits(all & ((1u << lane) - 1))] =
                    entry_of(hands, a[MINE(lane)], b[MINE(lane)], first + lane, left, words, below);
            found += bits(all);
        }
    }
    EACH_LANE(lane) if (lane == 0) g.start[3] = found;
    meet();
    return shape;
}

// The matrix of one term into A[32 * cell], several loads at a time.
CODE void gather(double *A, Ground g, const double *reward, const int *column, int stride, int term,
                 const VALUE *values, double step, Table below) {
    UNROLL(0)
    for (int outcome = 0; outcome < 3; ++outcome) {
        Way way = {reward[outcome * stride + term], column[outcome * stride + term]};
        const int stop = g.start[outcome + 1];
        UNROLL(0)
        for (int first = g.start[outcome]; first < stop; first += AT_ONCE) {
            double payoffs[AT_ONCE];
            int cells[AT_ONCE];
            UNROLL(AT_ONCE)
            for (int k = 0; k < AT_ONCE; ++k) {
                Entry entry = g.entries[first + k < stop ? first + k : stop - 1];
                cells[k] = entry.cell, payoffs[k] = payoff(entry, way, values, step, below);
            }
            UNROLL(AT_ONCE)
            for (int k = 0; k < AT_ONCE; ++k) A[32 * cells[k]] = payoffs[k];
        }
    }
}

// The sizes of the matrices of patterns first, first + 1, ...: rows, then columns.
KERNEL(32)
shapes(const int *table_of_ways, int ranks, int left, int first, int count, unsigned char *shape) {
    GROUND;
    (void)ground;
    Words words = {table_of_ways, ranks};
    EACH_LANE(lane) {
        Wide index = 32 * block + lane;
        if (index < count) {
            Hands hands = hands_of(first + (int)index, left, words);
            shape[2 * index] = bits(different(hands.row, hands.col));
            shape[2 * index + 1] = bits(different(hands.col, hands.row));
        }
    }
}

// The values of terms: values[index * terms + t] for patterns[index]; blocks of the grid are patterns times runs.
// found[0] is raised to the widest gap; what has no tight bounds is listed in `failed` as pairs (index, term).
KERNEL(WARPS)
solve(const int *table_of_ways, int ranks, int left, const int *patterns, int batch, const VALUE *__restrict__ below_values,
      double step, int below_patterns, int below_blocks, int below_lopsided, const double *reward, const int *column,
      int stride, int terms, int run, int entries, int side, double largest, double tolerance, double *values,
      unsigned long long *found, int *counters, int *failed, int room) {
    GROUND;
    Words words = {table_of_ways, ranks};
    Table below = {below_patterns, below_blocks, below_lopsided};
    Ground g = lay_out(ground, entries, side);
    const int index = (int)block % batch, start = (int)block / batch * run;
    const int stop = start + run < terms ? start + run : terms;
    Shape shape = set_up(g, hands_of(patterns[index], left, words), left, words, below);
    const int m = shape.m, n = shape.n;
    int known = 0, tries = 0, learned_in_all = 0;
    double worst[PER_LANE], value[PER_LANE];
    bool open[PER_LANE];
    EACH_LANE(lane) worst[MINE(lane)] = 0.0, open[MINE(lane)] = lane < 0;
    for (int t = start; t < stop; t += 32) {
        EACH_LANE(lane) {
            int term = t + lane < stop ? t + lane : stop - 1;
            gather(g.A + lane, g, reward, column, stride, term, below_values, step, below);
            open[MINE(lane)] = t + lane < stop, value[MINE(lane)] = 0.0;
        }
        meet();
        rank_supports(g, known);
        unsigned left_open = ballot(open);
        for (int h = 0; left_open; ++h) {
            bool learned = h >= known || SUPPORTS == 0;
            int chosen = lowest(left_open), slot = 0;
            if (learned) {
                slot = known < SLOTS ? known : g.order[SLOTS - 1];
                known = known < SLOTS ? known + 1 : SLOTS, h = known - 1;
                learn(g, m, n, chosen, slot);
                EACH_LANE(lane) if (lane == 0) g.order[h] = slot;
                meet();
            } else {
                slot = g.order[h];
            }
            int s = g.sizes[slot];
            double slack = s == 1 ? 0.0 : (s + 4) * EPS * largest;
            EACH_LANE(lane) if (open[MINE(lane)] && (SUPPORTS > 0 || lane == chosen)) {
                Bounds bounds = attempt_any(g.A + lane, m, n, g.rows + slot * SIDE, g.cols + slot * SIDE, s);
                double gap = (bounds.upper - bounds.lower) + 2.0 * slack;
                if (gap <= tolerance) {
                    value[MINE(lane)] = 0.5 * (bounds.lower + bounds.upper);
                    worst[MINE(lane)] = gap > worst[MINE(lane)] ? gap : worst[MINE(lane)];
                    open[MINE(lane)] = false;
                }
            }
            unsigned still = ballot(open);
            if (learned && (still >> chosen & 1)) {
                EACH_LANE(lane) if (lane == chosen) {
                    int at = take_number(counters);
                    if (at < room) failed[2 * at] = index, failed[2 * at + 1] = t + lane;
                    open[MINE(lane)] = false;
                }
                still &= ~(1u << chosen);
            }
            EACH_LANE(lane) if (lane == 0) g.hits[slot] += bits(left_open) - bits(still);
            meet();
            left_open = still, ++tries, learned_in_all += learned;
        }
        EACH_LANE(lane) if (t + lane < stop) values[(Wide)index * terms + t + lane] = value[MINE(lane)];
        meet();
    }
    double widest = greatest(worst);
    EACH_LANE(lane) if (lane == 0) {
        raise(found, widest);
        add_up(found + 2, tries), add_up(found + 3, learned_in_all);
    }
}

// The matrix of one pattern and term, into A of m * n, for whoever solves it with more care.
KERNEL(32)
matrix(const int *table_of_ways, int ranks, int left, int pattern, const VALUE *__restrict__ below_values, double step,
       int below_patterns, int below_blocks, int below_lopsided, const double *reward, const int *column, int stride,
       int term, int entries, int side, double *A) {
    GROUND;
    (void)block;
    Words words = {table_of_ways, ranks};
    Table below = {below_patterns, below_blocks, below_lopsided};
    Ground g = lay_out(ground, entries, side);
    Shape shape = set_up(g, hands_of(pattern, left, words), left, words, below);
    EACH_LANE(lane) if (lane == 0) {
        gather(g.A, g, reward, column, stride, term, below_values, step, below);
        for (int cell = 0; cell < shape.m * shape.n; ++cell) A[cell] = g.A[32 * cell];
    }
}

// The blocks of patterns as sums of terms, written into the table; found[1] is raised to the largest value in size.
KERNEL(32)
mix(const int *patterns, int batch, const double *values, int terms, const int *starts, const int *parts,
    const double *weights, int mixed, VALUE *table_values, double step, int table_patterns, int table_blocks,
    int table_lopsided, unsigned long long *found) {
    GROUND;
    (void)ground;
    Table table = {table_patterns, table_blocks, table_lopsided};
    double size[PER_LANE];
    EACH_LANE(lane) {
        Wide cell = 32 * block + lane;
        size[MINE(lane)] = 0.0;
        if (cell < (Wide)batch * mixed) {
            int index = cell / mixed, b = cell - (Wide)index * mixed;
            double total = 0.0;
            for (int e = starts[b]; e < starts[b + 1]; ++e)
                total += weights[e] * values[(Wide)index * terms + parts[e]];
            VALUE rounded = kept(total, step);
            table_values[row_start(table, patterns[index]) + b] = rounded;
            size[MINE(lane)] = fabs(step * rounded);
        }
    }
    double most = greatest(size);
    EACH_LANE(lane) if (lane == 0) raise(found + 1, most);
}
