/**
 * Letters of the respelling notation and their sounds in ARPAbet, after the public respelling chart of the reference
 * notation, with the combinations that its published examples use besides (EER, AYNG, AYNK) and the single letters
 * that callers write for a neighbouring sound. Vowels carry no stress here.
 */
export const RESPELLING_SOUNDS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    // Vowels
    a: 'AE',
    ah: 'AA',
    aw: 'AO',
    ay: 'EY',
    eh: 'EH',
    ee: 'IY',
    ih: 'IH',
    oh: 'OW',
    oo: 'UW',
    uu: 'UH',
    uh: 'AH',
    // Vowels with what follows them
    ar: 'AA R',
    err: 'EH R',
    or: 'AO R',
    ow: 'AW',
    oy: 'OY',
    ur: 'ER',
    eer: 'IH R',
    ayng: 'AE NG',
    aynk: 'AE NG K',
    // Consonants; `y` is also the vowel of "isle", which its place in the syllable decides
    b: 'B',
    ch: 'CH',
    d: 'D',
    f: 'F',
    g: 'G',
    h: 'HH',
    j: 'JH',
    k: 'K',
    l: 'L',
    m: 'M',
    n: 'N',
    ng: 'NG',
    nk: 'NG K',
    p: 'P',
    r: 'R',
    s: 'S',
    sh: 'SH',
    t: 'T',
    dh: 'DH',
    th: 'TH',
    v: 'V',
    w: 'W',
    y: 'Y',
    z: 'Z',
    zh: 'ZH',
    // Written for a neighbouring sound
    e: 'EH',
    i: 'IH',
    o: 'AA',
    u: 'AH',
    c: 'K',
    q: 'K',
    x: 'K S',
  }).map(([letters, sounds]) => [letters, sounds.split(' ')]),
)

/** The most letters that represent one sound or combination. */
export const LONGEST_LETTERS = 4
