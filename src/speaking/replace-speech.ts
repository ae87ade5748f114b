import type { SpeechEngine } from '../synthesis/speech-engine.ts'

/** Returns the engine with `speak` replaced, and `measure` too if given. */
export function replaceSpeech(
  engine: SpeechEngine,
  {
    speak,
    measure = async (segment, options) => await engine.measure?.(segment, options),
  }: Pick<SpeechEngine, 'speak'> & Partial<Pick<SpeechEngine, 'measure'>>,
): SpeechEngine {
  const { name, version, sampleRate, timing, voices, expect } = engine
  return {
    ...(expect !== undefined && { expect: async (listener, signal) => await engine.expect?.(listener, signal) }),
    name,
    version,
    sampleRate,
    timing,
    voices,
    renders: (voice) => engine.renders(voice),
    speak,
    measure,
    close: () => engine.close(),
  }
}
