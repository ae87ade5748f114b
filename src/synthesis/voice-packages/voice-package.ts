/** A voice as files: a folder with a checked `manifest.json`. Plain data, so that it can be sent to a worker thread. */
export type VoicePackage<Settings = unknown> = {
  readonly folder: string
  /** Of the voice, as `Segment.voice.name` says it. */
  readonly name: string
  /** Of these weights; a new one for every change that is heard. */
  readonly version: string
  /** The kind of engine that speaks it, such as `neural`. */
  readonly engine: string
  /** In lower case: `en-us`. */
  readonly languageCode: string
  /** Hz, of what the voice speaks. */
  readonly sampleRate: number
  /** SPDX expression of the weights. */
  readonly licence: string
  /** What the voice was made from. */
  readonly source: string
  /** Role (such as `vocoder`) -> absolute path of a file whose checksum was compared. */
  readonly files: Readonly<Record<string, string>>
  /** SHA-256 in hexadecimal, over all files and the manifest: it changes when anything of the voice does. */
  readonly checksum: string
  /** Entries as in the avatars file, without their engine; for packages that bring their own. */
  readonly avatars: readonly unknown[]
  /** What only the engine of this kind understands; unknown until it is checked for that kind. */
  readonly settings: Settings
}

/** The refusal of a voice package, which an operator reads at the start: `Cannot load voice "ember": ...`. */
export function voicePackageError(name: string, problem: string, options?: ErrorOptions): Error {
  return new Error(`Cannot load voice "${name}": ${problem}`, options)
}

/** The absolute path of the file with this role. Throws when the manifest lists none. */
export function packageFile({ name, files }: VoicePackage, role: string): string {
  const path = files[role]
  if (path === undefined) throw voicePackageError(name, `the manifest lists no file "${role}"`)
  return path
}

/** Throws unless the package is for this kind of engine. */
export function checkEngineKind({ name, engine }: VoicePackage, kind: string): void {
  if (engine !== kind) throw voicePackageError(name, `it is for the engine "${engine}", and not for "${kind}"`)
}
