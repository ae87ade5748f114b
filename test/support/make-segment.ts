import { NEUTRAL_PROSODY, type Prosody, type Segment, type SegmentWord } from '../../src/synthesis/synthesis-plan.ts'

export type WordOptions = {
  readonly text?: string
  readonly pauseSeconds?: number
  readonly prosody?: Partial<Prosody>
}

/** A word of a segment from its ARPAbet: `makeWord('T AH1 P AH0 L', { pauseSeconds: 0.3 })`. */
export function makeWord(phonemes: string, { text = 'word', pauseSeconds, prosody }: WordOptions = {}): SegmentWord {
  return {
    text,
    phonemes: phonemes.split(' '),
    source: 0,
    prosody: { ...NEUTRAL_PROSODY, ...prosody },
    shape: NEUTRAL_PROSODY,
    ...(pauseSeconds === undefined ? {} : { boundary: { mark: ',', pauseSeconds } }),
  }
}

/** A segment of these words for a voice; a last word without a pause gets one of 0.1 s, as every segment has one. */
export function makeSegment(voice: string, words: readonly SegmentWord[]): Segment {
  const numbered = words.map((word, source) => ({ ...word, source }))
  const last = numbered.at(-1)!
  const ended: SegmentWord = { ...last, boundary: last.boundary ?? { mark: '.', pauseSeconds: 0.1 } }
  return {
    voice: { name: voice, tempo: 1, expression: 1, size: 1 },
    words: [...numbered.slice(0, -1), ended],
    levelDb: 0,
    brightnessDb: 0,
    isPressed: false,
    endsSentence: true,
  }
}

/** "The north wind and the sun were disputing which was the stronger", with a pause after `sun`. */
export const NORTH_WIND: readonly SegmentWord[] = [
  makeWord('DH AH0', { text: 'the' }),
  makeWord('N AO1 R TH', { text: 'north' }),
  makeWord('W IH1 N D', { text: 'wind' }),
  makeWord('AH0 N D', { text: 'and' }),
  makeWord('DH AH0', { text: 'the' }),
  makeWord('S AH1 N', { text: 'sun', pauseSeconds: 0.237 }),
  makeWord('W ER0', { text: 'were' }),
  makeWord('D IH0 S P Y UW1 T IH0 NG', { text: 'disputing' }),
  makeWord('W IH1 CH', { text: 'which' }),
  makeWord('W AA1 Z', { text: 'was' }),
  makeWord('DH AH0', { text: 'the' }),
  makeWord('S T R AO1 NG G ER0', { text: 'stronger', pauseSeconds: 0.4 }),
]

/** The same words, each with this prosody. */
export function withProsody(words: readonly SegmentWord[], prosody: Partial<Prosody>): readonly SegmentWord[] {
  return words.map((word) => ({ ...word, prosody: { ...word.prosody, ...prosody } }))
}
