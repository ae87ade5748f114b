/*
 * The functions of aac.wasm: encoders of mono samples, many in one memory. It imports nothing.
 * Under the licence of Declaim; it is linked with vo-aacenc, which is under the Apache License 2.0.
 */
#include <stdlib.h>
#include <wasm_simd128.h>
#include "voAAC.h"
#include "cmnMemory.h"

/* Samples of a frame of AAC-LC. */
#define FRAME 1024
/* The 13 bits of an ADTS header that hold the length of a frame. */
#define MAX_FRAME_BYTES 8191
#define EXPORT(name) __attribute__((export_name(#name)))

typedef struct {
    float samples[FRAME];
    short integers[FRAME];
    unsigned char bytes[MAX_FRAME_BYTES];
    VO_AUDIO_CODECAPI aac;
    VO_MEM_OPERATOR memory;
    VO_HANDLE handle;
} Encoder;

EXPORT(close) void close_encoder(Encoder *encoder)
{
    if (encoder->handle != NULL)
        encoder->aac.Uninit(encoder->handle);
    free(encoder);
}

/*
 * Returns a new encoder, or NULL if vo-aacenc refuses the settings or there is no memory. sample_rate in Hz, bitrate in bits
 * a second. vo-aacenc replaces a bitrate that it does not support instead of refusing it.
 */
EXPORT(open) Encoder *open_encoder(int sample_rate, int bitrate)
{
    AACENC_PARAM settings = { .sampleRate = sample_rate, .bitRate = bitrate, .nChannels = 1, .adtsUsed = 1 };
    VO_CODEC_INIT_USERDATA user = { .memflag = VO_IMF_USERMEMOPERATOR };
    Encoder *encoder = calloc(1, sizeof(Encoder));

    if (encoder == NULL)
        return NULL;
    encoder->memory = (VO_MEM_OPERATOR) { cmnMemAlloc, cmnMemFree, cmnMemSet, cmnMemCopy, cmnMemCheck, NULL };
    user.memData = &encoder->memory;
    if (voGetAACEncAPI(&encoder->aac) != VO_ERR_NONE
        || encoder->aac.Init(&encoder->handle, VO_AUDIO_CodingAAC, &user) != VO_ERR_NONE
        || encoder->aac.SetParam(encoder->handle, VO_PID_AAC_ENCPARAM, &settings) != VO_ERR_NONE) {
        close_encoder(encoder);
        return NULL;
    }
    return encoder;
}

/* Where the 1024 samples of a frame go, and where the encoded frame is, with its ADTS header. */
EXPORT(samples) float *samples_address(Encoder *encoder) { return encoder->samples; }
EXPORT(bytes) unsigned char *bytes_address(Encoder *encoder) { return encoder->bytes; }

/* Encodes a frame, rounded and clipped to 16 bits. Returns the number of `bytes`, or below 0 if it fails. */
EXPORT(encode) int encode(Encoder *encoder)
{
    VO_CODECBUFFER input = { .Buffer = (unsigned char *) encoder->integers, .Length = sizeof encoder->integers };
    VO_CODECBUFFER output = { .Buffer = encoder->bytes, .Length = sizeof encoder->bytes };
    VO_AUDIO_OUTPUTINFO info;
    int i;

    for (i = 0; i < FRAME; i += 8) {
        v128_t const scale = wasm_f32x4_const_splat(32768);
        v128_t const low = wasm_f32x4_nearest(wasm_f32x4_mul(scale, wasm_v128_load(&encoder->samples[i])));
        v128_t const high = wasm_f32x4_nearest(wasm_f32x4_mul(scale, wasm_v128_load(&encoder->samples[i + 4])));
        wasm_v128_store(&encoder->integers[i],
            wasm_i16x8_narrow_i32x4(wasm_i32x4_trunc_sat_f32x4(low), wasm_i32x4_trunc_sat_f32x4(high)));
    }
    if (encoder->aac.SetInputData(encoder->handle, &input) != VO_ERR_NONE)
        return -1;
    if (encoder->aac.GetOutputData(encoder->handle, &output, &info) != VO_ERR_NONE)
        return -2;
    return (int) output.Length;
}

void abort(void) { __builtin_trap(); }
