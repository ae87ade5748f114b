/** A sentence of 30 words. */
export const SENTENCE =
  'The harbour was quiet before the storm, and the few sailors who had stayed behind were mending their nets ' +
  'beside the old stone wall while the gulls circled over them.'

/** Avatars that speak with each of the voices: the first of each in `data/avatars.json`. */
export const SPEAKERS = { rms: 17, slt: 20, kal16: 33, ember: 3 } as const
