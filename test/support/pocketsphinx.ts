import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PcmAudio } from '../../src/audio/pcm-audio.ts'
import type { CreateResampler } from '../../src/audio/resampling/resampler.ts'

/** A recording, and the words that are said in it, in lower case. */
export type Recitation = { readonly audio: PcmAudio; readonly words: readonly string[] }

/** A recording, and the sounds of it in ARPAbet, without stress. */
export type PhoneRecitation = { readonly audio: PcmAudio; readonly phones: readonly string[] }

/** A word that was heard, and when, in seconds from the start of the recording. */
export type HeardWord = { readonly text: string; readonly startSeconds: number; readonly endSeconds: number }

/** The model and dictionary of Debian's package `pocketsphinx-en-us`. */
const MODEL = '/usr/share/pocketsphinx/model/en-us'
const SAMPLE_RATE = 16_000
/**
 * The model counts in steps of 10 ms, and looks at the 25.625 ms from each step on. If the sound changes between two steps, it changed
 * between the middles of their windows: this long after the second step.
 */
const STEP_TO_CHANGE_SECONDS = (0.025625 - 0.01) / 2
/** Silence around each recording: the recogniser expects some before the first word. */
const MARGIN_SECONDS = 0.3
/**
 * What a new word costs. Chosen so that about as many words are missed as are made up: in both recitations that
 * `bench/intelligibility.ts` compares, 9 and 4 of 480; at 1e-3 these are 20 and 2.
 */
const WORD_LIKELIHOOD = '1e-2'

type ListenOptions = { readonly createResampler: CreateResampler }

/**
 * Returns the words that PocketSphinx recognises in each recording. Any word may follow any other: it knows the
 * vocabulary of all recordings, but no sentences.
 */
export function recognizeWords(recitations: readonly Recitation[], options: ListenOptions): Promise<HeardWord[][]> {
  const vocabulary = [...new Set(recitations.flatMap(({ words }) => words))]
  const grammar = `#JSGF V1.0;\ngrammar loop;\npublic <loop> = (${vocabulary.join(' | ')})+;\n`
  return inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'loop.gram'), grammar)
    return listen(recitations, { ...options, folder, grammar: ['-jsgf', 'loop.gram', '-wip', WORD_LIKELIHOOD] })
  })
}

/** Returns the words that PocketSphinx recognises in each recording with its general model of American English, in lower case. */
export async function transcribeWords(
  audios: readonly PcmAudio[],
  options: ListenOptions,
): Promise<readonly (readonly string[])[]> {
  const recitations = audios.map((audio) => ({ audio, words: [] }))
  const heard = await inTemporaryFolder((folder) =>
    listen(recitations, { ...options, folder, grammar: ['-lm', join(MODEL, 'en-us.lm.bin')] }),
  )
  // A name in brackets is a noise; that of a pause is in angle brackets.
  return heard.map((words) => words.map(({ text }) => text).filter((text) => /^[a-z]/.test(text)))
}

/** Returns PocketSphinx's alignment of the given words with each recording, on a grid of 10 ms. */
export function alignWords(recitations: readonly Recitation[], options: ListenOptions): Promise<HeardWord[][]> {
  return inTemporaryFolder((folder) => alignChains(recitations, { ...options, folder }))
}

/** Returns PocketSphinx's alignment of the given sounds with each recording, on a grid of 10 ms. Each sound is a word of its dictionary. */
export function alignPhones(recitations: readonly PhoneRecitation[], options: ListenOptions): Promise<HeardWord[][]> {
  return inTemporaryFolder(async (folder) => {
    const dictionary = join(folder, 'phones.dict')
    const phones = [...new Set(recitations.flatMap((recitation) => recitation.phones))]
    await writeFile(dictionary, phones.map((phone) => `${phone} ${phone}\n`).join(''))
    const chains = recitations.map((recitation) => ({ audio: recitation.audio, words: recitation.phones }))
    return await alignChains(chains, { ...options, folder, dictionary })
  })
}

type ChainOptions = ListenOptions & { readonly folder: string; readonly dictionary?: string }

