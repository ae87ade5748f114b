"""The voice's alphabet, and the constants that all parts share.

Speech is cut into frames of 256 samples at 22.05 kHz (11.6 ms). The acoustic features of a frame are not an ordinary
mel spectrogram but a log envelope without harmonics (80 bands) and 5 periodicities. Pitch is kept apart, as F0, and
drives the vocoder's pulses: a change of F0 at synthesis time is exact and leaves the formants where they are.
"""

SAMPLE_RATE = 22050
HOP = 256
BANDS = 80
PERIODICITIES = 5
FEATURES = BANDS + PERIODICITIES

VOWELS = "AA AE AH AO AW AY EH ER EY IH IY OW OY UH UW".split()
CONSONANTS = "B CH D DH F G HH JH K L M N NG P R S SH T TH V W Y Z ZH".split()
# The start, a word boundary without a mark, the marks, and an end without a mark.
BOUNDARIES = ["<s>", "_", ",", ".", "?", "!", ";", ":", "-", "(", '"', "</s>"]
TOKENS = ["<pad>", "<spn>", *BOUNDARIES, *CONSONANTS, *(vowel + stress for vowel in VOWELS for stress in "012")]
TOKEN_IDS = {token: i for i, token in enumerate(TOKENS)}
IS_BOUNDARY = [token in BOUNDARIES for token in TOKENS]
# The token of a clip's first sound, after the start: clips cut it, so it is left out of all losses.
FIRST_SOUND = 1
