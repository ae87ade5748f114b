"""F0 of a recording: normalised cross-correlation with a Viterbi search (after Talkin, "RAPT", 1995)."""

import math

import numpy as np
from numba import njit
from scipy.signal import butter, sosfiltfilt

from tokens import HOP, SAMPLE_RATE

LOWEST_HZ, HIGHEST_HZ = 60.0, 500.0
# Around the median of a reader, in which F0 is searched: wide enough for questions, too narrow for most octave errors.
RANGE = 0.5, 2.4
# The pitch with which unvoiced frames are analysed.
UNVOICED_HZ = 160.0
WINDOW = 512
CANDIDATES = 8


def track_pitch(samples, lowest_hz=75.0, highest_hz=HIGHEST_HZ):
    """F0 in Hz per frame, 0 where unvoiced. Frame t is centred on sample 256 t. The limits stay within LOWEST_HZ and HIGHEST_HZ."""
    band = butter(2, [50, 1500], "band", fs=SAMPLE_RATE, output="sos")
    likeness = _correlate(sosfiltfilt(band, np.asarray(samples, np.float64)), len(samples) // HOP + 1)
    shortest, longest = int(SAMPLE_RATE / highest_hz), int(SAMPLE_RATE / lowest_hz) + 1
    hz, score = _candidates(likeness, shortest, longest)
    path = _search(np.log(np.maximum(hz, 1.0)), score, likeness[:, shortest:longest].max(1))
    frames = np.arange(len(path))
    return np.where(path >= 0, hz[frames, np.maximum(path, 0)], 0.0).astype(np.float32)


def track_reader(recordings, map=map):
    """F0 of each recording of one reader, searched around the reader's own pitch. `map` may be that of a pool."""
    sample = recordings[:: max(1, len(recordings) // 40)]
    voiced = np.concatenate([f0[f0 > 0] for f0 in map(_track_widely, sample)])
    median = float(np.median(voiced))
    limits = max(LOWEST_HZ, RANGE[0] * median), min(HIGHEST_HZ, RANGE[1] * median)
    return list(map(_TrackWithin(*limits), recordings))


def _track_widely(samples):
    return track_pitch(samples, LOWEST_HZ, HIGHEST_HZ)


class _TrackWithin:
    def __init__(self, lowest_hz, highest_hz):
        self.limits = lowest_hz, highest_hz

    def __call__(self, samples):
        return track_pitch(samples, *self.limits)


def fill_pitch(f0):
    """Log F0 as a line without gaps: interpolated across unvoiced frames."""
    voiced = f0 > 0
    if not voiced.any():
        return np.full(len(f0), math.log(UNVOICED_HZ), np.float32)
    frames = np.arange(len(f0))
    return np.interp(frames, frames[voiced], np.log(f0[voiced])).astype(np.float32)


def _correlate(x, frames):
    """Normalised correlation of each frame's window with itself at every lag, [frames, lags]."""
    longest = int(SAMPLE_RATE / LOWEST_HZ) + 1
    before = WINDOW // 2 + 60
    padded = np.pad(x, (before, WINDOW + longest + HOP + before))
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW + longest + 1)[: frames * HOP : HOP][:frames]
    size = 1
    while size < 2 * WINDOW + longest + 1:
        size *= 2
    here = np.fft.rfft(windows[:, :WINDOW], size)
    product = np.fft.irfft(np.conj(here) * np.fft.rfft(windows, size), size)[:, : longest + 1]
    energy = np.concatenate([np.zeros((frames, 1)), np.cumsum(windows**2, 1)], 1)
    energy = (energy[:, WINDOW : WINDOW + longest + 1] - energy[:, : longest + 1])[:, : longest + 1]
    floor = WINDOW * 2e-6
    return product / np.sqrt((energy[:, :1] + floor) * (energy + floor))


def _candidates(likeness, shortest, longest):
    """Hz and score of the strongest local maxima per frame; short lags are preferred a little."""
    inside = likeness[:, shortest:longest]
    is_peak = (inside > likeness[:, shortest - 1 : longest - 1]) & (inside >= likeness[:, shortest + 1 : longest + 1])
    score = np.where(is_peak & (inside > 0.25), inside - 0.12 * np.arange(shortest, longest) / longest, -1.0)
    top = np.argsort(-score, 1)[:, :CANDIDATES]
    rows = np.arange(len(likeness))[:, None]
    lag = top + shortest
    before, peak, after = likeness[rows, lag - 1], likeness[rows, lag], likeness[rows, lag + 1]
    shift = 0.5 * (before - after) / np.minimum(before - 2 * peak + after, -1e-9)
    good = score[rows, top] > -0.5
    hz = np.where(good, SAMPLE_RATE / (lag + np.clip(shift, -0.5, 0.5)), 0.0)
    return hz, np.where(good, score[rows, top], -1.0)


@njit(cache=True)
def _search(log_hz, score, best_likeness):
    """The cheapest path through the candidates; the last state is "unvoiced", and -1 in the result."""
    frames, candidates = log_hz.shape
    states = candidates + 1
    cost = np.full((frames, states), 1e9)
    back = np.zeros((frames, states), np.int64)
    for t in range(frames):
        for s in range(states):
            if s == candidates:
                local = 0.15 + 0.85 * max(best_likeness[t], 0.0)
            else:
                local = 1.0 - score[t, s] if score[t, s] > -0.9 else 1e6
            best, best_from = (0.0, 0) if t == 0 else (1e18, 0)
            if t > 0:
                for p in range(states):
                    if p == candidates and s == candidates:
                        step = 0.0
                    elif p == candidates or s == candidates:
                        step = 0.22
                    else:
                        jump = abs(log_hz[t, s] - log_hz[t - 1, p])
                        step = 1.6 * jump if jump < 0.5 else 0.8 + 1.6 * jump
                    if cost[t - 1, p] + step < best:
                        best, best_from = cost[t - 1, p] + step, p
            cost[t, s] = best + local
            back[t, s] = best_from
    path = np.zeros(frames, np.int64)
    state = int(np.argmin(cost[frames - 1]))
    for t in range(frames - 1, -1, -1):
        path[t] = -1 if state == candidates else state
        state = back[t, state]
    return path
