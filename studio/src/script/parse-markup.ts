import type { Mark, Node } from 'prosemirror-model'
import { type ParagraphAttributes, scriptSchema } from './schema.ts'

const TOKEN =
  /<(tempo|loudness|pitch|respell|say-as) (?:value|interpret-as)="([^"<]*)">|<\/(?:tempo|loudness|pitch|respell|say-as)>|&(amp|lt);/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<' }

/** Reads a paragraph that `printMarkup` printed. Anything else stays text. */
export function parseMarkup(markup: string, attributes: ParagraphAttributes): Node {
  const nodes: Node[] = []
  const open: Mark[] = []
  let text = ''
  const flush = (): void => {
    if (text !== '') nodes.push(scriptSchema.text(text, open))
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
      else open.push(toMark(name, value))
    }
  }
  text += markup.slice(read)
  flush()
  return scriptSchema.node('paragraph', attributes, nodes)
}

function toMark(tag: string, value: string): Mark {
  if (tag === 'say-as') return scriptSchema.mark('sayAs', { value })
  return scriptSchema.mark(tag, { value: tag === 'respell' ? value : Number(value) })
}
