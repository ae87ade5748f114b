import type { SegmentWord } from '../../synthesis-plan.ts'
import { flitePhone } from './flite-phone.ts'
import type { FliteVoice } from './flite-voices.ts'

/** How Flite should speak a segment, besides its words. */
export type FliteDelivery = {
  readonly voice: FliteVoice
  readonly expression: number
  /** The tempo to request for each word. */
  readonly rates: readonly number[]
}

/**
 * Formats the segment in Flite's dialect of SSML: one phoneme tag per word, with punctuation inside it to keep the phrasing.
 * Every mark but the last becomes a comma: Flite phrases all marks alike, but ends the utterance at some of them.
 */
export function formatFliteMarkup(words: readonly SegmentWord[], delivery: FliteDelivery): string {
  return words.map((word, index) => formatWord(word, index, { delivery, isLast: index === words.length - 1 })).join(' ')
}

type WordOptions = { readonly delivery: FliteDelivery; readonly isLast: boolean }

function formatWord(word: SegmentWord, index: number, { delivery, isLast }: WordOptions): string {
  const phones = word.phonemes.map(flitePhone).join(' ')
  // Flite skips a word if its phones are spelled exactly like those of the word before. A leading space makes them differ.
  const unlikeTheLast = index % 2 === 0 ? phones : ` ${phones}`
  const mark = isLast ? '.' : word.boundary === undefined ? '' : ','
  const spoken = `<phoneme ph="${unlikeTheLast}">${harmlessText(word.text)}${mark}</phoneme>`
  const attributes = prosodyAttributes(word, delivery, delivery.rates[index]!)
  return attributes === '' ? spoken : `<prosody${attributes}>${spoken}</prosody>`
}

function prosodyAttributes(word: SegmentWord, { voice, expression }: FliteDelivery, rate: number): string {
  const tempo = rate === 1 ? '' : ` rate="${rate.toFixed(5)}"`
  const { pitchSemitones } = word.prosody
  if (pitchSemitones === 0 || voice.fundamental === undefined || !voice.renders.has('pitchSemitones')) return tempo
  // The deviation is in Hz too. It has to rise with the mean to keep the size of the melody in semitones.
  const ratio = 2 ** (pitchSemitones / 12)
  const { mean, deviation } = voice.fundamental
  return `${tempo} pitch="${(mean * ratio).toFixed(3)}" range="${(deviation * ratio * expression).toFixed(3)}"`
}

/**
 * The word as Flite's part-of-speech rules see it. Only letters are kept, so that no character is markup. `the` is replaced,
 * because Flite would say `thee` before a vowel regardless of the phones.
 */
function harmlessText(text: string): string {
  const letters = text.toLowerCase().replaceAll(/[^a-z]/g, '')
  if (letters === '') return 'x'
  return letters === 'the' ? 'a' : letters
}
