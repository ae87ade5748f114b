"""What the acoustic network predicts for recordings: the vocoder's input in real speech."""

import torch

from losses import acoustic_loss
from networks import Acoustic
from readers import for_readers, names_of
from training_loop import load_checkpoint


@torch.no_grad()
@torch.random.fork_rng()
def predict_features(clips, picks, path):
    """The acoustic network's features of each clip in `picks`, at the recording's own times, F0 and energy, in place of all features of
    `clips`; other clips keep theirs. It speaks for a reader that it does not know as its first."""
    network, statistics = load_checkpoint(path, Acoustic)
    network = for_readers(network, names_of(statistics), clips.names).eval().to(clips.device)
    mean, std = statistics["mean"].to(clips.device), statistics["std"].to(clips.device)
    features = clips.features.clone()
    order = sorted(picks, key=lambda k: clips.lengths[k])
    for at in range(0, len(order), 8):
        some = order[at : at + 8]
        predicted = acoustic_loss(network, clips.batch_utterances(some), mean, std)[2]
        for k, rows in zip(some, predicted):
            features[clips.frames_of(k)] = rows[: clips.lengths[k]]
    return features
