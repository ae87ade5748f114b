/** Work that never changes and resembles that on texts: short strings, maps, small objects. Returns something that depends on all of it. */
export function readWords(): number {
  const counts = new Map<string, { readonly word: string; count: number }>()
  let total = 0
  for (let round = 0; round < 60; round++) {
    for (const word of YARD_TEXT.split(' ')) {
      const key = word.toLowerCase().replace(/[^a-z]/g, '')
      const known = counts.get(key)
      if (known === undefined) counts.set(key, { word, count: 1 })
      else known.count += 1
      total += key.charCodeAt(0) * (key.length + round)
    }
  }
  return total + counts.size
}

const YARD_TEXT =
  'The lighthouse keeper climbed the stairs each evening, counting every step as if the number might have changed. It never had.'

const SIDE = 1024
const MATRIX = Float32Array.from({ length: SIDE * SIDE }, (_, i) => ((i * 7919) % 1000) / 1000 - 0.5)

/** The same for large networks: a matrix of 4 MB times a vector. Processors differ more in memory than in arithmetic. */
export function multiplyMatrix(): number {
  const vector = Float32Array.from({ length: SIDE }, (_, i) => ((i * 31) % 17) / 17 - 0.5)
  let sum = 0
  for (let row = 0; row < SIDE; row++) {
    let value = 0
    for (let i = 0, at = row * SIDE; i < SIDE; i++, at++) value += MATRIX[at]! * vector[i]!
    sum += value
  }
  return sum
}

/** The same for work on sound: multiplying and adding neighbouring numbers. */
export function mixSamples(): number {
  const samples = Float32Array.from({ length: 4096 }, (_, i) => ((i * 7919) % 1000) / 1000 - 0.5)
  const filter = Float32Array.from({ length: 96 }, (_, i) => ((i * 31) % 17) / 17 - 0.5)
  let sum = 0
  for (let at = 0; at + filter.length <= samples.length; at++) {
    let value = 0
    for (let k = 0; k < filter.length; k++) value += samples[at + k]! * filter[k]!
    sum += value
  }
  return sum
}
