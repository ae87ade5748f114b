"""What the acoustic network predicts for recordings: the vocoder's input in real speech."""

import numpy as np
import torch

from losses import acoustic_loss
from networks import Acoustic
from training_loop import load_checkpoint


@torch.no_grad()
def predict_features(clips, picks, path):
    """The acoustic network's features of each clip in `picks`, at the recording's own times, F0 and energy."""
    network, statistics = load_checkpoint(path, Acoustic)
    rng = np.random.default_rng(0)
    predicted = {}
    for k in picks:
        batch = clips.batch_utterances([k], rng, noise=False)
        predicted[k] = acoustic_loss(network, batch, statistics["mean"], statistics["std"])[2][0]
    return predicted
