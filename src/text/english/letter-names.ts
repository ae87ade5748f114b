import type { Pronunciation } from '../phonemization/lexicon/lexicon.ts'
import { hasTrait, type Locale } from './dialects.ts'
import { soundsOfD, soundsOfS } from './possessive.ts'

const NAMES: ReadonlyMap<string, Pronunciation> = new Map(
  Object.entries({
    a: 'EY1',
    b: 'B IY1',
    c: 'S IY1',
    d: 'D IY1',
    e: 'IY1',
    f: 'EH1 F',
    g: 'JH IY1',
    h: 'EY1 CH',
    i: 'AY1',
    j: 'JH EY1',
    k: 'K EY1',
    l: 'EH1 L',
    m: 'EH1 M',
    n: 'EH1 N',
    o: 'OW1',
    p: 'P IY1',
    q: 'K Y UW1',
    r: 'AA1 R',
    s: 'EH1 S',
    t: 'T IY1',
    u: 'Y UW1',
    v: 'V IY1',
    w: 'D AH1 B AH0 L Y UW0',
    x: 'EH1 K S',
    y: 'W AY1',
    z: 'Z IY1',
  }).map(([letter, name]) => [letter, name.split(' ')]),
)
const ZED: Pronunciation = ['Z', 'EH1', 'D']

/**
 * The names of the letters a to z in `letters`, one after another, with the sound of a `'s` or `'d` behind them (`c's`); anything
 * else in it is passed over.
 */
export function nameLetters(letters: string, locale: Locale): Pronunciation {
  const single = letters.length === 1 ? nameLetter(letters, locale) : undefined
  if (single !== undefined) return single
  const [, stem = letters, ending] = /^([a-z]+)('[sd])$/.exec(letters) ?? []
  const sounds = Array.from(stem).flatMap((letter) => nameLetter(letter, locale) ?? [])
  if (ending === undefined) return sounds
  const last = sounds.at(-1)!
  return [...sounds, ...(ending === "'s" ? soundsOfS(last) : soundsOfD(last))]
}

function nameLetter(letter: string, locale: Locale): Pronunciation | undefined {
  return letter === 'z' && hasTrait(locale, 'zed') ? ZED : NAMES.get(letter)
}
