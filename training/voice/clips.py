"""The clips of all readers in memory, on the device that trains: features of every frame, tokens with F0 and energy, and batches for each network.

Clips lie behind one another: frame t of clip k is row `frame_at[k] + t`, and the samples of a frame are the 256 from its middle on.
"""

import multiprocessing
import os
from functools import partial

import numpy as np
import torch

from clip_files import read_clips
from envelope import analyse
from lowered import SEMITONES, lower
from pitch_tracker import fill_pitch
from splits import is_held_out
from tokens import BANDS, FEATURES, FIRST_SOUND, HOP, IS_BOUNDARY, SAMPLE_RATE

PHRASE_LIMIT = 400


class Reader:
    """What is known of one reader: the facts of reader.json, and the mean and deviation of the energy."""

    def __init__(self, described):
        self.name, self.limit_hz = described["name"], described["limitHz"]
        self.cuts_first = described["cutsFirstSound"]
        self.f0_mean, self.f0_std = (described["logF0"][key] for key in ("mean", "standardDeviation"))
        self.always_held_out = set(described.get("alwaysHeldOut", ()))
        self.locale = described["locale"]


def analyse_clip(samples, f0, limit_hz=SAMPLE_RATE / 2):
    """Features, F0 and energy of a recording; `limit` is the highest frequency with sound."""
    torch.set_num_threads(1)
    frames = len(samples) // HOP + 1
    f0 = np.asarray(f0[:frames], np.float32)
    samples = torch.from_numpy(np.pad(samples, (0, frames * HOP - len(samples))).astype(np.float32))
    padded = torch.nn.functional.pad(samples, (256, 256 + HOP))
    return {
        "samples": samples,
        "features": analyse(samples, torch.from_numpy(f0)),
        "voicing": torch.from_numpy((f0 > 0).astype(np.float32)),
        "log_f0": torch.from_numpy(fill_pitch(f0)),
        "limit": limit_hz,
        "energy": torch.log(padded.unfold(0, 512, HOP)[:frames].pow(2).mean(1).sqrt() + 1e-4),
    }


def _analyse_job(job):
    samples, f0, limit_hz, semitones = job
    item = analyse_clip(samples, f0, limit_hz)
    if semitones:
        item["first"] = 0
        item = {**lower(item, semitones), "energy": None}
        frames = len(item["voicing"])
        item["samples"] = torch.nn.functional.pad(item["samples"], (0, max(0, frames * HOP - len(item["samples"]))))[: frames * HOP]
    return {key: value.numpy() if torch.is_tensor(value) else value for key, value in item.items()}


