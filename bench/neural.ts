/**
 * The neural voice on this machine, one thread: time to first audio and real-time factor, in chunks and as a whole, and
 * the time of each step. Best of several runs, because other work on the machine only ever adds time.
 *   npm run bench -- neural [runs]
 */
import { openNetworks } from '../src/synthesis/engines/neural/networks.ts'
import { createNeuralEngine } from '../src/synthesis/engines/neural/neural-engine.ts'
import { createNeuralVoice, type NeuralVoice } from '../src/synthesis/engines/neural/neural-voice.ts'
import type { SpeechEngine } from '../src/synthesis/speech-engine.ts'
import { NEUTRAL_PROSODY, type Segment, type SegmentWord } from '../src/synthesis/synthesis-plan.ts'
import { EMBER, loadNeuralPackage } from '../test/support/voice-packages.ts'
import { watchRendering } from './support/watch-rendering.ts'

const RUNS = Number(process.argv[2] ?? 15)
/** "The birch canoe slid on the smooth planks": Harvard sentences, list 1. */
const CLAUSE = 'DH AH0|B ER1 CH|K AH0 N UW1|S L IH1 D|AA1 N|DH AH0|S M UW1 DH|P L AE1 NG K S'.split('|')

/** In milliseconds. */
type Run = { readonly total: number; readonly first: number; readonly parts: Readonly<Record<string, number>> }

function segmentOf(clauses: number): Segment {
  const sounds = Array.from({ length: clauses }, () => CLAUSE).flat()
  const words = sounds.map((phonemes, source): SegmentWord => {
    const word = { text: '', phonemes: phonemes.split(' '), source, prosody: NEUTRAL_PROSODY, shape: NEUTRAL_PROSODY }
    if ((source + 1) % CLAUSE.length !== 0) return word
    return { ...word, boundary: { mark: source === sounds.length - 1 ? '.' : ',', pauseSeconds: 0.25 } }
  })
  return {
    voice: { name: 'ember', tempo: 1, expression: 1, size: 1 },
    words,
    levelDb: 0,
    brightnessDb: 0,
    isPressed: false,
    endsSentence: true,
  }
}

/** Renders the segment in one piece, and watches the parts. */
async function renderWhole(segment: Segment, voice: NeuralVoice): Promise<Run> {
  const { totalMs, parts } = await watchRendering(segment, voice, {
    cut: ({ firstFrame, endFrame }) => [{ from: firstFrame, to: endFrame }],
    now: () => performance.now(),
  })
  return { total: totalMs, first: totalMs, parts }
}

/** Speaks the segment through the engine, in chunks. */
async function speakChunks(segment: Segment, engine: SpeechEngine): Promise<Run> {
  const { signal } = new AbortController()
  const start = performance.now()
  let first = 0
  for await (const _ of engine.speak(segment, { signal })) first ||= performance.now() - start
  return { total: performance.now() - start, first, parts: {} }
}

async function secondsOf(segment: Segment, engine: SpeechEngine): Promise<number> {
  let seconds = 0
  for await (const { audio } of engine.speak(segment, { signal: new AbortController().signal })) {
    seconds += audio.samples.length / audio.sampleRate
  }
  return seconds
}

function fastest(runs: readonly Run[]): Run {
  return runs.reduce((best, run) => (run.total < best.total ? run : best))
}

const loading = performance.now()
const voicePackage = await loadNeuralPackage(EMBER)
const { settings } = voicePackage
const engine = await createNeuralEngine(voicePackage)
console.log(`load, check and open: ${(performance.now() - loading).toFixed(0)} ms`)
const networks = await openNetworks(voicePackage, settings)
const voice = createNeuralVoice({ settings, sampleRate: voicePackage.sampleRate, networks })

for (const clauses of [1, 4]) {
  const segment = segmentOf(clauses)
  const seconds = await secondsOf(segment, engine)
  const [chunked, whole]: [Run[], Run[]] = [[], []]
  // In turns, so that both meet the same company on the machine.
  for (let i = 0; i < RUNS; i++) {
    chunked.push(await speakChunks(segment, engine))
    whole.push(await renderWhole(segment, voice))
  }
  const [inChunks, atOnce] = [fastest(chunked), fastest(whole)]
  const factor = ({ total }: Run) => `${total.toFixed(1)} ms, real-time factor ${(total / 1000 / seconds).toFixed(4)}`
  console.log(`\n${seconds.toFixed(2)} s of speech, best of ${RUNS}`)
  console.log(`  first audio          ${Math.min(...chunked.map(({ first }) => first)).toFixed(1)} ms`)
  console.log(`  in chunks            ${factor(inChunks)}`)
  console.log(`  as a whole           ${factor(atOnce)}`)
  console.log(`  chunks against whole ${(inChunks.total / atOnce.total).toFixed(2)}`)
  for (const [part, ms] of Object.entries(atOnce.parts)) {
    const share = ((100 * ms) / atOnce.total).toFixed(0)
    console.log(`    ${part.padEnd(17)} ${ms.toFixed(1).padStart(6)} ms ${share.padStart(3)} %`)
  }
}
await networks.close()
await engine.close()
