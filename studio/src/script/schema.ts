import { type DOMOutputSpec, type Mark, type MarkSpec, Schema } from 'prosemirror-model'
import type { ParagraphAttributes } from '../../../src/projects/script.ts'

export type { ParagraphAttributes } from '../../../src/projects/script.ts'

/** The dials of a delivery. The ranges are those of the API. */
export const DELIVERY = {
  tempo: { label: 'Tempo', neutral: 1, min: 0.7, max: 2.3, step: 0.01 },
  pitch: { label: 'Pitch', neutral: 0, min: -45, max: 100, step: 1 },
  loudness: { label: 'Loudness', neutral: 0, min: -15, max: 9, step: 0.1 },
} as const

/** Seconds between two paragraphs. */
export const LONGEST_PAUSE = 10
/** UTF-16 units of the name of a paragraph. */
export const LONGEST_NAME = 200

export type DeliveryName = keyof typeof DELIVERY
export const DELIVERY_NAMES = Object.keys(DELIVERY) as readonly DeliveryName[]

const valueMark = (name: string): MarkSpec => ({
  attrs: { value: {} },
  toDOM: (mark: Mark): DOMOutputSpec => [
    'span',
    { class: `mark mark-${name}`, 'data-mark': name, 'data-value': String(mark.attrs.value) },
    0,
  ],
  parseDOM: [
    {
      tag: `span[data-mark="${name}"]`,
      getAttrs: (element) => {
        const value = element.dataset.value ?? ''
        return { value: name === 'respell' || name === 'sayAs' ? value : Number(value) }
      },
    },
  ],
})

/** A script: paragraphs, each with an avatar. Markup is marks on the text. */
export const scriptSchema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: {
      content: 'text*',
      attrs: {
        id: { default: '' },
        speaker: { default: 0 },
        pause: { default: 0.6 },
        name: { default: '' },
        level: { default: 0 },
        isSilent: { default: false },
      },
      // Only the clipboard has this form: the editor shows paragraphs as blocks.
      toDOM: ({ attrs }) => {
        const { speaker, pause, level, isSilent } = attrs as ParagraphAttributes
        return ['p', { 'data-paragraph': JSON.stringify({ speaker, pause, level, isSilent }) }, 0]
      },
      parseDOM: [
        { tag: 'p[data-paragraph]', getAttrs: (element) => parseAttributes(element.dataset.paragraph ?? '') },
        { tag: 'p, div, li, dt, dd, td, th, pre, blockquote' },
        { tag: 'h1', attrs: { level: 1 } },
        { tag: 'h2', attrs: { level: 2 } },
        { tag: 'h3, h4, h5, h6', attrs: { level: 3 } },
      ],
    },
    text: {},
  },
  marks: {
    tempo: valueMark('tempo'),
    loudness: valueMark('loudness'),
    pitch: valueMark('pitch'),
    // A word is respelled or read as something, and not both.
    respell: { ...valueMark('respell'), inclusive: false, excludes: 'respell sayAs' },
    /** The value is an `interpret-as` of SSML. */
    sayAs: { ...valueMark('sayAs'), inclusive: false, excludes: 'sayAs respell' },
  },
})

/** The attributes of a paragraph of the clipboard, which any program may have written. */
function parseAttributes(json: string): Partial<ParagraphAttributes> {
  try {
    const { speaker, pause, level, isSilent } = JSON.parse(json) as Partial<ParagraphAttributes>
    return {
      ...(Number.isSafeInteger(speaker) && { speaker }),
      ...(typeof pause === 'number' && pause >= 0 && pause <= LONGEST_PAUSE && { pause }),
      ...((level === 1 || level === 2 || level === 3) && { level, isSilent: isSilent === true }),
    } as Partial<ParagraphAttributes>
  } catch {
    return {}
  }
}

/** Of this tab, so that people who write at once make different ids. */
const TAB = `${Date.now().toString(36)}${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`
let lastId = 0

/** An id that no other paragraph or script has. */
export function createParagraphId(): string {
  lastId += 1
  return `${TAB}-${lastId}`
}
