/*
 * The MDCTs of a frame of 20 ms, four values at a time. libopus's own FFT and MDCT are compiled once more with a vector of
 * four floats as their number: that does four transforms side by side, whatever their length.
 * Made from libopus, and under its licence: the BSD 3-Clause License.
 */
#include "config.h"

#include "mdct.h"
#include "kiss_fft.h"
#include "_kiss_fft_guts.h"
#include "mdct-by-four.h"
#include "float4.h"

typedef float float4_anywhere __attribute__((vector_size(16), aligned(4)));
typedef struct {
    float4 r;
    float4 i;
} complex4;

#define kiss_fft_scalar float4
#define kiss_fft_cpx complex4
#define opus_fft_impl fft_by_four
#define opus_fft_c unused_fft
#define opus_ifft_c unused_ifft
#define opus_fft_free_arch_c unused_free
#define opus_fft_alloc_arch_c unused_alloc
#define clt_mdct_forward_c mdct_by_four
#define OVERRIDE_clt_mdct_backward
#include "kiss_fft.c"
#include "mdct.c"
#undef kiss_fft_scalar
#undef kiss_fft_cpx

#define OVERLAP 120
#define BLOCKS 8
#define BLOCK 120
/* Complex values that the long MDCT is made of, and its parts: each takes every fourth of them. */
#define VALUES 480
#define PART 120
#define PARTS_SHIFT 2

static float4 load(const float *from) { return *(const float4_anywhere *)from; }

static void store(float *to, float4 values) { *(float4_anywhere *)to = values; }

/* Of eight values, every second one. */
static float4 load_even(const float *from) { return __builtin_shufflevector(load(from), load(from + 4), 0, 2, 4, 6); }

/* Eight MDCTs of 2.5 ms, four at a time: a vector has the samples of four blocks. The output is interleaved. */
void mdct_short(const mdct_lookup *l, const float *in, float *out, const float *window)
{
    float4 blocks[BLOCK + OVERLAP], spectra[2 * BLOCK];
    int first, i, j;

    for (first = 0; first < BLOCKS; first += 4) {
        for (i = 0; i < BLOCK + OVERLAP; i += 4) {
            for (j = 0; j < 4; j++)
                blocks[i + j] = load(&in[(first + j) * BLOCK + i]);
            transpose4(&blocks[i]);
        }
        mdct_by_four(l, blocks, &spectra[first / 4], window, OVERLAP, 3, 2, 0);
    }
    memcpy(out, spectra, sizeof(spectra));
}

/* clt_mdct_forward_c()'s windowing and folding: what it calls the real and the imaginary part. */
static void fold(const float *in, const float *window, float *re, float *im)
{
    const int n2 = 2 * VALUES, edge = OVERLAP / 4;
    const float *up = in + OVERLAP / 2, *down = in + n2 - 1 + OVERLAP / 2;
    int i;

    for (i = 0; i < edge; i++) {
        const float rising = window[OVERLAP / 2 + 2 * i], falling = window[OVERLAP / 2 - 1 - 2 * i];

        re[i] = up[2 * i + n2] * falling + down[-2 * i] * rising;
        im[i] = up[2 * i] * rising - down[-2 * i - n2] * falling;
    }
    for (; i < VALUES - edge; i += 4) {
        store(&re[i], reverse4(load_even(&down[-2 * i - 6])));
        store(&im[i], load_even(&up[2 * i]));
    }
    for (i = VALUES - edge; i < VALUES; i++) {
        const float rising = window[2 * (i - VALUES + edge)], falling = window[OVERLAP - 1 - 2 * (i - VALUES + edge)];

        re[i] = down[-2 * i] * falling - up[2 * i - n2] * rising;
        im[i] = up[2 * i] * falling + down[n2 - 2 * i] * rising;
    }
}

