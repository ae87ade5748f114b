import { type Doc, Map as SharedMap, type Text } from 'yjs'
import { compareMarks, type FlatText, findChange, flatten, slicePieces } from './flat-text.ts'
import { orderParagraphs } from './order-paragraphs.ts'
import { readParagraphs, readSettings, SCHEMA_VERSION, SETTINGS, type StoredParagraph, TEXT } from './read-script.ts'
import { ATTRIBUTE_NAMES, type Paragraph, type Script } from './script.ts'

/** Writes a script into a shared document that has none. */
export function createScript(doc: Doc, script: Script): void {
  doc.transact(() => {
    doc.getMap(SETTINGS).set('schema', SCHEMA_VERSION)
    writeScript(doc, script)
  })
}

/** Changes a shared script into another one. What is the same in both stays as it is, so that edits of others merge. */
export function writeScript(doc: Doc, { title, libraryIds, paragraphs }: Script): void {
  doc.transact(() => {
    writeSettings(doc, { title, libraryIds })
    const all = readParagraphs(doc)
    changeParagraphs(doc, all, { from: 0, to: all.length, after: paragraphs })
  })
}

export function writeSettings(doc: Doc, changed: Partial<Pick<Script, 'title' | 'libraryIds'>>): void {
  const known: Partial<Record<string, unknown>> = readSettings(doc)
  const settings = doc.getMap(SETTINGS)
  for (const [name, value] of Object.entries(changed))
    if (JSON.stringify(known[name]) !== JSON.stringify(value)) settings.set(name, value)
}

/** Neighbours of the script, as it is shown, and what they become. */
export type ParagraphChange = {
  readonly from: number
  readonly to: number
  readonly after: readonly Paragraph[]
  /** Where somebody typed, in UTF-16 units of the text that this paragraph gets. */
  readonly near?: Near
}
export type Near = { readonly id: string; readonly offset: number }

/**
 * Changes the paragraphs `from` up to `to` of `all`, those of a shared script into others. Paragraphs are known by their ids. The first one
 * should stay, if there is one that does: text of removed paragraphs that goes on in it is then not copied.
 */
export function changeParagraphs(
  doc: Doc,
  all: readonly StoredParagraph[],
  { from, to, after, near }: ParagraphChange,
): void {
  doc.transact(() => {
    const text = doc.getText(TEXT)
    const before = all.slice(from, to)
    const edits = planEdits(before, after, { behind: all[to]?.start ?? text.length, near })
    for (const edit of edits.toSorted(lastFirst)) writeEdit(text, edit)
    const known = new Map(before.map((paragraph) => [paragraph.id, paragraph]))
    for (const paragraph of after) {
      const stored = known.get(paragraph.id)
      if (stored !== undefined) writeAttributes(text, stored, paragraph)
    }
    if (before.length === after.length && before.every(({ id }, index) => after[index]?.id === id)) return
    const ids = (some: readonly Paragraph[]) => some.map(({ id }) => id)
    orderParagraphs(doc, [...ids(all.slice(0, from)), ...ids(after), ...ids(all.slice(to))])
  })
}

/** A stretch of the shared text that becomes another one. */
type Edit = {
  readonly at: number
  readonly before: FlatText
  readonly after: FlatText
  readonly near?: number | undefined
}

/** From the end to the start, so that no edit moves another. What goes from a place goes before something comes there. */
function lastFirst(one: Edit, other: Edit): number {
  return other.at - one.at || other.before.text.length - one.before.text.length
}

