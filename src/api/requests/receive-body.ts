import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { type BodyBounds, type BodyKind, boundBody } from '../../accounts/body-costs.ts'
import type { Limits } from '../../accounts/limits.ts'
import type { PlanLimits } from '../../accounts/plan-fields.ts'
import { CallerLeft } from '../answers/caller-left.ts'
import { bodyTooLarge, decompressBody } from './decompress-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the body holds, which bounds its size; a `record` by default. */
    bodyKind?: BodyKind
  }
}

/** What bounds bodies, besides what they hold. */
export type BodyRules = {
  readonly limits: Pick<Limits, 'maxReplacements'>
  /** Bounds the bodies of callers without a plan. */
  readonly defaultPlan: PlanLimits
}

/** Returns what the body of a request may cost. */
export function boundsOf(
  { routeOptions, plan }: Pick<FastifyRequest, 'routeOptions' | 'plan'>,
  { limits, defaultPlan }: BodyRules,
): BodyBounds {
  return boundBody(routeOptions.config.bodyKind ?? 'record', plan ?? defaultPlan, limits)
}

/** Receives the body of a request, and decompresses it. Throws INVALID_TEXT (413) as soon as either is larger than it may be. */
export async function receiveBody(
  { headers }: Pick<FastifyRequest, 'headers'>,
  payload: Readable,
  { bytes: most }: BodyBounds,
): Promise<Uint8Array> {
  return await decompressBody(await collect(payload, { declared: Number(headers['content-length'] ?? 0), most }), {
    headers,
    most,
  })
}

type Size = { readonly declared: number; readonly most: number }

/** Copies the bytes together as they come: a piece may be a byte, and takes more memory than that. */
async function collect(payload: Readable, { declared, most }: Size): Promise<Uint8Array> {
  if (declared > most) {
    payload.resume()
    throw bodyTooLarge(most)
  }
  let bytes: Buffer = Buffer.allocUnsafe(Math.max(declared, FIRST_BYTES))
  let length = 0
  await new Promise<void>((resolve, reject) => {
    const end = (error?: Error): void => {
      payload.off('data', add).off('end', end).off('error', leave).off('close', leave)
      if (error === undefined) resolve()
      else reject(error)
    }
    const leave = (): void => end(new CallerLeft())
    const add = (piece: Uint8Array): void => {
      const needed = length + piece.length
      if (needed > most) {
        end(bodyTooLarge(most))
        // The rest is read and forgotten: an answer is lost if a connection is closed on bytes that nobody has read.
        payload.resume()
        return
      }
      if (needed > bytes.length) bytes = grow(bytes, { length, needed })
      bytes.set(piece, length)
      length = needed
    }
    payload.on('data', add).on('end', end).on('error', leave).on('close', leave)
  })
  return bytes.subarray(0, length)
}

const FIRST_BYTES = 1024

function grow(bytes: Buffer, { length, needed }: { readonly length: number; readonly needed: number }): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed, 2 * bytes.length))
  bytes.copy(larger, 0, 0, length)
  return larger
}
