import type { Charge, Spoken } from '../../accounts/usage-ledger.ts'

type SettleOptions = {
  readonly charge: Charge
  /** What was spoken so far. */
  readonly spoken: () => Spoken
  /** Aborts when the caller leaves. */
  readonly signal: AbortSignal
}

/**
 * Passes a stream on and settles its charge before it ends, so that a caller that has the whole stream has paid for it. A
 * stream that fails is refunded. A caller that leaves pays, unless nothing was sent.
 */
export async function* settleStream(
  audio: AsyncIterable<Uint8Array>,
  { charge, spoken, signal }: SettleOptions,
): AsyncGenerator<Uint8Array> {
  let [isHeard, hasFailed] = [false, false]
  try {
    for await (const piece of audio) {
      isHeard = true
      yield piece
    }
  } catch (error) {
    hasFailed = !signal.aborted
    throw error
  } finally {
    if (isHeard && !hasFailed) await charge.settle(spoken())
    else charge.refund()
  }
}
