/** A voice as files: a folder with a checked `manifest.json`. Plain data, so that it can be sent to a worker thread. */
export type VoicePackage<Settings = unknown> = {
  readonly folder: string
  /** Name of the voice, as in `Segment.voice.name`. */
  readonly name: string
  /** Version of the weights; new for every audible change. */
  readonly version: string
  /** The kind of engine that speaks the voice, such as `neural`. */
  readonly engine: string
  /** In lower case: `en-us`. */
  readonly languageCode: string
  /** Sample rate of the voice, in Hz. */
  readonly sampleRate: number
  /** Licence of the weights, as an SPDX expression. */
  readonly licence: string
  /** What the voice was made from. */
  readonly source: string
  /** Role (such as `vocoder`) -> absolute path of a file whose checksum was verified. */
  readonly files: Readonly<Record<string, string>>
  /** SHA-256 in hexadecimal over all files and the manifest. It changes with any part of the voice. */
  readonly checksum: string
  /** Entries as in the avatars file but without their engine, for packages that bring their own avatars. */
  readonly avatars: readonly unknown[]
  /** Settings for this kind of engine; `unknown` until they are checked. */
  readonly settings: Settings
}

/** The error for an invalid voice package, which an operator reads at start: `Cannot load voice "ember": ...`. */
export function voicePackageError(name: string, problem: string, options?: ErrorOptions): Error {
  return new Error(`Cannot load voice "${name}": ${problem}`, options)
}

/** Returns the absolute path of the file with this role. Throws if the manifest lists none. */
export function packageFile({ name, files }: VoicePackage, role: string): string {
  const path = files[role]
  if (path === undefined) throw voicePackageError(name, `the manifest lists no file "${role}"`)
  return path
}

/** Throws unless the package is for this kind of engine. */
export function checkEngineKind({ name, engine }: VoicePackage, kind: string): void {
  if (engine !== kind) throw voicePackageError(name, `it is for the engine "${engine}", and not for "${kind}"`)
}
