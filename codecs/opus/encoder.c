/*
 * The functions of opus.wasm: encoders of mono samples, many in one memory. It imports nothing.
 * Under the licence of Declaim; it is linked with libopus, which is under the BSD 3-Clause License.
 */
#include <stdlib.h>
#include <wasm_simd128.h>
#include "opus.h"

/* Samples of a frame at most: 20 ms at 48 kHz. */
#define FRAME 960
#define MAX_PACKET_BYTES 1275
#define EXPORT(name) __attribute__((export_name(#name)))

typedef struct {
    float samples[FRAME];
    opus_int16 integers[FRAME];
    unsigned char packet[MAX_PACKET_BYTES];
    int frame_length;
    OpusEncoder *opus;
} Encoder;

EXPORT(close) void close_encoder(Encoder *encoder)
{
    opus_encoder_destroy(encoder->opus);
    free(encoder);
}

/*
 * Gives a new encoder, or NULL where libopus wants none of it or there is no memory. sample_rate in Hz, bitrate in bits a
 * second; is_variable: frames take what they need, around that bitrate. application and complexity are libopus's own.
 */
EXPORT(open) Encoder *open_encoder(int sample_rate, int bitrate, int is_variable, int application, int complexity)
{
    Encoder *encoder = malloc(sizeof(Encoder));
    OpusEncoder *opus;

    if (encoder == NULL)
        return NULL;
    opus = encoder->opus = opus_encoder_create(sample_rate, 1, application, NULL);
    encoder->frame_length = sample_rate / 50;
    if (opus == NULL
        || opus_encoder_ctl(opus, OPUS_SET_BITRATE(bitrate)) != OPUS_OK
        || opus_encoder_ctl(opus, OPUS_SET_VBR(is_variable)) != OPUS_OK
        || opus_encoder_ctl(opus, OPUS_SET_COMPLEXITY(complexity)) != OPUS_OK
        || opus_encoder_ctl(opus, OPUS_SET_SIGNAL(OPUS_SIGNAL_VOICE)) != OPUS_OK) {
        close_encoder(encoder);
        return NULL;
    }
    return encoder;
}

/* Where the samples of a frame go: 20 ms. */
EXPORT(samples) float *samples_address(Encoder *encoder) { return encoder->samples; }
EXPORT(packet) unsigned char *packet_address(Encoder *encoder) { return encoder->packet; }

/* Samples that a decoder has to leave out at the start. */
EXPORT(lookahead) int lookahead(Encoder *encoder)
{
    opus_int32 samples = 0;

    opus_encoder_ctl(encoder->opus, OPUS_GET_LOOKAHEAD(&samples));
    return samples;
}

/* Encodes a frame, rounded and clipped to 16 bits. Gives how many bytes the packet has, below 0 where it fails. */
EXPORT(encode) int encode(Encoder *encoder)
{
    int i;

    /* The last step may reach beyond the frame, never beyond the array: its length is a multiple of 8. */
    for (i = 0; i < encoder->frame_length; i += 8) {
        v128_t const scale = wasm_f32x4_const_splat(32768);
        v128_t const low = wasm_f32x4_nearest(wasm_f32x4_mul(scale, wasm_v128_load(&encoder->samples[i])));
        v128_t const high = wasm_f32x4_nearest(wasm_f32x4_mul(scale, wasm_v128_load(&encoder->samples[i + 4])));
        wasm_v128_store(&encoder->integers[i],
            wasm_i16x8_narrow_i32x4(wasm_i32x4_trunc_sat_f32x4(low), wasm_i32x4_trunc_sat_f32x4(high)));
    }
    return opus_encode(encoder->opus, encoder->integers, encoder->frame_length, encoder->packet, MAX_PACKET_BYTES);
}

void abort(void) { __builtin_trap(); }
