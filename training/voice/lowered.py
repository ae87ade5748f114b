"""Copies of recordings, resampled to a lower pitch and lower formants: a deeper person, who speaks more slowly."""

import math

import numpy as np
import torch

from envelope import analyse, band_centres
from tokens import BANDS, FEATURES, HOP, SAMPLE_RATE

SEMITONES = (2.0, 3.5, 5.0, 7.0, 9.0)
# Of the moved Nyquist frequency: nothing is compared above it.
USABLE = 0.95
PERIODICITY_CENTRES_HZ = np.array([500.0, 1500.0, 3000.0, 5000.0, 8500.0])


def lower(item, semitones):
    """A copy of a clip: samples, features, voicing, log F0, and `limit` in Hz, above which it has no sound. Features above the limit go on as
    those of the recording do, because a real deep voice has sound there."""
    samples = item["samples"].numpy()
    length = int(round(len(samples) * 2 ** (semitones / 12)))
    ratio = len(samples) / length
    spectrum = np.fft.rfft(samples)
    resampled = np.fft.irfft(spectrum, length) * (length / len(samples))
    frames = length // HOP + 1
    position = np.arange(frames) * ratio
    voiced = item["voicing"].numpy()[np.minimum(np.round(position).astype(int), len(item["voicing"]) - 1)]
    line = np.interp(position, np.arange(len(item["log_f0"])), item["log_f0"].numpy()) + math.log(ratio)
    resampled = torch.from_numpy(resampled.astype(np.float32))
    f0 = torch.from_numpy(np.where(voiced > 0, np.exp(line), 0.0).astype(np.float32))
    copy = {
        "samples": resampled,
        "voicing": torch.from_numpy(voiced.astype(np.float32)),
        "log_f0": torch.from_numpy(line.astype(np.float32)),
        "limit": SAMPLE_RATE / 2 * ratio,
        "ratio": ratio,
        "first": math.ceil(item["first"] / ratio),
    }
    copy["features"] = _continue_above(analyse(resampled, f0), _at_positions(item["features"], copy), copy["limit"])
    return copy


def lower_prediction(features, copy):
    """Predicted features of the recording, moved to the times and frequencies of the copy."""
    there = _at_positions(features, copy)
    centres = band_centres()
    envelope = _read_columns(there[:, :BANDS], centres, centres / copy["ratio"]) - 0.5 * math.log(copy["ratio"])
    periodicity = _read_columns(there[:, BANDS:], PERIODICITY_CENTRES_HZ, PERIODICITY_CENTRES_HZ / copy["ratio"])
    return _continue_above(torch.cat([envelope, periodicity], 1), there, copy["limit"])


def low_pass(samples, limits):
    """[B, L] without what lies above the limit of each row in Hz; a row whose limit is the Nyquist frequency keeps everything."""
    hz = torch.fft.rfftfreq(samples.shape[1], 1 / SAMPLE_RATE, device=samples.device)[None]
    limits = torch.as_tensor(limits, dtype=torch.float32, device=samples.device)[:, None]
    gain = ((limits - hz) / ((1 - USABLE) * limits)).clamp(0, 1)
    gain = torch.where(limits >= SAMPLE_RATE / 2, torch.ones_like(gain), 0.5 - 0.5 * torch.cos(math.pi * gain))
    return torch.fft.irfft(torch.fft.rfft(samples) * gain, n=samples.shape[1])


def _at_positions(rows, copy):
    """The rows of the recording's frames, between frames on a line, at the times of the copy's frames."""
    position = torch.arange(len(copy["voicing"]), dtype=torch.float64) * copy["ratio"]
    left = position.floor().long().clamp(0, len(rows) - 1)
    right = (left + 1).clamp(max=len(rows) - 1)
    weight = (position - left).clamp(0, 1).float()[:, None]
    return rows[left] * (1 - weight) + rows[right] * weight


def _read_columns(rows, at, wanted):
    """Columns that stand for the frequencies `at`, read at others, between them on a line."""
    matrix = np.array([np.interp(wanted, at, row) for row in np.eye(len(at))])
    return rows @ torch.tensor(matrix, dtype=torch.float32)


def _continue_above(features, recorded, limit):
    centres = band_centres()
    last = int(np.searchsorted(centres, 0.92 * limit)) - 1
    features = features.clone()
    if last + 1 < BANDS:
        step = features[:, last - 2 : last + 1].mean(1, keepdim=True) - recorded[:, last - 2 : last + 1].mean(1, keepdim=True)
        features[:, last + 1 : BANDS] = recorded[:, last + 1 : BANDS] + step
    # The highest band of periodicity begins at 6 kHz.
    if limit < 7500:
        features[:, FEATURES - 1] = recorded[:, FEATURES - 1]
    return features
