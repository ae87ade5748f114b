import type { SpeechInput, TimedPart } from '../../../client/src/declaim.ts'
import { declaim } from '../service.ts'

/** Speaks a paragraph, and says when its words are heard. */
export type SpeakParagraph = (input: SpeechInput, paragraphId: string) => Promise<ReadableStream<TimedPart>>

let speak: SpeakParagraph = (input) => declaim.timedStream(input)

/** Has paragraphs spoken in another way, for a page whose reader has no account. */
export function setSpeechSource(source: SpeakParagraph): void {
  speak = source
}

export const speakParagraph: SpeakParagraph = (input, paragraphId) => speak(input, paragraphId)
