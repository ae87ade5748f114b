/** Mixes a number into a hash of 32 bits (a step of MurmurHash3). */
export function mix(hash: number, value: number): number {
  let key = Math.imul(value, 0xcc9e2d51)
  key = Math.imul((key << 15) | (key >>> 17), 0x1b873593)
  const mixed = hash ^ key
  return Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64
}

/** Hashes a text by its UTF-16 units. */
export function hashText(text: string): number {
  let hash = 1
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i))
  return hash
}

/** Turns the hash of each feature into the number of its weight, below `count`. The same hash as two features gives two numbers. */
export function numberFeatures(features: Int32Array, count: number): void {
  for (let i = 0; i < features.length; i++) {
    const hash = mix(features[i]!, i)
    const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    features[i] = ((mixed ^ (mixed >>> 13)) >>> 0) % count
  }
}
