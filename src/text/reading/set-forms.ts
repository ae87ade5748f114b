import rows from '../../../data/english/set-forms.json' with { type: 'json' }
import type { Candidate } from './candidate.ts'

const PRIORS: ReadonlyMap<string, { readonly class: string; readonly prior: number }> = new Map(
  rows.map(({ written, class: one, prior }) => [written, { class: one, prior: Number(prior) }]),
)

/** Scores with what the usual reading of a set form such as `24/7` is worth. */
export function scoreBySetForm(
  written: string,
  candidates: readonly Candidate[],
  scores: readonly number[],
): readonly number[] {
  const known = PRIORS.get(written)
  if (known === undefined) return scores
  return scores.map((score, i) => (candidates[i]!.class === known.class ? score + known.prior : score))
}
