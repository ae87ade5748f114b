import { type ByteTable, createByteTable, enterByte, findByte } from '../../byte-table.ts'
import { packSections, readSections } from '../../sectioned-file.ts'
import { mix } from '../../tagging/hash.ts'
import type { Tagger } from '../../tagging/tagger.ts'
import type { Homograph } from './homograph.ts'
import type { HomographFeatures } from './homograph-features.ts'
import { type HomographReading, listReadings } from './list-readings.ts'

/** A linear model over hashed features. A pair of a group and a feature that the model lacks has no weight. */
export type HomographModel = {
  /** Tags the sentences in which homographs are read. */
  readonly tagger: Tagger
  /** The readings of a homograph with these senses. */
  readingsOf(word: string, senses: Homograph): readonly HomographReading[]
  /** How much the features speak for a reading, in logits: only the difference between readings has a meaning. */
  score(reading: HomographReading, features: HomographFeatures): number
}

const FILE_KIND = { kind: 'DHOM', version: 2 }
/** The byte of a weight of 0. */
const ZERO = 128

/** Opens a packed model (data/homographs/en-us.bin). Sections: f32 step, u16 checks and u8 weights by key, in steps above -128. */
export function createHomographModel(bytes: Uint8Array, tagger: Tagger): HomographModel {
  const [stepBytes, checks, values] = readSections(bytes, FILE_KIND)
  // Copied, because wider numbers must begin at an even address.
  const step = new Float32Array(new Uint8Array(stepBytes!).buffer)[0]!
  const table: ByteTable = { checks: new Uint16Array(new Uint8Array(checks!).buffer), values: values! }
  const known = new Map<Homograph, readonly HomographReading[]>()
  return {
    tagger,
    readingsOf(word, senses) {
      const readings = known.get(senses) ?? listReadings(word, senses)
      known.set(senses, readings)
      return readings
    },
    score(reading, features) {
      let steps = 0
      for (const key of weightKeysOf(reading, features)) {
        const byte = findByte(table, key)
        if (byte !== 0) steps += byte - ZERO
      }
      return steps * step
    },
  }
}

/** The least part of the slots that stays empty. */
const ROOM = 0.2

/** Packs weights by key into the bytes that `createHomographModel` opens. Weights below half a step are dropped. */
export function packHomographModel(weights: ReadonlyMap<number, number>, step: number): Uint8Array {
  const kept = [...weights]
    .map(([key, weight]) => [key, Math.max(-127, Math.min(127, Math.round(weight / step)))] as const)
    .filter(([, steps]) => steps !== 0)
    .sort(([a], [b]) => a - b)
  const table = createByteTable(Math.ceil(Math.log2(kept.length / (1 - ROOM))))
  for (const [key, steps] of kept) enterByte(table, key, ZERO + steps)
  const { checks, values } = table
  return packSections(
    [Float32Array.of(step), checks, values].map(({ buffer }) => new Uint8Array(buffer)),
    FILE_KIND,
  )
}

/** The keys of all weights that apply to a reading in its place. */
export function weightKeysOf(
  { grammarGroups, wordGroup }: HomographReading,
  { grammar, topic }: HomographFeatures,
): Int32Array {
  const keys = new Int32Array(grammarGroups.length * grammar.length + topic.length)
  let next = 0
  for (const group of grammarGroups) for (const feature of grammar) keys[next++] = mix(group, feature)
  for (const feature of topic) keys[next++] = mix(wordGroup, feature)
  return keys
}
