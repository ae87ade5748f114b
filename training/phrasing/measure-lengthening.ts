/**
 * Compares how long the reader's words last with what the neural voice's network predicts: before pauses, and by class of
 * word inside phrases. Only held-out recordings, whose phones must be in the file.
 * Run: npx node training/phrasing/measure-lengthening.ts alignments.jsonl.gz
 */
import { fileURLToPath } from 'node:url'
import { isBoundary } from '../../src/synthesis/engines/neural/boundary-tokens.ts'
import { type Networks, openNetworks } from '../../src/synthesis/engines/neural/networks.ts'
import { type NeuralSettings, parseNeuralSettings } from '../../src/synthesis/engines/neural/neural-settings.ts'
import { loadVoicePackage } from '../../src/synthesis/voice-packages/load-voice-package.ts'
import { DETERMINERS, isOpenClass, PREPOSITIONS } from '../../src/text/english/word-classes.ts'
import { BREAK_SECONDS, isHeldOut, type Recording, readRecordings } from './read-corpus.ts'

const RECORDINGS = 500

type HeardWord = {
  readonly text: string
  readonly phones: readonly string[]
  readonly seconds: number
  pause: number
  mark: string
}

/** Sums of seconds: the reader's, the network's as the planner asks for it, and without tokens for unmarked pauses. */
type Sums = { words: number; read: number; predicted: number; plain: number }

/** The words with their phones and marks; undefined where text and alignment do not match. */
function hearWords({ text, words, phones = [] }: Recording): readonly HeardWord[] | undefined {
  const sounds = phones.filter(([phone]) => phone !== 'sp' && phone !== 'sil')
  const heard: HeardWord[] = []
  let next = 0
  for (const [word, seconds] of words) {
    if (word === '') {
      if (heard.length > 0) heard.at(-1)!.pause += seconds
      continue
    }
    const own: string[] = []
    for (let spent = 0; next < sounds.length && spent < seconds - 0.004; next++) {
      own.push(sounds[next]![0])
      spent += sounds[next]![1]
    }
    heard.push({ text: word, phones: own, seconds, pause: 0, mark: '' })
  }
  const written = text.split(/\s+/).filter((token) => /[a-z]/i.test(token))
  if (written.length !== heard.length) return undefined
  for (const [i, token] of written.entries()) {
    if (letters(token) !== letters(heard[i]!.text)) return undefined
    heard[i]!.mark = /([,;:.?!])["')]*$/.exec(token)?.[1] ?? ''
  }
  return heard
}

const letters = (word: string) => word.toLowerCase().replace(/[^a-z]/g, '')

type Network = { readonly networks: Networks; readonly settings: NeuralSettings }

/** Seconds of each word by the network. `unmarked` is the boundary token at a pause without a mark. */
async function predictSeconds(words: readonly HeardWord[], unmarked: string, { networks, settings }: Network) {
  const tokens = ['.']
  const starts = words.map(({ phones, mark, pause }, i) => {
    const start = tokens.length
    const plain = i === words.length - 1 ? '</s>' : pause >= BREAK_SECONDS ? unmarked : '_'
    tokens.push(...phones, mark === '' ? plain : mark)
    return start
  })
  const numbers = tokens.map((token) => settings.tokens.indexOf(token))
  if (numbers.includes(-1)) return undefined
  const { durations } = await networks.predictProsody(
    BigInt64Array.from(numbers, BigInt),
    Float32Array.from(tokens, (token) => (isBoundary(token) ? 1 : 0)),
  )
  const frameSeconds = settings.frameSamples / 22050
  return words.map(({ phones }, i) => {
    const own = durations.subarray(starts[i]!, starts[i]! + phones.length)
    return own.reduce((sum, frames) => sum + frames, 0) * frameSeconds
  })
}

function kindOf({ text, mark, pause }: HeardWord): string {
  const isPause = pause >= BREAK_SECONDS
  if (mark === ',') return isPause ? 'before a comma with a pause' : 'before a comma without a pause'
  if (mark !== '') return 'before another mark'
  if (isPause) return 'before a pause without a mark'
  if (DETERMINERS.has(text)) return 'inside: determiners'
  if (PREPOSITIONS.has(text)) return 'inside: prepositions'
  return isOpenClass(text) ? 'inside: content words' : 'inside: other function words'
}

const [corpus] = process.argv.slice(2)
if (corpus === undefined) throw new Error('Cannot measure: expected the path of the alignments')
const folder = fileURLToPath(new URL('../../data/voices/ember', import.meta.url))
const voicePackage = await loadVoicePackage(folder)
const settings = parseNeuralSettings(voicePackage)
const networks = await openNetworks(voicePackage, settings)
const sums = new Map<string, Sums>()
let measured = 0
for (const recording of readRecordings(corpus)) {
  const words = measured < RECORDINGS && isHeldOut(recording.id) ? hearWords(recording) : undefined
  if (words === undefined) continue
  const predicted = await predictSeconds(words, ',', { networks, settings })
  const plain = await predictSeconds(words, '_', { networks, settings })
  if (predicted === undefined || plain === undefined) continue
  measured++
  // The first and the last word are cut by the recording's edges.
  for (let i = 1; i < words.length - 1; i++) {
    const kind = kindOf(words[i]!)
    const sum = sums.get(kind) ?? { words: 0, read: 0, predicted: 0, plain: 0 }
    sum.words++
    sum.read += words[i]!.seconds
    sum.predicted += predicted[i]!
    sum.plain += plain[i]!
    sums.set(kind, sum)
  }
}
await networks.close()
process.stdout.write(`${measured} recordings\n`)
for (const [kind, { words, read, predicted, plain }] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const cells = [words, ((1000 * read) / words).toFixed(0), (predicted / read).toFixed(3), (plain / read).toFixed(3)]
  process.stdout.write(`${kind.padEnd(32)}${cells.map((cell) => String(cell).padStart(8)).join('')}\n`)
}
