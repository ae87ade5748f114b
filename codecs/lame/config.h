/* What LAME's configure script would find for WebAssembly with wasi-libc. */
#define HAVE_ERRNO_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_LIMITS_H 1
#define HAVE_MEMCPY 1
#define HAVE_STDINT_H 1
#define HAVE_STRCHR 1
#define HAVE_STRING_H 1
#define STDC_HEADERS 1
#define PACKAGE "lame"
#define VERSION "3.100"
#define USE_FAST_LOG 1
typedef float ieee754_float32_t;
typedef double ieee754_float64_t;
