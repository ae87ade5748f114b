import type { SpeechEngine } from '../speech-engine.ts'
import { loadVoicePackage } from '../voice-packages/load-voice-package.ts'
import { type VoicePackage, voicePackageError } from '../voice-packages/voice-package.ts'
import { createFliteEngine } from './flite/flite-engine.ts'
import { createKokoroEngine } from './kokoro/kokoro-engine.ts'
import { createNeuralEngine } from './neural/neural-engine.ts'
import { createPiperEngine } from './piper/piper-engine.ts'
import { createToneEngine } from './tone/tone-engine.ts'
import { createUpstreamEngine } from './upstream/upstream-engine.ts'

/** Which engine to make, as plain JSON, so that a thread can be told. */
export type EngineSpec =
  | { readonly kind: 'flite' }
  | { readonly kind: 'tone' }
  | {
      readonly kind: 'package'
      readonly name: string
      readonly folder: string
      /** Keys to other services, by the name that a manifest calls them by. */
      readonly keys: Readonly<Record<string, string>>
    }

/** Whether an engine of this name comes with the service; every other is a voice package of its name. */
export function isBuiltIn(name: string): name is 'flite' | 'tone' {
  return name === 'flite' || name === 'tone'
}

/** The spec of a built-in engine. Throws for every other name. */
export function builtInEngine(name: string): EngineSpec {
  if (!isBuiltIn(name)) throw new Error(`Cannot find engine "${name}"`)
  return { kind: name }
}

/** Creates the engine of a spec, ready to speak. Throws an error with the voice's name if its package is faulty. */
export async function createEngine(spec: EngineSpec): Promise<SpeechEngine> {
  switch (spec.kind) {
    case 'flite':
      return createFliteEngine()
    case 'tone':
      return createToneEngine()
    case 'package':
      return createPackageEngine(await loadVoicePackage(spec.folder), spec.keys)
  }
}

function createPackageEngine(voice: VoicePackage, keys: Readonly<Record<string, string>>): Promise<SpeechEngine> {
  switch (voice.engine) {
    case 'neural':
      return createNeuralEngine(voice)
    case 'kokoro':
      return createKokoroEngine(voice)
    case 'piper':
      return createPiperEngine(voice)
    case 'upstream':
      return createUpstreamEngine(voice, keys)
    default:
      throw voicePackageError(voice.name, `it is for the engine "${voice.engine}", which is not known`)
  }
}
