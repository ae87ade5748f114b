import { BREAK_SECONDS, type ReadSentence } from './read-corpus.ts'

/** Seconds of pause after each word of a sentence but the last, as some rule plans them. */
export type PausePlanner = (sentence: ReadSentence) => readonly number[]

/** Pauses that planner and reader both make, that only the planner makes, and that only the reader makes. */
type Agreement = { both: number; planned: number; read: number }

export type PhrasingFigures = {
  /** At gaps without punctuation, at commas, and at all gaps inside sentences. */
  readonly unmarked: Agreement
  readonly commas: Agreement
  readonly all: Agreement
  /** Mean error of the seconds of a pause: of those that both make, and of what is planned at all that the reader makes. */
  readonly lengthError: number
}

/** Compares a planner with the reader. Only gaps that are clear in the recordings count. */
export function measurePhrasing(sentences: readonly ReadSentence[], plan: PausePlanner): PhrasingFigures {
  const none = (): Agreement => ({ both: 0, planned: 0, read: 0 })
  const figures = { unmarked: none(), commas: none(), all: none() }
  let error = 0
  for (const sentence of sentences) {
    const planned = plan(sentence)
    for (let i = 0; i < sentence.words.length - 1; i++) {
      const read = sentence.pauses[i]
      if (read === undefined) continue
      const mark = sentence.words[i]!.boundary?.mark
      const kinds = mark === undefined ? [figures.unmarked] : mark === ',' ? [figures.commas] : []
      for (const kind of [...kinds, figures.all]) count(kind, planned[i]! > 0, read >= BREAK_SECONDS)
      if (read >= BREAK_SECONDS && planned[i]! > 0) error += Math.abs(read - planned[i]!)
    }
  }
  return { ...figures, lengthError: error / figures.all.both }
}

function count(agreement: Agreement, isPlanned: boolean, isRead: boolean): void {
  if (isPlanned && isRead) agreement.both++
  else if (isPlanned) agreement.planned++
  else if (isRead) agreement.read++
}

/** The part of planned pauses that the reader makes too, of her pauses that are planned, and their harmonic mean. */
export function rateAgreement({ both, planned, read }: Agreement) {
  return {
    precision: both / (both + planned),
    recall: both / (both + read),
    f1: (2 * both) / (2 * both + planned + read),
  }
}
