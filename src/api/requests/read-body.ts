import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { App } from '../app.ts'
import { boundJson } from './bound-values.ts'
import { type BodyRules, boundsOf, receiveBody } from './receive-body.ts'

/**
 * Callers label their bodies in many ways, or not at all; they all send JSON in UTF-8. Anything else is refused with
 * MISSING_ARGUMENT and its position, because bytes that are not UTF-8 would be lost from the speech. What a body costs is bounded before
 * it is parsed.
 */
export function readEveryBodyAsJson(app: App, rules: BodyRules): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.addHook('onRequest', async ({ headers }) => {
    if (!isMediaType(headers['content-type'])) delete headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    // That the path is unknown matters more than what is wrong with the body.
    if (request.is404) {
      payload.resume()
      return undefined
    }
    const bounds = boundsOf(request, rules)
    const bytes = await receiveBody(request, payload, bounds)
    boundJson(bytes, bounds)
    const text = decodeUtf8(bytes)
    if (text === '') return undefined
    return await new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, value) => {
        if (error === null) resolve(value)
        else reject(findSyntaxError(text) ?? error)
      })
    })
  })
}

function isMediaType(type: string | undefined): boolean {
  return type !== undefined && /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/.test(type)
}

/** Throws MISSING_ARGUMENT with the first byte that is no UTF-8. A byte order mark is left out. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new ServiceError('MISSING_ARGUMENT', `Cannot read the body: it is not UTF-8 (at byte ${findBadByte(bytes)})`)
  }
}

function findBadByte(bytes: Uint8Array): number {
  const repaired = Buffer.from(Buffer.from(bytes).toString('utf8'))
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== repaired[i]) return i
  return bytes.length
}

/** Returns JavaScript's own error for a text that is not JSON. It mostly contains the position. */
function findSyntaxError(text: string): SyntaxError | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof SyntaxError ? error : undefined
  }
}
