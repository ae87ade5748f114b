import { type Doc, Map as SharedMap } from 'yjs'
import {
  ATTRIBUTE_NAMES,
  DEFAULT_ATTRIBUTES,
  hasSameMarks,
  MARK_NAMES,
  type Marks,
  type Paragraph,
  type Run,
  type Script,
} from './script.ts'

/**
 * How a script is shared (decision 87): one text, in which a marker begins each paragraph, so that splitting and joining paragraphs
 * copies no text. Markers are maps with the attributes of their paragraphs; marks are formats of the text.
 */
export const TEXT = 'script'
/** The map of what belongs to the whole script: `schema`, `title` and `libraryIds`. */
export const SETTINGS = 'settings'
/** Raised when scripts get something that earlier releases would not show. They can then read, and not write. */
export const SCHEMA_VERSION = 1

/** A paragraph and where it is in the shared text. */
export type StoredParagraph = Paragraph & {
  /** Undefined for text before the first marker, which is left of a paragraph that somebody else has deleted. */
  readonly marker: SharedMap<unknown> | undefined
  /** Where the marker is, and where its text begins and ends. */
  readonly start: number
  readonly textStart: number
  readonly end: number
  /** Sorts paragraphs that were moved: its own, or that of the paragraph before it in the shared text. */
  readonly order: string
}

/** The version of the schema that a shared script has. */
export function readSchemaVersion(doc: Doc): number {
  const version = doc.getMap(SETTINGS).get('schema')
  return typeof version === 'number' ? version : SCHEMA_VERSION
}

export function readScript(doc: Doc): Script {
  return { ...readSettings(doc), paragraphs: readParagraphs(doc).map(toParagraph) }
}

/** The title and the libraries, without reading the text. */
export function readSettings(doc: Doc): Pick<Script, 'title' | 'libraryIds'> {
  const settings = doc.getMap(SETTINGS)
  const [title, libraryIds] = [settings.get('title'), settings.get('libraryIds')]
  return {
    title: typeof title === 'string' ? title : '',
    libraryIds: Array.isArray(libraryIds) ? libraryIds.filter((id) => typeof id === 'string') : [],
  }
}

function toParagraph({ id, speaker, pause, name, level, isSilent, runs }: StoredParagraph): Paragraph {
  return { id, speaker, pause, name, level, isSilent, runs }
}

type Draft = { marker: SharedMap<unknown> | undefined; start: number; textStart: number; end: number; runs: Run[] }
type Delta = readonly { readonly insert: unknown; readonly attributes?: Readonly<Record<string, unknown>> }[]

/** The paragraphs in the order in which they are shown. Every reader of the same shared text sees the same. */
export function readParagraphs(doc: Doc): readonly StoredParagraph[] {
  const drafts: Draft[] = []
  let position = 0
  for (const { insert, attributes = {} } of doc.getText(TEXT).toDelta() as Delta) {
    const length = typeof insert === 'string' ? insert.length : 1
    const last = drafts.at(-1)
    if (insert instanceof SharedMap) {
      drafts.push({ marker: insert, start: position, textStart: position + 1, end: position + 1, runs: [] })
    } else if (last === undefined) {
      drafts.push({ marker: undefined, start: 0, textStart: 0, end: length, runs: toRuns(insert, attributes) })
    } else {
      last.end = position + length
      appendRuns(last.runs, toRuns(insert, attributes))
    }
    position += length
  }
  return sortByOrder(nameParagraphs(drafts))
}

/** Gives each paragraph its attributes, its order, and an id that no other has. */
function nameParagraphs(drafts: readonly Draft[]): readonly StoredParagraph[] {
  const seen = new Set<string>()
  let order = ''
  return drafts.map((draft, index) => {
    const stored = { ...DEFAULT_ATTRIBUTES, ...readAttributes(draft.marker) }
    const own = draft.marker?.get('order')
    if (typeof own === 'string') order = own
    let id = stored.id === '' ? `start-${index}` : stored.id
    for (let copy = 2; seen.has(id); copy += 1) id = `${stored.id}.${copy}`
    seen.add(id)
    return { ...stored, ...draft, id, order }
  })
}

/** Those of the attributes that this release knows and that have a value of the right kind. */
function readAttributes(marker: SharedMap<unknown> | undefined): Partial<Paragraph> {
  const known = ATTRIBUTE_NAMES.map((name) => [name, marker?.get(name)] as const)
  return Object.fromEntries(known.filter(([name, value]) => typeof value === typeof DEFAULT_ATTRIBUTES[name]))
}

function sortByOrder(paragraphs: readonly StoredParagraph[]): readonly StoredParagraph[] {
  if (paragraphs.every(({ order }) => order === '')) return paragraphs
  return paragraphs.toSorted((one, other) => compareOrder(one, other))
}

/** Compares paragraphs by order, and then by their places in the shared text. */
export function compareOrder(
  one: Pick<StoredParagraph, 'order' | 'start'>,
  other: Pick<StoredParagraph, 'order' | 'start'>,
): number {
  if (one.order === other.order) return one.start - other.start
  return one.order < other.order ? -1 : 1
}

function toRuns(insert: unknown, attributes: Readonly<Record<string, unknown>>): Run[] {
  return typeof insert === 'string' ? [{ text: insert, marks: toMarks(attributes) }] : []
}

/** The marks that this release knows. A word is respelled or read as something, and not both. */
function toMarks(attributes: Readonly<Record<string, unknown>>): Marks {
  const known = MARK_NAMES.filter((name) => attributes[name] !== undefined && attributes[name] !== null)
  const shown = known.includes('respell') ? known.filter((name) => name !== 'sayAs') : known
  return Object.fromEntries(shown.map((name) => [name, attributes[name]])) as Marks
}

function appendRuns(runs: Run[], added: readonly Run[]): void {
  for (const run of added) {
    const last = runs.at(-1)
    if (last !== undefined && hasSameMarks(last.marks, run.marks))
      runs[runs.length - 1] = { text: last.text + run.text, marks: last.marks }
    else runs.push(run)
  }
}
