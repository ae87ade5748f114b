/** Kinds of things whose ids requests name. */
export const ID_KINDS = ['clip_id', 'library_id', 'replacement_id'] as const
export type IdKind = (typeof ID_KINDS)[number]

/** Stands for the id of a thing that exists, until the request is sent. */
export const placeholderOf = (kind: IdKind): string => `\u00a7${kind}\u00a7`

type Ids = Readonly<Record<IdKind, string>>

/** Ids of things that exist, or did until lately. */
export type KnownIds = {
  /** Notes the ids of things that an answer names. */
  remember(answer: string): void
  /** Returns a function that puts ids in place of placeholders, for all of one request. */
  choose(): (text: string) => string
}

/** Recent ones, so that some of them were deleted meanwhile. */
const REMEMBERED = 20
const ID = '"([0-9a-f-]{36})"'
const CLIP = new RegExp(`"clip_ids?":\\[?${ID}`)
const LIBRARY = new RegExp(`"library_id":${ID}`)
const REPLACEMENT = new RegExp(`"replacement_id":${ID}`)

export function createKnownIds(): KnownIds {
  const clips: string[] = []
  const libraries: string[] = []
  /** With its library, because one without the other finds nothing. */
  const replacements: (readonly [replacement: string, library: string])[] = []
  let turn = 0

  const next = <Item>(items: readonly Item[]): Item | undefined => items[turn++ % items.length]
  function keep<Item>(items: Item[], item: Item): void {
    items.push(item)
    if (items.length > REMEMBERED) items.shift()
  }

  return {
    remember(answer) {
      const [clip, library, replacement] = [CLIP, LIBRARY, REPLACEMENT].map((one) => one.exec(answer)?.[1])
      if (clip !== undefined && !clips.includes(clip)) keep(clips, clip)
      if (library !== undefined && !libraries.includes(library)) keep(libraries, library)
      if (replacement !== undefined && library !== undefined) keep(replacements, [replacement, library])
    },
    choose() {
      const pair = next(replacements)
      const chosen: Ids = {
        clip_id: next(clips) ?? 'none',
        library_id: next(libraries) ?? 'none',
        replacement_id: pair?.[0] ?? 'none',
      }
      return (text) => {
        const needsPair = text.includes(encodeURIComponent(placeholderOf('replacement_id')))
        const ids = needsPair ? { ...chosen, library_id: pair?.[1] ?? 'none' } : chosen
        return ID_KINDS.reduce(
          (filled, kind) =>
            filled
              .replaceAll(placeholderOf(kind), ids[kind])
              .replaceAll(encodeURIComponent(placeholderOf(kind)), ids[kind]),
          text,
        )
      }
    },
  }
}
