/** A pitch candidate for one moment: a pitch in Hz, or 0 for unvoiced. Strengths are comparable within and between moments. */
export type PitchCandidate = { readonly hertz: number; readonly strength: number }

/** Costs for a step of 10 ms, from Boersma (1993). */
const OCTAVE_JUMP_COST = 0.35
const VOICING_CHANGE_COST = 0.14

/** Returns the pitch at every moment along the best path: the one with the highest sum of strengths minus jump costs (Viterbi). */
export function findBestPath(moments: readonly (readonly PitchCandidate[])[], hopSeconds: number): Float32Array {
  const scale = 0.01 / hopSeconds
  let scores: number[] = []
  const origins: number[][] = []
  for (const [i, candidates] of moments.entries()) {
    const before = moments[i - 1] ?? []
    const steps = candidates.map((candidate) => bestStep(candidate, { before, scores, scale }))
    origins.push(steps.map(({ origin }) => origin))
    scores = steps.map(({ score }) => score)
  }
  const hertz = new Float32Array(moments.length)
  let index = scores.indexOf(Math.max(...scores))
  for (let i = moments.length - 1; i >= 0; i--) {
    hertz[i] = moments[i]![index]!.hertz
    index = origins[i]![index]!
  }
  return hertz
}

type StepOptions = {
  readonly before: readonly PitchCandidate[]
  /** Scores of the best paths to each candidate in `before`. */
  readonly scores: readonly number[]
  readonly scale: number
}

function bestStep(
  candidate: PitchCandidate,
  { before, scores, scale }: StepOptions,
): { score: number; origin: number } {
  let best = { score: before.length === 0 ? 0 : Number.NEGATIVE_INFINITY, origin: 0 }
  for (const [origin, previous] of before.entries()) {
    const score = scores[origin]! - scale * jumpCost(previous.hertz, candidate.hertz)
    if (score > best.score) best = { score, origin }
  }
  return { ...best, score: best.score + candidate.strength }
}

function jumpCost(from: number, to: number): number {
  if (from === 0 && to === 0) return 0
  if (from === 0 || to === 0) return VOICING_CHANGE_COST
  return OCTAVE_JUMP_COST * Math.abs(Math.log2(to / from))
}
