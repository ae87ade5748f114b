/**
 * What is heard when nobody speaks. In pauses, of each avatar: as spoken, after each codec, and what ffmpeg takes for the noise floor.
 * Inside words, in the closures of p, t and k after vowels, of each voice. The rival is bare Flite at the same loudness.
 *   npm run bench -- noise
 */
import { decibelsToFactor } from '../src/audio/decibels.ts'
import type { AudioFormat, BitrateMode } from '../src/audio/encoding/audio-encoder.ts'
import { measureLoudness } from '../src/audio/loudness/measure-loudness.ts'
import { joinSamples } from '../src/audio/samples/join-samples.ts'
import { loadAvatarsFile } from '../src/commands/resources/load-voices.ts'
import { HARVARD_SENTENCES } from '../test/quality/harvard-sentences.ts'
import { decodeAudio } from '../test/support/decode-audio.ts'
import { encodeWhole } from '../test/support/encode-whole.ts'
import { loudestPauseDb, type TimedAudio } from '../test/support/find-silence.ts'
import { createBareFlite } from './support/bare-flite.ts'
import { type ClosureLevels, measureClosures } from './support/measure-closures.ts'
import { measureNoiseFloor } from './support/measure-noise-floor.ts'
import { createBarePlanner } from './support/plan-bench-speech.ts'
import { printTable, type TableRow } from './support/print-table.ts'
import { createReciter } from './support/recite-phones.ts'

const TEXT = `It snowed, rained, and hailed the same morning. "Stop it," he said. ${HARVARD_SENTENCES.slice(0, 3).join(' ')}`
const LOUDNESS = -19
const CODECS: readonly Codec[] = [
  { heading: 'MP3', format: 'mp3' },
  { heading: 'MP3, variable', format: 'mp3', bitrateMode: 'variable' },
  { heading: 'Opus', format: 'opus' },
]
const OPUS_DECODED_AT = 48_000
/** An avatar of each voice, and Flite's name for it. */
const VOICES = { 3: undefined, 17: 'rms', 20: 'slt', 30: 'awb', 33: 'kal16' } as const

const planner = await createBarePlanner()
const recite = await createReciter(planner)
const bareFlite = await createBareFlite()

type Codec = { readonly heading: string; readonly format: AudioFormat; readonly bitrateMode?: BitrateMode }

async function throughCodec({ audio, times }: TimedAudio, { format, bitrateMode }: Codec): Promise<TimedAudio> {
  const rate = format === 'opus' ? 24_000 : audio.sampleRate
  const mode = bitrateMode === undefined ? {} : { bitrateMode }
  const options = { format, inputSampleRate: audio.sampleRate, sampleRate: rate, length: 'file', ...mode } as const
  const bytes = await encodeWhole(audio.samples, options)
  const decoded = await decodeAudio(bytes, { decoder: 'ffmpeg', format })
  const sampleRate = format === 'opus' ? OPUS_DECODED_AT : rate
  const scale = (sample: number): number => Math.round((sample * sampleRate) / audio.sampleRate)
  return {
    audio: { sampleRate, samples: Float32Array.from(decoded.samples, (sample) => sample / 32_768) },
    times: times.map(({ startSample, endSample }) => ({
      startSample: scale(startSample),
      endSample: scale(endSample),
    })),
  }
}

const formatDb = (decibels: number): string =>
  decibels === Number.NEGATIVE_INFINITY ? 'digital silence' : decibels.toFixed(0)

async function measurePauses(name: string, speech: TimedAudio): Promise<TableRow> {
  const row: Record<string, string> = { avatar: name, 'as spoken': formatDb(loudestPauseDb(speech)) }
  for (const codec of CODECS) row[codec.heading] = formatDb(loudestPauseDb(await throughCodec(speech, codec)))
  row['noise floor by ffmpeg'] = formatDb(await measureNoiseFloor(speech.audio))
  return row
}

function closureRow(name: string, levels: readonly ClosureLevels[]): TableRow {
  const at = (key: keyof ClosureLevels, share: number): string => {
    const sorted = levels.map((level) => level[key]).sort((a, b) => a - b)
    return sorted[Math.floor(share * (sorted.length - 1))]!.toFixed(0)
  }
  const both = (key: keyof ClosureLevels): string => `${at(key, 0.5)} / ${at(key, 0.9)}`
  return {
    avatar: name,
    closures: levels.length,
    unweighted: both('unweighted'),
    'A-weighted': both('aWeighted'),
    'above 4 kHz': both('hiss'),
  }
}

const { voices } = await loadAvatarsFile(new URL('../data/avatars.json', import.meta.url))
const pauses: TableRow[] = []
for (const { avatar, engineVoice } of voices) {
  const speech = await recite(avatar.id, TEXT)
  pauses.push(await measurePauses(`${avatar.id} ${avatar.name}, ${avatar.style} (${engineVoice})`, speech))
}
const closures: TableRow[] = []
for (const [id, fliteVoice] of Object.entries(VOICES)) {
  const speeches = await Promise.all(HARVARD_SENTENCES.map((sentence) => recite(Number(id), sentence)))
  const levels = speeches.flatMap(({ audio, phones }) => measureClosures(audio, phones))
  closures.push(closureRow(`${id} (${fliteVoice ?? 'ember'})`, levels))
  if (fliteVoice === undefined) continue
  const bare = [TEXT, ...HARVARD_SENTENCES].map((text) => bareFlite(fliteVoice, text))
  const sampleRate = bare[0]!.audio.sampleRate
  const all = joinSamples(bare.map(({ audio }) => audio.samples))
  const factor = decibelsToFactor(LOUDNESS - measureLoudness({ samples: all, sampleRate }))
  const levelled = bare.map((speech) => ({
    ...speech,
    audio: { sampleRate, samples: speech.audio.samples.map((sample) => sample * factor) },
  }))
  pauses.push(await measurePauses(`bare Flite, ${fliteVoice}`, levelled[0]!))
  const bareLevels = levelled.slice(1).flatMap(({ audio, phones }) => measureClosures(audio, phones))
  closures.push(closureRow(`bare Flite, ${fliteVoice}`, bareLevels))
}
console.log(
  `The loudest pause in dBFS, from 5 ms after a word to 5 ms before the next, of speech at ${LOUDNESS} LUFS\n`,
)
printTable(pauses)
console.log(
  '\nThe quietest hundredth of a second of a closure in dBFS, median / 90th percentile, at the same loudness\n',
)
printTable(closures)
await Promise.all([...planner.engines.values()].map((engine) => engine.close()))
