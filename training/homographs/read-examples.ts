/** Reads labelled sentences into training examples, by way of the service's own normalisation. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseMarkup } from '../../src/text/markup/parse-markup.ts'
import { layOutRuns } from '../../src/text/markup/tree/lay-out-runs.ts'
import { normalizeText } from '../../src/text/normalization/normalize-text.ts'
import type { NormalizedText } from '../../src/text/normalization/normalized-text.ts'
import { hashOf } from '../../src/text/phonemization/homographs/homograph-features.ts'
import { type HomographSentence, spellSentence } from '../../src/text/phonemization/homographs/homograph-sentence.ts'
import type { Lexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'

/** A homograph in its sentence, and how it is said there. */
export type Example = {
  readonly sentence: HomographSentence
  readonly index: number
  /** ARPAbet, separated by spaces. */
  readonly phonemes: string
  readonly source: 'public' | 'own'
  /** The sentence in print, the homograph in brackets. */
  readonly marked: string
  readonly isHeldOut: boolean
}

const OWN_SENTENCES = join(import.meta.dirname, '../../src/text/phonemization/homographs/sentences')
const HELD_OUT_PERCENT = 15
/** Markup, and letters that no voice reads. */
const UNREADABLE = /[<>:]|[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\s]/gu

/**
 * The public sentences: a folder of tables `<spelling>.tsv` with the columns homograph, wordid, sentence, start, end. The hash
 * of a sentence decides whether it is held out. Leaves out what the service reads as another word.
 */
export function readPublicExamples(folder: string, lexicon: Lexicon): readonly Example[] {
  const labels = readLabels()
  const names = readdirSync(folder).filter((name) => name.endsWith('.tsv') && name !== 'wordids.tsv')
  return names.sort().flatMap((name) => {
    const [, ...lines] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
    return lines.flatMap((line) => {
      const [, label = '', text = '', start, end] = line.split('\t').map(unquote)
      const found = findHomograph(text, Number(start), lexicon)
      const phonemes = labels.get(label)
      if (found === undefined || phonemes === undefined) return []
      const marked = `${text.slice(0, Number(start))}[${text.slice(Number(start), Number(end))}]${text.slice(Number(end))}`
      return [{ ...found, phonemes, source: 'public', marked, isHeldOut: hashOf(text) % 100 < HELD_OUT_PERCENT }]
    })
  })
}

/** A table of our own sentences: lines `word<TAB>phonemes<TAB>sentence with the word in [brackets]`; `#` begins a comment. */
export function readOwnExamples(name: string, lexicon: Lexicon): readonly Example[] {
  const lines = readFileSync(join(OWN_SENTENCES, name), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, phonemes = '', marked = ''] = line.split('\t')
      const found = findHomograph(marked.replace(/[[\]]/g, ''), marked.indexOf('['), lexicon)
      if (found === undefined) throw new Error(`Cannot find the homograph of "${marked}"`)
      return { ...found, phonemes, source: 'own', marked, isHeldOut: name.includes('held-out') }
    })
}

/** The homograph that begins at `start`, as the service sees it. */
function findHomograph(written: string, start: number, lexicon: Lexicon) {
  const text = written.replace(UNREADABLE, (character) => ' '.repeat(character.length))
  const normalized = normalizeText(layOutRuns(parseMarkup(text, { ssml: false })), {
    source: text,
    locale: 'en_US',
    isWord: (word) => lexicon.has(word),
  })
  for (const { words } of normalized.sentences) {
    const sentence = spellSentence(words, normalized.words)
    const index = words.findIndex((_word, i) => beginsAt(sentence, i, { start, normalized }))
    if (index >= 0 && lexicon.homographOf(words[index]!.text) !== undefined) return { sentence, index }
  }
  return undefined
}

function beginsAt(
  { words, spellings }: HomographSentence,
  index: number,
  { start, normalized }: { start: number; normalized: NormalizedText },
): boolean {
  const written = normalized.words[words[index]!.source]!
  return (
    start >= written.start && start < written.end && written.text.startsWith(spellings[index]!, start - written.start)
  )
}

function readLabels(): ReadonlyMap<string, string> {
  const lines = readFileSync(join(import.meta.dirname, 'labels.tsv'), 'utf8').split('\n')
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('\t'))
      .map(([label = '', phonemes = '']) => [label, phonemes]),
  )
}

function unquote(field: string): string {
  return /^".*"$/.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field
}
