/* What libopus's configure script would find for WebAssembly with wasi-libc. */
#define HAVE_LRINT 1
#define HAVE_LRINTF 1
#define HAVE_STDINT_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define FLOAT_APPROX 1
#define OPUS_BUILD 1
#define PACKAGE_VERSION "1.6.1"
#define VAR_ARRAYS 1
