import type { SpeechEngine } from '../synthesis/speech-engine.ts'

/** The engine, but for how it speaks and, where that is given too, how it measures. */
export function replaceSpeech(
  engine: SpeechEngine,
  {
    speak,
    measure = async (segment) => await engine.measure?.(segment),
  }: Pick<SpeechEngine, 'speak'> & Partial<Pick<SpeechEngine, 'measure'>>,
): SpeechEngine {
  const { name, version, sampleRate, timing, voices } = engine
  return {
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
