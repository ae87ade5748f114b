import {
  CELL_ELEMENTS,
  INLINE_ELEMENTS,
  PARAGRAPH_ELEMENTS,
  SENTENCE_ELEMENTS,
  SILENT_ELEMENTS,
  UNPAIRED_ELEMENTS,
} from '../markup/html/html-elements.ts'

/** Parts at the end of a text that are no text, or not yet: a tag, an entity, colons of a respelling, half a character. */
const CUT_OFF = [
  /<(?:[a-z_/!?][^<>]*)?$/i,
  /&[#\w]{0,30}$/,
  /:$/,
  // From the start of a word alone: a long one would be read again from each of its letters.
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]*::(?! )[\p{L}\p{M}\p{N}'’‐-― -]*:?$/u,
  /[\uD800-\uDBFF]$/,
]

/** What goes on until its end is written. */
const ENCLOSED = [
  { opening: '<!--', closing: '-->' },
  { opening: '<![CDATA[', closing: ']]>' },
] as const

const TAG = /<(\/?)([a-z_][\w:.-]*)[^<>]*?(\/?)>/gi

/** Elements of our own and of SSML that say what their words are, so that these are known at the closing tag. */
const WORD_ELEMENTS: ReadonlySet<string> = new Set(['respell', 'sub', 'phoneme', 'say-as'])

/**
 * Returns where the part of an unfinished text begins whose markup may still change: a tag that is not written to its end, or
 * an element that decides only at its closing tag what its words are. The length of the text if there is none.
 */
export function findUnfinishedMarkup(text: string): number {
  const cut = CUT_OFF.map((pattern) => text.search(pattern))
  const enclosed = ENCLOSED.map(({ opening, closing }) => {
    const start = text.lastIndexOf(opening)
    return start !== -1 && text.indexOf(closing, start) === -1 ? start : -1
  })
  const places = [...cut, ...enclosed, findUnclosed(text)].filter((place) => place !== -1)
  return Math.min(text.length, ...places)
}

/** The first tag that is waiting for its closing tag; -1 if there is none. */
function findUnclosed(text: string): number {
  if (!text.includes('<')) return -1
  const open = new Map<string, number>()
  for (const { 1: slash, 2: written = '', 3: selfClosing, index } of text.matchAll(TAG)) {
    const name = written.toLowerCase()
    if (!waitsForClosing(name)) continue
    if (slash === '/') open.delete(name)
    else if (selfClosing === '' && !open.has(name)) open.set(name, index)
  }
  return open.size === 0 ? -1 : Math.min(...open.values())
}

/** HTML elements with a closing tag are markup if it follows, and text if it does not. */
function waitsForClosing(name: string): boolean {
  if (WORD_ELEMENTS.has(name)) return true
  if (UNPAIRED_ELEMENTS.has(name)) return false
  return [INLINE_ELEMENTS, CELL_ELEMENTS, SENTENCE_ELEMENTS, PARAGRAPH_ELEMENTS, SILENT_ELEMENTS].some((elements) =>
    elements.has(name),
  )
}

const CLOSED_ASIDES = /\([^()\n]*\)|\[[^[\]\n]*\]|"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»/g
const OPENS_ASIDE = /[([“«"]/

/**
 * Returns where brackets or quotation marks begin that the last line of an unfinished text has not closed. They change the
 * melody of the words inside once they are closed. The length of the text if there are none.
 */
export function findOpenAside(text: string): number {
  const lineStart = text.lastIndexOf('\n') + 1
  const blank = (found: string): string => ' '.repeat(found.length)
  const line = text
    .slice(lineStart)
    .replace(/<[^<>]*>/g, blank)
    .replace(CLOSED_ASIDES, blank)
  const open = line.search(OPENS_ASIDE)
  return open === -1 ? text.length : lineStart + open
}
