import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { englishLetters } from '../../src/synthesis/engines/ipa/write-ipa.ts'
import { FLOAT, INT64 } from '../../src/synthesis/engines/onnx/graph-parts.ts'
import { type LetterSound, tinyVocoder } from './tiny-speech.ts'
import { sha256OfFile } from './voice-packages.ts'
import { floats, integers, type ModelSpec, node, writeModel } from './write-model.ts'

const MARKS = [',', '.', '?', '!', ';', ':', '—', '…']
const VOWELS = new Set('ɑæʌəɔɛɜɚiɪoʊueaAIOWYQ')
const SILENT = { hz: 0, amplitude: 0 }

/** A voice package of tones in a new temporary folder, with the inputs and outputs of Piper's real exports. */
export function makePiperPackage(name = 'tiny-piper', { speakers = 1, edit }: PiperOptions = {}): string {
  const sampleRate = 22_050
  const letters = ['_', '^', '$', ...MARKS, ...englishLetters({ alphabet: 'espeak', languageCode: 'en-us' })]
  const sounds = letters.map((letter, id) => soundOf(letter, id, { sound: 9, vowel: 15, pad: 1, mark: 10 }))
  const spec = piperModel(sounds, { sampleRate, speakers })
  const config = {
    audio: { sample_rate: sampleRate, quality: 'tiny' },
    espeak: { voice: 'en-us' },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
    num_symbols: letters.length,
    num_speakers: speakers,
    speaker_id_map: speakers === 1 ? {} : { ann: 0, bob: 1 },
    phoneme_id_map: Object.fromEntries(letters.map((letter, id) => [letter, [id]])),
  }
  const files = { model: ['model.onnx', writeModel(edit?.(spec) ?? spec)], config: ['model.onnx.json', toJson(config)] }
  return writePackage({ name, engine: 'piper', sampleRate, settings: {} }, files)
}

type PiperOptions = { readonly speakers?: number; readonly edit?: (spec: ModelSpec) => ModelSpec }

function piperModel(sounds: readonly LetterSound[], { sampleRate, speakers }: PiperRate): ModelSpec {
  const vocoder = tinyVocoder({ sampleRate, hopSamples: 256, sounds })
  const speaker = { name: 'sid', type: INT64, shape: ['batch'] }
  return {
    inputs: [
      { name: 'input', type: INT64, shape: ['batch', 'phonemes'] },
      { name: 'input_lengths', type: INT64, shape: ['batch'] },
      { name: 'scales', type: FLOAT, shape: [3] },
      ...(speakers > 1 ? [speaker] : []),
    ],
    outputs: [{ name: 'output', type: FLOAT, shape: ['batch', 1, 1, 'time'] }],
    constants: [
      ...vocoder.constants,
      floats(
        'length table',
        sounds.map(({ frames }) => frames - 0.5),
        [sounds.length],
      ),
      integers('length place', [1]),
      integers('duration noise place', [2]),
      integers('squeezed axis', [1], [1]),
      integers('audio shape', [1, 1, 1, -1], [4]),
      floats('speaker gain', [1, 0.5], [2]),
    ],
    nodes: [
      node('Gather', ['scales', 'length place'], 'length scale'),
      node('Gather', ['scales', 'duration noise place'], 'duration noise'),
      node('Gather', ['length table', 'input'], 'lengths'),
      node('RandomNormalLike', ['lengths'], 'random lengths'),
      node('Mul', ['random lengths', 'duration noise'], 'length noise'),
      node('Mul', ['lengths', 'length scale'], 'scaled lengths'),
      node('Add', ['scaled lengths', 'length noise'], 'noisy lengths'),
      // Ids 0 to 2 (pads, start, end) and all others last at least a moment, as with the exponential of a real model.
      node('Abs', ['noisy lengths'], 'positive lengths'),
      node('Unsqueeze', ['positive lengths', 'squeezed axis'], 'w'),
      node('Ceil', ['w'], 'w_ceil'),
      node('Squeeze', ['w_ceil', 'squeezed axis'], 'frames'),
      node('Identity', ['input'], 'ids'),
      ...vocoder.nodes,
      ...(speakers > 1
        ? [node('Gather', ['speaker gain', 'sid'], 'gain'), node('Mul', ['wave', 'gain'], 'voiced wave')]
        : [node('Identity', ['wave'], 'voiced wave')]),
      node('Reshape', ['voiced wave', 'audio shape'], 'output'),
    ],
  }
}

type PiperRate = { readonly sampleRate: number; readonly speakers: number }

