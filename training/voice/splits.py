"""Which clips are kept out of all training."""

import re
import zlib

# One text in so many is held out, of all readers alike.
HELD_OUT_EVERY = 20


def is_held_out(text):
    """Whether recordings of this text are for measuring only. Spelling decides, so readers of one text share its lot."""
    letters = re.sub("[^a-z]", "", text.lower())
    return zlib.crc32(letters.encode()) % HELD_OUT_EVERY == 0
