/** When a sound is heard. ARPAbet with its stress digit, such as `AH0`; `SIL` for a pause. */
export type PhoneTime = {
  readonly phone: string
  readonly startSample: number
  /** Exclusive. */
  readonly endSample: number
}

/** The same in whole milliseconds from the start of the audio, as it is kept and answered. */
export type TimedPhone = readonly [phone: string, startMs: number, endMs: number]

/** The phone of a pause. */
export const SILENCE = 'SIL'
