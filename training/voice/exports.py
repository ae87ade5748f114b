"""The networks as the service runs them: one utterance at a time, the same sums in fewer steps.

Values keep the shape [1, 1, T, C]. ONNX Runtime then computes a depthwise convolution in blocks of channels; over [1, C, T] it takes ten times as
long, with a transposition before and after it. What only scales channels is part of the weights.
"""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from networks import BINS, EXCITATION_SCALE, STEP, TRANSFORM, ReaderNorm
from tokens import BANDS, FEATURES

# The blocked convolution wants a multiple of this many channels.
CHANNELS = 16


def linear(weight, bias):
    layer = nn.Linear(weight.shape[1], weight.shape[0])
    layer.load_state_dict({"weight": weight.detach(), "bias": bias.detach()})
    return layer


def convolve(x, weight, bias, groups=1):
    """x [1, 1, T, C], weight [C', C / groups, 1, K]"""
    padding = (0, weight.shape[-1] // 2)
    return F.conv2d(x.permute(0, 3, 1, 2), weight, bias, padding=padding, groups=groups).permute(0, 2, 3, 1)


class NormExport(nn.Module):
    """A ReaderNorm. The norm itself reads the rows of the reader, so that they cost nothing a frame."""

    def __init__(self, norm):
        super().__init__()
        self.register_buffer("weight", norm.weight.detach())
        self.register_buffer("bias", norm.bias.detach())

    def forward(self, x, reader):
        weight, bias = (table.index_select(0, reader).reshape(-1) for table in (self.weight, self.bias))
        return F.layer_norm(x, weight.shape, weight, bias)


class PlainNormExport(nn.Module):
    """A layer norm that is the same for all readers."""

    def __init__(self, norm):
        super().__init__()
        self.norm = norm

    def forward(self, x, reader):
        return self.norm(x)


class BlockExport(nn.Module):
    """A ConvBlock. x: [1, 1, T, C]; reader: [1]."""

    def __init__(self, block):
        super().__init__()
        self.register_buffer("weight", block.depthwise.weight.detach()[:, :, None])
        self.register_buffer("bias", block.depthwise.bias.detach())
        self.groups = block.depthwise.groups
        self.norm = NormExport(block.norm) if isinstance(block.norm, ReaderNorm) else PlainNormExport(block.norm)
        self.up = block.up
        self.down = linear(block.gamma[:, None] * block.down.weight, block.gamma * block.down.bias)

    def forward(self, x, reader=None):
        h = self.norm(convolve(x, self.weight, self.bias, groups=self.groups), reader)
        return x + self.down(F.gelu(self.up(h), approximate="tanh"))


class AttentionExport(nn.Module):
    """x: [1, 1, N, C]; cos and sin [N, 1, C / heads / 2] turn the positions."""

    def __init__(self, attention):
        super().__init__()
        self.heads = attention.heads
        width = attention.out.in_features
        # Queries and keys come as the first halves of all heads, then the second halves: they turn without being cut.
        order = torch.arange(3 * width).reshape(3, self.heads, 2, -1)
        order = torch.cat([order[:2, :, 0].flatten(), order[:2, :, 1].flatten(), order[2].flatten()])
        scale = torch.ones(3 * width)
        scale[:width] = (width // self.heads) ** -0.5
        self.qkv = linear((scale[:, None] * attention.qkv.weight)[order], (scale * attention.qkv.bias)[order])
        self.out = attention.out

    def forward(self, x, cos, sin):
        heads, width = self.heads, self.out.in_features
        first, second, values = self.qkv(x).split(width, -1)
        first, second = (half.reshape(-1, 2 * heads, width // heads // 2) for half in (first, second))
        turned = torch.cat([first * cos - second * sin, first * sin + second * cos], -1).transpose(0, 1)
        queries, keys = turned.split(heads, 0)
        values = values.reshape(-1, heads, width // heads).transpose(0, 1)
        weights = (queries @ keys.transpose(1, 2)).softmax(-1)
        return self.out((weights @ values).transpose(0, 1).reshape(1, 1, -1, width))


class EncoderBlockExport(nn.Module):
    def __init__(self, block):
        super().__init__()
        self.norm, self.attention, self.conv = NormExport(block.norm), AttentionExport(block.attention), BlockExport(block.conv)

    def forward(self, x, cos, sin, reader):
        return self.conv(x + self.attention(self.norm(x, reader), cos, sin), reader)


class ProsodyExport(nn.Module):
    """tok [1, N], boundary [1, N], reader [1] -> dur (frames), f0, energy."""

    def __init__(self, network):
        super().__init__()
        self.network = network
        self.register_buffer("readers", network.reader.detach())
        self.first = BlockExport(network.first)
        self.encoder = nn.ModuleList([EncoderBlockExport(block) for block in network.encoder])
        self.norm = NormExport(network.norm)
        self.melody = EncoderBlockExport(network.melody["block"])
        self.melody_norm = NormExport(network.melody["norm"])
        self.register_buffer("frequency", network.encoder[0].attention.frequency)

    def forward(self, tokens, boundary, reader):
        angle = torch.arange(tokens.shape[1], dtype=torch.float32)[:, None, None] * self.frequency
        turns = angle.cos(), angle.sin()
        x = self.first((self.network.embedding(tokens) + self.readers.index_select(0, reader))[:, None], reader)
        for block in self.encoder:
            x = block(x, *turns, reader)
        x = self.norm(x, reader)
        log_phone, pause_logit, log_pause = self.network.duration(x)[0].unbind(-1)
        # The logit of a probability of one half.
        is_pause = (pause_logit > 0).to(x.dtype)
        durations = torch.exp(log_phone) * (1 - boundary) + boundary * is_pause * torch.exp(log_pause)
        melody = self.network.melody
        log_durations = torch.log1p(durations)
        is_absent = (log_durations < 0.05).to(x.dtype)
        h = self.melody(x + melody["durations"](torch.stack([log_durations, is_absent], -1)), *turns, reader)
        f0, energy = melody["out"](self.melody_norm(h, reader))[0].unbind(-1)
        return durations, f0, energy


class AcousticExport(nn.Module):
    """tok, f0, energy [1, N], reader [1], idx [1, T], frame [1, T, 4] -> feat [1, T, 85] in their own scale, voicing [1, T] as a probability and
    f0_res [1, T]."""

    def __init__(self, network, mean, std):
        super().__init__()
        self.network = network
        self.register_buffer("readers", network.reader.detach())
        self.encoder = nn.ModuleList([BlockExport(block) for block in network.encoder])
        self.decoder = nn.ModuleList([BlockExport(block) for block in network.decoder])
        self.norm = NormExport(network.norm)
        scale = torch.cat([std[:FEATURES], torch.ones(2)])
        offset = torch.cat([mean[:FEATURES], torch.zeros(2)])
        self.out = linear(scale[:, None] * network.out.weight, scale * network.out.bias + offset)

    def forward(self, tokens, f0, energy, reader, token_of_frame, frames):
        network, chosen = self.network, token_of_frame[0]
        x = network.embedding(tokens) + self.readers.index_select(0, reader) + network.prosody(torch.stack([f0, energy], -1))
        x = x[:, None]
        for block in self.encoder:
            x = block(x, reader)
        h = x.index_select(2, chosen)
        frames = torch.cat([frames, energy.index_select(1, chosen)[..., None]], -1)
        h = h + network.frame(frames)[:, None]
        for block in self.decoder:
            h = block(h, reader)
        out = self.out(self.norm(h, reader))[:, 0]
        return out[..., :FEATURES], torch.sigmoid(out[..., FEATURES]), out[..., FEATURES + 1]


def fold_bases():
    """Windowed cosines and sines of the transform for the first half of a window, samples 0 to 256; [257, BINS] each. The other half mirrors
    it: the cosines are even about its middle, the sines odd."""
    n, k = np.arange(BINS)[:, None], np.arange(BINS)
    angle = 2 * np.pi * n * k / TRANSFORM
    window = np.hanning(TRANSFORM + 1)[:BINS, None]
    return np.cos(angle) * window, -np.sin(angle) * window


class Transform(nn.Module):
    """[1, 256 T + 384] -> spectra [1, 2T, 2 BINS], real parts before imaginary ones. Works with sums and differences of mirrored samples, which
    halves the matrices."""

    def __init__(self):
        super().__init__()
        cosines, sines = fold_bases()
        # The middle sample is its own mirror image. Sample 0 is silenced by the window.
        cosines[-1] *= 0.5
        self.register_buffer("cosines", torch.tensor(cosines[1:], dtype=torch.float32))
        self.register_buffer("sines", torch.tensor(sines[1:], dtype=torch.float32))

    def forward(self, signal):
        # Samples 1 to 256 of each window, and 511 to 256, each as two steps.
        rows = signal[:, 1 : 1 - 2 * STEP].reshape(1, -1, STEP)
        mirrored = signal[:, 2 * STEP :].reshape(1, -1, STEP).flip(-1)
        ahead = torch.cat([rows[:, :-1], rows[:, 1:]], -1)
        back = torch.cat([mirrored[:, 1:], mirrored[:, :-1]], -1)
        return torch.cat([(ahead + back) @ self.cosines, (ahead - back) @ self.sines], -1)


class InverseTransform(nn.Module):
    """Real and imaginary parts, [1, 2T, BINS] each -> [1, 256 T], from the middle of the first window on. Folded like the other one."""

    def __init__(self):
        super().__init__()
        cosines, sines = fold_bases()
        sides = np.full((BINS, 1), 2.0)
        sides[0] = sides[-1] = 1.0
        scale = sides / TRANSFORM / 1.5
        self.register_buffer("cosines", torch.tensor(cosines.T * scale, dtype=torch.float32))
        self.register_buffer("sines", torch.tensor(sines.T * scale, dtype=torch.float32))

    def forward(self, re, im):
        even, odd = re @ self.cosines, im @ self.sines
        ahead, back = even + odd, even - odd
        # A window is four steps long: the steps of four windows overlap. The last two of each are backwards.
        later = F.pad(ahead[:, 2:, :STEP], (0, 0, 0, 2)) + F.pad(ahead[:, 1:, STEP:-1], (0, 0, 0, 1))
        earlier = back[..., STEP + 1 :] + F.pad(back[:, :-1, 1 : STEP + 1], (0, 0, 1, 0))
        return (later + earlier.flip(-1)).reshape(1, -1)


class NoiseExport(nn.Module):
    """What the vocoder needs of its noise, which is always the same and so computed once.
    noise [1, 256 T + 384] -> spectra [1, 2T, 2 BINS], excitation [1, T, C]."""

    def __init__(self, network):
        super().__init__()
        self.transform = Transform()
        self.register_buffer("weight", excitation_weight(network, 1))

    def forward(self, noise):
        spectra = self.transform(noise)
        return spectra, spectra.reshape(1, -1, 4 * BINS) @ self.weight


def excitation_weight(network, source):
    """The part of the first layer that reads the pulses (0) or the noise (1), [4 BINS, C]."""
    weight = network.excitation.weight.detach()
    return weight.reshape(-1, 2, 2, 2 * BINS)[:, :, source].reshape(-1, 4 * BINS).t() * EXCITATION_SCALE


def gain_layer(network, source):
    """The part of the last layer that gives log gains and phases of the pulses (0) or the noise (1): both steps' gains, then their phases."""
    weight = network.head.weight.detach().reshape(2, 2, 2, BINS, -1)[:, source].transpose(0, 1)
    bias = network.head.bias.detach().reshape(2, 2, 2, BINS)[:, source].transpose(0, 1)
    return linear(weight.reshape(4 * BINS, -1), bias.flatten())


class VocoderExport(nn.Module):
    """The vocoder in real arithmetic, which is plain ONNX. feat [1, T, 87], pulses [1, 256 T + 384], noise [1, 2T, 2 BINS] and
    excitation [1, T, C] as by NoiseExport, frames [K] -> wav [1, 256 K]. `frames` are the indexes of a stretch of frames; the first and the last of it
    are only whole at the ends of the speech."""

    def __init__(self, network):
        super().__init__()
        self.network = network
        self.transform, self.inverse = Transform(), InverseTransform()
        self.register_buffer("weight", excitation_weight(network, 0))
        self.register_buffer("bias", network.excitation.bias.detach() + network.features.bias.detach())
        kernel = network.features.weight.detach()
        self.missing = -kernel.shape[1] % CHANNELS
        self.register_buffer("kernel", F.pad(kernel, (0, 0, 0, self.missing))[:, :, None])
        self.blocks = nn.Sequential(*(BlockExport(block) for block in network.blocks))
        self.pulse_gains, self.noise_gains = gain_layer(network, 0), gain_layer(network, 1)

    def hidden(self, features, excitation):
        """Of all frames, before the last norm: [1, 1, T, C]."""
        z = F.pad((features - self.network.mean) / self.network.std, (0, self.missing))
        return self.blocks(self.network.first_norm(convolve(z[:, None], self.kernel, None) + excitation[:, None]))

    def forward(self, features, pulses, noise, excitation, frames):
        def choose(x):
            return torch.index_select(x, 1, frames)

        pulses = self.transform(pulses).reshape(1, -1, 4 * BINS)
        hidden = choose(self.hidden(features, pulses @ self.weight + excitation + self.bias)[:, 0])
        hidden = self.network.norm(hidden)
        envelope = torch.stack([choose(x) for x in self.network.envelopes(features)], 2).reshape(1, -1, BINS)
        re, im = 0, 0
        for spectra, layer in ((pulses, self.pulse_gains), (noise.reshape(1, -1, 4 * BINS), self.noise_gains)):
            gain, phase = (x.reshape(1, -1, BINS) for x in layer(hidden).split(2 * BINS, -1))
            gain = torch.exp((envelope + gain).clamp(-14, 3))
            gain_re, gain_im = gain * torch.cos(phase), gain * torch.sin(phase)
            of_re, of_im = choose(spectra).reshape(1, -1, 2 * BINS).split(BINS, -1)
            re = re + gain_re * of_re - gain_im * of_im
            im = im + gain_re * of_im + gain_im * of_re
        return self.inverse(re, im)
