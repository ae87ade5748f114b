import { hashText } from '../../tagging/hash.ts'
import type { HomographSentence } from './homograph-sentence.ts'

/** A word or a mark near a homograph. */
export type Neighbour = {
  /** Hashes of the word, of its last letters, and of what it usually is. */
  readonly text: number
  readonly ending: number
  readonly kind: number
  /** What it is here. */
  readonly tag: number
}

type Four = readonly [Neighbour, Neighbour, Neighbour, Neighbour]

/** The nearest words and marks on each side, the nearest first. */
export type Neighbours = { readonly before: Four; readonly after: Four }

const REACH = 4
const START = markOf('^')
const END = markOf('$')
const COMMA = markOf(',')
const STOP = markOf(';')
const LETTER = hashText('L')

/** The tags of marks and of what is outside of the sentence. */
export const MARKS: readonly number[] = [START, END, COMMA, STOP].map(({ tag }) => tag)

function markOf(name: string): Neighbour {
  const hash = hashText(name)
  return { text: hash, ending: hash, kind: hash, tag: hash }
}

/** The neighbours of the word at `index`. */
export function findNeighbours(sentence: HomographSentence, index: number): Neighbours {
  return { before: neighboursOf(sentence, index, -1), after: neighboursOf(sentence, index, 1) }
}

function neighboursOf(sentence: HomographSentence, index: number, step: 1 | -1): Four {
  const { words } = sentence
  const found: Neighbour[] = []
  for (let i = index + step; i >= 0 && i < words.length && found.length < REACH; i += step) {
    const mark = words[step === 1 ? i - 1 : i]!.boundary?.mark
    if (mark !== undefined && mark !== '"') found.push(/[.?!:;…]|paragraph/.test(mark) ? STOP : COMMA)
    found.push(describeWord(sentence, i))
  }
  while (found.length < REACH) found.push(step === 1 ? END : START)
  return found as readonly Neighbour[] as Four
}

function describeWord(sentence: HomographSentence, index: number): Neighbour {
  const { text, sound } = sentence.words[index]!
  return {
    text: sentence.textAt(index),
    ending: hashText(text.slice(-3)),
    kind: sound === 'word' ? sentence.kindAt(index) : LETTER,
    tag: sentence.tagAt(index),
  }
}
