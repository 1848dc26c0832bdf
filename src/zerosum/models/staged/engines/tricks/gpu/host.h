// A warp without a GPU: 32 lanes one after the other. See `device.h`.
#include <cmath>
#include <cstring>
#define CODE static inline
#define KERNEL(warps) extern "C" void
#define GROUND static double ground[1 << 16]; const long long block = host_block
#define EACH_LANE(lane) for (int lane = 0; lane < 32; ++lane)
#define PER_LANE 32
#define MINE(lane) lane
#define UNROLL(times)

static long long host_block;
extern "C" void set_block(long long block) { host_block = block; }

CODE double inverse(double x) { return 1.0 / x; }
CODE void meet() {}
CODE int bits(unsigned word) { return __builtin_popcount(word); }
CODE int lowest(unsigned word) { return __builtin_ffs(word) - 1; }
CODE unsigned ballot(const bool *yes) {
    unsigned word = 0;
    for (int lane = 0; lane < 32; ++lane) word |= (unsigned)yes[lane] << lane;
    return word;
}

CODE int least(const double *key, const int *label) {
    int at = -1;
    for (int lane = 0; lane < 32; ++lane)
        if (key[lane] < INFINITY && (at < 0 || key[lane] < key[at] || (key[lane] == key[at] && label[lane] < label[at])))
            at = lane;
    return at;
}

CODE double greatest(const double *x) {
    double found = x[0];
    for (int lane = 1; lane < 32; ++lane) found = fmax(found, x[lane]);
    return found;
}

CODE void raise(unsigned long long *to, double x) {
    unsigned long long order;
    memcpy(&order, &x, 8);
    if (order > *to) *to = order;
}
CODE void add_up(unsigned long long *to, int x) { *to += x; }
CODE int take_number(int *counter) { return (*counter)++; }
