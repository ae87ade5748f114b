/** A kind of reading of a row of digits. A year is said as `pairs`, or as a `cardinal` where its words are the same. */
export type SemioticClass = 'cardinal' | 'pairs' | 'digits'

/** All classes, in the order of the network's outputs. */
export const CLASSES: readonly SemioticClass[] = ['cardinal', 'pairs', 'digits']

/** A reading that the written form allows. */
export type Candidate = { readonly class: SemioticClass; readonly fields: DigitsFields }

export type DigitsFields = { readonly digits: string }
