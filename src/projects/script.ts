/** The marks of a text, in the order in which they are nested when they are printed. */
export const MARK_NAMES = ['tempo', 'loudness', 'pitch', 'respell', 'sayAs'] as const
export type MarkName = (typeof MARK_NAMES)[number]
export type Marks = { readonly [name in MarkName]?: string | number }

/** A stretch of text with the same marks. */
export type Run = { readonly text: string; readonly marks: Marks }

/** What a paragraph is besides its text. */
export type ParagraphAttributes = {
  /** Unique in its script. */
  readonly id: string
  /** The id of its avatar; 0 if none is chosen. */
  readonly speaker: number
  /** Seconds of silence after it. */
  readonly pause: number
  /** Names its file and its chapter; empty if it has no name. */
  readonly name: string
  /** Of a heading, which begins a scene: 1 to 3. 0 for other paragraphs. */
  readonly level: number
  /** Whether it is shown and not spoken, as headings may be. */
  readonly isSilent: boolean
}

export type Paragraph = ParagraphAttributes & { readonly runs: readonly Run[] }

export type Script = {
  readonly title: string
  /** Replacement libraries that it is read with. */
  readonly libraryIds: readonly string[]
  readonly paragraphs: readonly Paragraph[]
}

/** Of a paragraph that does not say. */
export const DEFAULT_ATTRIBUTES: ParagraphAttributes = {
  id: '',
  speaker: 0,
  pause: 0.6,
  name: '',
  level: 0,
  isSilent: false,
}

export const ATTRIBUTE_NAMES = Object.keys(DEFAULT_ATTRIBUTES) as readonly (keyof ParagraphAttributes)[]

/** The text of a paragraph without its marks. */
export function textOf({ runs }: Pick<Paragraph, 'runs'>): string {
  return runs.map(({ text }) => text).join('')
}

/** Whether two stretches of text have the same marks. */
export function hasSameMarks(one: Marks, other: Marks): boolean {
  return MARK_NAMES.every((name) => one[name] === other[name])
}
