"""What a reader's recordings lack above their highest frequency, as the readers with the full band have it.

A small network learns from these to continue the envelope of a frame, and its periodicity, from the bands below. If no reader has the full
band, the acoustic network with which the training begins says what is above.
"""

import torch
import torch.nn as nn

from envelope import band_centres
from predicted import predict_features
from tokens import BANDS, FEATURES, SAMPLE_RATE

# Bands over which a continuation gets the level of the recording.
SEAM = 8
# Of the highest frequency: bands with their centre below it are whole.
WHOLE = 0.96
STEPS, BATCH, RATE = 1500, 4096, 2e-3


def whole_bands(limit_hz):
    return int((band_centres() < WHOLE * limit_hz).sum()) if limit_hz < SAMPLE_RATE / 2 else BANDS


class Extension(nn.Module):
    """Features of a frame and both neighbours, of which the lower `bands` are used -> the bands above and the highest periodicity."""

    def __init__(self, bands, width=160):
        super().__init__()
        self.bands = bands
        self.layers = nn.Sequential(
            nn.Linear(3 * (bands + FEATURES - BANDS), width), nn.GELU(), nn.Linear(width, width), nn.GELU(), nn.Linear(width, BANDS - bands + 1)
        )

    def forward(self, frames):
        """frames [N, 3, FEATURES] -> [N, BANDS - bands + 1], of frames at their own level."""
        low = frames[:, :, : self.bands]
        level = low[:, 1].mean(1, keepdim=True)
        known = torch.cat([low - level[:, None], frames[:, :, BANDS : FEATURES - 1], level[:, None].expand(-1, 3, -1) * 0.1], -1)
        made = self.layers(known.flatten(1))
        return torch.cat([made[:, :-1] + level, made[:, -1:]], 1)


def neighbours(features):
    """[T, F] -> [T, 3, F]"""
    padded = torch.cat([features[:1], features, features[-1:]])
    return torch.stack([padded[:-2], padded[1:-1], padded[2:]], 1)


def wanted(features, bands):
    return torch.cat([features[:, bands:BANDS], features[:, FEATURES - 1 :]], 1)


def learn_extension(frames, targets, bands, steps=STEPS):
    """A network for frames [N, 3, FEATURES] with what their bands above are."""
    network = Extension(bands).to(frames.device)
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=0.01)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1.02 - step / steps)
        picks = torch.randint(len(frames), (BATCH,), device=frames.device)
        loss = (network(frames[picks]) - targets[picks]).abs().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return network.eval()


def continue_as(predicted, part, bands):
    """What `wanted` takes, from predicted features, at the level of the recording in the bands just below."""
    step = (part[:, bands - SEAM : bands] - predicted[:, bands - SEAM : bands]).mean(1, keepdim=True)
    made = wanted(predicted, bands)
    return torch.cat([made[:, :-1] + step, made[:, -1:]], 1)


def fill_in(part, bands, made):
    """Writes upper bands and the highest periodicity, in the order of `wanted`, into the features of a clip. Unvoiced frames stay so."""
    part[:, bands:BANDS] = made[:, :-1]
    part[:, FEATURES - 1] = torch.where(part[:, FEATURES - 1] > 0, made[:, -1].clamp(0, 1), part[:, FEATURES - 1])


def extend_clips(clips, start):
    """Fills in the features of the readers whose recordings lack the upper bands. `start` is a checkpoint of an acoustic network that knows them."""
    for number, reader in enumerate(clips.readers):
        bands = whole_bands(reader.limit_hz)
        if bands == BANDS:
            continue
        full = [k for k in clips.training if clips.readers[clips.reader_of[k]].limit_hz >= SAMPLE_RATE / 2]
        if not full:
            own = [k for k in range(clips.count) if clips.reader_of[k] == number]
            predicted = predict_features(clips, own, start)
            for k in own:
                part = clips.features[clips.frames_of(k)]
                fill_in(part, bands, continue_as(predicted[clips.frames_of(k)], part, bands))
            continue
        frames = torch.cat([neighbours(clips.features[clips.frames_of(k)]) for k in full])
        network = learn_extension(frames, wanted(frames[:, 1], bands), bands)
        with torch.no_grad():
            for k in range(clips.count):
                if clips.reader_of[k] == number:
                    part = clips.features[clips.frames_of(k)]
                    fill_in(part, bands, network(neighbours(part)))
