import { PlayingListener, type PlayingListenerOptions } from '../../speaking/listener.ts'
import { engineNamed } from '../../synthesis/engine-named.ts'
import type { SpeechRequest } from '../planning/plan-speech.ts'
import type { RenderingResources } from '../resources.ts'

/** Characters of English text that are read out in one second. */
const CHARACTERS_PER_SECOND = 12.5

export type ExpectedListener = Pick<PlayingListenerOptions, 'account' | 'delayMs' | 'patienceMs' | 'onGap'> & {
  /** Aborts when the listener leaves. */
  readonly signal: AbortSignal
}

/**
 * Resolves when a listener may begin to hear a text, and keeps its place until it has heard all or leaves. Rejects with a ServiceError with
 * status 503 if that takes longer than its patience. Call it before planning, which would be in vain then.
 */
export async function expectListener(
  { voice, text }: Pick<SpeechRequest, 'voice' | 'text'>,
  { signal, ...options }: ExpectedListener,
  { engines }: Pick<RenderingResources, 'engines'>,
): Promise<PlayingListener> {
  const listener = new PlayingListener({ ...options, seconds: text.length / CHARACTERS_PER_SECOND })
  await engineNamed(voice.engine, engines).expect?.(listener, signal)
  return listener
}
