import type { Candidate } from '../../candidate.ts'

/** Longer rows of digits have a reading of their own; shorter ones are hardly ever ambiguous. */
const SHAPE = /^[1-9]\d{2,5}$/

/** The readings that a row of three to six digits allows, wherever it stands: `60493` is an amount or a code. */
export function proposeDigits(text: string): readonly Candidate[] {
  if (!SHAPE.test(text)) return []
  const fields = { digits: text }
  // `404`: by digits it would differ from the pairs in `zero` alone, which people say as `oh`.
  if (/^\d0[1-9]$/.test(text))
    return [
      { class: 'cardinal', fields },
      { class: 'pairs', fields },
    ]
  if (text.length > 4)
    return [
      { class: 'cardinal', fields },
      { class: 'digits', fields },
    ]
  return [
    { class: 'cardinal', fields },
    { class: 'pairs', fields },
    { class: 'digits', fields },
  ]
}
