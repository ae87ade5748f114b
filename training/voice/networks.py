"""The three networks of a voice. Their default sizes are those of the voice that comes with the service."""

import math

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from envelope import band_centres
from tokens import BANDS, FEATURES, HOP, SAMPLE_RATE, TOKENS

# The vocoder's short-time transform.
TRANSFORM, STEP = 512, 128
BINS = TRANSFORM // 2 + 1
# Spectra are larger than the other inputs of the vocoder's first layer.
EXCITATION_SCALE = 0.05


class ReaderNorm(nn.Module):
    """A layer norm with gains and offsets of each reader (Chen et al., "AdaSpeech", 2021). x: [B, T, C]; reader: [B]."""

    def __init__(self, width, readers):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(readers, width))
        self.bias = nn.Parameter(torch.zeros(readers, width))

    def forward(self, x, reader):
        normed = F.layer_norm(x, x.shape[-1:])
        return normed * self.weight[reader][:, None] + self.bias[reader][:, None]


class ConvBlock(nn.Module):
    """A ConvNeXt block over time (Liu et al., 2022), with a norm of each reader if there are any. x: [B, C, T]."""

    def __init__(self, width, expand, kernel, dropout=0.0, readers=0, scale=0.25):
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.norm = ReaderNorm(width, readers) if readers else nn.LayerNorm(width)
        self.up = nn.Linear(width, width * expand)
        self.down = nn.Linear(width * expand, width)
        self.gamma = nn.Parameter(torch.full((width,), scale))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, mask=None, reader=None):
        h = self.depthwise(x if mask is None else x * mask).transpose(1, 2)
        h = self.norm(h) if reader is None else self.norm(h, reader)
        h = self.down(self.dropout(F.gelu(self.up(h), approximate="tanh")))
        return x + self.dropout(self.gamma * h).transpose(1, 2)


class Attention(nn.Module):
    """Self-attention with rotary positions (Su et al., 2021). x: [B, T, C]."""

    def __init__(self, width, heads, dropout):
        super().__init__()
        self.heads, self.dropout = heads, dropout
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        size = width // heads
        self.register_buffer("frequency", 1.0 / (10000 ** (torch.arange(0, size, 2).float() / size)), persistent=False)

    def forward(self, x, keep):
        batch, length, width = x.shape
        q, k, v = self.qkv(x).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4).unbind(0)
        # A running sum of ones and not arange: it exports to ONNX with any length.
        position = torch.cumsum(torch.ones_like(x[0, :, 0], dtype=torch.float32), 0)
        angle = position[:, None] * self.frequency[None]
        sin, cos = angle.sin().to(x.dtype), angle.cos().to(x.dtype)

        def rotate(z):
            a, b = z.chunk(2, -1)
            return torch.cat([a * cos - b * sin, a * sin + b * cos], -1)

        weights = rotate(q) @ rotate(k).transpose(-1, -2) / math.sqrt(width // self.heads)
        weights = weights.masked_fill(~keep[:, None, None, :], -3e4).softmax(-1)
        weights = F.dropout(weights, self.dropout, self.training)
        return self.out((weights @ v).transpose(1, 2).reshape(batch, length, width))


class EncoderBlock(nn.Module):
    def __init__(self, width, heads, dropout, expand, readers):
        super().__init__()
        self.norm = ReaderNorm(width, readers)
        self.attention = Attention(width, heads, dropout)
        self.conv = ConvBlock(width, expand, 5, dropout, readers, scale=0.5)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, keep, reader):
        x = x + self.dropout(self.attention(self.norm(x, reader), keep))
        return self.conv(x.transpose(1, 2), keep[:, None].to(x.dtype), reader).transpose(1, 2)


class Prosody(nn.Module):
    """Tokens -> durations and pauses, and from these F0 and energy of each token. All readers share the weights; each has a vector that is
    added to the tokens, and norms."""

    def __init__(self, width=144, layers=3, heads=4, dropout=0.1, expand=2, readers=1):
        super().__init__()
        self.options = dict(width=width, layers=layers, heads=heads, dropout=dropout, expand=expand, readers=readers)
        self.embedding = nn.Embedding(len(TOKENS), width)
        self.reader = nn.Parameter(torch.zeros(readers, width))
        self.first = ConvBlock(width, 2, 5, dropout, readers, scale=0.5)
        self.encoder = nn.ModuleList([EncoderBlock(width, heads, dropout, expand, readers) for _ in range(layers)])
        self.norm = ReaderNorm(width, readers)
        # Log frames of a phone, logit of a pause, log frames of a pause.
        self.duration = nn.Linear(width, 3)
        self.melody = nn.ModuleDict(
            {
                "durations": nn.Linear(2, width),
                "block": EncoderBlock(width, heads, 0.25, expand, readers),
                "norm": ReaderNorm(width, readers),
                # Normalised log F0, normalised energy.
                "out": nn.Linear(width, 2),
            }
        )

    def encode(self, tokens, reader):
        keep = tokens != 0
        x = (self.embedding(tokens) + self.reader[reader][:, None]) * keep[..., None]
        x = self.first(x.transpose(1, 2), keep[:, None].to(x.dtype), reader).transpose(1, 2)
        for block in self.encoder:
            x = block(x, keep, reader)
        return self.norm(x, reader), keep

    def predict_melody(self, x, keep, log_durations, reader):
        is_absent = (log_durations < 0.05).to(x.dtype)
        h = x + self.melody["durations"](torch.stack([log_durations, is_absent], -1))
        return self.melody["out"](self.melody["norm"](self.melody["block"](h, keep, reader), reader))


