/**
 * Adds batches of new labelled sentences: two thirds to `further.tsv`, to be learned, and a third to `unseen.tsv`, to judge by.
 * The two rows of a twin stay together. A row that shares most of its words with a known text is left out.
 * Run: npx node training/reading/add-labels.ts BATCH...
 */

import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES } from '../../src/text/english/dialects.ts'
import { readLabels } from './read-rows.ts'
import { hashOf, listSequences, MOST_SHARED } from './split-rows.ts'

const LABELS = join(import.meta.dirname, 'labels')
/** How often each text has been seen with a sequence of words. */
const known = new Map<string, Set<string>>()
const sizes = new Map<string, number>()

function note(text: string): void {
  const sequences = listSequences(text)
  sizes.set(text, sequences.size)
  for (const one of sequences) known.set(one, (known.get(one) ?? new Set()).add(text))
}

/** Another text that shares more than the allowed part of its sequences of words. */
function findTwin(text: string): string | undefined {
  const sequences = listSequences(text)
  const shared = new Map<string, number>()
  for (const one of sequences) for (const other of known.get(one) ?? []) shared.set(other, (shared.get(other) ?? 0) + 1)
  for (const [other, count] of shared)
    if (count / Math.min(sequences.size, sizes.get(other)!) > MOST_SHARED) return other
  return undefined
}

/** Why a row cannot be a label. */
function findFault([family, locale, evidence, text = '', spoken = '', kind, ...more]: readonly string[]):
  | string
  | undefined {
  if (more.length > 0 || (kind !== undefined && kind !== '' && kind !== 'twin')) return 'columns'
  if (family === undefined || !LOCALES.includes(locale ?? '') || !/^(?:near|far)$/.test(evidence ?? ''))
    return 'columns'
  if (!/^[^⟦⟧]*⟦[^⟦⟧]+⟧[^⟦⟧]*$/.test(text)) return 'target'
  return /^[a-z' |]+$/.test(spoken) ? undefined : 'spoken'
}

/** Rows one by one, and the two of a twin together. */
function group(rows: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last?.length === 1 && [last[0]!, row].every((one) => one.endsWith('\ttwin'))) last.push(row)
    else groups.push([row])
  }
  return groups
}

for (const { text } of readLabels()) note(text)
for (const batch of process.argv.slice(2)) {
  const rows = readFileSync(batch, 'utf8').trimEnd().split('\n')
  const counts = { 'further.tsv': 0, 'unseen.tsv': 0 }
  for (const lines of group(rows)) {
    const file = hashOf(lines[0]!) % 3 === 0 ? 'unseen.tsv' : 'further.tsv'
    for (const line of lines) {
      const cells = line.split('\t')
      const twin = findTwin(cells[3]?.replace(/[⟦⟧]/g, '') ?? '')
      const fault = findFault(cells) ?? (twin === undefined ? undefined : `is like: ${twin}`)
      if (fault !== undefined) {
        process.stdout.write(`${batch}: ${fault}\n  ${line}\n`)
        continue
      }
      appendFileSync(join(LABELS, file), `${cells.slice(0, 5).join('\t')}\t${cells[5] ?? ''}\n`)
      counts[file] += 1
    }
  }
  for (const line of rows) note(line.split('\t')[3]?.replace(/[⟦⟧]/g, '') ?? '')
  process.stdout.write(`${batch}: ${counts['further.tsv']} rows to learn, ${counts['unseen.tsv']} to judge by\n`)
}