/** One edit for each paragraph that stays, with those behind it that go or come, and one for those before the first. */
function planEdits(
  before: readonly StoredParagraph[],
  after: readonly Paragraph[],
  { behind, near }: { readonly behind: number; readonly near: Near | undefined },
): readonly Edit[] {
  const kept = new Set(after.map(({ id }) => id))
  const groups = groupByHead(before, ({ id }) => kept.has(id))
  const known = new Set(before.map(({ id }) => id))
  const wanted = new Map(groupByHead(after, ({ id }) => known.has(id)).map((group) => [group.head?.id, group]))
  return groups.flatMap(({ head, others }) => {
    const { head: next, others: added } = wanted.get(head?.id)!
    const at = head?.textStart ?? others[0]?.start ?? groups[1]?.head?.start ?? behind
    // Text before the first marker has none of its own.
    const hasNone = head === undefined && others[0]?.marker === undefined
    const first = hasNone ? others[0] : head
    const rest = hasNone ? others.slice(1) : others
    const joined = countAdjoining(first?.end ?? at, rest)
    return [
      {
        at,
        before: flatten(first, rest.slice(0, joined)),
        after: flatten(next, added),
        near: findNear(near, next, added),
      },
      // Paragraphs that were moved to here are elsewhere in the shared text.
      ...rest.slice(joined).map((gone) => ({ at: gone.start, before: flatten(undefined, [gone]), after: NOTHING })),
    ]
  })
}

/** A place in a paragraph as one in the text that it makes with those around it. */
function findNear(
  near: Near | undefined,
  first: Paragraph | undefined,
  others: readonly Paragraph[],
): number | undefined {
  if (near === undefined) return undefined
  if (near.id === first?.id) return near.offset
  const index = others.findIndex(({ id }) => id === near.id)
  if (index === -1) return undefined
  return flatten(first, others.slice(0, index)).text.length + 1 + near.offset
}

const NOTHING = flatten(undefined, [])

type Group<Item> = { readonly head: Item | undefined; readonly others: Item[] }

/** Divides a list before each item that is a head. The first group has no head. */
function groupByHead<Item>(items: readonly Item[], isHead: (item: Item) => boolean): readonly Group<Item>[] {
  const groups: Group<Item>[] = [{ head: undefined, others: [] }]
  for (const item of items) {
    if (isHead(item)) groups.push({ head: item, others: [] })
    else groups.at(-1)!.others.push(item)
  }
  return groups
}

/** How many paragraphs follow one another in the shared text from a place on. */
function countAdjoining(place: number, paragraphs: readonly StoredParagraph[]): number {
  let end = place
  let count = 0
  for (const { start, end: next } of paragraphs) {
    if (start !== end) break
    ;[end, count] = [next, count + 1]
  }
  return count
}

function writeEdit(text: Text, { at, before, after, near }: Edit): void {
  const { start, removed, added } = findChange(before.text, after.text, near)
  if (removed > 0) text.delete(at + start, removed)
  let place = at + start
  for (const piece of slicePieces(after, start, added)) {
    if (piece.begins === undefined) text.insert(place, piece.text, { ...piece.marks })
    else text.insertEmbed(place, createMarker(piece.begins), {})
    place += piece.text.length
  }
  const tail = after.text.length - start - added
  const stretches = [
    { from: 0, old: 0, length: start },
    { from: start + added, old: start + removed, length: tail },
  ]
  for (const { from, old, length } of stretches) {
    const changes = compareMarks(slicePieces(before, old, length), slicePieces(after, from, length))
    for (const { start: offset, length: size, marks } of changes) text.format(at + from + offset, size, marks)
  }
}

function createMarker(paragraph: Paragraph): SharedMap<unknown> {
  return new SharedMap(ATTRIBUTE_NAMES.map((name) => [name, paragraph[name]]))
}

/** Sets the attributes that differ. Those that this release does not know stay. */
function writeAttributes(text: Text, { marker, ...stored }: StoredParagraph, paragraph: Paragraph): void {
  const changed = ATTRIBUTE_NAMES.filter((name) => stored[name] !== paragraph[name])
  if (changed.length === 0) return
  if (marker === undefined) text.insertEmbed(0, createMarker(paragraph), {})
  else for (const name of changed) marker.set(name, paragraph[name])
}
