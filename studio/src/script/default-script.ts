import type { Avatar } from '../../../client/src/declaim.ts'
import { DEFAULT_ATTRIBUTES, type Paragraph } from '../../../src/projects/script.ts'
import { createParagraphId } from './schema.ts'

const TEXTS = [
  'Welcome to module three. It costs $4.99, really, and you can try it until May 5th.',
  'Ask Nandipha or Dr. Nguyen if anything sounds wrong. Click a word to hear how it is said, and why.',
]

/** What a first visitor hears: words that are read in a non-obvious way, in two voices. */
export function createDefaultParagraphs(avatars: readonly Avatar[]): readonly Paragraph[] {
  const [first, second = first] = pickVoices(avatars)
  return TEXTS.map((text, index) => ({
    ...DEFAULT_ATTRIBUTES,
    id: createParagraphId(),
    speaker: (index === 0 ? first : second)?.id ?? 0,
    runs: [{ text, marks: {} }],
  }))
}

/** A narrator, and another person. */
function pickVoices(avatars: readonly Avatar[]): readonly Avatar[] {
  const narrator = avatars.find(({ style }) => style === 'Narration') ?? avatars[0]
  const other = avatars.find(({ name, gender }) => name !== narrator?.name && gender !== narrator?.gender)
  return [narrator, other].filter((avatar) => avatar !== undefined)
}
