// The support of one lane's game, found by the whole warp: the simplex method on a condensed tableau.

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
