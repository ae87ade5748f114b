"""Forced alignment: a small network that hears which sound each 10 ms is, and the best path through the sounds of a text.

The network is trained on the times of one reader and hears others, so its input is normalised by clip, and warped along frequency in
training (Jaitly and Hinton, "Vocal tract length perturbation", 2013).
"""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from envelope import mel_matrix
from tokens import CONSONANTS, SAMPLE_RATE, VOWELS

STEP = 0.01
WINDOW, SIZE = 512, 1024
BANDS = 48
# Above it some readers' recordings have nothing.
HIGHEST_HZ = 7200
SILENCE = 0
SOUNDS = ["", *CONSONANTS, *VOWELS]
SOUND_IDS = {sound: i for i, sound in enumerate(SOUNDS)}
# A sound lasts at least so many steps, which is the least of the given times.
LEAST_STEPS = 3
# Share of the sounds' frequency that is taken out of what the network says.
PRIOR_SHARE = 0.5
NEVER = -1e9


def sound_id(phone):
    """The number of a phone without its stress; of anything else that of silence."""
    return SOUND_IDS.get(phone.rstrip("012"), SILENCE)


def hear(samples):
    """[steps, BANDS] log mel bands up to HIGHEST_HZ, normalised by clip."""
    hop = SAMPLE_RATE * STEP
    count = int(len(samples) / hop)
    starts = np.round(np.arange(count) * hop + hop / 2).astype(int)
    padded = np.pad(samples, (WINDOW // 2, WINDOW))
    frames = padded[starts[:, None] + np.arange(WINDOW)] * np.hanning(WINDOW)
    power = np.abs(np.fft.rfft(frames, SIZE)) ** 2
    bands = np.log(power @ _bands().T + 1e-8)
    return ((bands - bands.mean(0)) / (bands.std(0) + 1e-3)).astype(np.float32)


def _bands():
    mel = mel_matrix(SIZE, 64)
    usable = (mel * np.linspace(0, SAMPLE_RATE / 2, SIZE // 2 + 1)).sum(1) < HIGHEST_HZ
    return mel[usable][-BANDS:] if usable.sum() > BANDS else mel[usable]


class Listener(nn.Module):
    """[B, T, BANDS] -> logits of SOUNDS, [B, T, SOUNDS]; sees 0.2 s to each side."""

    def __init__(self, width=192):
        super().__init__()
        self.options = dict(width=width)
        bands = len(_bands())
        self.first = nn.Conv1d(bands * 1, width, 5, padding=2)
        self.layers = nn.ModuleList([nn.Conv1d(width, width, 3, padding=d, dilation=d) for d in (1, 2, 4, 6, 1)])
        self.norms = nn.ModuleList([nn.GroupNorm(1, width) for _ in self.layers])
        self.out = nn.Conv1d(width, len(SOUNDS), 1)
        self.register_buffer("log_prior", torch.zeros(len(SOUNDS)))

    def forward(self, heard):
        x = F.gelu(self.first(heard.transpose(1, 2)))
        for layer, norm in zip(self.layers, self.norms):
            x = x + F.dropout(F.gelu(layer(norm(x))), 0.1, self.training)
        return self.out(x).transpose(1, 2)

    @torch.no_grad()
    def score(self, heard):
        """[steps, SOUNDS]: scaled log likelihoods."""
        logits = self.eval()(torch.from_numpy(heard)[None])[0]
        return (logits.log_softmax(-1) - PRIOR_SHARE * self.log_prior).numpy()


def warp_bands(heard, factors):
    """[B, T, BANDS] along frequency, by factors [B]."""
    bands = heard.shape[-1]
    at = (torch.arange(bands)[None] * factors[:, None]).clamp(0, bands - 1.001)
    left = at.floor().long()
    weight = (at - left)[:, None]
    pick = lambda index: heard.gather(2, index[:, None].expand(-1, heard.shape[1], -1))
    return pick(left) * (1 - weight) + pick(left + 1) * weight


class _Graph:
    """The states of a text: silence may come before each word and at the end; a word has several pronunciations."""

    def __init__(self, words):
        self.sounds, self.before, self.spans = [], [], []
        ends = [self._add_silence([])]
        for w, pronunciations in enumerate(words):
            next_ends = []
            for p, phonemes in enumerate(pronunciations):
                last = ends
                for i, phone in enumerate(phonemes):
                    for k in range(LEAST_STEPS):
                        state = len(self.sounds)
                        self.sounds.append(sound_id(phone))
                        loops = [state] if k == LEAST_STEPS - 1 else []
                        self.before.append([*loops, *(last if k == 0 else [state - 1])])
                        self.spans.append((w, p, i))
                        if k == 0 and w == 0 and i == 0:
                            self.before[-1].append(-1)
                    last = [len(self.sounds) - 1]
                next_ends += last
            ends = [*next_ends, self._add_silence(next_ends)]
        self.ends = ends

    def _add_silence(self, before):
        state = len(self.sounds)
        self.sounds.append(SILENCE)
        self.before.append([state, *before] if before else [state, -1])
        self.spans.append(None)
        return state


def align(scores, words):
    """scores [steps, SOUNDS]; words: for each its pronunciations. Gives (chosen pronunciation of each word, [(word, sound, first step, end step)],
    mean score a step below that of the best sounds), or None if the clip is too short for its text."""
    graph = _Graph(words)
    count, steps = len(graph.sounds), len(scores)
    most = max(len(before) for before in graph.before)
    before = np.full((count, most), count)
    for state, ones in enumerate(graph.before):
        inside = [one for one in ones if one >= 0]
        before[state, : len(inside)] = inside
    local = scores[:, graph.sounds]
    best = np.full(count + 1, NEVER)
    begins = [state for state, ones in enumerate(graph.before) if -1 in ones]
    best[begins] = local[0, begins]
    back = np.zeros((steps, count), np.int32)
    rows = np.arange(count)
    for t in range(1, steps):
        candidates = best[before]
        choice = candidates.argmax(1)
        back[t] = before[rows, choice]
        best[:count] = candidates[rows, choice] + local[t]
    end = max(graph.ends, key=lambda state: best[state])
    if best[end] < NEVER / 2:
        return None
    path = np.zeros(steps, np.int64)
    state = end
    for t in range(steps - 1, -1, -1):
        path[t] = state
        state = back[t, state]
    chosen, sounds = [0] * len(words), []
    for t, state in enumerate(path):
        span = graph.spans[state]
        if span is None:
            continue
        word, pronunciation, sound = span
        chosen[word] = pronunciation
        if sounds and sounds[-1][:2] == [word, sound]:
            sounds[-1][3] = t + 1
        else:
            sounds.append([word, sound, t, t + 1])
    lost = float((scores.max(1) - local[np.arange(steps), path]).mean())
    return chosen, sounds, lost
