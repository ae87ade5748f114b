/** Relative duration of a vowel (a consonant has 1), and the increment for each stress. Round figures: only the proportions matter. */
const VOWEL_WEIGHT = 1.4
const STRESS_WEIGHT: Readonly<Record<string, number>> = { 1: 0.5, 2: 0.3 }

/** How long an ARPAbet phone usually is, in lengths of a consonant. */
export function weighPhone(phone: string): number {
  const stress = /\d$/.exec(phone)?.[0]
  return stress === undefined ? 1 : VOWEL_WEIGHT + (STRESS_WEIGHT[stress] ?? 0)
}
