/** A regular file of a download. */
export type DownloadFile = {
  /** Path in the download, with `/` between folders. */
  readonly name: string
  /** Real path on this machine. */
  readonly path: string
  readonly size: number
}

/** One voice of a model, as its files describe it. */
export type DownloadedVoice = {
  /** Name of the engine's voice; undefined if it is that of the package. */
  readonly engineVoice: string | undefined
  /** What people call it. */
  readonly name: string
  /** In lower case: `en-gb`. */
  readonly languageCode: string
  /** Undefined if the files do not say. */
  readonly gender: 'female' | 'male' | undefined
}

/** A part of the package: a file to copy, or bytes made from one. */
export type PackagePart = { readonly fileName: string } & (
  | { readonly copy: DownloadFile }
  | { readonly bytes: Uint8Array }
)

/** All that a manifest needs but the licence and ids. */
export type DownloadDescription = {
  /** Name of the package. */
  readonly name: string
  readonly engine: 'piper' | 'kokoro'
  readonly version: string
  readonly languageCode: string
  /** Hz. */
  readonly sampleRate: number
  readonly source: string
  readonly settings: Readonly<Record<string, unknown>>
  /** Role -> part. */
  readonly parts: Readonly<Record<string, PackagePart>>
  readonly voices: readonly DownloadedVoice[]
  /** Sentences about what was left out. */
  readonly notes: readonly string[]
}

/** What one layout makes of the files: a description for each model, and a reason for each file that looked like one. */
export type Recognition = {
  readonly found: readonly DownloadDescription[]
  readonly refused: readonly string[]
}

/** A way in which voices are published. It reads only files that are data. */
export interface DownloadLayout {
  /** For people, as in `a Piper voice`. */
  readonly title: string
  recognise(files: readonly DownloadFile[]): Promise<Recognition>
}

/** Turns any text into a name that a manifest accepts. */
export function packageName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return /^[a-z]/.test(plain) ? plain : `voice-${plain}`.replace(/-$/, '')
}
