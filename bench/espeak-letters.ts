/**
 * How well the letters that Piper's and Kokoro's voices get agree with those of espeak-ng, with which the texts of Piper's training were
 * written: of each word by itself, before and after what a sound's place makes of it. Shows the commonest differences that are left.
 *   npm run bench -- espeak-letters
 * Needs `espeak-ng` (Debian).
 */
import { execFileSync } from 'node:child_process'
import { planSpeech } from '../src/delivery/planning/plan-speech.ts'
import { writeSounds } from '../src/synthesis/engines/ipa/sounds-in-context.ts'
import { arpabetToIpa } from '../src/text/respelling/arpabet-to-ipa.ts'
import { findVoice } from '../src/voices/catalogue.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'
import { readHeldOut } from '../training/phrasing/held-out.ts'
import { printTable } from './support/print-table.ts'

const SHOWN = 16
/** An affricate, a diphthong, or one letter with what belongs to it. */
const SOUND = /tʃ|dʒ|[aeoɔəɪiʊ][ɪʊəɪ](?!ː)|.[̩ː]?/gu
const VOWEL = /[aeiouɑæʌəɔɛɜɚɪʊᵻɐɒ]/

const resources = await loadServiceVoices()
const words = [
  ...new Set(
    readHeldOut(new URL('../training/phrasing/held-out.tsv', import.meta.url)).flatMap(
      ({ text }) => text.match(/(?<![\w'.-])[a-z]{2,}(?![\w'-])/g) ?? [],
    ),
  ),
]

const splitSounds = (letters: string): readonly string[] => letters.replaceAll(/[ˈˌ‿]/g, '').match(SOUND) ?? []

/** Pairs the sounds of two lists at the least cost. A sound without a partner is paired with `-`. */
function align(theirs: readonly string[], ours: readonly string[]): readonly (readonly [string, string])[] {
  const cost = (a: string, b: string) => (a === b ? 0 : VOWEL.test(a) === VOWEL.test(b) ? 1 : 1.6)
  const sums = Array.from({ length: theirs.length + 1 }, (_, i) => [
    i,
    ...Array<number>(ours.length).fill(i === 0 ? 0 : Infinity),
  ])
  for (let j = 1; j <= ours.length; j++) sums[0]![j] = j
  for (const [i, a] of theirs.entries()) {
    for (const [j, b] of ours.entries())
      sums[i + 1]![j + 1] = Math.min(sums[i]![j]! + cost(a, b), sums[i]![j + 1]! + 1, sums[i + 1]![j]! + 1)
  }
  const pairs: [string, string][] = []
  for (let i = theirs.length, j = ours.length; i > 0 || j > 0; ) {
    const here = sums[i]![j]!
    if (i > 0 && j > 0 && here === sums[i - 1]![j - 1]! + cost(theirs[i - 1]!, ours[j - 1]!))
      pairs.push([theirs[--i]!, ours[--j]!])
    else if (i > 0 && here === sums[i - 1]![j]! + 1) pairs.push([theirs[--i]!, '-'])
    else pairs.push(['-', ours[--j]!])
  }
  return pairs
}

const rows: Record<string, string>[] = []
for (const languageCode of ['en-us', 'en-gb']) {
  const speaker = languageCode === 'en-us' ? 'American' : 'British'
  const voice = findVoice(
    resources.catalogue,
    resources.catalogue.voices.find(({ avatar }) => avatar.accentType === speaker)!.avatar.id,
  )
  const input = words.join('\n')
  const theirs = execFileSync('espeak-ng', ['-q', '--ipa', '-v', languageCode], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .trim()
    .split('\n')
  const planned = words.map((text) =>
    planSpeech({ voice, text, libraries: [], ssml: false }, resources).segments.flatMap((segment) => segment.words),
  )
  const options = { alphabet: 'espeak', languageCode, knows: () => true } as const
  const ways = {
    'each sound by itself': planned.map((list) =>
      list.flatMap(({ phonemes }) => phonemes.map((one) => arpabetToIpa(one, options))),
    ),
    'each sound in its place': planned.map((list) => writeSounds(list, options).flat()),
  }
  for (const [way, written] of Object.entries(ways)) {
    const pairs = written.flatMap((letters, i) => align(splitSounds(theirs[i]!), splitSounds(letters.join(''))))
    const differing = pairs.filter(([a, b]) => a !== b)
    const alike = written.filter(
      (letters, i) => splitSounds(letters.join('')).join('') === splitSounds(theirs[i]!).join(''),
    )
    rows.push({
      accent: languageCode,
      way,
      'sounds that differ': `${((100 * differing.length) / pairs.length).toFixed(1)} %`,
      'words alike': `${((100 * alike.length) / words.length).toFixed(1)} %`,
    })
    const counts = Map.groupBy(differing, ([a, b]) => `${a} ${b}`)
    const commonest = [...counts].toSorted(([, a], [, b]) => b.length - a.length).slice(0, SHOWN)
    console.log(`\n${languageCode}, ${way}: espeak's and ours, per 1,000 sounds`)
    console.log(
      commonest.map(([pair, list]) => `${pair} ${((1000 * list.length) / pairs.length).toFixed(1)}`).join(', '),
    )
  }
}
await resources.close()
console.log(`\n${words.length} words`)
printTable(rows)
