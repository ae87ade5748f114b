import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { type VoicePackage, voicePackageError } from './voice-package.ts'

const NonEmpty = Type.String({ minLength: 1 })

const Manifest = Type.Object({
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
      // A plain name: a manifest cannot point out of its folder.
      path: Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9._-]*$' }),
      sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    }),
  ),
  settings: Type.Unknown(),
})

/**
 * The voice package in `folder`, after its manifest was checked and every file compared with its checksum.
 * Throws an error with the name of the voice and the reason when something is missing or differs.
 */
export async function loadVoicePackage(folder: string): Promise<VoicePackage> {
  const folderName = basename(resolve(folder))
  const bytes = await readPart(join(folder, 'manifest.json'), folderName)
  const { files: listed, format: _, ...facts } = parseManifest(bytes, folderName)
  const checksum = createHash('sha256').update(bytes)
  const files: Record<string, string> = {}
  for (const [role, { path, sha256 }] of Object.entries(listed)) {
    const file = resolve(folder, path)
    const found = sha256Of(await readPart(file, facts.name))
    if (found !== sha256) {
      throw voicePackageError(facts.name, `${path} has the checksum ${found}, and the manifest expects ${sha256}`)
    }
    checksum.update(found)
    files[role] = file
  }
  return { ...facts, folder: resolve(folder), files, checksum: checksum.digest('hex') }
}

function parseManifest(bytes: Uint8Array, folderName: string): Type.Static<typeof Manifest> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder().decode(bytes))
  } catch (cause) {
    throw voicePackageError(folderName, 'manifest.json is not JSON', { cause })
  }
  if (Value.Check(Manifest, value)) return value
  throw voicePackageError(folderName, `manifest.json: ${firstProblem(Manifest, value)}`)
}

/** The first thing by which `value` differs from `schema`: the place and what is expected there. */
export function firstProblem(schema: Type.TSchema, value: unknown): string {
  const [error] = Value.Errors(schema, value)
  return error === undefined ? 'differs from its schema' : `${error.instancePath || '/'} ${error.message}`
}

async function readPart(path: string, name: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw voicePackageError(name, `${basename(path)} cannot be read`, { cause })
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
