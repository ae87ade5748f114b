"""The files in which prepared clips of one reader lie: `clips.npz`, `alignments.json` and `reader.json`."""

import json
from pathlib import Path

import numpy as np


def write_clips(folder, described, alignments, ids, recordings, pitches):
    """`described`: facts of the reader, see align_reader.py; `recordings` as floats in -1..1; `pitches` in Hz a frame, 0 where unvoiced."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "reader.json").write_text(json.dumps(described, indent=2) + "\n")
    (folder / "alignments.json").write_text(json.dumps(alignments))
    offsets = lambda arrays: np.concatenate([[0], np.cumsum([len(array) for array in arrays])])
    np.savez(
        folder / "clips.npz",
        ids=np.array(ids),
        samples=np.concatenate([np.round(samples * 32767).astype(np.int16) for samples in recordings]),
        sample_offsets=offsets(recordings),
        f0=np.concatenate(pitches).astype(np.float32),
        f0_offsets=offsets(pitches),
    )


def read_clips(folder):
    """(facts of the reader, alignments by id, ids, recordings as floats, pitches)."""
    folder = Path(folder)
    described = json.loads((folder / "reader.json").read_text())
    alignments = {row["id"]: row for row in json.loads((folder / "alignments.json").read_text())}
    stored = np.load(folder / "clips.npz")
    ids = [str(name) for name in stored["ids"]]
    samples, f0 = stored["samples"], stored["f0"]
    at, f0_at = stored["sample_offsets"], stored["f0_offsets"]
    recordings = [samples[a:b].astype(np.float32) / 32768 for a, b in zip(at, at[1:])]
    return described, alignments, ids, recordings, [f0[a:b] for a, b in zip(f0_at, f0_at[1:])]
