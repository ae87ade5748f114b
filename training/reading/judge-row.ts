import type { NormalizedText } from '../../src/text/normalization/normalized-text.ts'
import type { LabelledRow } from './read-rows.ts'
import { simplify } from './read-rows.ts'
import { readText } from './read-text.ts'

/** The words that are said for the written words that the target of a row is in, and `stop` if the sentence ends there by its own stop. */
export function wordsOfTarget(read: NormalizedText, { text, family, start, end }: LabelledRow): string {
  const said: string[] = []
  for (const { words } of read.sentences)
    for (const [i, word] of words.entries()) {
      const source = read.words[word.source]!
      if (source.start >= end || source.end <= start) continue
      said.push(word.text)
      if (i === words.length - 1 && family === 'abbreviation' && text[end - 1] === '.') said.push('stop')
    }
  return simplify(said.join(' '))
}

/** Whether the target is read as one of its labels says. */
export function isReadRight(read: NormalizedText, row: LabelledRow): boolean {
  const { accepted, start, end } = row
  const said = wordsOfTarget(read, row)
  if (accepted.includes(said === '' ? SILENT : said)) return true
  const covered = read.words.filter((word) => word.start < end && word.end > start)
  const [first, last] = [covered[0], covered.at(-1)]
  if (first === undefined || last === undefined || (first.start >= start && last.end <= end)) return false
  const isInside = first.start < start && last.end > end
  return accepted.some((one) =>
    isInside && one !== SILENT
      ? said ===
        [sayPart(row, first.start, start), one, sayPart(row, end, last.end)].filter((part) => part !== '').join(' ')
      : one === SILENT
        ? said === sayParts(row, first.start, last.end)
        : (first.start >= start || ` ${said}`.endsWith(` ${one}`)) &&
          (last.end <= end || `${said} `.startsWith(`${one} `)),
  )
}

const SILENT = 'silent'

/** What is said on both sides of a target that is part of a written word. */
function sayParts(row: LabelledRow, from: number, to: number): string {
  return [sayPart(row, from, row.start), sayPart(row, row.end, to)].filter((part) => part !== '').join(' ')
}

/** What is said for a part of a text alone. */
function sayPart({ text, locale }: LabelledRow, from: number, to: number): string {
  const part = text.slice(from, to)
  if (!/[\p{L}\p{N}]/u.test(part)) return ''
  const { sentences } = readText(part, locale)
  return simplify(sentences.flatMap(({ words }) => words.map((word) => word.text)).join(' '))
}
