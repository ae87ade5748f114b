const HALF_TAPS = 8
const PHASES = 64
const TABLE = makeTable()

/** The value of a sampled signal at a fractional position, by a 16-tap Hann-windowed sinc. Exact at whole positions. */
export function readBetween(samples: Float32Array, position: number): number {
  const whole = Math.floor(position)
  const phase = Math.round((position - whole) * PHASES)
  if (phase === 0) return samples[whole] ?? 0
  if (phase === PHASES) return samples[whole + 1] ?? 0
  let sum = 0
  const row = phase * 2 * HALF_TAPS
  const first = whole - HALF_TAPS + 1
  for (let tap = 0; tap < 2 * HALF_TAPS; tap++) sum += (samples[first + tap] ?? 0) * TABLE[row + tap]!
  return sum
}

function makeTable(): Float32Array {
  const table = new Float32Array((PHASES + 1) * 2 * HALF_TAPS)
  for (let phase = 0; phase <= PHASES; phase++) {
    for (let tap = 0; tap < 2 * HALF_TAPS; tap++) {
      const distance = tap - HALF_TAPS + 1 - phase / PHASES
      const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance)
      table[phase * 2 * HALF_TAPS + tap] = sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / HALF_TAPS))
    }
  }
  return table
}
