import { computed, signal } from '@preact/signals'
import type { Avatar, Library } from '../../client/src/declaim.ts'
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
  const [voices, sets] = await Promise.all([declaim.avatars(), declaim.libraries.list()])
  avatars.value = voices
  libraries.value = sets
}

export async function reloadLibraries(): Promise<void> {
  libraries.value = await declaim.libraries.list()
  libraryRevision.value += 1
}