class Clips:
    """The clips of several readers. `lowered`: whether each clip of the first reader has a lowered copy, for the vocoder."""

    def __init__(self, folders, lowered=False, workers=None):
        self.device, self.readers = "cpu", []
        self.ids, self.reader_of, self.texts, self.rows, jobs = [], [], [], [], []
        self.unheard = []
        for number, folder in enumerate(folders):
            described, alignments, ids, recordings, pitches = read_clips(folder)
            self.readers.append(Reader(described))
            for name, samples, f0 in zip(ids, recordings, pitches):
                self.ids.append(name)
                self.reader_of.append(number)
                self.rows.append(alignments.pop(name))
                jobs.append((samples, f0, described["limitHz"], 0))
            self.unheard += [(number, row) for row in alignments.values() if len(row["tokens"]) <= PHRASE_LIMIT]
        copies = []
        if lowered:
            copies = [(*jobs[k][:3], SEMITONES[k % len(SEMITONES)]) for k in range(len(jobs)) if self.reader_of[k] == 0]
        with multiprocessing.get_context("fork").Pool(workers or os.cpu_count()) as pool:
            items = pool.map(_analyse_job, jobs + copies, chunksize=4)
        self.count, self.reader_of = len(jobs), np.array(self.reader_of)
        held = [
            is_held_out(row["text"]) or name in self.readers[r].always_held_out
            for row, name, r in zip(self.rows, self.ids, self.reader_of)
        ]
        self.held_out = [k for k in range(self.count) if held[k]]
        self.training = [k for k in range(self.count) if not held[k]]
        self.copies = [self.count + i for i in range(len(copies)) if not held[i]]
        self._lay_out(items)
        self._average_over_tokens(items)

    def _lay_out(self, items):
        lengths = [len(item["voicing"]) for item in items]
        self.lengths = np.array(lengths)
        self.frame_at = torch.tensor(np.concatenate([[0], np.cumsum(lengths)]), device=self.device)
        join = lambda key: torch.from_numpy(np.concatenate([item[key] for item in items])).to(self.device)
        self.features, self.voicing, self.log_f0 = join("features"), join("voicing"), join("log_f0")
        self.samples = join("samples")
        self.limits = torch.tensor([item["limit"] for item in items], device=self.device)
        own = [items[k]["log_f0"] for k in range(self.count)]
        means = [self.readers[r].f0_mean for r in self.reader_of]
        stds = [self.readers[r].f0_std for r in self.reader_of]
        melody = [(line - mean) / std for line, mean, std in zip(own, means, stds)]
        self.melody = torch.from_numpy(np.concatenate(melody).astype(np.float32)).to(self.device)
        # Of the vocoder's input: features, voicing, log F0. All readers are scaled as the first.
        first = int(self.frame_at[int((self.reader_of == 0).sum())])
        features, lines = self.features[:first].cpu(), self.log_f0[:first].cpu()
        self.mean = torch.cat([features.mean(0), torch.tensor([0.5]), lines.mean()[None]])
        self.std = torch.cat([features.std(0), torch.tensor([0.5]), lines.std()[None]])

    @property
    def names(self):
        return [reader.name for reader in self.readers]

    def numbers_of(self, names):
        """The numbers of the readers with these names."""
        return [number for number, name in enumerate(self.names) if name in names]

    @property
    def statistics(self):
        readers = [{"name": r.name, "f0_mean": r.f0_mean, "f0_std": r.f0_std} for r in self.readers]
        return {"mean": self.mean, "std": self.std, "readers": readers}

    def _average_over_tokens(self, items):
        """F0 and energy of each token, and the frames at which tokens meet."""
        for number, reader in enumerate(self.readers):
            energy = np.concatenate([items[k]["energy"] for k in range(self.count) if self.reader_of[k] == number])
            reader.energy_mean, reader.energy_std = float(energy.mean()), float(energy.std())
        columns = {name: [] for name in ("tokens", "edges", "token_f0", "token_energy", "has_f0")}
        self.first = np.zeros(len(items), int)
        for k in range(self.count):
            reader, row = self.readers[self.reader_of[k]], self.rows[k]
            found = _tokens_of(row, items[k], reader)
            self.first[k] = found["edges"][FIRST_SOUND + 1] if reader.cuts_first else 0
            for name, column in columns.items():
                column.append(found[name])
        pad = partial(torch.nn.utils.rnn.pad_sequence, batch_first=True)
        self.tokens = pad([torch.tensor(x) for x in columns["tokens"]]).to(self.device)
        self.edges = pad([torch.tensor(x) for x in columns["edges"]], padding_value=10**6).to(self.device)
        self.token_f0, self.token_energy, self.has_f0 = (
            pad([torch.tensor(x, dtype=torch.float32) for x in columns[name]]).to(self.device)
            for name in ("token_f0", "token_energy", "has_f0")
        )
        self.token_counts = np.array([len(x) for x in columns["tokens"]])

    def to(self, device):
        """Moves everything to a device."""
        for name, values in vars(self).items():
            if torch.is_tensor(values) and name not in ("mean", "std"):
                setattr(self, name, values.to(device))
        self.device = device
        return self

    def frames_of(self, k):
        return slice(int(self.frame_at[k]), int(self.frame_at[k + 1]))

    def samples_of(self, k):
        return self.samples[int(self.frame_at[k]) * HOP : int(self.frame_at[k + 1]) * HOP]

    def cut_segments(self, picks, frames, rng, features=None):
        """(vocoder input, voicing, log F0, samples, highest usable Hz) of a random stretch of each clip in `picks`; `features` replaces those of the
        recordings."""
        starts = []
        for k in picks:
            # Losses leave the outer two frames out.
            first, last = max(0, self.first[k] - 2), self.lengths[k] - frames - 1
            starts.append(int(self.frame_at[k]) + int(rng.integers(min(first, last - 1), last)) if last > 0 else -1)
        picks = [k for k, start in zip(picks, starts) if start >= 0]
        starts = torch.tensor([start for start in starts if start >= 0], device=self.device)[:, None]
        rows = starts + torch.arange(frames, device=self.device)
        source = (self.features if features is None else features)[rows]
        samples = self.samples[starts * HOP + torch.arange(frames * HOP, device=self.device)]
        if features is None:
            # A random level, which the envelope follows.
            gain = torch.from_numpy(rng.uniform(-0.7, 0.7, len(picks)).astype(np.float32)).to(self.device)
            source = torch.cat([source[..., :BANDS] + gain[:, None, None], source[..., BANDS:]], -1)
            samples = samples * gain.exp()[:, None]
        voicing, log_f0 = self.voicing[rows], self.log_f0[rows]
        inputs = torch.cat([source, voicing[..., None], log_f0[..., None]], -1)
        return inputs, voicing, log_f0, samples, self.limits[torch.tensor(picks, device=self.device)]

    def batch_utterances(self, picks, rng=None, stretch=0.0, noise=False):
        """Whole utterances for the acoustic network, padded; with `stretch`, some are stretched in time by up to exp(stretch)."""
        device, picks = self.device, np.asarray(picks)
        count = int(self.token_counts[picks].max())
        index = torch.from_numpy(picks).to(device)
        lengths = torch.from_numpy(self.lengths[picks]).to(device)
        factors = np.ones(len(picks), np.float32)
        if stretch:
            factors = np.exp(rng.uniform(-stretch, stretch, len(picks)) * (rng.random(len(picks)) < 0.6)).astype(np.float32)
        factors = torch.from_numpy(factors).to(device)
        made = torch.round(lengths * factors).long()
        edges = self.edges[index][:, : count + 1]
        moved = torch.round(edges * factors[:, None]).long()
        edges = torch.where(edges >= 10**6, edges, torch.minimum(moved, made[:, None]))
        frames = torch.arange(int(made.max()), device=device)
        at = (frames[None] / factors[:, None]).clamp_max(1e9)
        last = (lengths - 1)[:, None]
        left = torch.minimum(at.floor().long(), last)
        right = torch.minimum(left + 1, last)
        weight = (at - left).clamp(0, 1)
        begin = self.frame_at[index][:, None]
        read = lambda rows: torch.lerp(rows[begin + left], rows[begin + right], weight if rows.dim() == 1 else weight[..., None])
        first = torch.round(torch.from_numpy(self.first[picks]).to(device) * factors)
        batch = {
            "tokens": self.tokens[index][:, :count],
            "reader": torch.from_numpy(self.reader_of[picks]).to(device),
            "token_f0": self.token_f0[index][:, :count],
            "token_energy": self.token_energy[index][:, :count],
            "features": read(self.features),
            "melody": read(self.melody),
            "voicing": (read(self.voicing) > 0.5).float(),
            "edges": edges,
            "lengths": made.tolist(),
            "limits": self.limits[index],
            "mask": ((frames[None] < made[:, None]) & (frames[None] >= first[:, None])).float(),
        }
        if noise:
            batch["token_f0"] = batch["token_f0"] + 0.10 * torch.randn_like(batch["token_f0"])
            batch["token_energy"] = batch["token_energy"] + 0.05 * torch.randn_like(batch["token_energy"])
        batch["token_of_frame"], batch["frames"] = frame_inputs(edges, batch["token_f0"], batch["tokens"], len(frames))
        return batch


