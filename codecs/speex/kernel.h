/* SpeexDSP's inner loop with SIMD: four sums of four, so that no addition waits for the one before. `length` is a multiple of 8. */
#include <wasm_simd128.h>

#define OVERRIDE_INNER_PRODUCT_SINGLE
static inline float inner_product_single(const float *a, const float *b, unsigned int length)
{
    v128_t sums[4] = { wasm_f32x4_const_splat(0), wasm_f32x4_const_splat(0), wasm_f32x4_const_splat(0), wasm_f32x4_const_splat(0) };
    unsigned int i, k;

    for (i = 0; i + 16 <= length; i += 16)
        for (k = 0; k < 4; k++)
            sums[k] = wasm_f32x4_add(sums[k], wasm_f32x4_mul(wasm_v128_load(a + i + 4 * k), wasm_v128_load(b + i + 4 * k)));
    for (k = 0; i < length; i += 4, k++)
        sums[k] = wasm_f32x4_add(sums[k], wasm_f32x4_mul(wasm_v128_load(a + i), wasm_v128_load(b + i)));
    sums[0] = wasm_f32x4_add(wasm_f32x4_add(sums[0], sums[1]), wasm_f32x4_add(sums[2], sums[3]));
    return wasm_f32x4_extract_lane(sums[0], 0) + wasm_f32x4_extract_lane(sums[0], 1)
        + wasm_f32x4_extract_lane(sums[0], 2) + wasm_f32x4_extract_lane(sums[0], 3);
}
