import { MarkupSyntaxError } from '../errors.ts'
import { parseMarkup } from '../text/markup/parse-markup.ts'
import type { MarkupTree } from '../text/markup/tree/markup-tree.ts'
import type { SourceWord } from '../text/normalization/normalized-text.ts'
import { writeWords } from '../text/written/write-words.ts'
import type { SynthesisPlan } from './synthesis-plan.ts'

/** A plan of version 1 lacks the text around its words. */
type PlanVersion1 = Omit<SynthesisPlan, 'version' | 'words'> & {
  readonly version: 1
  readonly words: readonly SourceWord[]
}

/** A plan in storage, written by this version of the service or an earlier one. */
export type StoredPlan = SynthesisPlan | PlanVersion1

/** Upgrades a stored plan to the current version. */
export function upgradePlan(plan: StoredPlan): SynthesisPlan {
  if (plan.version === 2) return plan
  return { ...plan, version: 2, words: writeWords(parseStoredText(plan.text), plan.words) }
}

/** Parses the text of a version 1 plan, which does not store whether it is SSML. Plain text with tags other than ours is not valid SSML. */
function parseStoredText(text: string): MarkupTree {
  try {
    return parseMarkup(text, { ssml: true })
  } catch (error) {
    if (!(error instanceof MarkupSyntaxError)) throw error
    return parseMarkup(text, { ssml: false })
  }
}
