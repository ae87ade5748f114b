/** Reads labelled sentences into training examples, by way of the service's own normalisation. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HomographSentence } from '../../src/text/phonemization/homographs/homograph-sentence.ts'
import { findHomograph, findMarkedHomograph, type SentenceReader } from './find-homograph.ts'

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

/** The folder of our own sentences. */
export const OWN_SENTENCES = join(import.meta.dirname, 'sentences')
/** The tables of it that the model is trained on. */
export const LEARNED: readonly string[] = ['tuning.tsv', 'everyday-tuning.tsv', 'contrasts.tsv']
const HELD_OUT_PERCENT = 15
/** Markup, and letters that no voice reads. */
const UNREADABLE = /[<>:]|[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\s]/gu

/**
 * The public sentences: a folder of tables `<spelling>.tsv` with the columns homograph, wordid, sentence, start, end. The hash
 * of a sentence decides whether it is held out. Leaves out what the service reads as another word.
 */
export function readPublicExamples(folder: string, reader: SentenceReader): readonly Example[] {
  const labels = readLabels()
  const names = readdirSync(folder).filter((name) => name.endsWith('.tsv') && name !== 'wordids.tsv')
  return names.sort().flatMap((name) => {
    const [, ...lines] = readFileSync(join(folder, name), 'utf8').trimEnd().split('\n')
    return lines.flatMap((line) => {
      const [, label = '', text = '', start, end] = line.split('\t').map(unquote)
      const found = findHomograph(maskUnreadable(text), Number(start), reader)
      const phonemes = labels.get(label)
      if (found === undefined || phonemes === undefined) return []
      const marked = `${text.slice(0, Number(start))}[${text.slice(Number(start), Number(end))}]${text.slice(Number(end))}`
      return [{ ...found, phonemes, source: 'public', marked, isHeldOut: hashSentence(text) % 100 < HELD_OUT_PERCENT }]
    })
  })
}

/** A table of our own sentences: lines `word<TAB>phonemes<TAB>sentence with the word in [brackets]`; `#` begins a comment. */
export function readOwnExamples(name: string, reader: SentenceReader): readonly Example[] {
  const lines = readFileSync(join(OWN_SENTENCES, name), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, phonemes = '', marked = ''] = line.split('\t')
      const found = findMarkedHomograph(marked, reader)
      return { ...found, phonemes, source: 'own', marked, isHeldOut: name.includes('held-out') }
    })
}

/** FNV-1a over UTF-16 units. */
function hashSentence(text: string): number {
  let sum = 0x811c9dc5
  for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return sum >>> 0
}

function maskUnreadable(text: string): string {
  return text.replace(UNREADABLE, (character) => ' '.repeat(character.length))
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
