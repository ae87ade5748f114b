/**
 * Writes docs/how-it-works.md: one sentence on its way from characters to samples, with the values that the code really computes, and drawings in docs/images/how.
 *   npx node scripts/write-walkthrough.ts
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { EMBER_SPEC } from '../bench/support/plan-bench-speech.ts'
import { prepareSpeech } from '../src/delivery/planning/plan-speech.ts'
import { renderSpeech } from '../src/speaking/render-speech.ts'
import { isBoundary } from '../src/synthesis/engines/neural/boundary-tokens.ts'
import { planFrames } from '../src/synthesis/engines/neural/frame-plan.ts'
import { openNetworks } from '../src/synthesis/engines/neural/networks.ts'
import { parseNeuralSettings } from '../src/synthesis/engines/neural/neural-settings.ts'
import { scriptSegment } from '../src/synthesis/engines/neural/token-script.ts'
import type { WordTime } from '../src/timing/word-time.ts'
import { findVoice } from '../src/voices/catalogue.ts'
import { loadServiceVoices } from '../test/support/speak-text.ts'
import { drawContour, drawSpectrogram, drawWave } from './draw-speech.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const IMAGES = join(ROOT, 'docs/images/how')
const TEXT = 'Dr. Chen paid $4.99 on 3/5. Did you?'
const SPEAKER_ID = 3

type Asked = {
  readonly written: string
  readonly grammar: string
  readonly candidates: readonly (readonly [string, number])[]
}

function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n')
}

const resources = await loadServiceVoices()
const asked: Asked[] = []
const readings: typeof resources.readings = {
  score(question) {
    const scores = resources.readings.score(question)
    const { written, grammar, candidates } = question
    asked.push({ written, grammar, candidates: candidates.map((one, i) => [one.class, scores[i]!] as const) })
    return scores
  },
}
const voice = findVoice(resources.catalogue, SPEAKER_ID)
const { utterance, plan } = prepareSpeech({ voice, text: TEXT, libraries: [], ssml: false }, { ...resources, readings })

const questions = asked.map(({ written, grammar, candidates }) => {
  const best = candidates.filter(([, score]) => Number.isFinite(score)).toSorted((one, other) => other[1] - one[1])
  const listed = best.slice(0, 4).map(([name, score]) => `${name} ${score.toFixed(1)}`)
  return [`\`${written}\``, grammar, `**${listed[0]}**`, listed.slice(1).join(', ')]
})
const words = utterance.sentences.flatMap((sentence) => sentence.words)
const sounds = words.map(({ text, phonemes, origin, source }) => [
  `\`${utterance.words[source]!.text}\``,
  text,
  phonemes.join(' '),
  origin,
])
const spoken = plan.segments.flatMap((segment) => segment.words)
const semitones = (values: readonly number[]): string => values.map((value) => value.toFixed(1)).join(' ')
const prosody = spoken.map(({ text, melody, boundary }) => [
  text,
  melody === undefined ? '' : semitones(melody.semitones),
  boundary === undefined ? '' : `\`${boundary.mark}\` ${boundary.pauseSeconds.toFixed(2)}`,
])

// What the first network says of the first segment, and what becomes of it.
const settings = parseNeuralSettings(EMBER_SPEC.voice)
const { sampleRate } = EMBER_SPEC.voice
const networks = await openNetworks(EMBER_SPEC.voice, settings)
const segment = plan.segments[0]!
const script = scriptSegment(segment, { settings, sampleRate })
const tokens = BigInt64Array.from(script.tokens, (token) => BigInt(settings.tokens.indexOf(token)))
const boundaries = Float32Array.from(script.tokens, (token) => (isBoundary(token) ? 1 : 0))
const natural = await networks.predictProsody(tokens, boundaries)
const frames = planFrames(script, natural, {
  settings,
  tokens,
  expression: segment.voice.expression,
  size: segment.voice.size,
})
const hertz = (logF0: number): number => Math.exp(settings.logF0.mean + logF0 * settings.logF0.standardDeviation)
const SHOWN = 14
const network = script.tokens
  .slice(0, SHOWN)
  .map((token, i) => [
    `\`${token}\``,
    natural.durations[i]!.toFixed(1),
    frames.starts[i + 1]! - frames.starts[i]!,
    hertz(natural.f0[i]!).toFixed(0),
    natural.energy[i]!.toFixed(2),
  ])

const chunks: Float32Array[] = []
const times: WordTime[] = []
for await (const { audio, words: heard } of renderSpeech(plan, resources, {
  signal: new AbortController().signal,
  urgency: 'background',
})) {
  chunks.push(audio.samples)
  times.push(...heard)
}
const samples = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
let filled = 0
for (const chunk of chunks) {
  samples.set(chunk, filled)
  filled += chunk.length
}
await resources.close()

mkdirSync(IMAGES, { recursive: true })
const labels = times.map(({ startSample }, i) => ({ text: spoken[i]!.text, seconds: startSample / sampleRate }))
const seconds = samples.length / sampleRate
writeFileSync(
  join(IMAGES, 'contour.svg'),
  drawContour(
    spoken,
    times.map(({ startSample, endSample }) => [startSample / sampleRate, endSample / sampleRate]),
    seconds,
  ),
)
writeFileSync(join(IMAGES, 'spectrogram.svg'), drawSpectrogram({ samples, sampleRate }, labels))
writeFileSync(join(IMAGES, 'wave.svg'), drawWave({ samples, sampleRate }, labels))

const heard = times.map(({ startSample, endSample }, i) => [
  spoken[i]!.text,
  startSample,
  endSample,
  (startSample / sampleRate).toFixed(3),
])

writeFileSync(
  join(ROOT, 'docs/how-it-works.md'),
  `# How it works

One sentence on its way from characters to samples. \`npx node scripts/write-walkthrough.ts\` wrote this page: every value on it is one that the code computed for this text, spoken by Nora (avatar ${SPEAKER_ID}).

\`\`\`text
${TEXT}
\`\`\`

\`\`\`text
characters -> markup -> written forms -> words -> sounds -> pauses and melody -> networks -> samples
              src/text/markup            src/text/phonemization               src/synthesis/engines/neural
                        src/text/reading                  src/synthesis/planning
\`\`\`

## 1. Written forms have several readings

Markup comes first: tags, respellings and replacements become a tree in which every character keeps its place. This text has none.
Then each **grammar** proposes every reading that a form allows by its shape alone. A small network, the **scorer**, sees the form and the words around it, and gives each candidate a number. The highest wins ([how text is read](text.md)).

${table(['form', 'grammar', 'read as', 'runners-up'], questions)}

Scores are logits: a candidate that has one more than another is 2.7 times as likely. \`POST /explain\` shows the same for any text.

## 2. Words get their sounds

The chosen candidate says itself in words. Each word is looked up, derived or guessed ([how words get their sounds](text-pronunciation.md)). Sounds are ARPAbet, and a digit is the stress of a vowel.

${table(['written', 'said', 'sounds', 'from'], sounds)}

Everything that a caller can do wrong has been found by now, before any audio.

## 3. The plan: pauses and melody

The planner puts pauses where a reader would ([phrasing](phrasing.md)), and draws a melody over each phrase ([intonation](intonation.md)): semitones in the middle of each sound and at the end of the word, on top of what the voice does by itself.

${table(['word', 'melody, semitones', 'pause after it, s'], prosody)}

![The planned melody: a line for each word over time, in semitones](images/how/contour.svg)

The statement falls at its end, and the question rises. All of this is a plain object, the \`SynthesisPlan\`. The same text and settings always give the same plan.

## 4. Three networks

The voice \`ember\` has three small networks of ${settings.tokens.length} tokens ([voices](voices.md#how-the-neural-engine-speaks)). The first says how long each token lasts, how high and how strong it is. A frame is ${((1000 * 256) / sampleRate).toFixed(1)} ms. The first ${SHOWN} tokens of the sentence:

${table(['token', 'frames, as predicted', 'frames, as planned', 'F0 Hz, as predicted', 'energy'], network)}

The planner's melody and the tags of the caller are added to this, so that they are exact. The second network makes the envelope of each frame: how much sound there is in each band, and how regular it is. The third is the vocoder. It gets pulses at F0 and noise, and shapes them into samples.

![The spectrogram of the speech: time to the right, frequency upwards, darker is louder](images/how/spectrogram.svg)

## 5. Samples, and when each word is heard

![The waveform, with the start of each word](images/how/wave.svg)

The engine knows at which sample each word begins, because it put it there. Word timing, captions and the lit words of the Studio are these numbers, not guesses of a recogniser. At ${sampleRate} samples a second:

${table(['word', 'first sample', 'end', 'seconds'], heard)}

A limiter keeps peaks below -1 dBTP, the level is set to -19 LUFS, and an encoder writes MP3 while the next words are still being spoken.

## Read on

- The [architecture](architecture.md) names the folders and what each may import.
- \`npm run bench -- planning\` and \`npm run bench -- neural\` measure the time of every step on this page: see [speed](measurements/speed.md).
`.replace('](architecture.md)', '](../ARCHITECTURE.md)'),
)
