/** Samples of one frame: 30 ms at 24 kHz, two or more periods of most voices. */
const FRAME = 720
const HOP = FRAME / 2
/** How far a frame may move to fit the wave before it. */
const SEARCH = 180
/** Every so many samples are compared. */
const STEP = 4

const WINDOW = Float32Array.from(
  { length: FRAME },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (index + 0.5)) / FRAME),
)

/** Changes the speed of audio that comes in pieces, and keeps its pitch. */
export type TimeStretcher = {
  /** The samples that can be made with what has come. */
  readonly push: (piece: Float32Array) => Float32Array<ArrayBuffer>
  /** The last samples. */
  readonly flush: () => Float32Array<ArrayBuffer>
}

/**
 * WSOLA (Verhelst and Roelands, 1993): overlapping frames are taken from the input at `speed` times the pace at which they are
 * laid down, each moved to where it continues the frame before it best.
 */
export function createTimeStretcher(speed: number): TimeStretcher {
  let input = new Float32Array(0)
  /** Where the next frame is wanted, in samples of `input`. */
  let wanted = 0
  /** Where the frame before it would go on. */
  let continuation: number | undefined
  let tail = new Float32Array(HOP)

  function add(piece: Float32Array): void {
    const joined = new Float32Array(input.length + piece.length)
    joined.set(input)
    joined.set(piece, input.length)
    input = joined
  }

  function drain(): Float32Array<ArrayBuffer> {
    const pieces: Float32Array[] = []
    while (Math.round(wanted) + SEARCH + FRAME <= input.length) {
      const start = continuation === undefined ? 0 : findBest(Math.round(wanted), continuation)
      const out = new Float32Array(HOP)
      // The first frame has nothing before it that it could fade from.
      const isFirst = continuation === undefined
      for (let index = 0; index < HOP; index += 1) {
        out[index] = isFirst ? input[index]! : tail[index]! + input[start + index]! * WINDOW[index]!
      }
      tail = Float32Array.from({ length: HOP }, (_, index) => input[start + HOP + index]! * WINDOW[HOP + index]!)
      pieces.push(out)
      continuation = start + HOP
      wanted += HOP * speed
    }
    forget()
    return join(pieces)
  }

  function findBest(place: number, goal: number): number {
    let [best, bestMatch] = [place, -Infinity]
    for (let start = Math.max(0, place - SEARCH); start <= place + SEARCH; start += 1) {
      let match = 0
      let energy = 1e-6
      for (let index = 0; index < FRAME; index += STEP) {
        const sample = input[start + index] ?? 0
        match += sample * (input[goal + index] ?? 0)
        energy += sample * sample
      }
      const similarity = match / Math.sqrt(energy)
      if (similarity > bestMatch) [best, bestMatch] = [start, similarity]
    }
    return best
  }

  /** Drops what no frame can reach any more. */
  function forget(): void {
    const used = Math.max(0, Math.min(Math.round(wanted) - SEARCH, continuation ?? 0))
    input = input.slice(used)
    wanted -= used
    if (continuation !== undefined) continuation -= used
  }

  return {
    push(piece) {
      add(piece)
      return drain()
    },
    flush() {
      const rest = input.length - Math.round(wanted)
      add(new Float32Array(SEARCH + FRAME))
      const made = drain()
      return made.slice(0, Math.max(0, Math.min(made.length, Math.round(rest / speed))))
    },
  }
}

function join(pieces: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let place = 0
  for (const piece of pieces) {
    joined.set(piece, place)
    place += piece.length
  }
  return joined
}
