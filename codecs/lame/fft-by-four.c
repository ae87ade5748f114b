/*
 * The transforms of the psychoacoustic model, in place of LAME's libmp3lame/fft.c and after it: the same steps, for four signals
 * at once, one in each lane. These are the three short blocks, or every fourth sample of the long block, of which a last step
 * makes one transform. Nobody wants but the energies.
 * Under the GNU Library General Public License, version 2 or later, as fft.c is:
 *   Copyright (c) 1999 Mark Taylor
 *   Copyright (c) 2000-2002 Takehiro Tominaga
 */
#include "config.h"
#include "lame.h"
#include "machine.h"
#include "encoder.h"
#include "util.h"
#include "fft.h"
#include "by-four.h"

/* Values of a lane. */
#define LANE 256

/* cos and sin of i * PI / (2 * k1), and of twice that. */
typedef struct {
    float c1, s1, c2, s2;
} turn;

static turn turns_4[2], turns_16[8], turns_64[32];
/* The same of four neighbours, from i = 1 on. */
static struct {
    float4 c1, s1, c2, s2;
} turns_256[LANE / 8];

static turn turn_of(int i, int k1)
{
    double const angle = i * PI / (2 * k1);
    turn const t = {cos(angle), sin(angle), cos(2 * angle), sin(2 * angle)};
    return t;
}

/* A point of each quarter of a group, and its mirror image. */
typedef struct {
    float4 f[4], g[4];
} octet;

inline static octet cross(octet x, float4 c1, float4 s1, float4 c2, float4 s2)
{
    float4 a, b, f0, f1, f2, f3, g0, g1, g2, g3;

    b = s2 * x.f[1] - c2 * x.g[1];
    a = c2 * x.f[1] + s2 * x.g[1];
    f1 = x.f[0] - a;
    f0 = x.f[0] + a;
    g1 = x.g[0] - b;
    g0 = x.g[0] + b;
    b = s2 * x.f[3] - c2 * x.g[3];
    a = c2 * x.f[3] + s2 * x.g[3];
    f3 = x.f[2] - a;
    f2 = x.f[2] + a;
    g3 = x.g[2] - b;
    g2 = x.g[2] + b;
    b = s1 * f2 - c1 * g3;
    a = c1 * f2 + s1 * g3;
    x.f[2] = f0 - a;
    x.f[0] = f0 + a;
    x.g[3] = g1 - b;
    x.g[1] = g1 + b;
    b = c1 * g2 - s1 * f3;
    a = s1 * g2 + c1 * f3;
    x.g[2] = g0 - a;
    x.g[0] = g0 + a;
    x.f[3] = f1 - b;
    x.f[1] = f1 + b;
    return x;
}

/* The first point of each quarter, which has no mirror image. */
inline static void straight(float4 *to, int k1, float4 a, float4 b, float4 c, float4 d)
{
    float4 const f0 = a + b, f1 = a - b, f2 = c + d, f3 = c - d;

    to[0] = f0 + f2;
    to[k1] = f1 + f3;
    to[2 * k1] = f0 - f2;
    to[3 * k1] = f1 - f3;
}

inline static void step(float4 *x, int k1, turn const *turns)
{
    int group, i, k;

    for (group = 0; group < LANE; group += 4 * k1) {
        float4 *const f = &x[group], *const g = f + k1 / 2;
        float4 const g0 = g[0] + g[k1], g1 = g[0] - g[k1];
        float4 const g2 = (float) SQRT2 * g[2 * k1], g3 = (float) SQRT2 * g[3 * k1];

        straight(f, k1, f[0], f[k1], f[2 * k1], f[3 * k1]);
        g[0] = g0 + g2;
        g[k1] = g1 + g3;
        g[2 * k1] = g0 - g2;
        g[3 * k1] = g1 - g3;
    }
    for (i = 1; i < k1 / 2; i++) {
        turn const t = turns[i];
        for (group = 0; group < LANE; group += 4 * k1) {
            float4 *const f = &x[group + i], *const g = &x[group + k1 - i];
            octet o;
            for (k = 0; k < 4; k++)
                o.f[k] = f[k * k1], o.g[k] = g[k * k1];
            o = cross(o, splat4(t.c1), splat4(t.s1), splat4(t.c2), splat4(t.s2));
            for (k = 0; k < 4; k++)
                f[k * k1] = o.f[k], g[k * k1] = o.g[k];
        }
    }
}