async function alignChains(recitations: readonly Recitation[], options: ChainOptions): Promise<HeardWord[][]> {
  await Promise.all(
    recitations.map(({ words }, i) => writeFile(join(options.folder, `${fileName(i)}.fsg`), chainGrammar(words))),
  )
  return await listen(recitations, {
    ...options,
    grammar: ['-fsgdir', '.', '-fsgext', '.fsg', '-fsgctl', 'recordings'],
  })
}

/** A finite-state grammar, in the format of Sphinx, of one sequence of words. */
function chainGrammar(words: readonly string[]): string {
  const steps = words.map((word, i) => `TRANSITION ${i} ${i + 1} 1.0 ${word}`)
  const states = `NUM_STATES ${words.length + 1}\nSTART_STATE 0\nFINAL_STATE ${words.length}`
  return `FSG_BEGIN words\n${states}\n${steps.join('\n')}\nFSG_END\n`
}

type BatchOptions = ChainOptions & { readonly grammar: readonly string[] }

async function listen(recitations: readonly Recitation[], options: BatchOptions): Promise<HeardWord[][]> {
  const { folder, grammar, dictionary = join(MODEL, 'cmudict-en-us.dict'), createResampler } = options
  await Promise.all(
    recitations.map(({ audio }, i) => writeFile(join(folder, `${fileName(i)}.raw`), makePcm(audio, createResampler))),
  )
  await writeFile(join(folder, 'recordings'), recitations.map((_, i) => `${fileName(i)}\n`).join(''))
  const model = ['-hmm', join(MODEL, 'en-us'), '-dict', dictionary]
  const input = ['-adcin', 'yes', '-cepdir', '.', '-cepext', '.raw', '-ctl', 'recordings']
  // Recordings without noise need no cleaning, and times are only correct if no silence is cut out.
  const asIs = ['-remove_noise', 'no', '-remove_silence', 'no']
  await runBatch(folder, [...model, ...input, ...asIs, ...grammar, '-ctm', 'heard', '-logfn', 'log'])
  const heard = parseTimes(await readFile(join(folder, 'heard'), 'utf8'))
  return recitations.map((_, i) => heard.get(fileName(i)) ?? [])
}

function fileName(index: number): string {
  return `recording-${index}`
}

/** 16-bit samples at the model's rate, with silence around. */
function makePcm({ samples, sampleRate }: PcmAudio, createResampler: CreateResampler): Uint8Array {
  const resampler = createResampler({ from: sampleRate, to: SAMPLE_RATE })
  const speech = [...resampler.resample(samples), ...resampler.flush()]
  const margin = MARGIN_SECONDS * SAMPLE_RATE
  const pcm = new Int16Array(speech.length + 2 * margin)
  for (const [i, sample] of speech.entries()) {
    pcm[margin + i] = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)))
  }
  return new Uint8Array(pcm.buffer)
}

/** Reads lines of the CTM format: recording, channel, start, duration, word, confidence. A word may end in its variant: `the(2)`. */
function parseTimes(ctm: string): ReadonlyMap<string, HeardWord[]> {
  const heard = new Map<string, HeardWord[]>()
  for (const line of ctm.split('\n').filter((text) => text !== '')) {
    const [name, , start, duration, word] = line.split(/\s+/)
    const startSeconds = Number(start) + STEP_TO_CHANGE_SECONDS - MARGIN_SECONDS
    const words = heard.get(name!) ?? []
    words.push({ text: word!.replace(/\(\d+\)$/, ''), startSeconds, endSeconds: startSeconds + Number(duration) })
    heard.set(name!, words)
  }
  return heard
}

async function runBatch(cwd: string, args: readonly string[]): Promise<void> {
  const batch = spawn('pocketsphinx_batch', args, { cwd, stdio: 'ignore' })
  const status = await new Promise<number | null>((resolve, reject) => {
    batch.once('error', reject)
    batch.once('exit', resolve)
  })
  if (status !== 0) throw new Error(`Cannot recognise speech: pocketsphinx_batch ended with ${status}`)
}

async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-recognise-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
