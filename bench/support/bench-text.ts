/** A sentence of 30 words. */
export const SENTENCE =
  'The harbour was quiet before the storm, and the few sailors who had stayed behind were mending their nets ' +
  'beside the old stone wall while the gulls circled over them.'

/** Avatars that speak with each of the voices: the first of each in `data/avatars.json`. */
export const SPEAKERS = { rms: 17, slt: 20, kal16: 33, ember: 3 } as const

/** Twelve sentences that share no words of meaning with their neighbours: about 1,000 characters. */
export const LONG_TEXT: readonly string[] = [
  'The harbour was quiet before the storm.',
  'A few sailors had stayed behind, and they were mending their nets beside the old stone wall.',
  'Gulls circled over the roofs of the town and cried without a pause.',
  'In the tavern somebody played a slow tune on a fiddle, and nobody listened to it very much.',
  'The landlord shook his head, for his last barrel had been empty since Tuesday morning.',
  'Outside, clouds gathered above the hills like sheep that a dog drives home in the evening.',
  'Children ran down to the beach with baskets, buckets, ropes and a kite made of paper.',
  'Their mothers called after them, and no child turned round.',
  'At noon a bell rang twelve times, and every door in the street was closed at once.',
  'Rain fell on slate and sand alike, and it did not stop before the night was over.',
  'Far away, a lamp was lit in the window of a lighthouse, where an old man kept his log.',
  'He wrote down wind, weather and visibility, as he had done on all days for thirty years.',
]
