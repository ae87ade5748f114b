import { FEATURE_BUCKETS, listNameFeatures } from './name-features.ts'

/** How sure a model is that a name comes from an origin, from 0 to 1. */
export type OriginChance = { readonly origin: string; readonly chance: number }

/** Tells the language that a name is spelled in. */
export type OriginModel = {
  /** The chances of all origins, ordinary English among them, in the order of the file; `name` is folded (a to z). */
  chancesOf(name: string): readonly OriginChance[]
}

/** The content of data/name-origins/classifier.json. */
export type OriginModelFile = {
  readonly origins: readonly string[]
  /** What a step of a weight is worth, in logits. */
  readonly step: number
  /** 8-bit weights by origin and then by bucket, the last one of each origin its bias, in base64. */
  readonly weights: string
}

/** Opens a classifier: a linear model over hashed letter groups, averaged over their number. */
export function createOriginModel({ origins, step, weights }: OriginModelFile): OriginModel {
  const table = decodeBytes(weights)
  const size = FEATURE_BUCKETS + 1
  return {
    chancesOf(name) {
      const features = listNameFeatures(name)
      const scale = step / Math.sqrt(features.length)
      const scores = origins.map((_origin, index) => {
        let steps = 0
        for (const feature of features) steps += table[index * size + feature]!
        return steps * scale + table[index * size + FEATURE_BUCKETS]! * step
      })
      const highest = Math.max(...scores)
      const shares = scores.map((score) => Math.exp(score - highest))
      const total = shares.reduce((sum, share) => sum + share, 0)
      return origins.map((origin, index) => ({ origin, chance: shares[index]! / total }))
    },
  }
}

/** A loop by index: to iterate over 260,000 characters takes 50 ms at each start. */
function decodeBytes(base64: string): Int8Array {
  const letters = atob(base64)
  const bytes = new Int8Array(letters.length)
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i)
  return bytes
}
