/* Four numbers as one, for the patches to LAME and libopus. A float4 is added and multiplied like a float. Under the licence of Declaim. */
#ifndef FLOAT4_H
#define FLOAT4_H

typedef float float4 __attribute__((vector_size(16)));

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

#endif
