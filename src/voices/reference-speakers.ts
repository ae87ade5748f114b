import type { ForeignVoice } from './catalogue.ts'
import type { Avatar, Voice } from './voice.ts'

/** A speaker id that programs written for the reference service send, and the voice that they expect. */
export type ReferenceSpeaker = Pick<Avatar, 'id' | 'gender' | 'style' | 'locale'>

/** Reads the parsed `reference-speakers.json`. Throws an Error if an entry lacks a field. */
export function parseReferenceSpeakers(file: unknown): readonly ReferenceSpeaker[] {
  const { speakers } = file as { readonly speakers: readonly ReferenceSpeaker[] }
  for (const { id, gender, style, locale } of speakers) {
    if (!Number.isSafeInteger(id) || !gender || !style || !locale)
      throw new Error(`Cannot read the reference speakers: speaker ${id} is incomplete`)
  }
  return speakers
}

/** A public voice of another service. */
export type ReferenceVoice = Omit<ReferenceSpeaker, 'id'> & { readonly id: string; readonly name: string }

/** Reads the parsed `elevenlabs-voices.json`. Throws an Error if an entry lacks a field. */
export function parseReferenceVoices(file: unknown): readonly ReferenceVoice[] {
  const { voices } = file as { readonly voices: readonly ReferenceVoice[] }
  for (const { id, name, gender, style, locale } of voices) {
    if (!id || !name || !gender || !style || !locale)
      throw new Error(`Cannot read the voices of other services: ${JSON.stringify(name ?? id)} is incomplete`)
  }
  return voices
}

/** Maps the id and the name of each voice of another service to the nearest of `candidates`. */
export function standIn(
  references: readonly ReferenceVoice[],
  candidates: readonly Voice[],
): ReadonlyMap<string, ForeignVoice> {
  const found = new Map<string, ForeignVoice>()
  for (const reference of references) {
    const { id, name } = reference
    const voice = findNearest(reference, candidates)
    if (voice === undefined) continue
    for (const key of [id, name.toLowerCase()]) found.set(key, { name, voice })
  }
  return found
}

/** Maps each reference id that no voice has to the nearest of `candidates`. */
export function aliasSpeakers(
  speakers: readonly ReferenceSpeaker[],
  { voices, candidates }: { readonly voices: readonly Voice[]; readonly candidates: readonly Voice[] },
): ReadonlyMap<number, Voice> {
  const ids = new Set(voices.map(({ avatar }) => avatar.id))
  const aliases = new Map<number, Voice>()
  for (const speaker of speakers) {
    const nearest = ids.has(speaker.id) ? undefined : findNearest(speaker, candidates)
    if (nearest !== undefined) aliases.set(speaker.id, nearest)
  }
  return aliases
}

type Wanted = Omit<ReferenceSpeaker, 'id'>

/** Orders voices by gender, then locale, then style, then newer before classic. The first of equals wins. */
export function findNearest(speaker: Wanted, voices: readonly Voice[]): Voice | undefined {
  let nearest: Voice | undefined
  let least = Number.POSITIVE_INFINITY
  for (const voice of voices) {
    const distance = distanceTo(speaker, voice.avatar)
    if (distance >= least) continue
    nearest = voice
    least = distance
  }
  return nearest
}

function distanceTo({ gender, locale, style }: Wanted, avatar: Avatar): number {
  const differences = [
    avatar.gender !== gender,
    avatar.locale !== locale,
    avatar.style !== style,
    avatar.otherTags.includes('Classic'),
  ]
  return differences.reduce((sum, differs) => sum * 2 + Number(differs), 0)
}
