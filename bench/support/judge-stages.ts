/** A stage of speaking and how long it takes, in lengths of the yardstick of its kind. */
export type StageRatio = { readonly stage: string; readonly kind: string; readonly ratio: number }

/** What was measured when the code was as it should be. */
export type StageBands = Readonly<Record<string, number>>

export type StageVerdict = StageRatio & {
  /** Against the bands, by how much it is slower (above 1) or faster. */
  readonly moved: number
  /** The same against the other stages of its kind. */
  readonly movedAlone: number
  readonly isSlower: boolean
}

/** A stage may be slower by this factor than the others of its kind: more than measurements vary, and less than the quarter that must be found. */
const ALONE = 1.15
/** A kind as a whole may move by this much against its yardstick, because processors differ. */
const TOGETHER = 1.6

/**
 * Compares stages with their bands. A stage is slower if it moved against the other stages of its kind, which another processor moves together, or if its whole kind moved
 * further than processors do.
 */
export function judgeStages(stages: readonly StageRatio[], bands: StageBands): readonly StageVerdict[] {
  const moves = stages.map((stage) => {
    const band = bands[stage.stage]
    if (band === undefined) throw new Error(`Cannot judge "${stage.stage}": it has no band; run with --update`)
    return { ...stage, moved: stage.ratio / band }
  })
  return moves.map((one) => {
    const others = moves.filter(({ kind, stage }) => kind === one.kind && stage !== one.stage)
    const movedAlone = one.moved / median(others.map(({ moved }) => moved))
    return { ...one, movedAlone, isSlower: movedAlone > ALONE || one.moved > TOGETHER }
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
