import { readdirSync, readFileSync } from 'node:fs'
import type { NormalizedText } from '../../src/text/normalization/normalized-text.ts'

const SENTENCES = new URL('../normalization/everyday/', import.meta.url)

/**
 * A text as people write it and as a careful reader says it: a letter that is named is a capital, `|` parts sentences,
 * `{per/a}` and `{degrees/}` are readings that are as good as each other.
 */
export type EverydaySentence = {
  readonly locale: string
  readonly written: string
  readonly spoken: string
  /** Words whose sound matters, to their ARPAbet. */
  readonly sounds: ReadonlyMap<string, string>
}

/** The tables, one for each class of forms or texts. */
export const EVERYDAY_TABLES: readonly string[] = readdirSync(SENTENCES)
  .filter((name) => name.endsWith('.tsv'))
  .map((name) => name.slice(0, -'.tsv'.length))
  .toSorted()

/** Reads one table: tab-separated columns with a heading; `\n` is a line end, `word PH ON;word PH` are sounds. */
export function readEverydaySentences(table: string): readonly EverydaySentence[] {
  const [, ...lines] = readFileSync(new URL(`${table}.tsv`, SENTENCES), 'utf8')
    .trimEnd()
    .split('\n')
  return lines.map((line) => {
    const [locale = '', written = '', spoken = '', sounds = ''] = line.split('\t')
    const entries = sounds.split(';').filter((entry) => entry !== '')
    return {
      locale,
      written: written.replaceAll('\\n', '\n'),
      spoken,
      sounds: new Map(entries.map((entry) => [entry.split(' ')[0]!, entry.split(' ').slice(1).join(' ')])),
    }
  })
}

/** Every so-many-th sentence of all tables, for tests that need texts of all kinds. */
export function sampleEverydaySentences(every: number): readonly EverydaySentence[] {
  return EVERYDAY_TABLES.flatMap(readEverydaySentences).filter((_, index) => index % every === 0)
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
