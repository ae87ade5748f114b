/** Everything about a combination that is rendered as a clip, as plain JSON. It is stored in place of a SynthesisPlan. */
export type CombinationPlan = {
  readonly kind: 'combination'
  readonly version: 1
  readonly accountId: string
  /** Clips that were COMPLETE when the combination was accepted, in the order in which they are heard. */
  readonly clipIds: readonly string[]
  /** Seconds of silence between neighbours: one fewer than clips. */
  readonly pausesSeconds: readonly number[]
  readonly hasChapters: boolean
}

export function isCombination(plan: object): plan is CombinationPlan {
  return 'kind' in plan && plan.kind === 'combination'
}
