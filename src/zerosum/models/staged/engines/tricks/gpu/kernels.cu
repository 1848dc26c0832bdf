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
