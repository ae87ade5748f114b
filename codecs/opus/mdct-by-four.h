/* The MDCTs of a frame of 20 ms; mdct-by-four.c has them. */
#ifndef MDCT_BY_FOUR_H
#define MDCT_BY_FOUR_H
#include "mdct.h"
void mdct_short(const mdct_lookup *l, const float *in, float *out, const float *window);
void mdct_long(const mdct_lookup *l, const float *in, float *out, const float *window, int length);
#endif
