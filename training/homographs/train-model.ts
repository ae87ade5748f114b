import { describeFeatures } from '../../src/text/phonemization/homographs/homograph-features.ts'
import { packHomographModel, weightKeysOf } from '../../src/text/phonemization/homographs/homograph-model.ts'
import { listReadings } from '../../src/text/phonemization/homographs/list-readings.ts'
import { scoreByClues } from '../../src/text/phonemization/homographs/resolve-homograph.ts'
import type { Lexicon } from '../../src/text/phonemization/lexicon/lexicon.ts'
import { minimize } from './minimize.ts'
import type { Example } from './read-examples.ts'

/** Strength of the L2 penalty. */
const PENALTY = 5
const MOST_STEPS = 60
/** A weight that fewer examples have is left out. */
const LEAST_COUNT = 2
/** An everyday sentence counts as much as so many public ones. */
const OWN_WEIGHT = 2.5
/** Quantisation step of the weights, in logits. */
const STEP = 0.03
/** The public labels say UP-set for the adjective; dictionaries say up-SET. */
const MISLABELLED = new Set(['upset'])

/** An example as the model sees it: the keys of the weights of each reading, later their numbers. */
type Case = {
  readonly readings: readonly Uint32Array[]
  readonly clued: readonly number[]
  readonly right: number
  readonly importance: number
}

/**
 * Trains the homograph model: multinomial logistic regression with an L2 penalty; a reading that lacks a clue that it needs is no choice. The same examples
 * give the same bytes.
 */
export function trainHomographModel(examples: readonly Example[], lexicon: Lexicon): Uint8Array {
  const cases = examples
    .filter((example) => !(example.source === 'public' && MISLABELLED.has(wordOf(example))))
    .map((example) => describeCase(example, lexicon))
  const keys = numberKeys(cases)
  const weights = minimize((point, gradient) => lossOf(cases, point, gradient), keys.length, MOST_STEPS)
  return packHomographModel(new Map(Array.from(keys, (key, number) => [key, weights[number]!])), STEP)
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

function describeCase(example: Example, lexicon: Lexicon): Case {
  const { sentence, index, source, marked } = example
  const readings = readingsOf(example, lexicon)
  const right = readings.findIndex(({ senses }) => soundsAlike(senses[0]!.phonemes.join(' '), example.phonemes))
  if (right < 0) throw new Error(`Cannot train on "${marked}": no reading is said ${example.phonemes}`)
  const features = describeFeatures(sentence, index)
  const clued = readings.map((reading) => scoreByClues(reading, example))
  if (clued[right] === Number.NEGATIVE_INFINITY) throw new Error(`Cannot train on "${marked}": no clue is near`)
  return {
    readings: readings.map((reading) => Uint32Array.from(weightKeysOf(reading, features))),
    clued,
    right,
    importance: source === 'own' ? OWN_WEIGHT : 1,
  }
}

/** Bits of the table in which keys are counted: it has many more places than there are keys. */
const TABLE_BITS = 25

/** Writes numbers into the cases instead of keys, 0 for those that few examples have, and returns the key of each number. */
function numberKeys(cases: readonly Case[]): Uint32Array {
  const keys = new Uint32Array(1 << TABLE_BITS)
  const counts = new Int32Array(1 << TABLE_BITS)
  const placeOf = (key: number): number => {
    let place = (key ^ (key >>> 7)) & (keys.length - 1)
    while (counts[place] !== 0 && keys[place] !== key) place = (place + 1) % keys.length
    return place
  }
  const lists = cases.flatMap(({ readings }) => readings)
  for (const list of lists) {
    for (const key of list) {
      const place = placeOf(key)
      keys[place] = key
      counts[place]!++
    }
  }
  const kept = [0]
  for (const [place, count] of counts.entries()) {
    if (count === 0) continue
    counts[place] = count >= LEAST_COUNT ? kept.push(keys[place]!) - 1 : -1
  }
  for (const list of lists) for (let i = 0; i < list.length; i++) list[i] = Math.max(0, counts[placeOf(list[i]!)]!)
  return Uint32Array.from(kept)
}

/** Negative logarithm of the likelihood, with the penalty; adds up the gradient. The weight with the number 0 stays 0. */
function lossOf(cases: readonly Case[], weights: Float64Array, gradient: Float64Array): number {
  let loss = 0
  for (let i = 0; i < weights.length; i++) {
    gradient[i] = PENALTY * weights[i]!
    loss += 0.5 * PENALTY * weights[i]! ** 2
  }
  for (const { readings, clued, right, importance } of cases) {
    const scores = readings.map((numbers, r) => sumWeights(numbers, weights) + clued[r]!)
    const highest = Math.max(...scores)
    const shares = scores.map((score) => Math.exp(score - highest))
    const total = shares.reduce((sum, share) => sum + share)
    loss -= importance * Math.log(shares[right]! / total)
    for (const [r, numbers] of readings.entries()) {
      const surprise = importance * (shares[r]! / total - (r === right ? 1 : 0))
      for (const number of numbers) gradient[number]! += surprise
    }
  }
  gradient[0] = 0
  return loss
}

function sumWeights(numbers: Uint32Array, weights: Float64Array): number {
  let sum = 0
  for (const number of numbers) sum += weights[number]!
  return sum
}
