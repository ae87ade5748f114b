import type { Declaim } from '../../../../client/src/declaim.ts'

/** The library in which the tools keep pronunciations. All texts of the tools are spoken with it. */
const LIBRARY = 'Pronunciations'

/** The id of the library, as a list for requests; empty if there is none yet. */
export async function pronunciationLibraries(declaim: Declaim): Promise<readonly string[]> {
  const libraries = await declaim.libraries.list()
  return libraries.filter(({ name }) => name === LIBRARY).map(({ library_id: id }) => id)
}

export type Pronunciation = {
  readonly word: string
  /** A respelling such as `shuh-VAWN`, or words. */
  readonly say: string
  readonly isRespelling: boolean
}

/** Has a word said in another way from now on; takes the place of what was kept for it before. */
export async function keepPronunciation(
  declaim: Declaim,
  { word, say, isRespelling }: Pronunciation,
): Promise<'added' | 'changed'> {
  const { libraries } = declaim
  const libraryId = (await pronunciationLibraries(declaim))[0] ?? (await libraries.create(LIBRARY))
  const entry = { original: word, replacement_text: say, is_phonetic_respelling: isRespelling, enabled: true }
  const known = (await libraries.replacements(libraryId)).find(({ original }) => original === word)
  if (known === undefined) await libraries.add(libraryId, entry)
  else await libraries.update(libraryId, known.replacement_id, entry)
  return known === undefined ? 'added' : 'changed'
}