class Acoustic(nn.Module):
    """Tokens with F0 and energy, and the token of each frame -> features of each frame. Convolutions only, so a frame depends
    on a bounded stretch: 2 tokens and 3 frames to each side for every block. Readers differ as in `Prosody`."""

    def __init__(self, width=192, encoder=3, decoder=5, dropout=0.15, expand=2, readers=1):
        super().__init__()
        self.options = dict(width=width, encoder=encoder, decoder=decoder, dropout=dropout, expand=expand, readers=readers)
        self.embedding = nn.Embedding(len(TOKENS), width)
        self.reader = nn.Parameter(torch.zeros(readers, width))
        self.prosody = nn.Linear(2, width)
        self.encoder = nn.ModuleList([ConvBlock(width, expand, 5, dropout, readers) for _ in range(encoder)])
        self.frame = nn.Linear(5, width)
        self.decoder = nn.ModuleList([ConvBlock(width, expand, 7, 0.5 * dropout, readers) for _ in range(decoder)])
        self.norm = ReaderNorm(width, readers)
        # Normalised features, voicing logit, F0 detail.
        self.out = nn.Linear(width, FEATURES + 2)

    @property
    def context_frames(self):
        return 3 * self.options["decoder"]

    @property
    def context_tokens(self):
        return 2 * self.options["encoder"]

    def forward(self, tokens, f0, energy, reader, token_of_frame, frames):
        """tokens, f0, energy: [B, N]; reader: [B]; token_of_frame: [B, T]; frames: [B, T, 4], see frame_inputs."""
        keep = (tokens != 0).to(f0.dtype)[:, None]
        x = self.embedding(tokens) + self.reader[reader][:, None] + self.prosody(torch.stack([f0, energy], -1))
        x = x.transpose(1, 2)
        for block in self.encoder:
            x = block(x, keep, reader)
        x = x.transpose(1, 2)
        frame_energy = torch.gather(energy, 1, token_of_frame)
        h = torch.gather(x, 1, token_of_frame[..., None].expand(-1, -1, x.shape[2]))
        h = (h + self.frame(torch.cat([frames, frame_energy[..., None]], -1))).transpose(1, 2)
        for block in self.decoder:
            h = block(h, None, reader)
        return self.out(self.norm(h.transpose(1, 2), reader))


