type Note = { readonly offset: number; times: number }

/** Why a tag of SSML is left out. */
const REASONS = {
  'plain-text': 'because the text is not SSML',
  'no-effect': 'because it has no effect here',
} as const

/** Gathers what the caller should know about the markup of a text: one warning for each kind of tag, attribute or entity. */
export class MarkupWarnings {
  readonly #tags = new Map<string, Note>()
  readonly #entities = new Map<string, Note>()

  droppedTag(name: string, offset: number): void {
    count(this.#tags, `HTML tag <${name}> is not spoken`, offset)
  }

  leftOutTag(name: string, offset: number, reason: keyof typeof REASONS): void {
    count(this.#tags, `SSML tag <${name}> is left out, ${REASONS[reason]}`, offset)
  }

  /** `part` names the attribute or value and its tag. */
  leftOutPart(part: string, offset: number): void {
    count(this.#tags, `SSML ${part} is left out, ${REASONS['no-effect']}`, offset)
  }

  /** Text that is left out, or markup that is spoken. */
  note(what: string, offset: number): void {
    count(this.#tags, what, offset)
  }

  decodedEntity(written: string, offset: number): void {
    count(this.#entities, `HTML entity ${written} is decoded`, offset)
  }

  list(): readonly string[] {
    return [...this.#tags, ...this.#entities].map(([what, note]) => `${what}: ${describe(note)}`)
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
