/** Labelled sentences and the tables of normalisation, as rows to learn from and to judge by. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '../../src/text/english/dialects.ts'
import { EVERYDAY_TABLES, readEverydaySentences } from '../../test/support/everyday-tables.ts'

/** A sentence with one target, the characters from `start` to `end`. */
export type LabelledRow = {
  /**
   * `more`: written later and never for judging. `unseen`: written without sight of rules, results and other labels, and
   * never learned.
   */
  readonly origin: 'labels' | 'twins' | 'frames' | 'more' | 'unseen'
  readonly family: string
  /** Whether the deciding word touches the target. */
  readonly evidence: 'near' | 'far'
  /** It and the row beside it have the same form and much the same words, and another reading. */
  readonly isTwin: boolean
  readonly locale: Locale
  readonly text: string
  readonly start: number
  readonly end: number
  /** The readings that are right, simplified. */
  readonly accepted: readonly string[]
}

/** A whole sentence with its spoken words: of the tables of normalisation, or running text as a service read it. */
export type TableRow = {
  readonly origin: 'table' | 'running'
  readonly locale: Locale
  readonly text: string
  readonly spoken: string
  /** Its spoken words show where sentences end. */
  readonly isEveryday: boolean
}

export type Row = LabelledRow | TableRow

const LABELS = join(import.meta.dirname, 'labels')
const TABLES = join(import.meta.dirname, '../../test/normalization')

/** Words that differ in nothing that a listener minds. */
export function simplify(words: string): string {
  return words
    .toLowerCase()
    .replace(/[-,.’']/g, ' ')
    .replace(/\b(?:oh|nought|naught)\b/g, 'zero')
    .replace(/\b(hundred|thousand|million|dollars?|pounds?|euros?) and\b/g, '$1')
    .replace(/(met|lit)re/g, '$1er')
    .replace(/\s+/g, ' ')
    .trim()
}

const ORIGINS: Readonly<Record<string, LabelledRow['origin']>> = {
  'twins.tsv': 'twins',
  'frames.tsv': 'frames',
  'further.tsv': 'more',
  'more.tsv': 'more',
  'unseen.tsv': 'unseen',
}

/** All labelled sentences; those of a twin follow one another. Frames are short sentences made of lists of cue words. */
export function readLabels(): readonly LabelledRow[] {
  const files = readdirSync(LABELS).filter((file) => file.endsWith('.tsv'))
  return files.flatMap((file) => {
    const [heading = '', ...lines] = readFileSync(join(LABELS, file), 'utf8').trimEnd().split('\n')
    const columns = heading.split('\t')
    const origin = ORIGINS[file] ?? 'labels'
    return lines.map((line): LabelledRow => {
      const row = Object.fromEntries(line.split('\t').map((cell, i) => [columns[i]!, cell]))
      const [left = '', target = '', right = ''] = row.text!.split(/[⟦⟧]/)
      return {
        origin,
        family: row.family ?? file.replace('.tsv', ''),
        evidence: row.evidence === 'near' ? 'near' : 'far',
        isTwin: origin === 'twins' || row.kind === 'twin',
        locale: row.locale!,
        text: left + target + right,
        start: left.length,
        end: left.length + target.length,
        accepted: row.spoken!.split('|').map(simplify),
      }
    })
  })
}

/** The sentences of the tables in which a form of several readings may be. */
export function readTables(): readonly TableRow[] {
  const categories = readdirSync(TABLES)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const { locale, rows } = JSON.parse(readFileSync(join(TABLES, name), 'utf8')) as {
        locale: Locale
        rows: [string, string][]
      }
      return rows.map(([written, spoken]) => ({ written, spoken, locale }))
    })
  const toRow = (
    { written, spoken, locale }: { readonly written: string; readonly spoken: string; readonly locale: Locale },
    isEveryday: boolean,
  ): TableRow => ({ origin: 'table', locale, text: written, spoken, isEveryday })
  return [
    ...categories.map((row) => toRow(row, false)),
    ...EVERYDAY_TABLES.flatMap(readEverydaySentences).map((row) => toRow(row, true)),
  ]
}

/** Sentences of running text as read-running-text.ts writes them. */
export function readRunningText(file: string): readonly TableRow[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line): TableRow => {
    const [locale = '', text = '', spoken = ''] = line.split('\t')
    return { origin: 'running', locale, text, spoken, isEveryday: true }
  })
}