class Vocoder(nn.Module):
    """A time-varying filter: complex gains for pulses and for noise in every bin, then the inverse transform. The gains start from the
    envelope, so there is little to learn and nothing breaks far from the training data."""

    def __init__(self, width=256, layers=6, expand=2, kernel=7):
        super().__init__()
        self.options = dict(width=width, layers=layers, expand=expand, kernel=kernel)
        self.features = nn.Conv1d(FEATURES + 2, width, kernel, padding=kernel // 2)
        self.excitation = nn.Linear(8 * BINS, width)
        self.first_norm = nn.LayerNorm(width)
        self.blocks = nn.ModuleList([ConvBlock(width, expand, kernel, scale=1.0 / layers) for _ in range(layers)])
        self.norm = nn.LayerNorm(width)
        # For each of a frame's two steps: log gain and phase of the pulses, log gain and phase of the noise.
        self.head = nn.Linear(width, 8 * BINS)
        nn.init.normal_(self.head.weight, std=0.002)
        nn.init.zeros_(self.head.bias)
        with torch.no_grad():
            self.head.bias.view(2, 4, BINS)[:, 2] = -1.5  # noise starts below the pulses
        bin_hz = np.linspace(0, SAMPLE_RATE / 2, BINS)
        bands = [np.interp(bin_hz, band_centres(), row) for row in np.eye(BANDS)]
        self.register_buffer("bands", torch.tensor(np.array(bands), dtype=torch.float32))
        self.register_buffer("mean", torch.zeros(FEATURES + 2))
        self.register_buffer("std", torch.ones(FEATURES + 2))
        self.register_buffer("window", torch.hann_window(TRANSFORM))

    @property
    def context_frames(self):
        return 3 * (self.options["layers"] + 1) + 2

    def hidden(self, features, excitation):
        """features [B, T, 87] and what is known of the excitation, [B, T, C] -> [B, T, C]."""
        z = ((features - self.mean) / self.std).transpose(1, 2)
        h = self.first_norm(self.features(z).transpose(1, 2) + excitation).transpose(1, 2)
        for block in self.blocks:
            h = block(h)
        return self.norm(h.transpose(1, 2))

    def envelopes(self, features):
        """The log envelope at each frame, and half-way to the next; [B, T, BINS] each."""
        envelope = features[..., :BANDS] @ self.bands
        following = torch.cat([envelope[:, 1:], envelope[:, -1:]], 1)
        return envelope, 0.5 * (envelope + following)

    def gains(self, features, spectra):
        """features [B, T, 87] and spectra [B, T, 8 BINS] -> head output and log envelope, [B, 2T, 4, BINS] and [B, 2T, BINS]."""
        batch, frames, _ = features.shape
        out = self.head(self.hidden(features, self.excitation(spectra * EXCITATION_SCALE)))
        envelope = torch.stack(self.envelopes(features), 2)
        return out.reshape(batch, 2 * frames, 4, BINS), envelope.reshape(batch, 2 * frames, BINS)

    def forward(self, features, excitation):
        """excitation [B, 2, L]: pulses and noise, from one frame before the first on."""
        batch, frames, _ = features.shape
        windows = excitation.unfold(2, TRANSFORM, STEP)[:, :, : 2 * frames] * self.window
        spectra = torch.fft.rfft(windows.float(), dim=-1).transpose(1, 2)  # [B, 2T, 2, BINS]
        stacked = torch.view_as_real(spectra).permute(0, 1, 2, 4, 3).reshape(batch, frames, 8 * BINS)
        out, envelope = (x.float() for x in self.gains(features, stacked))
        pulse_gain, noise_gain = ((envelope + out[:, :, i]).clamp(-14, 3).exp() for i in (0, 2))
        spectrum = torch.polar(pulse_gain, out[:, :, 1]) * spectra[:, :, 0]
        spectrum = spectrum + torch.polar(noise_gain, out[:, :, 3]) * spectra[:, :, 1]
        pieces = torch.fft.irfft(spectrum, n=TRANSFORM, dim=-1) * self.window / 1.5
        length = (2 * frames - 1) * STEP + TRANSFORM
        samples = F.fold(pieces.transpose(1, 2), (1, length), (1, TRANSFORM), stride=(1, STEP))[:, 0, 0]
        return samples[:, TRANSFORM // 2 : TRANSFORM // 2 + frames * HOP]








def _delays(turns):
    """How late each sample's phase is, in deviations: normally distributed at each pulse, and a line from one to the next."""
    left = turns.floor()
    noise = torch.randn(len(turns), int(left.max()) + 2, dtype=torch.float64, device=turns.device)
    before, after = noise.gather(1, left.long()), noise.gather(1, left.long() + 1)
    return before + (after - before) * (turns - left)


def excite(f0, voicing, phase, jitter=0.0):
    """f0 [B, T] in Hz and voicing [B, T] in 0..1 -> pulses without aliasing and white noise, [B, 2, (T + 2) HOP]; sample 0 lies one
    frame before the first. `phase` [B] in periods, double precision. `jitter`: standard deviation of a pulse's time as a share of its
    period, as the engine has it."""
    batch, frames = f0.shape

    def per_sample(x):
        x = F.pad(x[:, None], (1, 2), mode="replicate")
        x = F.interpolate(x, size=(frames + 3) * HOP, mode="linear", align_corners=False)[:, 0]
        # Interpolation puts frame t at (t + 0.5) HOP; the cut moves it to (t + 1) HOP.
        return x[:, HOP // 2 : HOP // 2 + (frames + 2) * HOP]

    hz, level = per_sample(f0), per_sample(voicing)
    turns = torch.cumsum(hz.double() / SAMPLE_RATE, 1) + phase[:, None]
    turns = turns + jitter * _delays(turns) if jitter else turns
    turns = (turns - turns.round()).float()
    harmonics = torch.floor(SAMPLE_RATE * 0.49 / hz)
    sine = torch.sin(math.pi * turns)
    is_pole = sine.abs() < 1e-4
    kernel = (torch.sin(math.pi * (2 * harmonics + 1) * turns) / torch.where(is_pole, torch.ones_like(sine), sine) - 1) / 2
    pulses = torch.where(is_pole, harmonics, kernel) * 2 * torch.sqrt(hz / SAMPLE_RATE) * level
    return torch.stack([pulses, torch.randn_like(pulses)], 1)
