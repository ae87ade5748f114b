import type { SpeechEngine } from './speech-engine.ts'

/** Returns the engine of this name. A missing engine is a bug, because avatars are checked at start. */
export function engineNamed(name: string, engines: ReadonlyMap<string, SpeechEngine>): SpeechEngine {
  const engine = engines.get(name)
  if (engine === undefined) throw new Error(`Cannot find engine "${name}"`)
  return engine
}
