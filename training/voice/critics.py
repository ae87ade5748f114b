"""What judges the networks in training: discriminators of samples and of envelopes, small enough for a CPU."""

import torch
import torch.nn as nn
import torch.nn.functional as F


# PyTorch 1 has it in another place.
weight_norm = getattr(nn.utils.parametrizations, "weight_norm", nn.utils.weight_norm)


def _conv(*args, **kwargs):
    return weight_norm(nn.Conv2d(*args, **kwargs))


def _run(layers, x, slope):
    """The output of the layers, and of each one, for feature matching."""
    seen = []
    for layer in layers[:-1]:
        x = F.leaky_relu(layer(x), slope)
        seen.append(x)
    x = layers[-1](x)
    return x.flatten(1), [*seen, x]


class PeriodCritic(nn.Module):
    """Sees every p-th sample (Kong et al., "HiFi-GAN", 2020)."""

    def __init__(self, period):
        super().__init__()
        self.period = period
        widths = [1, 16, 32, 64, 128, 128]
        pairs = list(zip(widths, widths[1:]))
        convs = [_conv(a, b, (5, 1), (3 if i < 4 else 1, 1), (2, 0)) for i, (a, b) in enumerate(pairs)]
        self.layers = nn.ModuleList([*convs, _conv(128, 1, (3, 1), padding=(1, 0))])

    def forward(self, samples):
        x = F.pad(samples[:, None], (0, (-samples.shape[1]) % self.period), mode="reflect")
        return _run(self.layers, x.view(len(x), 1, -1, self.period), 0.1)


class SpectrumCritic(nn.Module):
    """Sees a complex spectrogram."""

    def __init__(self, size, width=16):
        super().__init__()
        self.size = size
        self.register_buffer("window", torch.hann_window(size), persistent=False)
        self.layers = nn.ModuleList(
            [
                _conv(3, width, (7, 3), (2, 1), padding=(3, 1)),
                _conv(width, width * 2, (7, 3), (3, 1), padding=(3, 1)),
                _conv(width * 2, width * 2, (5, 3), (2, 2), padding=(2, 1)),
                _conv(width * 2, width * 3, (5, 3), (2, 1), padding=(2, 1)),
                _conv(width * 3, 1, (3, 3), padding=(1, 1)),
            ]
        )

    def forward(self, samples):
        with torch.autocast(samples.device.type, enabled=False):
            s = torch.stft(samples.float(), self.size, self.size // 4, window=self.window, return_complex=True)
            s = s / self.size**0.5 * 4
            x = torch.stack([s.real, s.imag, torch.log(s.abs() + 1e-3)], 1)
        return _run(self.layers, x, 0.1)


class SampleCritics(nn.Module):
    def __init__(self):
        super().__init__()
        periods = [PeriodCritic(period) for period in (2, 3, 5, 7)]
        self.critics = nn.ModuleList([*periods, *(SpectrumCritic(size) for size in (1024, 512, 256))])

    def forward(self, samples):
        return [critic(samples) for critic in self.critics]


class EnvelopeCritic(nn.Module):
    """Sees windows of the envelope, [B, frames, bands]: sharp or smeared?"""

    def __init__(self):
        super().__init__()
        shapes = [(1, 16, (2, 1)), (16, 32, 2), (32, 48, 2), (48, 48, 1), (48, 1, 1)]
        self.layers = nn.ModuleList([_conv(a, b, 3, stride, padding=1) for a, b, stride in shapes])

    def forward(self, envelopes):
        return [_run(self.layers, envelopes.transpose(1, 2)[:, None], 0.2)]


def critic_loss(real, fake):
    """Least squares: what critics must learn."""
    return sum(((1 - r.float()) ** 2).mean() + (f.float() ** 2).mean() for (r, _), (f, _) in zip(real, fake))


def generator_losses(real, fake):
    """(least squares, feature matching): what the judged network must learn."""
    adversarial = sum(((1 - f.float()) ** 2).mean() for f, _ in fake)
    matching = sum(
        sum((a.detach().float() - b.float()).abs().mean() for a, b in zip(seen, made)) / len(seen)
        for (_, seen), (_, made) in zip(real, fake)
    )
    return adversarial, matching
