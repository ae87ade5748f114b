import { FliteProgram } from '../../src/synthesis/engines/flite/flite-program.ts'
import { parsePhoneEnds, type SpokenPhone } from '../../src/synthesis/engines/flite/parse-phone-ends.ts'
import { readFliteWav } from '../../src/synthesis/engines/flite/read-flite-wav.ts'
import type { PhonedSpeech } from './recite-phones.ts'

const VOWEL = /^[aeiou]/

/** Speaks as Flite's command line does, without this service; `times` are the stretches between Flite's pauses. */
export async function createBareFlite(): Promise<(voice: string, text: string) => PhonedSpeech> {
  const program = await FliteProgram.load()
  return (voice, text) => {
    const { printed, wav } = program.run(['-voice', voice, '-psdur', '-t', text])
    const audio = readFliteWav(wav)
    const place = (seconds: number): number => Math.round(seconds * audio.sampleRate)
    const spoken = parsePhoneEnds(printed)
    const phones = spoken.map((phone) => ({
      name: nameOf(phone),
      start: place(phone.startSeconds),
      end: place(phone.endSeconds),
    }))
    const times = phones
      .filter(({ name }) => name !== 'pau')
      .map(({ start, end }) => ({ startSample: start, endSample: end }))
    return { audio, times, phones }
  }
}

/** Flite prints no stress: every vowel but its schwa counts as stressed. */
function nameOf({ name }: SpokenPhone): string {
  if (!VOWEL.test(name)) return name
  return name === 'ax' ? 'ah0' : `${name}1`
}
