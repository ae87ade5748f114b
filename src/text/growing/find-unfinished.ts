import { HTML_ELEMENTS } from '../markup/html/html-elements.ts'
import { kindOfSsmlName, UNSPOKEN_ELEMENTS } from '../markup/ssml/ssml-names.ts'
import { findThought } from '../markup/tokens/read-thought.ts'
import type { DoorMarkup } from '../markup/tokens/tokenize-markup.ts'

/** Parts at the end of a text that are no text, or not yet: a tag, an entity, colons of a respelling, half a character. */
const CUT_OFF = [
  /<(?:[a-z_/!?][^<>]*)?$/i,
  /&[#\w]{0,30}$/,
  /:$/,
  // From the start of a word alone: a long one would be read again from each of its letters.
  /(?<![\p{L}\p{M}\p{N}])[\p{L}\p{M}\p{N}]*::(?! )[\p{L}\p{M}\p{N}'’‐-― -]*:?$/u,
  /[\uD800-\uDBFF]$/,
]
/** A cue in square brackets that is not closed yet. */
const CUT_OFF_CUE = /\[[a-z ]{0,40}$/i

/** Most characters of reasoning at the start of a growing text that wait for the closing tag. Longer reasoning is spoken. */
export const MOST_HELD_THOUGHT = 20_000

/** What goes on until its end is written. */
const ENCLOSED = [
  { opening: '<!--', closing: '-->' },
  { opening: '<![CDATA[', closing: ']]>' },
] as const

const TAG = /<(\/?)(?:ssml:)?([a-z_][\w:.-]*)([^<>]*?)(\/?)>/gi

/** Elements of our own and of SSML that say what their words are, so that these are known at the closing tag. */
const WORD_ELEMENTS: ReadonlySet<string> = new Set(['respell', 'sub', 'phoneme', 'say-as'])

/**
 * Returns where the part of an unfinished text begins whose markup may still change: a tag that is not written to its end, or
 * an element that decides only at its closing tag what its words are. The length of the text if there is none.
 */
export function findUnfinishedMarkup(text: string, door?: DoorMarkup): number {
  const cut = CUT_OFF.map((pattern) => text.search(pattern))
  if (door?.cues === true) cut.push(text.search(CUT_OFF_CUE))
  if (door !== undefined) cut.push(findOpenThought(text, door.mostThought ?? MOST_HELD_THOUGHT))
  const enclosed = ENCLOSED.map(({ opening, closing }) => {
    const start = text.lastIndexOf(opening)
    return start !== -1 && text.indexOf(closing, start) === -1 ? start : -1
  })
  const places = [...cut, ...enclosed, findUnclosed(text)].filter((place) => place !== -1)
  return Math.min(text.length, ...places)
}

/** The start of reasoning that may still be closed in time; -1 if there is none. */
function findOpenThought(text: string, most: number): number {
  const thought = findThought(text, most)
  return thought === undefined || thought.isClosed || text.length >= most ? -1 : thought.mark.span.start
}

/** The first tag that is waiting for its closing tag; -1 if there is none. */
function findUnclosed(text: string): number {
  if (!text.includes('<')) return -1
  const open = new Map<string, number>()
  for (const { 1: slash, 2: written = '', 3: rest = '', 4: selfClosing, index } of text.matchAll(TAG)) {
    const name = written.toLowerCase()
    if (!waitsForClosing(name, rest)) continue
    if (slash === '/') open.delete(name)
    else if (selfClosing === '' && !open.has(name)) open.set(name, index)
  }
  return open.size === 0 ? -1 : Math.min(...open.values())
}

/** HTML elements with a closing tag are markup if it follows, and text if it does not. So are some of SSML without attributes. */
function waitsForClosing(name: string, rest: string): boolean {
  if (WORD_ELEMENTS.has(name) || UNSPOKEN_ELEMENTS.has(name)) return true
  if (kindOfSsmlName(name) === 'word') return !rest.includes('=')
  return HTML_ELEMENTS.get(name)?.needsClosing === true
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
