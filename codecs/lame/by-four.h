/*
 * Four numbers as one, for the patch to LAME. A float4 is added and multiplied like a float.
 * Under the licence of Declaim; it is linked with LAME, which is under the GNU Library General Public License.
 */
#ifndef BY_FOUR_H
#define BY_FOUR_H

#include <wasm_simd128.h>

typedef float float4 __attribute__((vector_size(16)));

inline static float4 load4(float const *from) { return (float4) wasm_v128_load(from); }
inline static float4 splat4(float value) { return (float4) wasm_f32x4_splat(value); }
inline static void store4(float *to, float4 values) { wasm_v128_store(to, (v128_t) values); }

/*
 * V8 makes a constant of four numbers anew, by three instructions, wherever it is used, in each turn of a loop too. Numbers at
 * an address of which the compiler knows nothing are loaded by one, or once before the loop.
 */
inline static float const *loaded(float const *numbers)
{
    __asm__("" : "+r"(numbers));
    return numbers;
}

inline static float4 reverse4(float4 v) { return __builtin_shufflevector(v, v, 3, 2, 1, 0); }

/* Makes columns of rows. */
inline static void transpose4(float4 rows[4])
{
    float4 const ab0 = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    float4 const ab2 = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    float4 const cd0 = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    float4 const cd2 = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);

    rows[0] = __builtin_shufflevector(ab0, cd0, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(ab0, cd0, 2, 3, 6, 7);
    rows[2] = __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5);
    rows[3] = __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7);
}

inline static float4 abs4(float4 v) { return (float4) wasm_f32x4_abs((v128_t) v); }

inline static int sum_of_ints(v128_t v)
{
    return wasm_i32x4_extract_lane(v, 0) + wasm_i32x4_extract_lane(v, 1) + wasm_i32x4_extract_lane(v, 2)
        + wasm_i32x4_extract_lane(v, 3);
}

inline static float sum_of(float4 v) { return (v[0] + v[1]) + (v[2] + v[3]); }

inline static float highest_of(float4 v)
{
    float4 const pairs = (float4) wasm_f32x4_pmax((v128_t) v, (v128_t) __builtin_shufflevector(v, v, 2, 3, 2, 3));
    return pairs[0] > pairs[1] ? pairs[0] : pairs[1];
}

#endif
