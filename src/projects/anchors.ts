import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  type Doc,
  decodeRelativePosition,
  encodeRelativePosition,
  type RelativePosition,
} from 'yjs'
import { ServiceError } from '../errors.ts'
import { readParagraphs, TEXT } from './read-script.ts'
import { textOf } from './script.ts'

/** Some words of a paragraph, in UTF-16 units of its text. */
export type Place = { readonly paragraphId: string; readonly start: number; readonly end: number }

/** Where words are in a shared script, whatever is written around them: relative positions of Yjs, in base64. */
export type Anchor = { readonly start: string; readonly end: string }

/** Words that something is about, with their text as it was. */
export type AnchoredWords = { readonly anchor: Anchor; readonly quote: string }

/** UTF-16 units of a quote. */
export const MAX_QUOTE_LENGTH = 1000

/** Paragraphs of which somebody has seen the text. */
export type SeenPlace = Place & {
  /** The words as the caller sees them; undefined if it does not say. */
  readonly quote?: string | undefined
}

/**
 * Anchors words of a script. If somebody has written before them since the caller looked, they are searched for by their quote. Throws
 * NOT_FOUND if there is no such paragraph, MISSING_ARGUMENT if it has no such words, and CONFLICT if they are not as quoted.
 */
export function anchorWords(doc: Doc, { paragraphId, quote, ...given }: SeenPlace): AnchoredWords {
  const paragraph = readParagraphs(doc).find(({ id }) => id === paragraphId)
  if (paragraph === undefined)
    throw new ServiceError('NOT_FOUND', `Cannot find paragraph "${paragraphId}": the script has none of this id`)
  const text = textOf(paragraph)
  const { start, end } = quote === undefined ? given : findQuoted(text, { ...given, quote })
  if (start >= end || end > text.length)
    throw new ServiceError(
      'MISSING_ARGUMENT',
      `Cannot comment on ${start} to ${end} of paragraph "${paragraphId}": expected some of its ${text.length} characters`,
    )
  const words = text.slice(start, end)
  return {
    anchor: {
      start: encode(createRelativePositionFromTypeIndex(doc.getText(TEXT), paragraph.textStart + start)),
      // It belongs to the character before it, so that what is written behind the words is not one of them.
      end: encode(createRelativePositionFromTypeIndex(doc.getText(TEXT), paragraph.textStart + end, -1)),
    },
    quote: words.length > MAX_QUOTE_LENGTH ? `${sliceWhole(words, MAX_QUOTE_LENGTH - 1)}…` : words,
  }
}

type Quoted = Omit<Place, 'paragraphId'> & { readonly quote: string }

/** The place of a quote that is nearest to where its reader saw it. */
function findQuoted(text: string, { start, end, quote }: Quoted): Omit<Place, 'paragraphId'> {
  if (text.slice(start, end) === quote) return { start, end }
  const places: number[] = []
  for (let at = text.indexOf(quote); at !== -1 && quote !== ''; at = text.indexOf(quote, at + 1)) places.push(at)
  const [nearest] = places.toSorted((one, other) => Math.abs(one - start) - Math.abs(other - start))
  if (nearest === undefined)
    throw new ServiceError(
      'CONFLICT',
      'Cannot comment on these words: somebody has just changed them; select them again',
    )
  return { start: nearest, end: nearest + quote.length }
}

/** Cuts a text without cutting a character in two. */
function sliceWhole(text: string, length: number): string {
  const cut = text.slice(0, length)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** Where anchored words are now; undefined for those of which nothing is left, and for anchors of another script. */
export function locateAnchors(doc: Doc, anchors: readonly Anchor[]): readonly (Place | undefined)[] {
  if (anchors.length === 0) return []
  const paragraphs = readParagraphs(doc).toSorted((one, other) => one.start - other.start)
  return anchors.map((anchor) => {
    const [from, to] = [locate(doc, anchor.start), locate(doc, anchor.end)]
    if (from === undefined || to === undefined) return undefined
    const paragraph = paragraphs.find(({ textStart, end }) => Math.max(from, textStart) < Math.min(to, end))
    if (paragraph === undefined) return undefined
    const { id, textStart, end } = paragraph
    return { paragraphId: id, start: Math.max(from - textStart, 0), end: Math.min(to, end) - textStart }
  })
}

function locate(doc: Doc, position: string): number | undefined {
  try {
    const absolute = createAbsolutePositionFromRelativePosition(decode(position), doc)
    return absolute?.type === doc.getText(TEXT) ? absolute.index : undefined
  } catch {
    // It was made by something else.
    return undefined
  }
}

function encode(position: RelativePosition): string {
  return btoa(String.fromCharCode(...encodeRelativePosition(position)))
}

function decode(position: string): RelativePosition {
  return decodeRelativePosition(Uint8Array.from(atob(position), (character) => character.charCodeAt(0)))
}
