/**
 * How many names are said acceptably, by origin: the lists in bench/names/. Whether a reading was acceptable in an earlier release
 * and at first sight was judged by ear; now it counts as right if it is one of the accepted readings.
 *   npm run bench -- names            by list and origin
 *   npm run bench -- names --misses   what is wrong now, as said and as it should be
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { analyzeText } from '../src/text/analyze-text.ts'
import { createHomographModel } from '../src/text/phonemization/homographs/homograph-model.ts'
import { createLetterToSound } from '../src/text/phonemization/letter-to-sound/letter-to-sound.ts'
import { createLexicon } from '../src/text/phonemization/lexicon/lexicon.ts'
import { createReadingScorer } from '../src/text/reading/scoring/scorer.ts'
import { createReplacementSet } from '../src/text/replacements/replacement-set.ts'
import { createTagger } from '../src/text/tagging/tagger.ts'
import { printTable } from './support/print-table.ts'

type Name = {
  readonly origin: string
  readonly name: string
  readonly inRelease: boolean
  readonly atFirst: boolean
  readonly accepted: readonly string[]
}

const data = (path: string) => readFileSync(join(import.meta.dirname, '../data', path))
const options = {
  lexicon: createLexicon(data('lexicon/en-us.bin')),
  letterToSound: createLetterToSound(data('letter-to-sound/en-us.bin')),
  homographs: createHomographModel(data('homographs/en-us.bin'), createTagger(data('tagging/en-us.bin'))),
  readings: createReadingScorer(data('reading/en-us.bin')),
  replacements: createReplacementSet([]),
  ssml: false,
  locale: 'en_US',
} as const

function readNames(list: string): readonly Name[] {
  const lines = readFileSync(join(import.meta.dirname, 'names', `${list}.tsv`), 'utf8')
    .trim()
    .split('\n')
  return lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => {
      const [origin, name, inRelease, atFirst, accepted] = line.split('\t')
      return {
        origin: origin!,
        name: name!,
        inRelease: inRelease === 'right',
        atFirst: atFirst === 'right',
        accepted: accepted!.split(' | '),
      }
    })
}

function say(name: string): string {
  const { sentences } = analyzeText(name, options)
  return sentences
    .flatMap(({ words }) => words)
    .map(({ phonemes }) => phonemes.join(' '))
    .join(', ')
}

function isRight({ name, accepted }: Name): boolean {
  const said = heard(say(name))
  return accepted.some((reading) => heard(reading) === said)
}

/** A reading without what a listener hardly hears: secondary stress, and which weak vowel it is. */
function heard(reading: string): string {
  return reading.replaceAll('2', '0').replaceAll(/\b(?:IH|EH)0/g, 'AH0')
}

function formatRow(origin: string, names: readonly Name[], release: string) {
  const share = (right: (name: Name) => boolean): string => {
    const count = names.filter(right).length
    return `${count} (${((100 * count) / names.length).toFixed(1)} %)`
  }
  return {
    origin,
    names: names.length,
    [`in ${release}`]: share(({ inRelease }) => inRelease),
    'at first sight': share(({ atFirst }) => atFirst),
    now: share(isRight),
  }
}

/** The lists, in the order in which they were written, and the release before each. */
const LISTS = {
  first: '0.4.0',
  second: '0.4.0',
  third: '0.5.0',
  fourth: '0.5.0',
  fifth: '0.5.0',
  sixth: '0.6.0',
  seventh: '0.6.0',
  eighth: '0.6.0',
  ninth: '0.7.0',
  tenth: '0.7.0',
  eleventh: '0.8.0',
}

for (const [list, release] of Object.entries(LISTS)) {
  const names = readNames(list)
  if (process.argv.includes('--misses')) {
    for (const name of names.filter((candidate) => !isRight(candidate)))
      console.log(`${name.name}\n  said:   ${say(name.name)}\n  should: ${name.accepted.join(' | ')}`)
  } else {
    const origins = [...new Set(names.map(({ origin }) => origin))]
    console.log(`${list} list`)
    printTable([
      ...origins.map((origin) =>
        formatRow(
          origin,
          names.filter((name) => name.origin === origin),
          release,
        ),
      ),
      formatRow('all', names, release),
    ])
    console.log('')
  }
}
