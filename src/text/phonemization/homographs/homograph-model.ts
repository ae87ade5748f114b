import { packSections, readSections } from '../../sectioned-file.ts'
import type { Homograph } from './homograph.ts'
import type { HomographFeatures } from './homograph-features.ts'
import { type HomographReading, listReadings } from './list-readings.ts'

/** A linear model over hashed features. A pair of a group and a feature that the model lacks has no weight. */
export type HomographModel = {
  /** The readings of a homograph with these senses. */
  readingsOf(word: string, senses: Homograph): readonly HomographReading[]
  /** How much the features speak for a reading, in logits: only the difference between readings has a meaning. */
  score(reading: HomographReading, features: HomographFeatures): number
}

const FILE_KIND = { kind: 'DHOM', version: 1 }

/** Opens a packed model (data/homographs/en-us.bin). Sections: f32 step, sorted u32 keys, i8 weights in steps. */
export function createHomographModel(bytes: Uint8Array): HomographModel {
  const [step, keyBytes, weightBytes] = readSections(bytes, FILE_KIND)
  // Copied, because wider numbers must begin at an even address.
  const size = new Float32Array(new Uint8Array(step!).buffer)[0]!
  const keys = new Uint32Array(new Uint8Array(keyBytes!).buffer)
  const weights = new Int8Array(new Uint8Array(weightBytes!).buffer)
  const drawers = indexKeys(keys)
  const known = new Map<Homograph, readonly HomographReading[]>()
  return {
    readingsOf(word, senses) {
      const readings = known.get(senses) ?? listReadings(word, senses)
      known.set(senses, readings)
      return readings
    },
    score(reading, features) {
      let steps = 0
      for (const key of weightKeysOf(reading, features)) {
        const index = findKey(keys, key, drawers)
        if (index >= 0) steps += weights[index]!
      }
      return steps * size
    },
  }
}

/** Packs weights by key into the bytes that `createHomographModel` opens. Weights below half a step are dropped. */
export function packHomographModel(weights: ReadonlyMap<number, number>, step: number): Uint8Array {
  const kept = [...weights]
    .map(([key, weight]) => [key, Math.max(-127, Math.min(127, Math.round(weight / step)))] as const)
    .filter(([, steps]) => steps !== 0)
    .sort(([a], [b]) => a - b)
  const keys = Uint32Array.from(kept, ([key]) => key)
  const values = Int8Array.from(kept, ([, steps]) => steps)
  return packSections(
    [Float32Array.of(step), keys, values].map(({ buffer }) => new Uint8Array(buffer)),
    FILE_KIND,
  )
}

/** The keys of all weights that apply to a reading in its place. */
export function weightKeysOf(reading: HomographReading, features: HomographFeatures): readonly number[] {
  const keys: number[] = []
  for (const group of reading.grammarGroups)
    for (const feature of features.grammar) keys.push(combineHashes(group, feature))
  for (const feature of features.topic) keys.push(combineHashes(reading.wordGroup, feature))
  return keys
}

/** Mixes two 32-bit hashes into one (the finaliser of MurmurHash3, shortened). */
function combineHashes(group: number, feature: number): number {
  let key = Math.imul(group ^ (feature >>> 15), 0x2c1b3c6d) ^ Math.imul(feature, 0x297a2d39)
  key = Math.imul(key ^ (key >>> 13), 0x85ebca6b)
  return (key ^ (key >>> 16)) >>> 0
}

/** Keys are sought among those that share their first bits: the hashes are spread evenly. */
const DRAWER_BITS = 15

/** Where the keys of each drawer begin, and where the last one ends. */
function indexKeys(keys: Uint32Array): Uint32Array {
  const drawers = new Uint32Array((1 << DRAWER_BITS) + 1).fill(keys.length)
  for (let i = keys.length - 1; i >= 0; i--) drawers[keys[i]! >>> (32 - DRAWER_BITS)] = i
  for (let i = drawers.length - 2; i >= 0; i--) drawers[i] = Math.min(drawers[i]!, drawers[i + 1]!)
  return drawers
}

function findKey(keys: Uint32Array, key: number, drawers: Uint32Array): number {
  const drawer = key >>> (32 - DRAWER_BITS)
  let low = drawers[drawer]!
  let high = drawers[drawer + 1]! - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = keys[middle]!
    if (found === key) return middle
    if (found < key) low = middle + 1
    else high = middle - 1
  }
  return -1
}
