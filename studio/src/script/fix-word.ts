import { libraries, reloadLibraries } from '../catalogue.ts'
import { declaim } from '../service.ts'
import { doc, libraryIds } from './script-state.ts'
import { offerUndo } from './undo-outside.ts'

const LIBRARY_NAME = 'Pronunciations'

/** Says a word so in every script that uses the library: adds it, or changes what the library says. */
export async function fixEverywhere(original: string, respelling: string): Promise<void> {
  const libraryId = await findOrCreateLibrary()
  const entry = { original, replacement_text: respelling, is_phonetic_respelling: true, enabled: true }
  const known = (await declaim.libraries.replacements(libraryId)).find((one) => one.original === original)
  if (known === undefined) {
    const id = await declaim.libraries.add(libraryId, entry)
    offerUndo(
      { label: `“${original}” is in the library`, undo: () => change(declaim.libraries.remove(libraryId, id)) },
      doc.value,
    )
  } else {
    await declaim.libraries.update(libraryId, known.replacement_id, entry)
    const { replacement_text, is_phonetic_respelling, enabled } = known
    const before = { replacement_text, is_phonetic_respelling, enabled }
    const undo = () => change(declaim.libraries.update(libraryId, known.replacement_id, before))
    offerUndo({ label: `“${original}” is changed in the library`, undo }, doc.value)
  }
  if (!libraryIds.value.includes(libraryId)) libraryIds.value = [...libraryIds.value, libraryId]
  await reloadLibraries()
}

/** Removes a word from the library that changes it. */
export async function forgetEverywhere(replacement: { library_id: string; replacement_id: string }): Promise<void> {
  const { library_id, replacement_id } = replacement
  const { original, replacement_text, is_phonetic_respelling, enabled } = await declaim.libraries.remove(
    library_id,
    replacement_id,
  )
  const undo = () =>
    change(declaim.libraries.add(library_id, { original, replacement_text, is_phonetic_respelling, enabled }))
  offerUndo({ label: `“${original}” is removed from the library`, undo }, doc.value)
  await reloadLibraries()
}

async function change(done: Promise<unknown>): Promise<void> {
  await done
  await reloadLibraries()
}

async function findOrCreateLibrary(): Promise<string> {
  const own = libraries.value.find(
    ({ library_id, name }) => name === LIBRARY_NAME || libraryIds.value[0] === library_id,
  )
  return own?.library_id ?? (await declaim.libraries.create(LIBRARY_NAME))
}
