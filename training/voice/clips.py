"""The training data in memory: features of every clip, and batches for each network."""

import json
import math
from pathlib import Path

import numpy as np
import torch

from envelope import analyse
from lowered import SEMITONES, lower
from pitch_tracker import fill_pitch
from tokens import BANDS, FEATURES, FIRST_SOUND, HOP, IS_BOUNDARY, SAMPLE_RATE

# One clip in 64 is kept out of all training.
HELD_OUT_EVERY, HELD_OUT_AT = 64, 7
PHRASE_LIMIT = 400


class Clips:
    """Clips with audio: features, F0, voicing and energy per frame, and F0 and energy per token."""

    def __init__(self, folder):
        folder = Path(folder)
        stored = np.load(folder / "clips.npz")
        self.alignments = {row["id"]: row for row in json.loads((folder / "alignments.json").read_text())}
        self.ids = [str(name) for name in stored["ids"]]
        is_held_out = [k % HELD_OUT_EVERY == HELD_OUT_AT for k in range(len(self.ids))]
        self.held_out = [k for k, held in enumerate(is_held_out) if held]
        self.training = [k for k, held in enumerate(is_held_out) if not held]
        at, f0_at = stored["sample_offsets"], stored["f0_offsets"]
        samples, f0 = stored["samples"], stored["f0"]
        self.items = [
            _analyse_clip(samples[at[k] : at[k + 1]].astype(np.float32) / 32768, f0[f0_at[k] : f0_at[k + 1]])
            for k in range(len(self.ids))
        ]
        self._measure(f0)
        for name, item in zip(self.ids, self.items):
            self._average_over_tokens(item, self.alignments[name])

    def _measure(self, f0):
        log_f0 = np.log(f0[f0 > 0])
        self.f0_mean, self.f0_std = float(log_f0.mean()), float(log_f0.std())
        features = torch.cat([item["features"] for item in self.items])
        lines = torch.cat([item["log_f0"] for item in self.items])
        energy = torch.cat([item["energy"] for item in self.items])
        # Of the vocoder's input: features, voicing, log F0.
        self.mean = torch.cat([features.mean(0), torch.tensor([0.5]), lines.mean()[None]])
        self.std = torch.cat([features.std(0), torch.tensor([0.5]), lines.std()[None]])
        self.energy_mean, self.energy_std = float(energy.mean()), float(energy.std())

    @property
    def statistics(self):
        return {"f0_mean": self.f0_mean, "f0_std": self.f0_std, "mean": self.mean, "std": self.std}

    def _average_over_tokens(self, item, alignment):
        frames = len(item["voicing"])
        edges = np.array([alignment["starts"][0], *alignment["ends"]]) * SAMPLE_RATE / HOP
        edges = np.clip(np.maximum.accumulate(np.round(edges).astype(int)), 0, frames)
        edges[0], edges[-1] = 0, frames
        melody = (item["log_f0"].numpy() - self.f0_mean) / self.f0_std
        loudness = (item["energy"].numpy() - self.energy_mean) / self.energy_std
        voiced = item["voicing"].numpy() > 0
        count = len(alignment["tokens"])
        f0, energy = np.zeros(count, np.float32), np.zeros(count, np.float32)
        has_f0 = np.zeros(count, bool)
        for i, (start, end) in enumerate(zip(edges, edges[1:])):
            if end == start:
                continue
            energy[i] = loudness[start:end].mean()
            inside = voiced[start:end]
            if inside.sum() >= max(1, 0.3 * (end - start)) and not IS_BOUNDARY[alignment["tokens"][i]]:
                f0[i], has_f0[i] = melody[start:end][inside].mean(), True
        centres = (edges[:-1] + edges[1:]) / 2
        has_energy = np.diff(edges) > 0
        if has_f0.any():
            f0 = np.interp(centres, centres[has_f0], f0[has_f0]).astype(np.float32)
        if has_energy.any():
            energy = np.interp(centres, centres[has_energy], energy[has_energy]).astype(np.float32)
        item.update(
            # The frame in which the first sound is over.
            first=int(edges[FIRST_SOUND + 1]),
            tokens=torch.tensor(alignment["tokens"]),
            edges=torch.tensor(edges),
            token_f0=torch.tensor(f0),
            token_energy=torch.tensor(energy),
            has_f0=torch.tensor(has_f0),
            melody=torch.tensor(melody, dtype=torch.float32),
        )

    def lowered(self, count):
        """`count` lowered copies of each clip for training, which take turns with the semitones: clip -> copies."""
        copies = {}
        for turn, k in enumerate(self.training):
            steps = [SEMITONES[(turn + 2 * i) % len(SEMITONES)] for i in range(count)]
            copies[k] = [lower(self.items[k], semitones) for semitones in steps]
        return copies

    def cut_segments(self, count, frames, rng, predict=None, copies=None):
        """(vocoder input, voicing, log F0, samples, highest usable Hz) of `count` random stretches. Every second one is of a lowered copy where there
        are `copies`; `predict` gives the features of a clip in place of those of the recording."""
        rows, limits = [], []
        while len(rows) < count:
            k = self.training[rng.integers(len(self.training))]
            item = self.items[k]
            if copies is not None and len(rows) % 2:
                item = copies[k][rng.integers(len(copies[k]))]
            # Losses leave the outer two frames out.
            first, last = max(0, item["first"] - 2), len(item["voicing"]) - frames - 1
            if last <= first:
                continue
            start = int(rng.integers(first, last))
            samples = item["samples"][start * HOP : (start + frames) * HOP]
            if len(samples) < frames * HOP:
                continue
            source = item["features"] if predict is None else predict(k, item)
            cut = slice(start, start + frames)
            rows.append((source[cut], item["voicing"][cut], item["log_f0"][cut], samples))
            limits.append(item["limit"])
        source, voicing, log_f0, samples = (torch.stack(column) for column in zip(*rows))
        if predict is None:
            # A random level, which the envelope follows.
            gain = torch.from_numpy(rng.uniform(-0.7, 0.7, count).astype(np.float32))
            source = torch.cat([source[..., :BANDS] + gain[:, None, None], source[..., BANDS:]], -1)
            samples = samples * gain.exp()[:, None]
        return torch.cat([source, voicing[..., None], log_f0[..., None]], -1), voicing, log_f0, samples, limits

    def batch_utterances(self, picks, rng, stretch=0.0, noise=True):
        """Whole utterances for the acoustic network, padded; some are stretched in time by up to exp(stretch)."""
        rows = []
        for k in picks:
            factor = math.exp(rng.uniform(-stretch, stretch)) if stretch and rng.random() < 0.6 else 1.0
            rows.append(_stretch(self.items[k], factor))
        pad = torch.nn.utils.rnn.pad_sequence
        names = ("tokens", "token_f0", "token_energy", "features", "voicing", "melody")
        batch = {name: pad([row[name] for row in rows], batch_first=True) for name in names}
        batch["edges"] = pad([row["edges"] for row in rows], batch_first=True, padding_value=10**6)
        batch["lengths"] = [len(row["voicing"]) for row in rows]
        frames = torch.arange(max(batch["lengths"]))
        is_inside = frames[None] < torch.tensor(batch["lengths"])[:, None]
        batch["mask"] = (is_inside & (frames[None] >= batch["edges"][:, FIRST_SOUND + 1, None])).float()
        if noise:
            batch["token_f0"] = batch["token_f0"] + 0.10 * torch.randn_like(batch["token_f0"])
            batch["token_energy"] = batch["token_energy"] + 0.05 * torch.randn_like(batch["token_energy"])
        batch["token_of_frame"], batch["frames"] = frame_inputs(batch["edges"], batch["token_f0"], batch["tokens"], len(frames))
        return batch


