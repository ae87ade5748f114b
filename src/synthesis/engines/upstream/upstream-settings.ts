import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProblem } from '../../voice-packages/voice-manifest.ts'
import { checkEngineKind, type VoicePackage, voicePackageError } from '../../voice-packages/voice-package.ts'

const UpstreamSettings = Type.Object({
  /** URL up to and including the version, such as `https://speech.example.com/v1`. `/audio/speech` is appended. */
  baseUrl: Type.String({ pattern: '^https?://[^/?#]+(/[^?#]*)?$' }),
  model: Type.String({ minLength: 1 }),
  /** The voices of the server, by the server's names. */
  voices: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, uniqueItems: true }),
  responseFormat: Type.Union([Type.Literal('wav'), Type.Literal('pcm')]),
  /** Time limit for one segment, from the request to the last byte. */
  timeoutSeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 600 })),
  /** The environment variable that holds the key. The prefix keeps a manifest from asking for other secrets. */
  keyVariable: Type.Optional(Type.String({ pattern: '^VOICE_KEY_[A-Z0-9_]+$' })),
})

/** How to reach a server. */
export type UpstreamServer = {
  /** Name of the package, for errors. */
  readonly name: string
  readonly url: string
  readonly model: string
  readonly voices: readonly string[]
  readonly responseFormat: 'wav' | 'pcm'
  readonly timeoutMs: number
  readonly key: string | undefined
}

/** Checks and returns the settings of an upstream package. Throws an error with the package's name if they are invalid. */
export function parseUpstreamSettings(
  voicePackage: VoicePackage,
  keys: Readonly<Record<string, string>>,
): UpstreamServer {
  checkEngineKind(voicePackage, 'upstream')
  const { name, settings } = voicePackage
  if (!Value.Check(UpstreamSettings, settings)) {
    throw voicePackageError(name, `settings: ${firstProblem(UpstreamSettings, settings)}`)
  }
  const { baseUrl, keyVariable, timeoutSeconds = 60, ...rest } = settings
  const key = keyVariable === undefined ? undefined : keys[keyVariable]
  if (keyVariable !== undefined && key === undefined) {
    throw voicePackageError(name, `the environment variable ${keyVariable} is not set`)
  }
  return { ...rest, name, key, url: `${baseUrl.replace(/\/+$/, '')}/audio/speech`, timeoutMs: timeoutSeconds * 1000 }
}
