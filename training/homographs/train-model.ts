import { describeFeatures } from '../../src/text/phonemization/homographs/homograph-features.ts'
import { packHomographModel, weightKeysOf } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { listReadings } from '../../src/text/phonemization/homographs/list-readings.ts'
import { createRuleScorer } from '../../src/text/phonemization/homographs/resolve-homograph.ts'
import type { Lexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { minimize } from './minimize.ts'
import type { Example } from './read-examples.ts'

/** Strength of the L2 penalty. */
const PENALTY = 8
const MOST_STEPS = 60
/** A weight that fewer examples have is left out. */
const LEAST_COUNT = 2
/** An everyday sentence counts as much as so many public ones. */
const OWN_WEIGHT = 2.5
/** Quantisation step of the weights, in logits. */
const STEP = 0.03
/** The public labels say UP-set for the adjective; dictionaries say up-SET. */
const MISLABELLED = new Set(['upset'])

/** An example as the model sees it. */
type Case = {
  /** The weights of each reading, by number, and what the rules add. */
  readonly readings: readonly { readonly weights: Int32Array; readonly ruled: number }[]
  readonly right: number
  readonly importance: number
}

/**
 * Trains the homograph model: multinomial logistic regression with an L2 penalty on top of the hand-made rules. The same
 * examples give the same bytes.
 */
export function trainHomographModel(examples: readonly Example[], lexicon: Lexicon): Uint8Array {
  const used = examples.filter((example) => !(example.source === 'public' && MISLABELLED.has(wordOf(example))))
  const keys = used.map((example) => keysOfReadings(example, lexicon))
  const numbers = numberKeys(keys.flat())
  const cases = used.map((example, i) => describeCase(example, { keys: keys[i]!, numbers, lexicon }))
  const weights = minimize((point, gradient) => lossOf(cases, point, gradient), numbers.size, MOST_STEPS)
  return packHomographModel(new Map([...numbers].map(([key, number]) => [key, weights[number]!])), STEP)
}

/** Equal pronunciations may differ in what nobody hears as another reading: weak vowels and secondary stress. */
export function soundsAlike(a: string, b: string): boolean {
  return soften(a) === soften(b)
}

function soften(phonemes: string): string {
  return phonemes.replaceAll('2', '0').replaceAll('IH0', 'AH0')
}

function wordOf({ sentence, index }: Example): string {
  return sentence.words[index]!.text
}

function readingsOf(example: Example, lexicon: Lexicon) {
  return listReadings(wordOf(example), lexicon.homographOf(wordOf(example))!)
}

function keysOfReadings(example: Example, lexicon: Lexicon): readonly (readonly number[])[] {
  const features = describeFeatures(example.sentence, example.index)
  return readingsOf(example, lexicon).map((reading) => weightKeysOf(reading, features))
}

function numberKeys(lists: readonly (readonly number[])[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const keys of lists) for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const kept = [...counts].filter(([, count]) => count >= LEAST_COUNT)
  return new Map(kept.map(([key], number) => [key, number]))
}

function describeCase(
  example: Example,
  options: {
    readonly keys: readonly (readonly number[])[]
    readonly numbers: ReadonlyMap<number, number>
    readonly lexicon: Lexicon
  },
): Case {
  const readings = readingsOf(example, options.lexicon)
  const scoreRules = createRuleScorer(example.sentence, example.index)
  const right = readings.findIndex(({ senses }) => soundsAlike(senses[0]!.phonemes.join(' '), example.phonemes))
  if (right < 0) throw new Error(`Cannot train on "${example.marked}": no reading is said ${example.phonemes}`)
  if (scoreRules(readings[right]!) === Number.NEGATIVE_INFINITY)
    throw new Error(`Cannot train on "${example.marked}": no clue is near`)
  return {
    right,
    importance: example.source === 'own' ? OWN_WEIGHT : 1,
    readings: readings.map((reading, i) => ({
      ruled: scoreRules(reading),
      weights: Int32Array.from(options.keys[i]!.flatMap((key) => options.numbers.get(key) ?? [])),
    })),
  }
}

/** Negative logarithm of the likelihood, with the penalty; adds up the gradient. */
function lossOf(cases: readonly Case[], weights: Float64Array, gradient: Float64Array): number {
  let loss = 0
  for (let i = 0; i < weights.length; i++) {
    gradient[i] = PENALTY * weights[i]!
    loss += 0.5 * PENALTY * weights[i]! ** 2
  }
  for (const { readings, right, importance } of cases) {
    const chances = chancesOf(readings, weights)
    loss -= importance * Math.log(chances[right]!)
    for (const [r, reading] of readings.entries()) {
      const surprise = importance * (chances[r]! - (r === right ? 1 : 0))
      for (const weight of reading.weights) gradient[weight]! += surprise
    }
  }
  return loss
}

function chancesOf(readings: Case['readings'], weights: Float64Array): readonly number[] {
  const scores = readings.map(({ weights: own, ruled }) => own.reduce((sum, weight) => sum + weights[weight]!, ruled))
  const highest = Math.max(...scores)
  const shares = scores.map((score) => Math.exp(score - highest))
  const total = shares.reduce((sum, share) => sum + share)
  return shares.map((share) => share / total)
}
