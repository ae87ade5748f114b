"""Acoustic features of a recording: a log envelope without harmonics, and how periodic five bands are.

The envelope is analysed with windows and smoothing that follow the pitch (after Morise, "CheapTrick", 2015).
"""

import math

import numpy as np
import torch
from numba import njit

from pitch_tracker import UNVOICED_HZ
from tokens import BANDS, HOP, PERIODICITIES, SAMPLE_RATE

SIZE = 2048
PERIODICITY_EDGES_HZ = [0, 1000, 2000, 4000, 6000, 11025]
PERIODICITY_WINDOW = 512
# Bins that are mirrored at both ends of the spectrum before it is smoothed.
MARGIN = 80


def mel_matrix(size, bands=BANDS):
    """[bands, size/2 + 1] triangular filters on a mel scale; each row sums to one, so that it averages power."""
    top = 1127.0 * np.log1p(np.array([30.0, SAMPLE_RATE / 2]) / 700.0)
    points = 700.0 * np.expm1(np.linspace(top[0], top[1], bands + 2) / 1127.0)
    hz = np.linspace(0, SAMPLE_RATE / 2, size // 2 + 1)
    rising = (hz[None] - points[:-2, None]) / (points[1:-1] - points[:-2])[:, None]
    falling = (points[2:, None] - hz[None]) / (points[2:] - points[1:-1])[:, None]
    weights = np.maximum(0, np.minimum(rising, falling))
    return (weights / np.maximum(weights.sum(1, keepdims=True), 1e-9)).astype(np.float32)


def band_centres():
    """Hz of the centre of gravity of each band."""
    weights = mel_matrix(SIZE)
    return (weights * np.linspace(0, SAMPLE_RATE / 2, SIZE // 2 + 1)).sum(1) / weights.sum(1)


def analyse(samples, f0):
    """samples [L] and f0 [T] in Hz (0 = unvoiced) -> [T, 85]: 80 log amplitudes and 5 periodicities in 0..1."""
    frames = f0.shape[0]
    half = SIZE // 2
    pitch = torch.where(f0 > 0, f0, torch.full_like(f0, UNVOICED_HZ)).clamp(60.0, 700.0)
    padded = torch.nn.functional.pad(samples, (half, half + frames * HOP))
    log_power = _smooth(_pitch_adaptive_power(padded, pitch), pitch)
    log_power = _lift(log_power, pitch)
    power = torch.exp(log_power.clamp(-28, 12)) @ torch.as_tensor(mel_matrix(SIZE)).T
    envelope = 0.5 * torch.log(power.clamp_min(1e-10))
    return torch.cat([envelope, _periodicity(padded, f0, pitch)], 1)


def _pitch_adaptive_power(padded, pitch):
    """Power spectra under Hann windows of three periods, [T, SIZE/2 + 1]."""
    half = SIZE // 2
    windows = padded.unfold(0, SIZE, HOP)[: len(pitch)]
    n = torch.arange(-half, half, dtype=torch.float32)
    reach = 1.5 * SAMPLE_RATE / pitch[:, None]
    taper = torch.where(n.abs()[None] < reach, 0.5 + 0.5 * torch.cos(math.pi * n[None] / reach), torch.zeros(()))
    x = windows * taper
    x = x - taper * (x.sum(1, keepdim=True) / taper.sum(1, keepdim=True))
    x = x / taper.pow(2).sum(1, keepdim=True).sqrt()
    return torch.fft.rfft(x, n=SIZE, dim=1).abs().pow(2)


def _smooth(power, pitch):
    """Log of the power averaged over two thirds of F0, through its running sum."""
    bins = power.shape[1]
    mirrored = torch.cat([power[:, 1 : MARGIN + 1].flip(1), power, power[:, -MARGIN - 1 : -1].flip(1)], 1)
    running = torch.cumsum(mirrored.double(), 1)
    running = torch.cat([torch.zeros(len(power), 1, dtype=torch.float64), running], 1)
    bin_index = torch.arange(bins, dtype=torch.float32)[None]
    reach = (pitch[:, None] / 3.0) / (SAMPLE_RATE / SIZE)

    def sum_up_to(position):
        place = (position + MARGIN + 0.5).clamp(0, running.shape[1] - 1.001)
        left = place.floor().long()
        weight = (place - left).double()
        return running.gather(1, left) * (1 - weight) + running.gather(1, left + 1) * weight

    mean = (sum_up_to(bin_index + reach) - sum_up_to(bin_index - reach)) / (2 * reach.double())
    return torch.log(mean.float().clamp_min(1e-12))


def _lift(log_power, pitch):
    """Removes in the cepstrum what is left of the harmonics, and restores the peaks that smoothing flattened."""
    cepstrum = torch.fft.irfft(log_power, n=SIZE, dim=1)
    quefrency = torch.arange(SIZE, dtype=torch.float32)
    quefrency = torch.minimum(quefrency, SIZE - quefrency) / SAMPLE_RATE
    periods = pitch[:, None] * quefrency[None]
    lifter = torch.special.sinc(periods) * (1.18 - 0.18 * torch.cos(2 * math.pi * periods))
    return torch.fft.rfft(cepstrum * lifter, n=SIZE, dim=1).real


def _periodicity(padded, f0, pitch):
    lags = (SAMPLE_RATE / pitch).round().long().numpy()
    window = torch.hann_window(PERIODICITY_WINDOW).numpy()
    bands = [_band_periodicity(band.numpy(), f0.numpy(), lags, window) for band in _split_bands(padded)]
    return torch.from_numpy(np.stack(bands, 1))


def _split_bands(padded):
    size = 1 << (len(padded) - 1).bit_length() if len(padded) < 1 << 20 else -(-len(padded) // 4096) * 4096
    spectrum = torch.fft.rfft(padded, n=size)
    hz = torch.fft.rfftfreq(size, 1 / SAMPLE_RATE)
    for low, high in zip(PERIODICITY_EDGES_HZ[:PERIODICITIES], PERIODICITY_EDGES_HZ[1:]):
        yield torch.fft.irfft(spectrum * ((hz >= low) & (hz < high)), n=size)[: len(padded)]


@njit(cache=True, fastmath=True)
def _band_periodicity(x, f0, lags, window):
    """Normalised correlation of two windows a period apart; the best of five lags around it."""
    frames = len(f0)
    out = np.zeros(frames, np.float32)
    for t in range(frames):
        if f0[t] <= 0:
            continue
        best = np.float32(-1.0)
        for detune in range(-2, 3):
            lag = max(lags[t] + detune, 8)
            start = t * HOP + SIZE // 2 - PERIODICITY_WINDOW // 2 - lag // 2
            if start < 0 or start + lag + PERIODICITY_WINDOW > len(x):
                continue
            product = here = there = np.float32(0)
            for i in range(PERIODICITY_WINDOW):
                a, b, w = x[start + i], x[start + lag + i], window[i]
                product += a * b * w
                here += a * a * w
                there += b * b * w
            best = max(best, product / (np.sqrt(here * there) + np.float32(1e-5)))
        out[t] = min(max(best, np.float32(0)), np.float32(1))
    return out
