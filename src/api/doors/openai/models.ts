/** The models that GET /v1/models lists. They all speak alike: the voice decides the engine. */
export const SPEECH_MODELS: readonly string[] = ['declaim', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts']

/** A dated version, such as `tts-1-1106` or `gpt-4o-mini-tts-2025-12-15`. */
const DATE = /-(?:\d{4}|\d{4}-\d{2}-\d{2})$/

/** Whether a request may name the model: one of the list, or a dated version of it. */
export function isSpeechModel(name: string): boolean {
  return SPEECH_MODELS.includes(name) || SPEECH_MODELS.includes(name.replace(DATE, ''))
}

/** Epoch seconds; OpenAI's models carry the date of their release. */
const CREATED = 1_780_000_000

/** A model as OpenAI's API describes it. */
export function describeModel(id: string) {
  return { id, object: 'model' as const, created: CREATED, owned_by: 'declaim' }
}