class Phrases:
    """All aligned utterances for the prosody network: durations, and F0 and energy where there is audio."""

    def __init__(self, clips):
        rows = [row for row in clips.alignments.values() if len(row["tokens"]) <= PHRASE_LIMIT]
        shape = (len(rows), PHRASE_LIMIT)
        self.tokens = torch.zeros(shape, dtype=torch.long)
        self.durations, self.f0, self.energy, self.has_f0 = (torch.zeros(shape) for _ in range(4))
        self.has_audio = torch.zeros(len(rows))
        place = {name: k for k, name in enumerate(clips.ids)}
        for i, row in enumerate(rows):
            count = len(row["tokens"])
            self.tokens[i, :count] = torch.tensor(row["tokens"])
            seconds = torch.tensor(row["ends"]) - torch.tensor(row["starts"])
            self.durations[i, :count] = seconds * SAMPLE_RATE / HOP
            if row["id"] in place:
                item = clips.items[place[row["id"]]]
                self.f0[i, :count], self.energy[i, :count] = item["token_f0"], item["token_energy"]
                self.has_f0[i, :count] = item["has_f0"].float()
                self.has_audio[i] = 1
        self.lengths = (self.tokens != 0).sum(1).numpy()
        held_out = {clips.ids[k] for k in clips.held_out}
        heard = [i for i in range(len(rows)) if self.has_audio[i]]
        self.held_out_heard = [i for i in heard if rows[i]["id"] in held_out]
        self.training_heard = [i for i in heard if rows[i]["id"] not in held_out]
        unheard = [i for i in range(len(rows)) if not self.has_audio[i]]
        self.held_out_unheard = unheard[::100]
        self.training_unheard = [i for k, i in enumerate(unheard) if k % 100]

    def batch(self, picks):
        """(tokens, durations, F0, energy, has F0) of some utterances, padded, and whether each has audio."""
        picks = torch.as_tensor(np.asarray(picks))
        count = int(self.lengths[picks].max())
        columns = (self.tokens, self.durations, self.f0, self.energy, self.has_f0)
        return [column[picks][:, :count] for column in columns] + [self.has_audio[picks]]


