import { computed, signal } from '@preact/signals'
import { type Avatar, DeclaimError, type Library } from '../../client/src/declaim.ts'
import { declaim } from './service.ts'

export const avatars = signal<readonly Avatar[]>([])
export const libraries = signal<readonly Library[]>([])
/** Rises whenever a library changes, since paragraphs may then sound different. */
export const libraryRevision = signal(0)

const byId = computed(() => new Map(avatars.value.map((avatar) => [avatar.id, avatar])))

export function avatarOf(id: number): Avatar | undefined {
  return byId.value.get(id)
}

export async function loadCatalogue(): Promise<void> {
  const [voices, sets] = await Promise.all([declaim.avatars(), declaim.libraries.list().catch(withoutScope)])
  avatars.value = voices
  libraries.value = sets
}

/** Whose key may not read libraries can write and listen all the same. */
function withoutScope(error: unknown): readonly Library[] {
  if (error instanceof DeclaimError && error.status === 403) return []
  throw error
}

export async function reloadLibraries(): Promise<void> {
  libraries.value = await declaim.libraries.list()
  libraryRevision.value += 1
}
