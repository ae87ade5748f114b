"""Losses that compare the networks' outputs with recordings."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from envelope import mel_matrix
from tokens import BANDS, FEATURES, FIRST_SOUND, HOP, IS_BOUNDARY, SAMPLE_RATE, TOKEN_IDS


# What an acoustic network takes of a batch, in the order of its arguments.
ACOUSTIC_INPUTS = ("tokens", "token_f0", "token_energy", "reader", "token_of_frame", "frames")


def acoustic_loss(network, batch, mean, std):
    """(loss, its parts, prediction in the features' own scale); features are compared normalised."""
    out = network(*(batch[name] for name in ACOUSTIC_INPUTS)).float()
    mask, voiced = batch["mask"], batch["mask"] * batch["voicing"]

    def mean_of(x, weights):
        return (x * weights).sum() / weights.sum().clamp_min(1)

    error = out[..., :FEATURES] - (batch["features"] - mean[:FEATURES]) / std[:FEATURES]
    bands = error[..., :BANDS]
    envelope = mean_of((bands.abs() + 0.25 * bands.pow(2)).mean(-1), mask)
    # Differences between neighbouring bands keep formants sharp.
    contrast = mean_of(bands.diff(dim=-1).abs().mean(-1), mask)
    periodicity = mean_of(error[..., BANDS:].abs().mean(-1), voiced)
    voicing = F.binary_cross_entropy_with_logits(out[..., FEATURES], batch["voicing"], reduction="none")
    detail = (batch["melody"] - batch["frames"][..., 3]).clamp(-3, 3)
    f0 = F.smooth_l1_loss(out[..., FEATURES + 1], detail, reduction="none", beta=0.3)
    parts = (envelope + 0.5 * contrast, periodicity, mean_of(voicing, mask), mean_of(f0, voiced))
    prediction = out[..., :FEATURES] * std[:FEATURES] + mean[:FEATURES]
    return parts[0] + 0.3 * parts[1] + 0.3 * parts[2] + 0.5 * parts[3], parts, prediction


def duration_loss(network, batch):
    """(loss, its parts): phones, whether there is a pause, and how long it is."""
    tokens, durations, *_, reader, cuts_first = batch
    keep = (tokens != 0).float()
    boundary = torch.as_tensor(IS_BOUNDARY, device=tokens.device)[tokens].float() * keep
    is_end = F.pad(keep[:, 1:], (0, 1)) == 0
    # The silences around a clip tell how it was cut, not how she reads.
    inner = boundary * (1 - is_end.float())
    inner[:, 0] = 0
    phone = keep * (1 - boundary) * (tokens != TOKEN_IDS["<spn>"]).float()
    # How long the first sound is says how the clip was cut too.
    phone[:, FIRST_SOUND] *= 1 - cuts_first.float()
    encoded, _ = network.encode(tokens, reader)
    out = network.duration(encoded).float()
    error = out[..., 0] - torch.log(durations.clamp_min(1.0))
    is_pause = (durations > 1.5).float()
    phones = ((error.abs() + 0.5 * error.pow(2)) * phone).sum() / phone.sum()
    pauses = F.binary_cross_entropy_with_logits(out[..., 1], is_pause, reduction="none")
    pauses = (pauses * inner).sum() / inner.sum().clamp_min(1)
    weights = inner * is_pause
    lengths = ((out[..., 2] - torch.log(durations.clamp_min(1.5))).abs() * weights).sum() / weights.sum().clamp_min(1)
    return phones + 0.5 * pauses + 0.3 * lengths, (phones, pauses, lengths)


class SpectralLoss(nn.Module):
    """Distance of log mel and log linear spectra at five resolutions: (mel, linear)."""

    SIZES = {2048: 120, 1024: 80, 512: 60, 256: 30, 128: 16}

    def __init__(self):
        super().__init__()
        for size, bands in self.SIZES.items():
            self.register_buffer(f"window{size}", torch.hann_window(size), persistent=False)
            self.register_buffer(f"mel{size}", torch.tensor(mel_matrix(size, bands)), persistent=False)

    def forward(self, a, b):
        mel, linear = 0.0, 0.0
        for size in self.SIZES:
            window, bands = getattr(self, f"window{size}"), getattr(self, f"mel{size}")
            spectra = [torch.stft(x, size, size // 4, window=window, return_complex=True).abs() / size**0.5 for x in (a, b)]
            log_mel = [torch.log((bands @ spectrum).clamp_min(1e-4)) for spectrum in spectra]
            log_linear = [spectrum.clamp_min(1e-4).log() for spectrum in spectra]
            mel = mel + (log_mel[0] - log_mel[1]).abs().mean()
            convergence = (spectra[0] - spectra[1]).norm() / (spectra[1].norm() + 1e-3)
            linear = linear + (log_linear[0] - log_linear[1]).abs().mean() + convergence
        return mel / len(self.SIZES), linear / len(self.SIZES)


class PeriodicityLoss(nn.Module):
    """How far the mean periodicity of a stretch lies from that of the recording, in four bands up to 6 kHz. Means are compared, because that of one
    frame depends on its noise."""

    EDGES_HZ = (0, 1000, 2000, 4000, 6000)
    WINDOW, FRAME_STEP, DETUNES = 512, 2, (-2, -1, 0, 1, 2)

    def __init__(self):
        super().__init__()
        self.register_buffer("window", torch.hann_window(self.WINDOW), persistent=False)

    def forward(self, made, real, log_f0, voicing, first):
        """made, real: [B, L]; log_f0, voicing: [B, T]; `first`: the sample of the stretch on which frame 0 is centred, maybe below 0."""
        lags = (SAMPLE_RATE / log_f0.exp()).round().long()
        starts = torch.arange(log_f0.shape[1], device=lags.device)[None] * HOP + first - self.WINDOW // 2 - lags // 2
        last = starts + lags + self.DETUNES[-1] + self.WINDOW
        keep = (voicing > 0) & (starts >= 0) & (last <= made.shape[1])
        keep[:, 1 :: self.FRAME_STEP] = False
        rows, frames = keep.nonzero(as_tuple=True)
        if len(rows) == 0:
            return torch.zeros((), device=made.device)
        starts, lags = starts[rows, frames], lags[rows, frames]
        heard, wanted = (self._periodicity(x, rows, starts, lags) for x in (made, real))
        # [frames, bands] -> the mean of each stretch.
        zeros = torch.zeros(len(made), heard.shape[1], device=made.device)
        ones = zeros[:, 0].index_add(0, rows, torch.ones(len(rows), device=made.device))
        difference = zeros.index_add(0, rows, heard - wanted) / ones.clamp_min(1)[:, None]
        return difference.abs()[ones >= 4].mean() if (ones >= 4).any() else torch.zeros((), device=made.device)

    def _periodicity(self, samples, rows, starts, lags):
        spectrum = torch.fft.rfft(samples)
        hz = torch.fft.rfftfreq(samples.shape[1], 1 / SAMPLE_RATE, device=samples.device)
        masks = torch.stack([((hz >= low) & (hz < high)).float() for low, high in zip(self.EDGES_HZ, self.EDGES_HZ[1:])])
        bands = torch.fft.irfft(spectrum[:, None] * masks, n=samples.shape[1])
        n = torch.arange(self.WINDOW, device=samples.device)
        here = self._cut(bands, rows, starts[:, None] + n)
        energy = (here * here * self.window).sum(-1)
        best = None
        for detune in self.DETUNES:
            there = self._cut(bands, rows, (starts + lags + detune)[:, None] + n)
            product = (here * there * self.window).sum(-1)
            likeness = product / ((energy * (there * there * self.window).sum(-1)).clamp_min(1e-12).sqrt() + 1e-5)
            best = likeness if best is None else torch.maximum(best, likeness)
        return best.clamp(0, 1)

    def _cut(self, bands, rows, places):
        """[frames, bands, WINDOW]"""
        flat = bands.transpose(0, 1).reshape(bands.shape[1], -1)
        at = (places + rows[:, None] * bands.shape[2]).reshape(-1)
        return flat.index_select(1, at).reshape(bands.shape[1], -1, self.WINDOW).transpose(0, 1)
