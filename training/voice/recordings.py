"""Recordings as the trainings want them: mono, 22.05 kHz, without rumble, at one level."""

from math import gcd

import numpy as np
import soundfile
from scipy.signal import butter, resample_poly, sosfiltfilt

from tokens import SAMPLE_RATE

RUMBLE_HZ = 60
# Mean level of the frames in which somebody speaks, in dB of full scale: that of the reader of `ember`.
SPEECH_DB = -22.2
# Frames within this range of the loudest ones are speech.
SPEECH_RANGE_DB = 30
FRAME = 256


def read_recording(path):
    """Samples in -1..1 at 22.05 kHz, without rumble and offset; the first channel of several."""
    samples, rate = soundfile.read(path, dtype="float32", always_2d=True)
    samples = samples[:, 0]
    if rate != SAMPLE_RATE:
        divisor = gcd(rate, SAMPLE_RATE)
        samples = resample_poly(samples, SAMPLE_RATE // divisor, rate // divisor)
    filtered = sosfiltfilt(butter(2, RUMBLE_HZ, "high", fs=SAMPLE_RATE, output="sos"), samples)
    return filtered.astype(np.float32)


def frame_levels(samples):
    """The level of each stretch of 256 samples in dB of full scale."""
    count = max(1, len(samples) // FRAME)
    power = np.square(np.resize(samples, count * FRAME).reshape(count, FRAME)).mean(1)
    return 10 * np.log10(power + 1e-10)


def measure_levels(samples):
    """(level of the speech, level of the quietest moments), in dB of full scale."""
    levels = frame_levels(samples)
    speech = levels[levels > np.percentile(levels, 98) - SPEECH_RANGE_DB]
    return float(10 * np.log10(np.mean(10 ** (speech / 10)))), float(np.percentile(levels, 3))


def level_recording(samples):
    """The recording at SPEECH_DB; softer if it would clip."""
    gain = 10 ** ((SPEECH_DB - measure_levels(samples)[0]) / 20)
    return samples * min(gain, 0.98 / max(1e-6, np.abs(samples).max()))
