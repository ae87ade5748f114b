import { applyUpdate, Doc } from 'yjs'
import { readParagraphs } from '../../projects/read-script.ts'
import { type Paragraph, textOf } from '../../projects/script.ts'
import type { StoredUpdates } from '../../storage/records/project-scripts.ts'

/** The shared script of a project, as of a revision. */
export type OpenScript = {
  readonly doc: Doc
  readonly revision: number
  /** Bytes of the updates that it is made of. */
  readonly bytes: number
  /** The texts of its paragraphs, by their ids. */
  readonly texts: ReadonlyMap<string, string>
}

/** Bytes of all scripts that are kept open. */
const MOST_BYTES = 32 * 1024 * 1024
const MOST_SCRIPTS = 200

/** Opens a script from its updates. */
export function openScript({ updates, revision }: StoredUpdates): OpenScript {
  const doc = new Doc()
  for (const update of updates) applyUpdate(doc, update)
  const bytes = updates.reduce((sum, { length }) => sum + length, 0)
  return { doc, revision, bytes, texts: textsOf(readParagraphs(doc)) }
}

export function textsOf(paragraphs: readonly Paragraph[]): ReadonlyMap<string, string> {
  return new Map(paragraphs.map((paragraph) => [paragraph.id, textOf(paragraph)]))
}

/** Keeps the scripts that were used last, by the positions of their projects. */
export class OpenScripts {
  readonly #kept = new Map<number, OpenScript>()
  #bytes = 0

  /** Takes a script out, because it is about to change. Undefined unless this revision is kept. */
  take(position: number, revision: number): OpenScript | undefined {
    const script = this.#kept.get(position)
    if (script !== undefined) {
      this.#kept.delete(position)
      this.#bytes -= script.bytes
    }
    return script?.revision === revision ? script : undefined
  }

  keep(position: number, script: OpenScript): void {
    const known = this.#kept.get(position)
    if (known !== undefined && known.revision >= script.revision) return
    if (known !== undefined) this.take(position, known.revision)
    this.#kept.set(position, script)
    this.#bytes += script.bytes
    for (const [oldest, { revision }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES && this.#kept.size <= MOST_SCRIPTS) return
      this.take(oldest, revision)
    }
  }
}
