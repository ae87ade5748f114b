import type { SpeechEngine } from '../speech-engine.ts'
import { createFliteEngine } from './flite/flite-engine.ts'
import { loadVoicePackage } from './neural/load-voice-package.ts'
import { createNeuralEngine } from './neural/neural-engine.ts'
import { createToneEngine } from './tone-engine.ts'

/** Which engine to make, as plain JSON, so that a thread can be told. */
export type EngineSpec =
  | { readonly kind: 'flite' }
  | { readonly kind: 'tone' }
  | { readonly kind: 'neural'; readonly folder: string }

/** Makes the engine of a spec, ready to speak. */
export async function createEngine(spec: EngineSpec): Promise<SpeechEngine> {
  switch (spec.kind) {
    case 'flite':
      return createFliteEngine()
    case 'tone':
      return createToneEngine()
    case 'neural':
      return createNeuralEngine(await loadVoicePackage(spec.folder))
  }
}
