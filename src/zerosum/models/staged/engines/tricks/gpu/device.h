// A warp of a GPU: each thread is a lane, and EACH_LANE runs its body once, for the thread's own lane.
// `host.h` says the same for a plain C++ compiler, so that one source serves both.
#define CODE static __device__ __forceinline__
#define KERNEL(warps) extern "C" __global__ void __launch_bounds__(32, warps)
#define GROUND extern __shared__ double ground[]; const long long block = blockIdx.x
#define EACH_LANE(lane) for (int lane = threadIdx.x, once = 1; once; once = 0)
#define PER_LANE 1
#define MINE(lane) 0
#define STRING(text) _Pragma(#text)
#define UNROLL(times) STRING(unroll ((times) ? (times) : 1))
#ifndef INFINITY // which a compiler at run time does not know
#define INFINITY __longlong_as_double(0x7ff0000000000000LL)
#endif

// Good to the last bit or two, and without the branches of a division; what it is used for is checked afterwards.
CODE double inverse(double x) {
    double guess;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(guess) : "d"(x));
    guess = fma(fma(-x, guess, 1.0), guess, guess);
    return fma(fma(-x, guess, 1.0), guess, guess);
}

CODE void meet() { __syncwarp(); }
CODE int bits(unsigned word) { return __popc(word); }
CODE int lowest(unsigned word) { return __ffs(word) - 1; }
CODE unsigned ballot(const bool *yes) { return __ballot_sync(~0u, yes[0]); }

// The lane of the least key, of those the one with the least label; -1 if all keys are infinite.
CODE int least(const double *key, const int *label) {
    unsigned long long order = __double_as_longlong(key[0]);
    order ^= order >> 63 ? ~0ull : 1ull << 63;
    unsigned high = order >> 32, low = order;
    unsigned top = __reduce_min_sync(~0u, high);
    if (top >= 0xfff00000u) return -1;
    low = high == top ? low : ~0u;
    unsigned bottom = __reduce_min_sync(~0u, low);
    bool among = high == top && low == bottom;
    unsigned first = __reduce_min_sync(~0u, among ? (unsigned)label[0] : ~0u);
    return lowest(__ballot_sync(~0u, among && (unsigned)label[0] == first));
}

CODE double greatest(const double *x) {
    double found = x[0];
    for (int step = 16; step; step /= 2) found = fmax(found, __shfl_xor_sync(~0u, found, step));
    return found;
}

// Numbers that are not negative are ordered as their bits are.
CODE void raise(unsigned long long *to, double x) {
    unsigned long long order = __double_as_longlong(x);
    if (order > *(volatile unsigned long long *)to) atomicMax(to, order);
}
CODE void add_up(unsigned long long *to, int x) { atomicAdd(to, (unsigned long long)x); }
CODE int take_number(int *counter) { return atomicAdd(counter, 1); }
