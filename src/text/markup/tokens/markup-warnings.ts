type Note = { readonly offset: number; times: number }

/** Gathers what the caller should know about HTML in a text: one warning for each kind of tag or entity. */
export class MarkupWarnings {
  readonly #tags = new Map<string, Note>()
  readonly #entities = new Map<string, Note>()

  droppedTag(name: string, offset: number): void {
    count(this.#tags, name, offset)
  }

  decodedEntity(written: string, offset: number): void {
    count(this.#entities, written, offset)
  }

  list(): readonly string[] {
    return [
      ...Array.from(this.#tags, ([name, note]) => `HTML tag <${name}> is not spoken: ${describe(note)}`),
      ...Array.from(this.#entities, ([written, note]) => `HTML entity ${written} is decoded: ${describe(note)}`),
    ]
  }
}

function count(notes: Map<string, Note>, key: string, offset: number): void {
  const note = notes.get(key)
  if (note === undefined) notes.set(key, { offset, times: 1 })
  else note.times += 1
}

function describe({ offset, times }: Note): string {
  return times === 1 ? `at offset ${offset}` : `${times} times, first at offset ${offset}`
}