/* The transform of each lane; `in` is in the order of time. */
static void transform(float4 const in[LANE], float4 x[LANE])
{
    int j;

    for (j = 0; j < LANE / 4; j++) {
        /* the 6 bits of j from the last to the first */
        float4 const *const w = &in[(j & 1) << 5 | (j & 2) << 3 | (j & 4) << 1 | (j & 8) >> 1 | (j & 16) >> 3 | j >> 5];
        straight(&x[4 * j], 1, w[0], w[LANE / 2], w[LANE / 4], w[3 * LANE / 4]);
    }
    step(x, 4, turns_4);
    step(x, 16, turns_16);
    step(x, 64, turns_64);
}

inline static float4 energy_of(float4 re, float4 im) { return (re * re + im * im) * 0.5f; }

void fft_short(lame_internal_flags const *gfc, FLOAT energy[3][HBLKSIZE_s], sample_t const *samples)
{
    float const *const window = gfc->cd_psy->window_s;
    float4 in[LANE], x[LANE];
    int i, b;

    for (i = 0; i < BLKSIZE_s; i += 4) {
        float4 const w = i < BLKSIZE_s / 2 ? load4(&window[i]) : reverse4(load4(&window[BLKSIZE_s - 4 - i]));
        float4 *const blocks = &in[i];

        for (b = 0; b < 3; b++)
            blocks[b] = w * load4(&samples[576 / 3 * (b + 1) + i]);
        blocks[3] = splat4(0);
        transpose4(blocks);
    }
    transform(in, x);
    for (i = 0; i < HBLKSIZE_s; i++) {
        float4 const e = i > 0 ? energy_of(x[i], x[BLKSIZE_s - i]) : x[0] * x[0];
        for (b = 0; b < 3; b++)
            energy[b][i] = e[b];
    }
}

void fft_long(lame_internal_flags const *gfc, FLOAT energy[HBLKSIZE], sample_t const *samples)
{
    float const *const window = gfc->cd_psy->window;
    float4 in[LANE], x[LANE];
    int i, k;

    for (i = 0; i < LANE; i++)
        in[i] = load4(&window[4 * i]) * load4(&samples[4 * i]);
    transform(in, x);
    {
        /* the quarters of the whole transform are lanes 0, 2, 1 and 3 */
        float const a = x[0][0] + x[0][2], b = x[0][0] - x[0][2], c = x[0][1] + x[0][3], d = x[0][1] - x[0][3];
        energy[0] = (a + c) * (a + c);
        energy[LANE] = b * b + d * d;
        energy[2 * LANE] = (a - c) * (a - c);
    }
    for (i = 1; i <= LANE / 2; i += 4) {
        float4 f[4], g[4];
        octet o;
        for (k = 0; k < 4; k++)
            f[k] = x[i + k], g[k] = x[LANE - i - k];
        transpose4(f);
        transpose4(g);
        o.f[0] = f[0], o.f[1] = f[2], o.f[2] = f[1], o.f[3] = f[3];
        o.g[0] = g[0], o.g[1] = g[2], o.g[2] = g[1], o.g[3] = g[3];
        o = cross(o, turns_256[i / 4].c1, turns_256[i / 4].s1, turns_256[i / 4].c2, turns_256[i / 4].s2);
        store4(&energy[i], energy_of(o.f[0], o.g[3]));
        store4(&energy[LANE + i], energy_of(o.f[1], o.g[2]));
        store4(&energy[LANE - 3 - i], reverse4(energy_of(o.g[0], o.f[3])));
        store4(&energy[2 * LANE - 3 - i], reverse4(energy_of(o.g[1], o.f[2])));
    }
}

void init_fft(lame_internal_flags *gfc)
{
    int i;

    for (i = 0; i < BLKSIZE; i++)
        gfc->cd_psy->window[i] = 0.42 - 0.5 * cos(2 * PI * (i + .5) / BLKSIZE) + 0.08 * cos(4 * PI * (i + .5) / BLKSIZE);
    for (i = 0; i < BLKSIZE_s / 2; i++)
        gfc->cd_psy->window_s[i] = 0.5 * (1.0 - cos(2.0 * PI * (i + 0.5) / BLKSIZE_s));
    for (i = 0; i < 32; i++) {
        if (i < 2)
            turns_4[i] = turn_of(i, 4);
        if (i < 8)
            turns_16[i] = turn_of(i, 16);
        turns_64[i] = turn_of(i, 64);
    }
    for (i = 0; i < LANE / 2; i++) {
        turn const t = turn_of(i + 1, LANE);
        turns_256[i / 4].c1[i % 4] = t.c1;
        turns_256[i / 4].s1[i % 4] = t.s1;
        turns_256[i / 4].c2[i % 4] = t.c2;
        turns_256[i / 4].s2[i % 4] = t.s2;
    }
}
