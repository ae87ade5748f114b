/*
 * The functions of speex-resampler.wasm: resamplers of mono samples, many in one memory. It imports nothing.
 * Under the licence of Declaim; it is linked with SpeexDSP's resampler, which is under the BSD 3-Clause License.
 */
#include <stdlib.h>
#include "speex_resampler.h"

/* Samples of a call at most, in and out. */
#define BLOCK 4096
#define EXPORT(name) __attribute__((export_name(#name)))

static float input[BLOCK], output[BLOCK];
static spx_uint32_t given;

EXPORT(block) int block_length(void) { return BLOCK; }
EXPORT(input) float *input_address(void) { return input; }
EXPORT(output) float *output_address(void) { return output; }

/* Makes a resampler as new. It starts in the middle of its filter, so that sample 0 comes out as sample 0. */
EXPORT(reset) void reset(SpeexResamplerState *resampler)
{
    speex_resampler_reset_mem(resampler);
    speex_resampler_skip_zeros(resampler);
}

/* A new resampler between two rates in Hz, of SpeexDSP's quality; NULL where there is no memory. */
EXPORT(open) SpeexResamplerState *open_resampler(int from, int to, int quality)
{
    SpeexResamplerState *resampler = speex_resampler_init(1, from, to, quality, NULL);

    if (resampler != NULL)
        reset(resampler);
    return resampler;
}

EXPORT(close) void close_resampler(SpeexResamplerState *resampler) { speex_resampler_destroy(resampler); }

/* Resamples the first `length` samples of `input`. Gives how many were taken, below 0 where it fails; `given` tells how many came out. */
EXPORT(resample) int resample(SpeexResamplerState *resampler, int length)
{
    spx_uint32_t taken = length;

    given = BLOCK;
    return speex_resampler_process_float(resampler, 0, input, &taken, output, &given) == 0 ? (int) taken : -1;
}
EXPORT(given) int given_length(void) { return given; }