def _tokens_of(row, item, reader):
    frames = len(item["voicing"])
    edges = np.array([row["starts"][0], *row["ends"]]) * SAMPLE_RATE / HOP
    edges = np.clip(np.maximum.accumulate(np.round(edges).astype(int)), 0, frames)
    edges[0], edges[-1] = 0, frames
    melody = (item["log_f0"] - reader.f0_mean) / reader.f0_std
    loudness = (item["energy"] - reader.energy_mean) / reader.energy_std
    voiced = item["voicing"] > 0
    count = len(row["tokens"])
    f0, energy, has_f0 = np.zeros(count, np.float32), np.zeros(count, np.float32), np.zeros(count, bool)
    for i, (start, end) in enumerate(zip(edges, edges[1:])):
        if end == start:
            continue
        energy[i] = loudness[start:end].mean()
        inside = voiced[start:end]
        if inside.sum() >= max(1, 0.3 * (end - start)) and not IS_BOUNDARY[row["tokens"][i]]:
            f0[i], has_f0[i] = melody[start:end][inside].mean(), True
    centres = (edges[:-1] + edges[1:]) / 2
    has_energy = np.diff(edges) > 0
    if has_f0.any():
        f0 = np.interp(centres, centres[has_f0], f0[has_f0]).astype(np.float32)
    if has_energy.any():
        energy = np.interp(centres, centres[has_energy], energy[has_energy]).astype(np.float32)
    return {"tokens": row["tokens"], "edges": edges, "token_f0": f0, "token_energy": energy, "has_f0": has_f0}


