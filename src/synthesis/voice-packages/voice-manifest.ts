import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { voicePackageError } from './voice-package.ts'

export const MANIFEST_FILE = 'manifest.json'

const NonEmpty = Type.String({ minLength: 1 })

const VoiceManifest = Type.Object({
  format: Type.Literal(1),
  name: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  version: NonEmpty,
  engine: NonEmpty,
  languageCode: NonEmpty,
  sampleRate: Type.Integer({ minimum: 8000, maximum: 192_000 }),
  licence: NonEmpty,
  source: NonEmpty,
  files: Type.Record(
    Type.String(),
    Type.Object({
      // A plain file name, so that a manifest cannot refer to files outside its folder.
      path: Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*$' }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
      url: Type.Optional(Type.String({ pattern: '^https?://' })),
    }),
  ),
  settings: Type.Unknown(),
  avatars: Type.Optional(Type.Array(Type.Unknown())),
})

/** The contents of a voice package's `manifest.json`; docs/voices.md describes the fields. */
export type VoiceManifest = Type.Static<typeof VoiceManifest>

export type ReadManifest = { readonly manifest: VoiceManifest; readonly bytes: Uint8Array }

/** Reads and checks the manifest in `folder`, but no other file. Throws an error with the voice's name. */
export async function readVoiceManifest(folder: string): Promise<ReadManifest> {
  const folderName = basename(resolve(folder))
  try {
    const bytes = await readFile(join(folder, MANIFEST_FILE))
    return { manifest: parseVoiceManifest(bytes, folderName), bytes }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause
    throw voicePackageError(folderName, `${MANIFEST_FILE} cannot be read`, { cause })
  }
}

/** Parses and checks a manifest. Errors name the voice as `name`. */
export function parseVoiceManifest(bytes: Uint8Array, name: string): VoiceManifest {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw voicePackageError(name, `${MANIFEST_FILE} is not JSON`, { cause })
  }
  if (Value.Check(VoiceManifest, value)) return value
  throw voicePackageError(name, `${MANIFEST_FILE}: ${firstProblem(VoiceManifest, value)}`)
}

/** Describes the first difference between `value` and `schema`: its location and what is expected there. */
export function firstProblem(schema: Type.TSchema, value: unknown): string {
  const [error] = Value.Errors(schema, value)
  return error === undefined ? 'differs from its schema' : `${error.instancePath || '/'} ${error.message}`
}