/* Puts four FFTs of every fourth value, side by side, together to one: the last step of a radix-4 FFT. */
static void join_parts(const mdct_lookup *l, const complex4 *parts, float *re, float *im)
{
    /* exp(-2 pi i k q / 480) for four k and q from 1 to 3, after the first frame. */
    static complex4 twiddles[PART / 4][3];
    int k, q, j;

    if (twiddles[0][0].r[0] == 0)
        for (k = 0; k < PART; k++)
            for (q = 1; q < 4; q++) {
                twiddles[k / 4][q - 1].r[k % 4] = l->kfft[0]->twiddles[k * q].r;
                twiddles[k / 4][q - 1].i[k % 4] = l->kfft[0]->twiddles[k * q].i;
            }
    for (k = 0; k < PART; k += 4) {
        float4 r[4], i[4];
        complex4 x[4], even, odd, even_difference, odd_difference;

        for (j = 0; j < 4; j++) {
            r[j] = parts[k + j].r;
            i[j] = parts[k + j].i;
        }
        transpose4(r);
        transpose4(i);
        for (q = 0; q < 4; q++) {
            complex4 const part = {r[q], i[q]};

            if (q == 0)
                x[q] = part;
            else
                C_MUL(x[q], part, twiddles[k / 4][q - 1]);
        }
        C_ADD(even, x[0], x[2]);
        C_ADD(odd, x[1], x[3]);
        C_SUB(even_difference, x[0], x[2]);
        C_SUB(odd_difference, x[1], x[3]);
        store(&re[k], even.r + odd.r);
        store(&im[k], even.i + odd.i);
        store(&re[k + PART], even_difference.r + odd_difference.i);
        store(&im[k + PART], even_difference.i - odd_difference.r);
        store(&re[k + 2 * PART], even.r - odd.r);
        store(&im[k + 2 * PART], even.i - odd.i);
        store(&re[k + 3 * PART], even_difference.r - odd_difference.i);
        store(&im[k + 3 * PART], even_difference.i + odd_difference.r);
    }
}

/* One MDCT of 20 ms. Only the first `length` values are wanted: the others belong to frequencies that the input has not. */
void mdct_long(const mdct_lookup *l, const float *in, float *out, const float *window, int length)
{
    const kiss_fft_state *part = l->kfft[PARTS_SHIFT];
    const float *cosine = l->trig, *sine = l->trig + VALUES;
    const float scale = l->kfft[0]->scale;
    float re[VALUES], im[VALUES];
    complex4 parts[PART];
    int k;

    fold(in, window, re, im);
    for (k = 0; k < VALUES; k += 4) {
        float4 const r = load(&re[k]), i = load(&im[k]), t0 = load(&cosine[k]), t1 = load(&sine[k]);
        complex4 *to = &parts[part->bitrev[k / 4]];

        to->r = (r * t0 - i * t1) * scale;
        to->i = (i * t0 + r * t1) * scale;
    }
    fft_by_four(part, parts);
    join_parts(l, parts, re, im);
    /* From both ends, as the real parts go up in steps of two, and the imaginary ones down. */
    for (k = 0; k < VALUES / 2 && 2 * k < length; k += 4) {
        const int end = VALUES - 4 - k;
        float4 const r = load(&re[k]), i = load(&im[k]), t0 = load(&cosine[k]), t1 = load(&sine[k]);
        float4 const end_r = load(&re[end]), end_i = load(&im[end]), end_t0 = load(&cosine[end]), end_t1 = load(&sine[end]);
        float4 const up = i * t1 - r * t0, down = reverse4(end_r * end_t1 + end_i * end_t0);

        store(&out[2 * k], __builtin_shufflevector(up, down, 0, 4, 1, 5));
        store(&out[2 * k + 4], __builtin_shufflevector(up, down, 2, 6, 3, 7));
        if (2 * end < length) {
            float4 const end_up = end_i * end_t1 - end_r * end_t0, end_down = reverse4(r * t1 + i * t0);

            store(&out[2 * end], __builtin_shufflevector(end_up, end_down, 0, 4, 1, 5));
            store(&out[2 * end + 4], __builtin_shufflevector(end_up, end_down, 2, 6, 3, 7));
        }
    }
}