def frame_inputs(edges, token_f0, tokens, frames):
    """Token index of each frame, and the four inputs of a frame: log1p of the frames since the token began, to its end, and its
    length, and F0 on the line between the middles of tokens."""
    batch = tokens.shape[0]
    t = torch.arange(frames)[None].expand(batch, frames).contiguous()
    last = (tokens != 0).sum(1, keepdim=True) - 1
    index = torch.minimum(torch.searchsorted(edges[:, 1:].contiguous(), t, right=True), last)
    start, end = edges[:, :-1].gather(1, index), edges[:, 1:].gather(1, index)
    centres = torch.where(tokens != 0, (edges[:, :-1] + edges[:, 1:]).float() / 2, torch.full((1,), 1e6))
    x = t.float() + 0.5
    left = torch.searchsorted(centres.contiguous(), x.contiguous(), right=True) - 1
    right = torch.minimum((left + 1).clamp_min(0), last)
    left = torch.minimum(left.clamp_min(0), last)
    from_x, to_x = centres.gather(1, left), centres.gather(1, right)
    weight = ((x - from_x) / (to_x - from_x).clamp_min(1e-3)).clamp(0, 1)
    f0 = token_f0.gather(1, left) * (1 - weight) + token_f0.gather(1, right) * weight
    since, until, length = (t - start).clamp_min(0), (end - 1 - t).clamp_min(0), (end - start).clamp(0, 4000)
    return index, torch.stack([*(torch.log1p(count.float()) for count in (since, until, length)), f0], -1)


def _analyse_clip(samples, f0):
    frames = len(samples) // HOP + 1
    samples, f0 = torch.from_numpy(samples), f0[:frames]
    padded = torch.nn.functional.pad(samples, (256, 256 + HOP))
    return {
        "samples": samples,
        "features": analyse(samples, torch.from_numpy(f0)),
        "voicing": torch.from_numpy((f0 > 0).astype(np.float32)),
        "log_f0": torch.from_numpy(fill_pitch(f0)),
        "limit": SAMPLE_RATE / 2,
        "energy": torch.log(padded.unfold(0, 512, HOP)[:frames].pow(2).mean(1).sqrt() + 1e-4),
    }


def _stretch(item, factor):
    if factor == 1.0:
        return item
    frames = max(int(round(len(item["voicing"]) * factor)), 8)
    edges = torch.round(item["edges"] * factor).long().clamp(max=frames)
    edges[-1] = frames
    columns = torch.cat([item["features"], item["melody"][:, None], item["voicing"][:, None]], 1).T[None]
    columns = torch.nn.functional.interpolate(columns, size=frames, mode="linear", align_corners=False)[0].T
    return {
        **item,
        "edges": edges,
        "features": columns[:, :FEATURES],
        "melody": columns[:, FEATURES],
        "voicing": (columns[:, FEATURES + 1] > 0.5).float(),
    }
