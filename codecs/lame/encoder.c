/*
 * The functions of lame.wasm. An instance is one encoder of mono samples; it imports nothing.
 * Under the licence of Declaim; it is linked with LAME, which is under the GNU Library General Public License.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <wasm_simd128.h>
#include "lame.h"

/* Samples of a call at most. LAME asks for room for 1.25 bytes a sample and 7200. */
#define BLOCK 4096
#define EXPORT(name) __attribute__((export_name(#name)))

static float samples[BLOCK];
static unsigned char bytes[BLOCK * 5 / 4 + 7200];
static lame_t lame;

EXPORT(block) int block_length(void) { return BLOCK; }
EXPORT(samples) float *samples_address(void) { return samples; }
EXPORT(bytes) unsigned char *bytes_address(void) { return bytes; }

/*
 * Sets the encoder up, once in an instance. sample_rate in Hz, bitrate in kb/s. vbr_quality below 0: every frame has that
 * bitrate; else frames vary, around the bitrate, or where it is 0 by LAME's VBR quality (0 best, 9 smallest). effort is
 * LAME's "quality" (0 slowest, 9 fastest). Gives 0 where all is well.
 */
EXPORT(open) int open_encoder(int sample_rate, int bitrate, int vbr_quality, int effort)
{
    lame = lame_init();
    if (lame == NULL)
        return -1;
    lame_set_num_channels(lame, 1);
    lame_set_mode(lame, MONO);
    lame_set_in_samplerate(lame, sample_rate);
    lame_set_out_samplerate(lame, sample_rate);
    lame_set_quality(lame, effort);
    lame_set_bWriteVbrTag(lame, 0);
    lame_set_write_id3tag_automatic(lame, 0);
    if (vbr_quality < 0) {
        lame_set_VBR(lame, vbr_off);
        lame_set_brate(lame, bitrate);
    } else if (bitrate > 0) {
        lame_set_VBR(lame, vbr_abr);
        lame_set_VBR_mean_bitrate_kbps(lame, bitrate);
    } else {
        lame_set_VBR(lame, vbr_mtrh);
        lame_set_VBR_quality(lame, (float) vbr_quality);
    }
    return lame_init_params(lame);
}

/* Encodes the first `length` of `samples`, clipped to [-1, 1]. Gives how many `bytes` there are, below 0 where it fails. */
EXPORT(encode) int encode(int length)
{
    int i;

    for (i = 0; i < length; i += 4) {
        v128_t const low = wasm_f32x4_pmax(wasm_f32x4_const_splat(-1), wasm_v128_load(&samples[i]));
        wasm_v128_store(&samples[i], wasm_f32x4_pmin(wasm_f32x4_const_splat(1), low));
    }
    return lame_encode_buffer_ieee_float(lame, samples, samples, length, bytes, sizeof bytes);
}

/* Encodes what is left. */
EXPORT(finish) int finish(void) { return lame_encode_flush(lame, bytes, sizeof bytes); }

/* LAME writes messages that nobody here could read, and ends the program where it finds itself broken. */
FILE *const stderr = NULL;
int vfprintf(FILE *file, const char *format, va_list values)
{
    (void) file, (void) format, (void) values;
    return 0;
}
int fflush(FILE *file)
{
    (void) file;
    return 0;
}

void abort(void) { __builtin_trap(); }
_Noreturn void exit(int status)
{
    (void) status;
    __builtin_trap();
}

/* LAME copies a few kilobytes many times a frame; the C library would do so by words. */
__attribute__((no_builtin("memcpy"))) void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    char *target = to;
    const char *source = from;

    for (; length >= 16; length -= 16, target += 16, source += 16)
        wasm_v128_store(target, wasm_v128_load(source));
    while (length-- > 0)
        *target++ = *source++;
    return to;
}

__attribute__((no_builtin("memset"))) void *memset(void *at, int value, size_t length)
{
    char *target = at;
    v128_t const values = wasm_i8x16_splat((char) value);

    for (; length >= 16; length -= 16, target += 16)
        wasm_v128_store(target, values);
    while (length-- > 0)
        *target++ = (char) value;
    return at;
}
