import { cutParagraph } from './cut-paragraph.ts'
import type { ScriptLine } from './read-csv.ts'
import { readText } from './read-text.ts'
import { readWord } from './read-word.ts'

export type ImportedScript = { readonly title: string; readonly lines: readonly ScriptLine[] }

/** What the file picker offers. */
export const SCRIPT_FILES = '.txt,.md,.markdown,.csv,.docx,text/plain,text/markdown,text/csv'

/** More is no script: it would be a day of speech. */
const LONGEST_SCRIPT = 1_000_000

/** Reads a file as the lines of a script. Throws an error for people if it cannot. */
export async function readScriptFile(file: File): Promise<ImportedScript> {
  const read = await readLines(file)
  const lines = read.flatMap(({ text, ...rest }) =>
    cutParagraph(text.replaceAll(/\s+/g, ' ').trim()).map((piece) => ({ ...rest, text: piece })),
  )
  if (lines.length === 0) throw new Error(`Cannot import ${file.name}: it has no text`)
  refuseTooLong(lines.reduce((sum, { text }) => sum + text.length, 0))
  return { title: file.name.replace(/\.\w+$/, ''), lines }
}

async function readLines(file: File): Promise<readonly ScriptLine[]> {
  const asLines = (texts: readonly string[]) => texts.map((text) => ({ text }))
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase()
  if (ending === 'docx') return asLines(await readWord(await file.arrayBuffer()))
  if (ending === 'doc') throw new Error(`Cannot import ${file.name}: save it as .docx first`)
  const content = await file.text()
  if (content.includes('\0')) throw new Error(`Cannot import ${file.name}: it is no text, Markdown, CSV or Word file`)
  // The parser is loaded when it is needed.
  if (ending === 'csv') return (await import('./read-csv.ts')).readCsv(content)
  return asLines(readText(content, { isMarkdown: ending === 'md' || ending === 'markdown' }))
}

/** Throws if a script would be too long to work with. */
export function refuseTooLong(characters: number): void {
  if (characters <= LONGEST_SCRIPT) return
  const [has, most] = [characters, LONGEST_SCRIPT].map((count) => count.toLocaleString('en'))
  throw new Error(`A script holds up to ${most} characters, and this text has ${has}: divide it into several scripts`)
}
