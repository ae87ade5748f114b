import { readFile } from 'node:fs/promises'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { firstProblem } from '../../voice-packages/voice-manifest.ts'
import {
  checkEngineKind,
  packageFile,
  type VoicePackage,
  voicePackageError,
} from '../../voice-packages/voice-package.ts'
import { englishLetters } from '../ipa/write-ipa.ts'

/** Length of a style vector. */
export const STYLE_WIDTH = 256
/** Prefix of the file roles that are voices, as in `voice-af_heart`. */
const VOICE_ROLE = 'voice-'

const Vocabulary = Type.Record(Type.String(), Type.Integer({ minimum: 0 }))
/** Kokoro's own `config.json` has the vocabulary at the top level; a `tokenizer.json` has it under `model`. */
const VocabularyFile = Type.Union([
  Type.Object({ vocab: Vocabulary }),
  Type.Object({ model: Type.Object({ vocab: Vocabulary }) }),
])

const KokoroSettings = Type.Object({
  /** Voice -> language code, for voices that differ from the package's. */
  languageCodes: Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1 }))),
})

/** The contents of a Kokoro package besides its model. */
export type KokoroVoices = {
  /** Letter -> ID. */
  readonly ids: ReadonlyMap<string, number>
  /** Name of a voice -> its concatenated style vectors: the first is for one letter, the next for two, and so on. */
  readonly styles: ReadonlyMap<string, Float32Array>
  /** Name of a voice -> the language code that it speaks. */
  readonly languageCodes: ReadonlyMap<string, string>
}

/** Reads and checks the vocabulary and the voices. Throws an error with the package's name. */
export async function loadKokoroVoices(voice: VoicePackage): Promise<KokoroVoices> {
  checkEngineKind(voice, 'kokoro')
  const ids = await loadVocabulary(voice)
  const { settings } = voice
  if (!Value.Check(KokoroSettings, settings))
    throw voicePackageError(voice.name, `settings: ${firstProblem(KokoroSettings, settings)}`)
  const styles = new Map<string, Float32Array>()
  for (const role of Object.keys(voice.files)) {
    if (role.startsWith(VOICE_ROLE)) styles.set(role.slice(VOICE_ROLE.length), await loadStyles(voice, role))
  }
  if (styles.size === 0) throw voicePackageError(voice.name, `the manifest lists no file "${VOICE_ROLE}..."`)
  const { languageCodes: own = {} } = settings
  const languageCodes = new Map([...styles.keys()].map((name) => [name, own[name] ?? voice.languageCode]))
  for (const languageCode of new Set(languageCodes.values())) {
    const missing = [...englishLetters({ alphabet: 'misaki', languageCode })].find((letter) => !ids.has(letter))
    if (missing !== undefined) throw voicePackageError(voice.name, `config: the vocabulary lacks "${missing}"`)
  }
  return { ids, styles, languageCodes }
}

async function loadVocabulary(voice: VoicePackage): Promise<ReadonlyMap<string, number>> {
  const text = await readFile(packageFile(voice, 'config'), 'utf8')
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (cause) {
    throw voicePackageError(voice.name, 'config: it is not JSON', { cause })
  }
  if (!Value.Check(VocabularyFile, file)) throw voicePackageError(voice.name, 'config: it has no vocabulary ("vocab")')
  return new Map(Object.entries('vocab' in file ? file.vocab : file.model.vocab))
}

async function loadStyles(voice: VoicePackage, role: string): Promise<Float32Array> {
  const bytes = await readFile(packageFile(voice, role))
  if (bytes.length === 0 || bytes.length % (STYLE_WIDTH * 4) !== 0) {
    throw voicePackageError(voice.name, `${role}: ${bytes.length} bytes are not vectors of ${STYLE_WIDTH} floats`)
  }
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(4 * i))
}

/** The style vector for a text of `letters` letters (at least 1), as in Kokoro's own pipeline. Longer texts use the last one. */
export function styleForLength(styles: Float32Array, letters: number): Float32Array {
  const row = Math.min(letters, styles.length / STYLE_WIDTH) - 1
  return styles.slice(row * STYLE_WIDTH, (row + 1) * STYLE_WIDTH)
}
