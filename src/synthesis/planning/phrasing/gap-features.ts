import { type DescribedSentence, SENTENCE_END } from './describe-sentence.ts'

/** Number of features per gap for deciding whether there is a pause, and for its length. */
export const BREAK_FEATURES = 52
export const LENGTH_FEATURES = BREAK_FEATURES + 6

/** Value for gaps outside the sentence, and for missing comparisons. */
const NEVER = -9
/** Maximum distance in words; larger distances are not counted. */
const FAR = 30
/** How far the model looks for a better place to pause, in words. */
const SPANS = [3, 7] as const

/**
 * The features of the gap after word `at`, in the order used to train the trees. Those that only lengths depend on come last.
 * `last` is the word after which the reader last paused in this sentence; -1 for none yet.
 */
export function featuresOfGap(sentence: DescribedSentence, at: number, last: number): Float64Array {
  const features = new Float64Array(LENGTH_FEATURES)
  let next = 0
  const add = (value: number) => {
    features[next++] = value
  }
  addSurroundings(sentence, at, add)
  const marks = addMarkDistances(sentence, at, add)
  addSinceLast(sentence, { at, last, mark: marks.previous }, add)
  for (const span of SPANS) addRivals(sentence, { at, last, span, end: marks.next }, add)
  addPlace(sentence, at, add)
  addSounds(sentence, at, add)
  return features
}

type Add = (value: number) => void

function addSurroundings(sentence: DescribedSentence, at: number, add: Add): void {
  const { marks, after, before, pair, inclination, clusterAfter, clusterBefore } = sentence
  add(marks[at]!)
  for (let i = at - 2; i <= at + 1; i++) add(after[i] ?? NEVER)
  for (let i = at; i <= at + 3; i++) add(before[i] ?? NEVER)
  for (let i = at - 2; i <= at + 3; i++) add(pair[i] ?? NEVER)
  for (let i = at - 3; i <= at + 4; i++) add(inclination[i] ?? NEVER)
  for (let i = at - 1; i <= at + 2; i++) {
    add(clusterAfter[i] ?? NEVER)
    add(clusterBefore[i] ?? NEVER)
  }
}

/** Adds the words and syllables to the nearest punctuation ahead and behind, and its marks. Returns both positions. */
function addMarkDistances({ marks, syllables }: DescribedSentence, at: number, add: Add) {
  let next = at + 1
  let ahead = syllables[next]!
  while (marks[next] === 0 && next - at < FAR) ahead += syllables[++next]!
  add(next - at)
  add(ahead)
  add(marks[next]!)
  let previous = at - 1
  let behind = syllables[at]!
  while (marks[previous] === 0 && at - previous < FAR) behind += syllables[previous--]!
  add(at - previous)
  add(behind)
  add(marks[previous] ?? SENTENCE_END)
  return { next, previous }
}

type Pausing = { readonly at: number; readonly last: number; readonly mark: number }

function addSinceLast({ syllables }: DescribedSentence, { at, last, mark }: Pausing, add: Add): void {
  const words = Math.min(at - last, FAR)
  let spoken = 0
  for (let i = at; i > at - words; i--) spoken += syllables[i]!
  add(words)
  add(spoken)
  add(last === mark ? 1 : 0)
}

type Rivalry = { readonly at: number; readonly last: number; readonly span: number; readonly end: number }

/** Adds how much more this gap invites a pause than the best gaps shortly after and before it. */
function addRivals({ inclination }: DescribedSentence, { at, last, span, end }: Rivalry, add: Add): void {
  let ahead = NEVER
  let aheadBy = 0
  for (let i = at + 1; i < Math.min(at + 1 + span, end); i++) {
    if (inclination[i]! <= ahead) continue
    ahead = inclination[i]!
    aheadBy = i - at
  }
  let behind = NEVER
  for (let i = Math.max(last + 1, at - span, 0); i < at; i++) behind = Math.max(behind, inclination[i]!)
  add(inclination[at]! - ahead)
  add(aheadBy)
  add(inclination[at]! - behind)
}

function addPlace({ marks, syllables, innerMarks }: DescribedSentence, at: number, add: Add): void {
  const length = marks.length
  add(length)
  add(at + 1)
  add(length - at - 1)
  add(syllables[at]!)
  add(syllables[at + 1]!)
  add(innerMarks)
}

/** Adds the sounds and stresses beside the gap. The closure of a stop is silent, so it lengthens the pause before it. */
function addSounds({ firstSounds, lastSounds }: DescribedSentence, at: number, add: Add): void {
  const [last, first] = [lastSounds[at]!, firstSounds[at + 1]!]
  add(last.kind)
  add(first.kind)
  add(last.isStressed ? 1 : 0)
  add(first.isStressed ? 1 : 0)
  add(last.phonemes)
  add(first.phonemes)
}
