import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { App } from '../app.ts'
import { decompressBody } from './decompress-body.ts'
import { limitNesting } from './limit-nesting.ts'

/**
 * Callers label their bodies in many ways, or not at all; they all send JSON in UTF-8. Anything else is refused with
 * MISSING_ARGUMENT and its position, because bytes that are not UTF-8 would be lost from the speech.
 */
export function readEveryBodyAsJson(app: App): void {
  const parse = app.getDefaultJsonParser('remove', 'remove')
  app.addHook('onRequest', async ({ headers }) => {
    if (!isMediaType(headers['content-type'])) delete headers['content-type']
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    // That the path is unknown matters more than what is wrong with the body.
    if (request.is404) return undefined
    const text = decodeUtf8(await decompressBody(body, request.headers))
    if (text === '') return undefined
    const value = await new Promise<unknown>((resolve, reject) => {
      void parse(request, text, (error, value) => {
        if (error === null) resolve(value)
        else reject(findSyntaxError(text) ?? error)
      })
    })
    return limitNesting(value)
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
    const repaired = Buffer.from(Buffer.from(bytes).toString('utf8'))
    const place = bytes.findIndex((byte, index) => byte !== repaired[index])
    const offset = place === -1 ? bytes.length : place
    throw new ServiceError('MISSING_ARGUMENT', `Cannot read the body: it is not UTF-8 (at byte ${offset})`)
  }
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
