import { loadVoicePackage } from '../voice-packages/load-voice-package.ts'
import { type VoicePackage, voicePackageError } from '../voice-packages/voice-package.ts'
import { type NeuralSettings, parseNeuralSettings } from './neural/neural-settings.ts'

/** A voice package whose files and settings were checked as far as possible without opening its networks. Plain data for threads. */
export type CheckedPackage =
  | (VoicePackage<NeuralSettings> & { readonly engine: 'neural' })
  | (VoicePackage & { readonly engine: 'kokoro' | 'piper' | 'upstream' })

/** Loads the package in a folder and checks it. Throws an error with the voice's name and the reason. */
export async function loadCheckedPackage(folder: string): Promise<CheckedPackage> {
  const voice = await loadVoicePackage(folder)
  const { engine } = voice
  switch (engine) {
    case 'neural':
      return { ...voice, engine, settings: parseNeuralSettings(voice) }
    case 'kokoro':
    case 'piper':
    case 'upstream':
      return { ...voice, engine }
    default:
      throw voicePackageError(voice.name, `it is for the engine "${engine}", which is not known`)
  }
}
