/** Features are hashed into this many buckets; a power of two. */
export const FEATURE_BUCKETS = 8192
const SHORTEST = 2
const LONGEST = 4

/** The buckets of a name's letter groups, its start and end included; `name` is folded (a to z). */
export function listNameFeatures(name: string): readonly number[] {
  const framed = `^${name}$`
  const buckets: number[] = []
  for (let start = 0; start < framed.length; start++) {
    let hash = 0x811c9dc5
    for (let end = start; end < Math.min(start + LONGEST, framed.length); end++) {
      hash = Math.imul(hash ^ framed.charCodeAt(end), 0x01000193) >>> 0
      if (end - start + 1 >= SHORTEST) buckets.push((hash ^ (hash >>> 15)) & (FEATURE_BUCKETS - 1))
    }
  }
  return buckets
}
