/**
 * Delivery asked for and measured: tempo, pitch, formants, loudness and peaks of six words inside a sentence, through planner and
 * signal processing, for each shipped voice; beside them sox and ffmpeg on the same neutral speech of ember. The exit code is 1
 * where a goal is missed.
 *   npm run bench -- delivery
 */
import type { PcmAudio } from '../src/audio/pcm-audio.ts'
import { LOUDNESSES, PITCHES, TEMPOS } from '../test/support/delivery-values.ts'
import {
  cutWords,
  loudnessBetween,
  pitchBetween,
  spokenSamples,
  tempoBetween,
} from '../test/support/measure-delivery.ts'
import { formantShift } from '../test/support/measure-formants.ts'
import { loadServiceVoices, type SpokenText, speakText } from '../test/support/speak-text.ts'
import { truePeakDb } from '../test/support/true-peak.ts'
import { printGoal, printTable, type TableRow } from './support/print-table.ts'
import { FFMPEG_GAIN, RUBBERBAND_PITCH, RUBBERBAND_TEMPO, SOX_PITCH, SOX_TEMPO } from './support/rival-effect.ts'

const AVATARS = { ember: 3, rms: 17, slt: 20, awb: 30, kal16: 33 }
const [BEFORE, STRETCH, AFTER] = ['We left the old ', 'river boat by the quiet harbour', ', and walked home.']
const INSIDE = { first: 4, last: 9 }
const ONE_WORD = { first: 4, last: 4 }

type Voice = {
  readonly name: string
  readonly neutral: SpokenText
  readonly speak: (tag: string) => Promise<SpokenText>
}
/** What one value gives in one column, and by how much it misses where that counts. */
type Cell = { readonly heading: string; readonly text: string; readonly isMet?: boolean }

const resources = await loadServiceVoices()
const voices = await Promise.all(Object.entries(AVATARS).map(openVoice))
const ember = cutWords(voices[0]!.neutral, INSIDE)
let isAllMet = true

async function openVoice([name, speakerId]: readonly [string, number]): Promise<Voice> {
  const say = (text: string) => speakText(text, { speakerId, resources })
  const neutral = await say(`${BEFORE}${STRETCH}${AFTER}`)
  const speak = (tag: string) => say(`${BEFORE}<${tag}>${STRETCH}</${tag.split(' ')[0]}>${AFTER}`)
  return { name, neutral, speak }
}

/** Prints a row for each value, and the goal under them. */
async function tabulate(
  asked: string,
  { values, goal }: { readonly values: readonly number[]; readonly goal: string },
  measure: (value: number) => Promise<readonly Cell[]>,
): Promise<void> {
  const rows: TableRow[] = []
  let isMet = true
  for (const value of values) {
    const cells = await measure(value)
    isMet &&= cells.every((cell) => cell.isMet !== false)
    rows.push({ [asked]: value, ...Object.fromEntries(cells.map(({ heading, text }) => [heading, text])) })
  }
  console.log('')
  printTable(rows)
  printGoal(goal, isMet)
  isAllMet &&= isMet
}

const percent = (ratio: number) => `${(100 * (ratio - 1)).toFixed(2)} %`
const semitonesOf = (value: number) => 12 * Math.log2(1 + value / 100)

/** Plain audio, timed as one word from end to end. */
function asSpeech(audio: PcmAudio) {
  return { audio, times: [{ word: 0, startSample: 0, endSample: audio.samples.length }] }
}
const WHOLE = { first: 0, last: 0 }

await tabulate('tempo', { values: TEMPOS, goal: 'stretch and word 1/tempo as long within 1 %' }, async (value) => {
  const cells: Cell[] = []
  for (const { name, neutral, speak } of voices) {
    const spoken = await speak(`tempo value="${value}"`)
    const [stretch, word] = [INSIDE, ONE_WORD].map((range) => value / tempoBetween(neutral, spoken, range))
    const isMet = [stretch!, word!].every((ratio) => Math.abs(ratio - 1) <= 0.01)
    cells.push({ heading: name, text: percent(stretch!), isMet })
  }
  for (const { name, apply } of [SOX_TEMPO, RUBBERBAND_TEMPO]) {
    const length = spokenSamples(asSpeech(apply(ember, value)), WHOLE)
    cells.push({ heading: name, text: percent((length * value) / ember.samples.length) })
  }
  return cells
})

const pitchGoal = 'median within 0.3 semitones, formants within 4 %, as long as before; "semitones off, formants moved"'
await tabulate('pitch %', { values: PITCHES, goal: pitchGoal }, async (value) => {
  const describe = (off: number, formants: number) => `${off.toFixed(2)}, ${percent(formants)}`
  const cells: Cell[] = []
  for (const { name, neutral, speak } of voices) {
    const spoken = await speak(`pitch value="${value}"`)
    const off = pitchBetween(neutral, spoken, INSIDE) - semitonesOf(value)
    const formants = formantShift(cutWords(neutral, INSIDE), cutWords(spoken, INSIDE))
    const isMet = Math.abs(off) <= 0.3 && Math.abs(formants - 1) <= 0.04 && tempoBetween(neutral, spoken, INSIDE) === 1
    cells.push({ heading: name, text: describe(off, formants), isMet })
  }
  for (const { name, apply } of [SOX_PITCH, RUBBERBAND_PITCH]) {
    const changed = apply(ember, semitonesOf(value))
    const off = pitchBetween(asSpeech(ember), asSpeech(fitLength(changed, ember)), WHOLE) - semitonesOf(value)
    cells.push({ heading: name, text: describe(off, formantShift(ember, changed)) })
  }
  return cells
})

const loudnessGoal = 'within 0.5 dB (BS.1770), peaks below -1 dBTP; "dB off, dBTP"'
await tabulate('loudness dB', { values: LOUDNESSES, goal: loudnessGoal }, async (value) => {
  const describe = (off: number, peak: number) => `${off.toFixed(2)}, ${peak.toFixed(1)}`
  const cells: Cell[] = []
  for (const { name, neutral, speak } of voices) {
    const spoken = await speak(`loudness value="${value}"`)
    const off = loudnessBetween(neutral, spoken, INSIDE) - value
    const peak = truePeakDb(cutWords(spoken, INSIDE))
    cells.push({ heading: name, text: describe(off, peak), isMet: Math.abs(off) <= 0.5 && peak <= -1 })
  }
  const changed = FFMPEG_GAIN.apply(ember, value)
  const off = loudnessBetween(asSpeech(ember), asSpeech(changed), WHOLE) - value
  return [...cells, { heading: FFMPEG_GAIN.name, text: describe(off, truePeakDb(changed)) }]
})

/** The same number of samples as another recording. */
function fitLength({ samples, sampleRate }: PcmAudio, { samples: { length } }: PcmAudio): PcmAudio {
  const fitted = new Float32Array(length)
  fitted.set(samples.subarray(0, length))
  return { sampleRate, samples: fitted }
}

await resources.close()
process.exitCode = isAllMet ? 0 : 1
