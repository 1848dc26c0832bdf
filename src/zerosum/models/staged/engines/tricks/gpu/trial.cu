// A support tried on the game of one lane: the equations solved in registers, and the bounds that follow.

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
    UNROLL(0)
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
