import rows from '../../../data/english/respelling-chart.json' with { type: 'json' }

const CHART = rows.map(({ letters, sounds, use }) => ({ letters, sounds: sounds.split(' '), use }))

/** Letters of the respelling notation, to their sounds in ARPAbet. Vowels carry no stress here. */
export const RESPELLING_SOUNDS: ReadonlyMap<string, readonly string[]> = new Map(
  CHART.flatMap(({ letters, sounds, use }) => (use === 'written' ? [] : [[letters, sounds] as const])),
)

/** How sounds are written in the notation, alone or, with spaces between them, together. */
export const RESPELLING_LETTERS: ReadonlyMap<string, string> = new Map(
  CHART.flatMap(({ letters, sounds, use }) => (use === 'read' ? [] : [[sounds.join(' '), letters] as const])),
)

/** The most letters that represent one sound or combination, and the most sounds of a combination. */
export const LONGEST_LETTERS = Math.max(...CHART.map(({ letters }) => letters.length))
export const LONGEST_SOUNDS = Math.max(...CHART.map(({ sounds }) => sounds.length))
