import { LISTENING_TEXTS } from './listening-texts.ts'

/** What a person can judge in five minutes. */
export const CLIP_COUNT = 40

/** The texts that the default avatar says, one after another until there are 40 clips. */
const DEFAULT_AVATAR = 3
const DEFAULT_TEXTS = [
  'statement-1',
  'question-1',
  'list-1',
  'emphasis-3',
  'name-1',
  'number-1',
  'question-2',
  'emphasis-1',
  'statement-3',
  'list-2',
  'emphasis-2',
  'statement-2',
  'question-3',
  'number-2',
  'name-2',
]

/** A clip of the page; `name` is its file's, and the same in every release. */
export type ListeningClip = {
  readonly name: string
  readonly speakerId: number
  /** What the page shows beside the text. */
  readonly speaker: string
  /** `question`, `list` and so on. */
  readonly kind: string
  readonly text: string
  readonly ssml: string
}

/** What the choice needs to know of an avatar. */
export type ListedAvatar = { readonly id: number; readonly name: string; readonly style: string }

/**
 * One clip of each avatar, and so many of the default avatar before them that there are 40. The styles of one person say the same
 * text, so that they can be compared; from person to person the kind of text changes.
 */
export function chooseListeningClips(avatars: readonly ListedAvatar[]): readonly ListeningClip[] {
  const first = avatars.find(({ id }) => id === DEFAULT_AVATAR)
  if (first === undefined) throw new Error(`Cannot choose clips: there is no avatar ${DEFAULT_AVATAR}`)
  const texts = new Map(dealTexts().map((text) => [text.id, text]))
  const own = DEFAULT_TEXTS.slice(0, Math.max(0, CLIP_COUNT - avatars.length)).map((id) =>
    makeClip(`${id}.wav`, first, texts.get(id)!),
  )
  const people = [...new Set(avatars.map(({ name }) => name))]
  const dealt = [...texts.values()]
  const each = people.flatMap((person, i) =>
    avatars
      .filter(({ name }) => name === person)
      .map((avatar) => makeClip(`avatar-${avatar.id}.wav`, avatar, dealt[i % dealt.length]!)),
  )
  return [...own, ...each]
}

type ListeningText = { readonly id: string; readonly kind: string; readonly ssml: string }

/** All texts, the first of each kind, then the second of each kind, and so on. */
function dealTexts(): readonly ListeningText[] {
  const kinds = Object.entries(LISTENING_TEXTS)
  const longest = Math.max(...kinds.map(([, texts]) => texts.length))
  return Array.from({ length: longest }, (_, i) =>
    kinds.flatMap(([kind, texts]) =>
      texts[i] === undefined ? [] : [{ id: `${kind}-${i + 1}`, kind, ssml: `<speak>${texts[i]}</speak>` }],
    ),
  ).flat()
}

function makeClip(
  name: string,
  { id, name: person, style }: ListedAvatar,
  { kind, ssml }: ListeningText,
): ListeningClip {
  const text = ssml.replace(/<emphasis[^>]*>(.*?)<\/emphasis>/g, '*$1*').replaceAll(/<[^>]*>/g, '')
  return { name, speakerId: id, speaker: `${id} ${person}, ${style}`, kind, text, ssml }
}
