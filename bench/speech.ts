/**
 * What makes speech live, in one table: pauses, contours, the ends of sentences, tempo, takes, level and word times. Compared with the
 * reader of the voice where her recordings tell (`training/phrasing/held-out.tsv`), and with plain time scaling where that is the rival.
 *   npm run bench -- speech [avatar] [--sentences N] [--only PART ...]
 * Parts: pauses, contours, ends, takes, errors, levels, times. Word errors of 150 sentences take half an hour. Needs `praat`, `sox` and
 * PocketSphinx (Debian).
 */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { PcmAudio } from '../src/audio/pcm-audio.ts'
import { planSpeech } from '../src/delivery/planning/plan-speech.ts'
import { findVoice } from '../src/voices/catalogue.ts'
import { countWordErrors, sumWordErrors, totalErrors } from '../test/support/count-word-errors.ts'
import { describeSpeech } from '../test/support/describe-speech.ts'
import { measureWordTimes } from '../test/support/measure-word-times.ts'
import { meanOf, medianOf, spreadOf, voicedPoints } from '../test/support/melody-figures.ts'
import { transcribeWords } from '../test/support/pocketsphinx.ts'
import type { PitchTrack } from '../test/support/praat.ts'
import { speakSentences } from '../test/support/speak-sentences.ts'
import { loadServiceVoices, type SpokenText, speakText } from '../test/support/speak-text.ts'
import { readHeldOut } from '../training/phrasing/held-out.ts'
import { readSentences } from '../training/phrasing/read-corpus.ts'
import { printTable } from './support/print-table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sentences: { type: 'string', default: '150' }, only: { type: 'string', multiple: true } },
})
const speakerId = Number(positionals[0] ?? 3)
const resources = await loadServiceVoices()
const recordings = readHeldOut(new URL('../training/phrasing/held-out.tsv', import.meta.url))
/** Whole sentences that the voice has not learnt from. */
const SENTENCES = recordings
  .map(({ text }) => text)
  .filter((text) => /^[A-Z][a-z][^.?!;:"()[\]\d]{30,110}\.$/.test(text))
  .slice(0, Number(values.sentences))
const CONTOUR_SENTENCES = 60
const TAKE_SENTENCES = 30
const TAKES = [1, 2, 3, 4, 5]
const CONTOUR_POINTS = 50
const BREAK_SECONDS = 0.08

type Row = { readonly figure: string; readonly goal: string; readonly measured: string }
const rows: Row[] = []
const add = (figure: string, goal: string, measured: string) => rows.push({ figure, goal, measured })

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [meanOf(a), meanOf(b)]
  const product = a.reduce((sum, value, i) => sum + (value - meanA) * (b[i]! - meanB), 0)
  const square = (list: readonly number[], mean: number) => list.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return product / Math.sqrt(square(a, meanA) * square(b, meanB))
}

function deviationOf(list: readonly number[]): number {
  const mean = meanOf(list)
  return spreadOf(list.map((value) => value - mean))
}

function quantiles(list: readonly number[]): string {
  const sorted = list.toSorted((a, b) => a - b)
  return [0.1, 0.5, 0.9].map((share) => sorted[Math.floor(share * sorted.length)]!.toFixed(2)).join('/')
}

const planOf = (text: string, seed?: number) =>
  planSpeech({ voice: findVoice(resources.catalogue, speakerId), text, libraries: [], ssml: false, seed }, resources)

/** Lengths of pauses, and how they agree with the reader's at the same places. */
function measurePauses(): void {
  const pairs: Record<string, [number, number][]> = { commas: [], 'pauses without a mark': [] }
  for (const { text, words } of recordings) {
    const read = readSentences([{ id: '', text, words }])
    const planned = planOf(text).segments.flatMap((segment) => segment.words)
    let at = 0
    for (const sentence of read) {
      for (const [i, { boundary }] of sentence.words.entries()) {
        const ours = planned[at++]?.boundary?.pauseSeconds ?? 0
        const hers = sentence.pauses[i] ?? 0
        const kind = boundary === undefined ? 'pauses without a mark' : boundary.mark === ',' ? 'commas' : undefined
        if (kind === undefined || i === sentence.words.length - 1) continue
        if (ours > 0 && hers >= BREAK_SECONDS) pairs[kind]!.push([hers, ours])
      }
    }
  }
  const together = Object.values(pairs).flat()
  for (const [kind, list] of [...Object.entries(pairs), ['both', together] as const]) {
    const [hers, ours] = [list.map(([a]) => a), list.map(([, b]) => b)]
    add(`${kind}: reader s, p10/50/90 (sd)`, '', `${quantiles(hers)} (${deviationOf(hers).toFixed(3)})`)
    add(`${kind}: ours s, p10/50/90 (sd)`, 'sd 0.07', `${quantiles(ours)} (${deviationOf(ours).toFixed(3)})`)
    add(`${kind}: r of ${list.length} pauses that both make`, '0.3', correlation(hers, ours).toFixed(2))
  }
  const paragraph = SENTENCES.slice(0, 100).join(' ')
  const ends = planOf(paragraph).segments.flatMap(({ words, endsSentence }) =>
    endsSentence ? [words.at(-1)!.boundary!.pauseSeconds] : [],
  )
  add('full stops in a paragraph, s, p10/50/90', '0.19/0.40/0.61', quantiles(ends.slice(0, -1)))
}

/** A contour at points spread evenly over its voiced moments, around its mean. */
function contourOf(track: PitchTrack): readonly number[] {
  const heights = voicedPoints(track).map(({ semitones }) => semitones)
  const mean = meanOf(heights)
  return Array.from(
    { length: CONTOUR_POINTS },
    (_, i) => heights[Math.floor(((i + 0.5) * heights.length) / CONTOUR_POINTS)]! - mean,
  )
}

async function measureContours(): Promise<void> {
  const texts = SENTENCES.slice(0, CONTOUR_SENTENCES)
  const said = await speakSentences(texts, { speakerId, resources })
  const contours = said.map(({ track }) => contourOf(track))
  const likeness = contours.flatMap((one, i) => contours.slice(i + 1).map((other) => correlation(one, other)))
  add('likeness of different sentences, mean r', '0.10', meanOf(likeness).toFixed(3))
  const spreads = said.map(({ track }) => deviationOf(voicedPoints(track).map(({ semitones }) => semitones)))
  add('spread of f0 in a sentence, median, st', '4.24', medianOf(spreads).toFixed(2))
  const peaks = contours.map((contour) => contour.indexOf(Math.max(...contour)) / CONTOUR_POINTS)
  add('highest point in the first fifth', '35 of 60', `${peaks.filter((at) => at < 0.2).length} of ${peaks.length}`)
  // Sentences of one paragraph, each looked at alone.
  const paragraph = await speakSentences([texts.slice(0, 20).join(' ')], { speakerId, resources })
  const { track, words } = paragraph[0]!
  const plan = planOf(texts.slice(0, 20).join(' '))
  let at = 0
  let begin = 0
  const medians: number[] = []
  for (const segment of plan.segments) {
    at += segment.words.length
    if (!segment.endsSentence) continue
    const points = voicedPoints(track, { from: words[begin]!.from, to: words[at - 1]!.to })
    medians.push(medianOf(points.map(({ semitones }) => semitones)))
    begin = at
  }
  add('median pitch of the sentences of a paragraph, sd, st', '1.5', deviationOf(medians).toFixed(2))
}

const LAST_WORDS =
  'boat it home game bridge good late song key sky now swim open cake time house there train go truth'.split(' ')

async function measureEnds(): Promise<void> {
  const lengthOf = async (text: string) => {
    const { audio, times } = await speakText(text, { speakerId, resources })
    const { startSample, endSample } = times.at(-1)!
    return (endSample - startSample) / audio.sampleRate
  }
  for (const [mark, goal] of [
    ['!', '1.1 to 1.2'],
    ['?', '1.0'],
  ] as const) {
    for (const [where, frame] of [
      ['alone', ''],
      ['at an end', 'They wanted the '],
    ] as const) {
      const ratios = await Promise.all(
        LAST_WORDS.map(async (word) => {
          const text = frame === '' ? word[0]!.toUpperCase() + word.slice(1) : frame + word
          return (await lengthOf(text + mark)) / (await lengthOf(`${text}.`))
        }),
      )
      add(`last word ${where} before "${mark}" over ".", median`, goal, medianOf(ratios).toFixed(2))
    }
  }
}

async function errorsOf(spoken: readonly Pick<SpokenText, 'audio' | 'words'>[]): Promise<number> {
  const heard = await transcribeWords(
    spoken.map(({ audio }) => audio),
    resources,
  )
  const errors = sumWordErrors(
    spoken.map(({ words }, i) =>
      countWordErrors(
        words.map(({ text }) => text),
        heard[i]!,
      ),
    ),
  )
  return (100 * totalErrors(errors)) / spoken.reduce((sum, { words }) => sum + words.length, 0)
}

/** Scales time by WSOLA, as `sox tempo -s` does. */
function scaleTime({ samples, sampleRate }: PcmAudio, tempo: number): PcmAudio {
  const raw = ['-t', 'raw', '-e', 'floating-point', '-b', '32', '-r', String(sampleRate), '-c', '1']
  const input = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  const output = execFileSync('sox', [...raw, '-', ...raw, '-', 'tempo', '-s', String(tempo)], {
    input,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return {
    sampleRate,
    samples: new Float32Array(output.buffer.slice(output.byteOffset, output.byteOffset + output.length)),
  }
}

async function measureErrors(): Promise<void> {
  const speakAll = (tempo: number) =>
    Promise.all(
      SENTENCES.map((text) =>
        speakText(tempo === 1 ? text : `<tempo value="${tempo}">${text}</tempo>`, { speakerId, resources }),
      ),
    )
  const normal = await speakAll(1)
  const plain = await errorsOf(normal)
  add(`word errors of ${normal.length} sentences, %`, '', plain.toFixed(1))
  for (const [tempo, goal] of [
    [1.5, 'rival + 2'],
    [1.8, 'rival'],
    [0.7, ''],
  ] as const) {
    const own = await speakAll(tempo)
    const lengths = own.map(({ audio }, i) => (audio.samples.length / normal[i]!.audio.samples.length) * tempo)
    add(`word errors at tempo ${tempo}, %`, goal, (await errorsOf(own)).toFixed(1))
    const rival = normal.map(({ audio, words }) => ({ audio: scaleTime(audio, tempo), words }))
    add(`the same by WSOLA on the normal rendering, %`, '', (await errorsOf(rival)).toFixed(1))
    add(`length at tempo ${tempo} over what was asked, median`, '0.99 to 1.01', medianOf(lengths).toFixed(3))
  }
  const takes: number[] = []
  for (const seed of TAKES) {
    takes.push(
      await errorsOf(await Promise.all(SENTENCES.map((text) => speakText(text, { speakerId, resources, seed })))),
    )
  }
  add(
    'word errors of five takes, %: mean (most)',
    `${(plain + 1).toFixed(1)} (${(plain + 3).toFixed(1)})`,
    `${meanOf(takes).toFixed(1)} (${Math.max(...takes).toFixed(1)})`,
  )
}

async function measureTakes(): Promise<void> {
  const texts = SENTENCES.slice(0, TAKE_SENTENCES)
  const takes = await Promise.all(TAKES.map((seed) => speakSentences(texts, { speakerId, resources, seed })))
  const likeness = texts.flatMap((_, i) => {
    const contours = takes.map((said) => contourOf(said[i]!.track))
    return contours.flatMap((one, k) => contours.slice(k + 1).map((other) => correlation(one, other)))
  })
  add('likeness of two takes of a sentence, mean r', 'below 0.95', meanOf(likeness).toFixed(2))
  const pauses = (seed: number) =>
    texts.map((text) => planOf(text, seed).segments.flatMap(({ words }) => words.map((w) => w.boundary?.pauseSeconds)))
  const [one, two] = [pauses(1), pauses(2)]
  const withPause = one.filter((list) => list.slice(0, -1).some((pause) => pause !== undefined)).length
  const other = one.filter((list, i) => JSON.stringify(list) !== JSON.stringify(two[i])).length
  add('sentences of two takes with other pauses', `${withPause} with a pause`, `${other} of ${texts.length}`)
}

async function measureLevels(): Promise<void> {
  const text = SENTENCES.slice(0, 30).join(' ')
  const levels: number[] = []
  for (const { avatar } of resources.catalogue.voices) {
    levels.push(describeSpeech(await speakText(text, { speakerId: avatar.id, resources })).loudness)
  }
  add(
    `level of ${levels.length} avatars, LUFS`,
    '-19 within 0.5',
    `${Math.min(...levels).toFixed(1)} to ${Math.max(...levels).toFixed(1)}`,
  )
}

async function measureTimes(): Promise<void> {
  const times = await measureWordTimes(speakerId, { resources })
  add('word starts against a forced alignment, mean ms', '20', times.mean.toFixed(1))
}

const PARTS = {
  pauses: measurePauses,
  contours: measureContours,
  ends: measureEnds,
  takes: measureTakes,
  errors: measureErrors,
  levels: measureLevels,
  times: measureTimes,
}
for (const [part, measure] of Object.entries(PARTS)) if (values.only?.includes(part) ?? true) await measure()
await resources.close()
printTable(rows)