/** The like of Kokoro's real exports. Each style vector begins with the gain of its length: 0.5, and a little more for each letter. */
export function makeKokoroPackage(name = 'tiny-kokoro', { durations = true, edit }: KokoroOptions = {}): string {
  const sampleRate = 24_000
  const letters = ['$', ...MARKS, ...englishLetters({ alphabet: 'misaki', languageCode: 'en-us' })]
  const sounds = letters.map((letter, id) => soundOf(letter, id, { sound: 3, vowel: 5, pad: 2, mark: 10 }))
  const spec = kokoroModel(sounds, { sampleRate, durations })
  const vocab = Object.fromEntries(letters.map((letter, id) => [letter, id]))
  const styles = Float32Array.from({ length: 510 * 256 }, (_, i) => (i % 256 === 0 ? 0.5 + i / 256 / 1000 : 0))
  const files = {
    model: ['model.onnx', writeModel(edit?.(spec) ?? spec)],
    config: ['config.json', toJson({ vocab })],
    'voice-af_tone': ['af_tone.bin', new Uint8Array(styles.buffer)],
    'voice-am_tone': ['am_tone.bin', new Uint8Array(styles.buffer)],
  }
  return writePackage({ name, engine: 'kokoro', sampleRate, settings: {} }, files)
}

type KokoroOptions = { readonly durations?: boolean; readonly edit?: (spec: ModelSpec) => ModelSpec }

function kokoroModel(sounds: readonly LetterSound[], options: { sampleRate: number; durations: boolean }): ModelSpec {
  const vocoder = tinyVocoder({ sampleRate: options.sampleRate, hopSamples: 600, sounds })
  return {
    inputs: [
      { name: 'input_ids', type: INT64, shape: [1, 'tokens'] },
      { name: 'style', type: FLOAT, shape: [1, 256] },
      { name: 'speed', type: FLOAT, shape: [1] },
    ],
    outputs: [
      { name: 'waveform', type: FLOAT, shape: [1, 'samples'] },
      ...(options.durations ? [{ name: 'durations', type: INT64, shape: ['tokens'] }] : []),
    ],
    constants: [
      ...vocoder.constants,
      floats(
        'length table',
        sounds.map(({ frames }) => frames),
        [sounds.length],
      ),
      integers('gain place', [0]),
      integers('row shape', [1, -1], [2]),
    ],
    nodes: [
      node('Gather', ['length table', 'input_ids'], 'lengths'),
      node('Div', ['lengths', 'speed'], 'spoken lengths'),
      node('Round', ['spoken lengths'], 'frames'),
      node('Reshape', ['frames', 'flat'], 'flat frames'),
      node('Cast', ['flat frames'], 'durations', { to: INT64 }),
      node('Identity', ['input_ids'], 'ids'),
      ...vocoder.nodes,
      node('Gather', ['style', 'gain place'], 'gain', { axis: 1 }),
      node('Mul', ['wave', 'gain'], 'voiced wave'),
      node('Reshape', ['voiced wave', 'row shape'], 'waveform'),
    ],
  }
}

type Frames = Readonly<Record<'sound' | 'vowel' | 'pad' | 'mark', number>>

function soundOf(letter: string, id: number, frames: Frames): LetterSound {
  if (['_', '^', '$', ' '].includes(letter)) return { ...SILENT, frames: frames.pad }
  if (MARKS.includes(letter)) return { ...SILENT, frames: frames.mark }
  const hz = 120 + ((id * 37) % 400)
  return VOWELS.has(letter)
    ? { hz, amplitude: 0.4, frames: frames.vowel }
    : { hz, amplitude: 0.25, frames: frames.sound }
}

type Facts = { readonly name: string; readonly engine: string; readonly sampleRate: number; readonly settings: unknown }

/** A package with these files (role -> name and content) in a new temporary folder of its name. */
export function writePackage(facts: Facts, files: Readonly<Record<string, readonly (string | Uint8Array)[]>>): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'declaim-voice-')), facts.name)
  mkdirSync(folder)
  const listed = Object.entries(files).map(([role, [path, content]]) => {
    writeFileSync(join(folder, path as string), content!)
    return [role, { path, sha256: sha256OfFile(join(folder, path as string)) }] as const
  })
  const common = { format: 1, version: '1', languageCode: 'en-us', licence: 'CC0-1.0', source: 'Made by a test' }
  writeFileSync(join(folder, 'manifest.json'), toJson({ ...common, ...facts, files: Object.fromEntries(listed) }))
  return folder
}

function toJson(value: unknown): string {
  return JSON.stringify(value, undefined, 2)
}