class Phrases:
    """All aligned utterances for the prosody network: durations, and F0 and energy where there is audio."""

    def __init__(self, clips):
        rows = [(int(clips.reader_of[k]), clips.rows[k], k) for k in range(clips.count)]
        rows += [(number, row, None) for number, row in clips.unheard]
        rows = [row for row in rows if len(row[1]["tokens"]) <= PHRASE_LIMIT]
        shape = (len(rows), PHRASE_LIMIT)
        self.tokens = torch.zeros(shape, dtype=torch.long)
        self.durations, self.f0, self.energy, self.has_f0 = (torch.zeros(shape) for _ in range(4))
        self.has_audio = torch.zeros(len(rows))
        self.reader = torch.tensor([number for number, _, _ in rows])
        self.cuts_first = torch.tensor([clips.readers[number].cuts_first for number, _, _ in rows])
        for i, (_, row, k) in enumerate(rows):
            count = len(row["tokens"])
            self.tokens[i, :count] = torch.tensor(row["tokens"])
            seconds = torch.tensor(row["ends"]) - torch.tensor(row["starts"])
            self.durations[i, :count] = seconds * SAMPLE_RATE / HOP
            if k is not None:
                self.f0[i, :count], self.energy[i, :count] = clips.token_f0[k, :count].cpu(), clips.token_energy[k, :count].cpu()
                self.has_f0[i, :count] = clips.has_f0[k, :count].cpu()
                self.has_audio[i] = 1
        self.lengths = (self.tokens != 0).sum(1).numpy()
        held_out = set(clips.held_out)
        heard = [i for i, (_, _, k) in enumerate(rows) if k is not None]
        self.held_out_heard = [i for i in heard if rows[i][2] in held_out]
        self.training_heard = [i for i in heard if rows[i][2] not in held_out]
        unheard = [i for i, (_, row, k) in enumerate(rows) if k is None]
        self.held_out_unheard = [i for i in unheard if is_held_out(rows[i][1]["text"])]
        self.training_unheard = [i for i in unheard if not is_held_out(rows[i][1]["text"])]
        self.device = clips.device
        for name in ("tokens", "durations", "f0", "energy", "has_f0", "has_audio", "reader", "cuts_first"):
            setattr(self, name, getattr(self, name).to(clips.device))

    def batch(self, picks):
        """Some utterances, padded: tokens, durations, F0, energy, has F0, reader, and whether the first sound is cut."""
        picks = np.asarray(picks)
        count = int(self.lengths[picks].max())
        picks = torch.from_numpy(picks).to(self.device)
        columns = (self.tokens, self.durations, self.f0, self.energy, self.has_f0)
        return [column[picks][:, :count] for column in columns] + [self.reader[picks], self.cuts_first[picks]]


def frame_inputs(edges, token_f0, tokens, frames):
    """Token index of each frame, and the four inputs of a frame: log1p of the frames since the token began, to its end, and its
    length, and F0 on the line between the middles of tokens."""
    batch, device = tokens.shape[0], tokens.device
    t = torch.arange(frames, device=device)[None].expand(batch, frames).contiguous()
    last = (tokens != 0).sum(1, keepdim=True) - 1
    index = torch.minimum(torch.searchsorted(edges[:, 1:].contiguous(), t, right=True), last)
    start, end = edges[:, :-1].gather(1, index), edges[:, 1:].gather(1, index)
    centres = torch.where(tokens != 0, (edges[:, :-1] + edges[:, 1:]).float() / 2, torch.full((1,), 1e6, device=device))
    x = t.float() + 0.5
    left = torch.searchsorted(centres.contiguous(), x.contiguous(), right=True) - 1
    right = torch.minimum((left + 1).clamp_min(0), last)
    left = torch.minimum(left.clamp_min(0), last)
    from_x, to_x = centres.gather(1, left), centres.gather(1, right)
    weight = ((x - from_x) / (to_x - from_x).clamp_min(1e-3)).clamp(0, 1)
    f0 = token_f0.gather(1, left) * (1 - weight) + token_f0.gather(1, right) * weight
    since, until, length = (t - start).clamp_min(0), (end - 1 - t).clamp_min(0), (end - start).clamp(0, 4000)
    return index, torch.stack([*(torch.log1p(count.float()) for count in (since, until, length)), f0], -1)
