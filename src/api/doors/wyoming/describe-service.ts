import type { Catalogue } from '../../../voices/catalogue.ts'
import { voiceNameOf } from '../find-voice-by-name.ts'
import type { WyomingEvent } from './wyoming-event.ts'

const ATTRIBUTION = { name: 'Declaim', url: '' }
const OTHER_SERVICES = ['asr', 'handle', 'intent', 'wake', 'mic', 'snd']

/** The `info` event: the voices that the service speaks with. */
export function describeService({ voices }: Catalogue): WyomingEvent {
  const common = { attribution: ATTRIBUTION, installed: true, version: null }
  const speech = {
    ...common,
    name: 'declaim',
    description: 'Declaim text-to-speech',
    supports_synthesize_streaming: true,
    voices: voices.map(({ avatar }) => ({
      ...common,
      name: voiceNameOf(avatar),
      description: `${avatar.name} (${avatar.style})`,
      languages: [avatar.locale],
      speakers: null,
    })),
  }
  const others = Object.fromEntries(OTHER_SERVICES.map((name) => [name, []]))
  return { type: 'info', data: { ...others, tts: [speech], satellite: null } }
}
