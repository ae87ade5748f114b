/*
 * What the patch to LAME does with four numbers as one.
 * Under the licence of Declaim; it is linked with LAME, which is under the GNU Library General Public License.
 */
#ifndef BY_FOUR_H
#define BY_FOUR_H

#include <wasm_simd128.h>

#include "float4.h"

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
