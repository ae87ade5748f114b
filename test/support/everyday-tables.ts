import { readFileSync } from 'node:fs'
import type { NormalizedText } from '../../src/text/normalization/normalized-text.ts'

const SENTENCES = new URL('../normalization/everyday/', import.meta.url)

/**
 * A text as people write it and as a careful reader says it: a letter that is named is a capital, `|` parts sentences,
 * `{per/a}` and `{degrees/}` are readings that are as good as each other.
 */
export type EverydaySentence = {
  readonly kind: string
  readonly locale: 'en_US' | 'en_GB'
  readonly written: string
  readonly spoken: string
  /** Words whose sound matters, to their ARPAbet. */
  readonly sounds: ReadonlyMap<string, string>
}

/** The tables in the order in which they were written. */
export const EVERYDAY_TABLES = [
  'first-half',
  'second-half',
  'final-check',
  'round-1',
  'round-2',
  'round-3',
  'round-4',
  'round-5-ordinary',
  'round-5-dense',
  'round-6-ordinary',
  'round-6-dense',
  'round-7-ordinary',
  'round-7-dense',
  'round-8-everyday',
  'round-9-everyday',
  'round-10-clauses',
  'round-11-clauses',
  'round-12-everyday',
  'round-13-everyday',
  'round-14-scripts',
  'round-15-clauses',
  'round-15-dense',
  'round-16-everyday',
  'round-17-everyday',
  'round-18-everyday',
  'round-19-everyday',
  'round-20-scripts',
  'round-20-dense',
  'round-21-everyday',
  'round-21-scripts',
  'round-22-everyday',
  'round-22-dense',
  'round-23-everyday',
  'round-24-dense',
  'round-25-everyday',
  'round-25-classes',
  'round-26-everyday',
  'round-26-dense',
  'round-26-classes',
  'round-26-scripts',
  'round-27-everyday',
  'round-27-dense',
  'round-27-classes',
  'round-27-scripts',
  'round-28-mixed',
  'round-28-scripts',
  'round-29-mixed',
  'round-30-dense',
  'round-31-dense',
  'round-33-prose',
  'round-35-prose',
  'round-37-prose',
  'round-32-dense',
  'round-34-dense',
  'round-36-dense',
  'round-38-dense',
  'round-40-dense',
  'round-42-dense',
  'round-43-dense',
  'round-45-dense',
  'round-47-dense',
  'round-49-dense',
  'round-51-dense',
  'round-53-dense',
  'round-55-dense',
  'round-44-scripts',
  'round-46-scripts',
  'round-48-scripts',
  'round-56-first',
  'round-56-second',
  'round-56-third',
  'round-57-first',
  'round-57-second',
  'round-57-third',
  'round-58-first',
  'round-58-second',
  'round-59-first',
  'round-59-second',
  'round-60-first',
  'round-61-first',
  'round-62-measures',
  'round-62-sums-and-stops',
  'round-62-letters',
  'round-63-first',
  'round-63-second',
  'round-63-third',
  'round-63-fourth',
  'names-like-abbreviations',
] as const
export type EverydayTable = (typeof EVERYDAY_TABLES)[number]

/** Reads one table: tab-separated columns with a heading; `\n` is a line end, `word PH ON;word PH` are sounds. */
export function readEverydaySentences(table: EverydayTable): readonly EverydaySentence[] {
  const [, ...lines] = readFileSync(new URL(`${table}.tsv`, SENTENCES), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [kind = '', locale, written = '', spoken = '', sounds = ''] = line.split('\t')
    const entries = sounds.split(';').filter((entry) => entry !== '')
    return {
      kind,
      locale: locale === 'en_GB' ? 'en_GB' : 'en_US',
      written: written.replaceAll('\\n', '\n'),
      spoken,
      sounds: new Map(entries.map((entry) => [entry.split(' ')[0]!, entry.split(' ').slice(1).join(' ')])),
    }
  })
}

/** The texts that are not read right yet, one a line. */
export function readKnownMisses(): ReadonlySet<string> {
  const lines = readFileSync(new URL('known-misses.txt', SENTENCES), 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '').map((line) => line.replaceAll('\\n', '\n')))
}

/** What ought to be said for a text, in the notation of `speakEveryday`; of several readings the one that `said` is, if any. */
export function expectEveryday({ spoken, sounds }: EverydaySentence, said: string): string {
  const ending = Array.from(sounds, ([word, phonemes]) => `; ${word} ${phonemes}`).join('')
  const [words = ''] = said.split('; ')
  return (readingPattern(spoken).test(`${words} `) ? words : spoken) + ending
}

/** Matches each reading that a row allows, with a space after every word. */
function readingPattern(spoken: string): RegExp {
  const choices = spoken.split(/\{([^}]*)\}/).map((part, i) => {
    const readings = i % 2 === 0 ? [part] : part.split('/')
    return `(?:${readings.map((reading) => spaced(reading)).join('|')})`
  })
  return new RegExp(`^${choices.join('')}$`)
}

function spaced(words: string): string {
  const parts = words.split(' ').filter((word) => word !== '')
  return parts.map((word) => (word === '|' ? '\\| ' : `${word} `)).join('')
}

/** The spoken words in the notation of the tables. */
export function formatNormalized({ sentences }: NormalizedText): string {
  return sentences
    .map(({ words }) =>
      words.map(({ text, sound }) => (sound === 'word' ? text : text[0]!.toUpperCase() + text.slice(1))).join(' '),
    )
    .join(' | ')
}
