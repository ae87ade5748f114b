import type { SpeechEngine } from '../speech-engine.ts'
import type { CheckedPackage } from './check-package.ts'

/** Which engine to create, as plain JSON that can be sent to a thread. */
export type EngineSpec =
  | { readonly kind: 'flite' }
  | { readonly kind: 'tone' }
  | {
      readonly kind: 'package'
      readonly voice: CheckedPackage
      /** Keys of other services, by the names that manifests use for them. */
      readonly keys: Readonly<Record<string, string>>
    }

/** True if the engine comes with the service. Any other name is that of a voice package. */
export function isBuiltIn(name: string): name is 'flite' | 'tone' {
  return name === 'flite' || name === 'tone'
}

/** The spec of a built-in engine. Throws for any other name. */
export function builtInEngine(name: string): EngineSpec {
  if (!isBuiltIn(name)) throw new Error(`Cannot find engine "${name}"`)
  return { kind: name }
}

/**
 * Creates the engine of a spec, ready to speak. Loads only the modules that this engine needs: every thread loads its own, and
 * model runtimes load slowly. Throws an error with the voice's name if its package is faulty.
 */
export async function createEngine(spec: EngineSpec): Promise<SpeechEngine> {
  switch (spec.kind) {
    case 'flite':
      return (await import('./flite/flite-engine.ts')).createFliteEngine()
    case 'tone':
      return (await import('./tone/tone-engine.ts')).createToneEngine()
    case 'package':
      return await createPackageEngine(spec.voice, spec.keys)
  }
}

async function createPackageEngine(
  voice: CheckedPackage,
  keys: Readonly<Record<string, string>>,
): Promise<SpeechEngine> {
  switch (voice.engine) {
    case 'neural':
      return (await import('./neural/neural-engine.ts')).createNeuralEngine(voice)
    case 'kokoro':
      return (await import('./kokoro/kokoro-engine.ts')).createKokoroEngine(voice)
    case 'piper':
      return (await import('./piper/piper-engine.ts')).createPiperEngine(voice)
    case 'upstream':
      return (await import('./upstream/upstream-engine.ts')).createUpstreamEngine(voice, keys)
  }
}
