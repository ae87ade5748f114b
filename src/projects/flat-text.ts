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

/** The one stretch that changes between two texts: its start, and its lengths before and after. Markers are always different. */
export function findChange(before: string, after: string) {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && isSame(before, start, after, start)) start += 1
  let tail = 0
  while (tail < shorter - start && isSame(before, before.length - tail - 1, after, after.length - tail - 1)) tail += 1
  // A character of two units is changed whole.
  if (isInsidePair(before, start) || isInsidePair(after, start)) start -= 1
  if (tail > 0 && (isInsidePair(before, before.length - tail) || isInsidePair(after, after.length - tail))) tail -= 1
  return { start, removed: before.length - start - tail, added: after.length - start - tail }
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
