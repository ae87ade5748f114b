import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Dicer } from '@fastify/busboy'

export type ReceivedPart = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer }

/** What another implementation of RFC 2046 makes of a multipart answer; throws if there is no closing boundary. */
export async function readMultipart(response: Response): Promise<readonly ReceivedPart[]> {
  const type = response.headers.get('content-type') ?? ''
  const boundary = /^multipart\/mixed; boundary=([\w-]+)$/.exec(type)?.[1]
  if (boundary === undefined || response.body === null) throw new Error(`Cannot read "${type}" as multipart`)
  const parser = new Dicer({ boundary })
  const parts: Promise<ReceivedPart>[] = []
  parser.on('part', (part) => {
    let headers = {}
    part.on('header', (found) => {
      headers = Object.fromEntries(Object.entries(found).map(([name, [value]]) => [name, value]))
    })
    parts.push(buffer(part).then((body) => ({ headers, body })))
  })
  const finished = new Promise<void>((resolve, reject) => parser.once('finish', resolve).once('error', reject))
  const bytes = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0])
  bytes.once('error', (error) => parser.destroy(error))
  bytes.pipe(parser)
  await finished
  return await Promise.all(parts)
}
