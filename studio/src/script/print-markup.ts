import type { Mark, Node } from 'prosemirror-model'

/** A paragraph as the API takes it, and where its characters come from. */
export type PrintedParagraph = {
  readonly markup: string
  /** The offset in the paragraph's text of each UTF-16 unit of the markup, and of its end. */
  readonly textOffsets: readonly number[]
}

/** Documents never change, so a paragraph is printed once. */
const printed = new WeakMap<Node, PrintedParagraph>()

/** Prints a paragraph as markup. Marks are widened to whole words, which is all that the API lets tags wrap. */
export function printMarkup(paragraph: Node): PrintedParagraph {
  const known = printed.get(paragraph) ?? print(paragraph)
  printed.set(paragraph, known)
  return known
}

function print(paragraph: Node): PrintedParagraph {
  const text = paragraph.textContent
  const isPlain = !/[<&]/.test(text) && paragraph.children.every(({ marks }) => marks.length === 0)
  if (isPlain) return new PlainParagraph(text)
  const marks = widenToWords(text, marksByUnit(paragraph))
  let markup = ''
  const textOffsets: number[] = []
  const write = (piece: string, offset: number): void => {
    markup += piece
    for (let unit = 0; unit < piece.length; unit += 1) textOffsets.push(offset)
  }
  let open: readonly Mark[] = []
  for (let offset = 0; offset <= text.length; offset += 1) {
    const wanted = marks[offset] ?? []
    const kept = open.findIndex((mark, index) => wanted[index]?.eq(mark) !== true)
    const common = kept === -1 ? open.length : kept
    for (const mark of open.slice(common).toReversed()) write(`</${tagOf(mark).name}>`, offset)
    for (const mark of wanted.slice(common)) {
      const { name, attribute } = tagOf(mark)
      write(`<${name} ${attribute}="${String(mark.attrs.value)}">`, offset)
    }
    open = wanted
    if (offset < text.length) write(escapeUnit(text, offset), offset)
  }
  textOffsets.push(text.length)
  return { markup, textOffsets }
}

/** Text without marks is printed as it is. Its offsets are made when they are asked for: a long script would hold a million. */
class PlainParagraph implements PrintedParagraph {
  readonly markup: string

  constructor(text: string) {
    this.markup = text
  }

  get textOffsets(): readonly number[] {
    return Array.from({ length: this.markup.length + 1 }, (_, offset) => offset)
  }
}

/** The tag of a mark, and the attribute that holds its value. */
function tagOf({ type }: Mark): { readonly name: string; readonly attribute: string } {
  return type.name === 'sayAs' ? { name: 'say-as', attribute: 'interpret-as' } : { name: type.name, attribute: 'value' }
}

function marksByUnit(paragraph: Node): (readonly Mark[])[] {
  const marks: (readonly Mark[])[] = []
  for (const child of paragraph.children) {
    for (let unit = 0; unit < child.nodeSize; unit += 1) marks.push(child.marks)
  }
  return marks
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
