import { hasSameMarks, MARK_NAMES, type MarkName, type Marks, type Paragraph, type Run } from './script.ts'

/** Stands for a marker. Scripts have no such character. */
const MARKER = '\0'

/** The text of a paragraph, and markers and texts of those after it, as one stretch of the shared text. */
export type FlatText = { readonly text: string; readonly pieces: readonly FlatPiece[] }
type FlatPiece = Run & { readonly begins?: Paragraph }

/** A paragraph's own marker is not part of it, but those of the paragraphs after it are. */
export function flatten(first: Paragraph | undefined, others: readonly Paragraph[]): FlatText {
  const pieces = [
    ...(first?.runs ?? []),
    ...others.flatMap((paragraph) => [{ text: MARKER, marks: {}, begins: paragraph }, ...paragraph.runs]),
  ]
  return { text: pieces.map(({ text }) => text).join(''), pieces }
}

/** A stretch of a text that becomes another one: where it starts, and its lengths before and after. */
export type TextChange = { readonly start: number; readonly removed: number; readonly added: number }

/**
 * Finds the one stretch that changes between two texts. Markers are always different. If it may be in several places, as the second "an " of
 * "an an ", it is the one nearest to `near`, or else one that begins with a word.
 */
export function findChange(before: string, after: string, near?: number): TextChange {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before, start, after, start)) start += 1
  let tail = 0
  while (tail < shorter - start && isSame(before, before.length - tail - 1, after, after.length - tail - 1)) tail += 1
  const change = { start, removed: before.length - start - tail, added: after.length - start - tail }
  if (change.removed === 0) return place(after, { ...change, length: change.added }, near)
  if (change.added === 0) return place(before, { ...change, length: change.removed }, near)
  // A character of two units is changed whole.
  const early = isInsidePair(before, start) || isInsidePair(after, start) ? 1 : 0
  const isCut = (text: string): boolean => tail > 0 && isInsidePair(text, text.length - tail)
  const late = isCut(before) || isCut(after) ? 1 : 0
  return { start: start - early, removed: change.removed + early + late, added: change.added + early + late }
}

/** Chooses where a stretch of a text is that comes or goes: the letters beside it may be the same as at its other end. */
function place(text: string, change: TextChange & { readonly length: number }, near: number | undefined): TextChange {
  const { start: last, removed, added, length } = change
  const places: number[] = []
  for (let start = last; ; start -= 1) {
    if (!isInsidePair(text, start) && !isInsidePair(text, start + length)) places.push(start)
    if (start === 0 || !isSame(text, start - 1, text, start - 1 + length)) break
  }
  const distance = (start: number): number => Math.abs(start - (near ?? 0))
  const chosen =
    near === undefined
      ? places.find((start) => start === 0 || /[\s\0]/.test(text[start - 1]!))
      : places.toSorted((one, other) => distance(one) - distance(other))[0]
  return { start: chosen ?? places[0] ?? last, removed, added }
}

function isSame(one: string, place: number, other: string, otherPlace: number): boolean {
  return one[place] === other[otherPlace] && one[place] !== MARKER
}

function isInsidePair(text: string, place: number): boolean {
  return /[\ud800-\udbff]/.test(text[place - 1] ?? '') && /[\udc00-\udfff]/.test(text[place] ?? '')
}

/** The pieces of a stretch of a text. */
export function slicePieces({ pieces }: FlatText, start: number, length: number): readonly FlatPiece[] {
  const sliced: FlatPiece[] = []
  let place = 0
  for (const piece of pieces) {
    const text = piece.text.slice(Math.max(0, start - place), Math.max(0, start + length - place))
    if (text !== '') sliced.push({ ...piece, text })
    place += piece.text.length
  }
  return sliced
}

/** A stretch of text whose marks change. Null takes a mark away. */
export type Reformat = { readonly start: number; readonly length: number; readonly marks: MarkChange }
type MarkChange = Partial<Record<MarkName, string | number | null>>

/** How marks change in a stretch whose text stays: pieces of the same text before and after. */
export function compareMarks(before: readonly FlatPiece[], after: readonly FlatPiece[]): readonly Reformat[] {
  const changes: Reformat[] = []
  let [index, used, place] = [0, 0, 0]
  for (const piece of after) {
    let left = piece.text.length
    while (left > 0) {
      const old = before[index]!
      const length = Math.min(left, old.text.length - used)
      if (!hasSameMarks(old.marks, piece.marks))
        changes.push({ start: place, length, marks: changeMarks(old.marks, piece.marks) })
      ;[left, used, place] = [left - length, used + length, place + length]
      if (used === old.text.length) [index, used] = [index + 1, 0]
    }
  }
  return changes
}

function changeMarks(before: Marks, after: Marks): MarkChange {
  const changed = MARK_NAMES.filter((name) => before[name] !== after[name])
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null]))
}
