import { setTimeout as sleep } from 'node:timers/promises'
import type { Voice } from '../../voices/voice.ts'
import { prepareInSlices } from '../planning/plan-speech.ts'
import type { Resources } from '../resources.ts'
import { streamSpeech } from './stream-speech.ts'

export type WarmUpOptions = {
  readonly voice: Voice
  /** Streams at once. */
  readonly streams: number
  /** It ends after this time, wherever it is. */
  readonly ms: number
}

/** Texts of several kinds, so that rules, networks and encoders are all used. */
const TEXTS = [
  'Good morning. Your order 4512 ships on Monday, and it should arrive between 9:30 and 11 a.m.',
  'Welcome back! In this lesson we read three short stories; please open your book at page 27.',
  'Press 1 for sales, or stay on the line, and Dr. Smith will be with you in a minute.',
  'Sales rose by 3.5% to $12 million in 2024, the company said, although prices were lower than before.',
] as const

/**
 * Streams texts that nobody hears. What runs for the first time is slow: code is not compiled yet, and threads have no memory. Without
 * this, the first callers would wait for it. Never rejects: what fails here fails for a caller too, who is told.
 */
export async function warmUp(resources: Resources, { voice, streams, ms }: WarmUpOptions): Promise<void> {
  const ending = new AbortController()
  const { signal } = ending
  const streamOn = async (from: number): Promise<void> => {
    for (let index = from; !signal.aborted; index++) {
      const request = { voice, text: TEXTS[index % TEXTS.length]!, libraries: [], ssml: false }
      const { plan } = await prepareInSlices(request, resources, signal)
      for await (const _ of streamSpeech(plan, resources, { output: { format: 'mp3' }, signal }));
    }
  }
  const streaming = Promise.allSettled(Array.from({ length: streams }, (_, index) => streamOn(index)))
  await Promise.race([streaming, sleep(ms, undefined, { signal }).catch(() => {})])
  ending.abort(new Error('The time to warm up is over'))
  await streaming
}
