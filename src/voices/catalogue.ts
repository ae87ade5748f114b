import { ServiceError } from '../errors.ts'
import type { Avatar, Voice } from './voice.ts'

/** The voices that callers can choose. */
export type Catalogue = {
  /** In the order in which they are listed. */
  readonly voices: readonly Voice[]
  /** All voices, also those that are not listed. */
  readonly bySpeakerId: ReadonlyMap<number, Voice>
  /** Voices that speak for ids that no avatar has. */
  readonly aliases: ReadonlyMap<number, Voice>
  /** Voices that speak for voices of other services, by the other's id and by its name in lower case. */
  readonly foreign: ReadonlyMap<string, ForeignVoice>
}

/** A voice that speaks for one of another service, which is called `name` there. */
export type ForeignVoice = { readonly name: string; readonly voice: Voice }

const STYLES: ReadonlySet<unknown> = new Set(['Narration', 'Promo', 'Conversational', 'Character', 'Custom'])
const LOCALE = /^[a-z]{2,3}_[A-Z]{2}$/

/** Builds the catalogue from the parsed `avatars.json`. Throws an Error that names the first entry that is wrong. */
export function parseCatalogue(entries: unknown): Catalogue {
  if (!Array.isArray(entries) || entries.length === 0)
    throw new Error('Cannot read the avatars: expected a list with entries')
  const catalogue = createCatalogue(entries.map((entry, index) => parseVoice(entry, index)))
  if (catalogue.bySpeakerId.size < entries.length) throw new Error('Cannot read the avatars: an id is used twice')
  return catalogue
}

/** Creates a catalogue of voices that have different ids; those that are unlisted are found by their id alone. */
export function createCatalogue(
  voices: readonly Voice[],
  { aliases = new Map(), foreign = new Map() }: Partial<Pick<Catalogue, 'aliases' | 'foreign'>> = {},
): Catalogue {
  const listed = voices.filter(isListed)
  return { voices: listed, bySpeakerId: new Map(voices.map((voice) => [voice.avatar.id, voice])), aliases, foreign }
}

/** Whether callers see a voice in the list of avatars. */
export function isListed({ isUnlisted }: Voice): boolean {
  return isUnlisted !== true
}

/** The voice that speaks for one of another service, by the other's id or name. */
export function findForeignVoice({ foreign }: Catalogue, name: string): ForeignVoice | undefined {
  return foreign.get(name) ?? foreign.get(name.toLowerCase())
}

/**
 * The voices that a voice package brings itself: entries as in `avatars.json`, whose engine is the package. `taken` are
 * the voices there are already. Throws an Error that says which entry is wrong, or whose id is taken and by whom.
 */
export function parsePackageVoices(
  entries: readonly unknown[],
  { engine, taken }: { readonly engine: string; readonly taken: readonly Voice[] },
): readonly Voice[] {
  const names = new Map(taken.map(({ avatar, engine: owner }) => [avatar.id, `${avatar.name} of ${owner}`]))
  return entries.map((entry, index) => {
    const voice = parseVoice(entry, index, engine)
    const { id, name } = voice.avatar
    if (names.has(id))
      throw new Error(`Cannot read avatar ${index + 1}: its id ${id} is already that of ${names.get(id)}`)
    names.set(id, `${name} of ${engine}`)
    return voice
  })
}

/** Returns the voice that speaks for a `speaker_id`, of an avatar or an alias. Throws INVALID_SPEAKER_ID if there is none. */
export function findVoice({ bySpeakerId, aliases }: Catalogue, speakerId: number): Voice {
  const voice = bySpeakerId.get(speakerId) ?? aliases.get(speakerId)
  if (voice === undefined) {
    throw new ServiceError('INVALID_SPEAKER_ID', `Cannot speak with speaker_id ${speakerId}: no avatar has this id`)
  }
  return voice
}

/** `engine` is the default for entries that do not name one. */
function parseVoice(entry: unknown, index: number, engine?: string): Voice {
  const fields = new Fields(entry, `avatar ${index + 1}`)
  return {
    avatar: parseAvatar(fields),
    engine: engine ?? fields.text('engine'),
    engineVoice: fields.text('engineVoice'),
    tempo: fields.number('tempo', 1),
    pitchSemitones: fields.number('pitchSemitones', 0),
    levelDb: fields.number('levelDb', 0),
    brightnessDb: fields.number('brightnessDb', 0),
    pauses: fields.number('pauses', 1),
    expression: fields.number('expression', 1),
    size: fields.number('size', 1),
    previewText: fields.text('previewText'),
    ...(fields.flag('unlisted') && { isUnlisted: true }),
  }
}

function parseAvatar(fields: Fields): Avatar {
  const id = fields.number('id')
  if (!Number.isSafeInteger(id) || id < 1) fields.refuse('id', 'a positive integer')
  const style = fields.text('style')
  if (!STYLES.has(style)) fields.refuse('style', [...STYLES].join(', '))
  const locale = fields.text('locale')
  if (!LOCALE.test(locale)) fields.refuse('locale', 'a code such as en_US')
  const gender = fields.text('gender')
  if (gender !== 'male' && gender !== 'female') return fields.refuse('gender', 'male or female')
  return {
    id,
    name: fields.text('name'),
    style: style as Avatar['style'],
    accentType: fields.text('accentType'),
    characteristics: fields.texts('characteristics'),
    locale,
    language: fields.text('language'),
    languageVariant: fields.textOrNull('languageVariant'),
    source: fields.textOrNull('source'),
    otherTags: fields.texts('otherTags'),
    gender,
  }
}

/** The fields of one entry; each reader gives the value or throws with the entry's and the field's name. */
class Fields {
  readonly #values: Readonly<Record<string, unknown>>
  readonly #owner: string

  constructor(entry: unknown, owner: string) {
    if (typeof entry !== 'object' || entry === null) throw new Error(`Cannot read ${owner}: expected an object`)
    this.#values = entry as Record<string, unknown>
    this.#owner = owner
  }

  text(name: string): string {
    const value = this.#values[name]
    return typeof value === 'string' && value !== '' ? value : this.refuse(name, 'a text')
  }

  textOrNull(name: string): string | null {
    return this.#values[name] === null ? null : this.text(name)
  }

  texts(name: string): readonly string[] {
    const value = this.#values[name]
    const isList = Array.isArray(value) && value.every((item) => typeof item === 'string')
    return isList ? value : this.refuse(name, 'a list of texts')
  }

  flag(name: string): boolean {
    const value = this.#values[name] ?? false
    return typeof value === 'boolean' ? value : this.refuse(name, 'true or false')
  }

  number(name: string, fallback?: number): number {
    const value = this.#values[name] ?? fallback
    return typeof value === 'number' && Number.isFinite(value) ? value : this.refuse(name, 'a number')
  }

  refuse(name: string, expected: string): never {
    throw new Error(
      `Cannot read ${this.#owner}: ${name} must be ${expected}, not ${JSON.stringify(this.#values[name])}`,
    )
  }
}
