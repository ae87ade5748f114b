import { MARK_NAMES, type MarkName, type Marks, type Run } from './script.ts'

/** A paragraph as the API takes it, and where its characters come from. */
export type PrintedText = {
  readonly markup: string
  /** The offset in the paragraph's text of each UTF-16 unit of the markup, and of its end. */
  readonly textOffsets: readonly number[]
}

/** Prints the text of a paragraph as markup. Marks are widened to whole words, which is all that the API lets tags wrap. */
export function printRuns(runs: readonly Run[]): PrintedText {
  const text = runs.map((run) => run.text).join('')
  if (!/[<&]/.test(text) && runs.every(({ marks }) => listMarks(marks).length === 0)) return new PlainText(text)
  const marks = widenToWords(text, marksByUnit(runs))
  let markup = ''
  const textOffsets: number[] = []
  const write = (piece: string, offset: number): void => {
    markup += piece
    for (let unit = 0; unit < piece.length; unit += 1) textOffsets.push(offset)
  }
  let open: readonly Mark[] = []
  for (let offset = 0; offset <= text.length; offset += 1) {
    const wanted = marks[offset] ?? []
    const kept = open.findIndex(
      ({ name, value }, index) => wanted[index]?.name !== name || wanted[index].value !== value,
    )
    const common = kept === -1 ? open.length : kept
    for (const { name } of open.slice(common).toReversed()) write(`</${TAGS[name].name}>`, offset)
    for (const { name, value } of wanted.slice(common)) {
      const tag = TAGS[name]
      write(`<${tag.name} ${tag.attribute}="${String(value)}">`, offset)
    }
    open = wanted
    if (offset < text.length) write(escapeUnit(text, offset), offset)
  }
  textOffsets.push(text.length)
  return { markup, textOffsets }
}

/** Text without marks is printed as it is. Its offsets are made when they are asked for: a long script would hold a million. */
class PlainText implements PrintedText {
  readonly markup: string

  constructor(text: string) {
    this.markup = text
  }

  get textOffsets(): readonly number[] {
    return Array.from({ length: this.markup.length + 1 }, (_, offset) => offset)
  }
}

type Mark = { readonly name: MarkName; readonly value: string | number }

/** The tag of a mark, and the attribute that holds its value. */
const TAGS: Readonly<Record<MarkName, { readonly name: string; readonly attribute: string }>> = {
  tempo: { name: 'tempo', attribute: 'value' },
  loudness: { name: 'loudness', attribute: 'value' },
  pitch: { name: 'pitch', attribute: 'value' },
  respell: { name: 'respell', attribute: 'value' },
  sayAs: { name: 'say-as', attribute: 'interpret-as' },
}

function listMarks(marks: Marks): readonly Mark[] {
  return MARK_NAMES.flatMap((name) => {
    const value = marks[name]
    return value === undefined ? [] : [{ name, value }]
  })
}

function marksByUnit(runs: readonly Run[]): (readonly Mark[])[] {
  return runs.flatMap(({ text, marks }) => {
    const listed = listMarks(marks)
    return Array.from({ length: text.length }, () => listed)
  })
}

/** Gives every unit of a word the marks of the word's first marked unit. */
function widenToWords(text: string, marks: (readonly Mark[])[]): (readonly Mark[])[] {
  const widened = [...marks]
  for (const { start, end } of findWords(text)) {
    const marked = marks.slice(start, end).find((some) => some.length > 0)
    if (marked !== undefined) widened.fill(marked, start, end)
  }
  return widened
}

/** Words between white space, without the punctuation around them. */
export function findWords(text: string): readonly { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}$€£#@&](?:\S*[\p{L}\p{N}%])?/gu)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }))
}

/** A sign that the API would read as markup is written as an entity. */
function escapeUnit(text: string, offset: number): string {
  const unit = text[offset]!
  if (unit === '<' && /^<\/?[a-z]/i.test(text.slice(offset, offset + 3))) return '&lt;'
  if (unit === '&' && /^&(?:amp|lt|gt|quot|apos|#\w+);/.test(text.slice(offset, offset + 12))) return '&amp;'
  return unit
}

const TOKEN =
  /<(tempo|loudness|pitch|respell|say-as) (?:value|interpret-as)="([^"<]*)">|<\/(?:tempo|loudness|pitch|respell|say-as)>|&(amp|lt);/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<' }

/** Reads a text that `printRuns` printed. Anything else stays text. */
export function parseRuns(markup: string): readonly Run[] {
  const runs: Run[] = []
  const open: Marks[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') runs.push({ text, marks: open.at(-1) ?? {} })
    text = ''
  }
  let read = 0
  for (const { index, 0: token, 1: name, 2: value = '', 3: entity } of markup.matchAll(TOKEN)) {
    text += markup.slice(read, index)
    read = index + token.length
    if (entity !== undefined) text += ENTITIES[entity]
    else {
      flush()
      if (name === undefined) open.pop()
      else open.push(addMark(open.at(-1) ?? {}, name, value))
    }
  }
  text += markup.slice(read)
  flush()
  return runs
}

/** A word is respelled or read as something, and not both. */
function addMark(marks: Marks, tag: string, value: string): Marks {
  const { respell: _, sayAs: __, ...others } = marks
  if (tag === 'say-as') return { ...others, sayAs: value }
  if (tag === 'respell') return { ...others, respell: value }
  return { ...marks, [tag]: Number(value) }
}
