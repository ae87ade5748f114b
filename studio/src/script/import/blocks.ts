import { cutParagraph } from './cut-paragraph.ts'

/** A part of a document that is imported, whatever its file was. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'paragraph' | 'quote'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }

/** How blocks become paragraphs. */
export type BlockOptions = {
  readonly areHeadingsSilent: boolean
  /** `named`: "column: cell" for each cell; `cells`: the cells alone. */
  readonly tables: 'named' | 'cells'
  /** The voice of quotations, by its id; undefined for that of the paragraph before. */
  readonly quoteVoice: number | undefined
}

/** A paragraph of a script, as a file has it. */
export type ScriptLine = {
  readonly text: string
  /** Name or id of a voice. */
  readonly voice?: string
  /** Seconds of silence after it. */
  readonly pause?: number
  readonly name?: string
  /** Of a heading: 1 to 3. */
  readonly level?: number
  readonly isSilent?: boolean
}

/** Deeper headings are of the third level. */
const DEEPEST = 3
/** Seconds of silence before and after headings of each level. */
export const HEADING_PAUSES = {
  before: [2, 1.5, 1],
  after: [1, 0.8, 0.6],
} as const

/** Paragraphs of a length that the service speaks, in order. */
export function toLines(blocks: readonly Block[], options: BlockOptions): readonly ScriptLine[] {
  const lines: ScriptLine[] = []
  for (const block of blocks) {
    const last = lines.at(-1)
    if (block.kind === 'heading' && last !== undefined && last.level === undefined)
      lines[lines.length - 1] = { ...last, pause: HEADING_PAUSES.before[clampLevel(block.level) - 1]! }
    lines.push(...linesOf(block, options))
  }
  return lines
}

function linesOf(block: Block, { areHeadingsSilent, tables, quoteVoice }: BlockOptions): readonly ScriptLine[] {
  switch (block.kind) {
    case 'heading': {
      const level = clampLevel(block.level)
      const [text = ''] = cutParagraph(tidy(block.text))
      if (text === '') return []
      return [{ text, level, pause: HEADING_PAUSES.after[level - 1]!, ...(areHeadingsSilent && { isSilent: true }) }]
    }
    case 'list':
      return cut(block.items.map(endSentence).join(' '))
    case 'table':
      return readRows(block.rows, tables).flatMap(cut)
    case 'quote':
      return cut(block.text).map((line) => ({
        ...line,
        ...(quoteVoice !== undefined && { voice: String(quoteVoice) }),
      }))
    case 'paragraph':
      return cut(block.text)
  }
}

function clampLevel(level: number): number {
  return Math.min(DEEPEST, Math.max(1, level))
}

function cut(text: string): readonly ScriptLine[] {
  return cutParagraph(tidy(text)).map((piece) => ({ text: piece }))
}

/** One space between words, and none at the ends. */
export function tidy(text: string): string {
  // Most texts are tidy, and a long script has very many spaces.
  if (!/[\s\u00AD\u200B]{2}|[^\S ]|[\u00AD\u200B]/.test(text)) return text.trim()
  return text.replaceAll(/[\s\u00AD\u200B]+/g, ' ').trim()
}

/** A text that is heard as a sentence of its own. */
function endSentence(text: string): string {
  const plain = tidy(text)
  return plain === '' || /[.!?…:;,]["'”’)\]]*$/.test(plain) ? plain : `${plain}.`
}

/** A row is a paragraph: each cell with the name of its column, or the cells alone. */
function readRows(rows: readonly (readonly string[])[], tables: BlockOptions['tables']): readonly string[] {
  const [header = [], ...others] = rows.map((row) => row.map(tidy))
  const isNamed = tables === 'named' && others.length > 0 && header.every((cell) => cell !== '')
  const spoken = isNamed ? others : [header, ...others]
  return spoken.map((row) => {
    const cells = row.flatMap((cell, column) => {
      if (cell === '') return []
      const name = isNamed ? header[column] : undefined
      return [name === undefined ? cell : `${name}: ${cell}`]
    })
    return endSentence(cells.join(isNamed ? '; ' : ', '))
  })
}
