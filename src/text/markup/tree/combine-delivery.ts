import type { Delivery } from './markup-run.ts'

/**
 * The delivery of text inside two tags: tempo multiplies, loudness adds, pitch ratios multiply, and the inner take counts. Far values
 * stay finite, so that no product is undefined.
 */
export function combineDelivery(outer: Delivery, inner: Delivery): Delivery {
  const take = inner.take ?? outer.take
  return {
    ...(take !== undefined && { take }),
    tempo: finite(outer.tempo * inner.tempo),
    loudness: finite(outer.loudness + inner.loudness),
    pitch: finite(combinePitch(outer.pitch, inner.pitch)),
  }
}

/** Percent above the voice's pitch: +50 % of +20 % is +80 %. A ratio cannot fall below zero. */
function combinePitch(outer: number, inner: number): number {
  if (outer === 0) return inner
  if (inner === 0) return outer
  return (Math.max(0, 1 + outer / 100) * Math.max(0, 1 + inner / 100) - 1) * 100
}

function finite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}
