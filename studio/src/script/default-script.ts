import type { Avatar } from '../../../client/src/declaim.ts'
import { createParagraphId, scriptSchema } from './schema.ts'

const TEXTS = [
  'Welcome to module three. It costs $4.99, really, and you can try it until May 5th.',
  'Ask Nandipha or Dr. Nguyen if anything sounds wrong. Click a word to hear how it is said, and why.',
]

/** What a first visitor hears: words that are read in a non-obvious way, in two voices. */
export function createDefaultScript(avatars: readonly Avatar[]): unknown {
  const [first, second = first] = pickVoices(avatars)
  const paragraphs = TEXTS.map((text, index) =>
    scriptSchema.node(
      'paragraph',
      { id: createParagraphId(), speaker: (index === 0 ? first : second)?.id ?? 0, pause: 0.6 },
      scriptSchema.text(text),
    ),
  )
  return scriptSchema.node('doc', null, paragraphs).toJSON()
}

/** A narrator, and another person. */
function pickVoices(avatars: readonly Avatar[]): readonly Avatar[] {
  const narrator = avatars.find(({ style }) => style === 'Narration') ?? avatars[0]
  const other = avatars.find(({ name, gender }) => name !== narrator?.name && gender !== narrator?.gender)
  return [narrator, other].filter((avatar) => avatar !== undefined)
}
