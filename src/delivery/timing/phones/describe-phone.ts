import { arpabetToIpa } from '../../../text/respelling/arpabet-to-ipa.ts'
import { type Visemes, visemesOf } from '../../../text/visemes.ts'
import { SILENCE, type TimedPhone } from '../../../timing/phones/phone-time.ts'

/** A sound as callers get it: when it is heard, and the mouth that makes it. */
export type PhoneBody = Visemes & {
  /** ARPAbet with its stress digit, or `SIL`. */
  readonly phone: string
  /** Without stress marks; empty for `SIL`. */
  readonly ipa: string
  readonly start_ms: number
  readonly end_ms: number
}

/** Describes a sound in the accent of a language, such as `en-gb`. */
export function describePhone([phone, startMs, endMs]: TimedPhone, languageCode: string): PhoneBody {
  const ipa = phone === SILENCE ? '' : arpabetToIpa(phone, { alphabet: 'espeak', languageCode }).replace(/^[ˈˌ]/, '')
  return { phone, ipa, ...visemesOf(phone), start_ms: startMs, end_ms: endMs }
}
