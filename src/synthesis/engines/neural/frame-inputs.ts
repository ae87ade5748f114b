/** The token of each frame. `starts` has the first frame of each token, followed by the number of frames. */
export function tokensOfFrames(starts: Int32Array): Int32Array {
  const tokens = new Int32Array(starts.at(-1)!)
  for (let i = 0; i + 1 < starts.length; i++) tokens.fill(i, starts[i], starts[i + 1])
  return tokens
}

/** Interpolates the tokens' values linearly, one value per frame. Each value belongs to the middle of its token. */
export function interpolateTokens(starts: Int32Array, values: Float32Array): Float32Array {
  const line = new Float32Array(starts.at(-1)!)
  const last = values.length - 1
  const centre = (i: number) => (starts[i]! + starts[i + 1]!) / 2
  let left = 0
  for (let t = 0; t < line.length; t++) {
    const x = t + 0.5
    while (left < last && centre(left + 1) <= x) left++
    const right = Math.min(left + 1, last)
    const start = centre(left)
    const weight = left === right || x <= start ? 0 : (x - start) / (centre(right) - start)
    line[t] = values[left]! * (1 - weight) + values[right]! * weight
  }
  return line
}

/**
 * Four inputs per frame of the acoustic network: frames since the token's start, frames to its end, its length (log1p each), and
 * the F0 line.
 */
export function frameInputs(starts: Int32Array, f0Line: Float32Array): Float32Array {
  const inputs = new Float32Array(f0Line.length * 4)
  for (let i = 0; i + 1 < starts.length; i++) {
    const start = starts[i]!
    const end = starts[i + 1]!
    const length = Math.log1p(end - start)
    for (let t = start; t < end; t++) {
      inputs[t * 4] = Math.log1p(t - start)
      inputs[t * 4 + 1] = Math.log1p(end - 1 - t)
      inputs[t * 4 + 2] = length
      inputs[t * 4 + 3] = f0Line[t]!
    }
  }
  return inputs
}

/** For each frame of one timeline, its place among the frames of another with the same tokens. */
export function placesBetween(starts: Int32Array, others: Int32Array): Float32Array {
  const places = new Float32Array(starts.at(-1)!)
  const last = Math.max(0, others.at(-1)! - 1)
  for (let i = 0; i + 1 < starts.length; i++) {
    const [start, end, other] = [starts[i]!, starts[i + 1]!, others[i]!]
    const step = (others[i + 1]! - other) / (end - start)
    for (let t = start; t < end; t++) places[t] = Math.min(Math.max(other + (t - start + 0.5) * step - 0.5, 0), last)
  }
  return places
}
