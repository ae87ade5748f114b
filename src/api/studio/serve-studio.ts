import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import type { AudioLinks } from '../answers/audio-links.ts'
import type { App } from '../app.ts'

const BUILD = fileURLToPath(new URL('../../../studio/dist', import.meta.url))

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

const NOT_BUILT = `<!doctype html><meta charset="utf-8"><title>Declaim</title>
<p>The service runs, but its Studio is not built: run "npm ci" with development dependencies, or "npm run build".</p>
`

type StudioFile = { readonly contentType: string; readonly bytes: Buffer; zipped?: Buffer }

/** The Studio at `/` and the API reference at `/docs`: two pages and their files, built by `npm run build`. */
export function serveStudio(app: App, links: AudioLinks): void {
  const files = loadFiles()
  servePage('/', 'index.html', STUDIO_STYLES)
  servePage('/docs', 'reference.html', REFERENCE_STYLES)

  function servePage(path: string, name: string, styles: string): void {
    app.get(path, async (request, reply) => {
      void reply.headers({ ...pageHeaders(links, styles), 'cache-control': 'no-cache' })
      const page = files.get(name) ?? { contentType: CONTENT_TYPES['.html']!, bytes: Buffer.from(NOT_BUILT) }
      return sendFile(request, reply, page)
    })
  }

  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const file = files.get(`assets/${request.params.file}`)
    if (file === undefined) throw new ServiceError('NOT_FOUND', `Cannot find ${request.params.file}: no such file`)
    // Names of files change with what is in them.
    void reply.headers({ 'cache-control': 'public, max-age=31536000, immutable' })
    return sendFile(request, reply, file)
  })
}

function loadFiles(): ReadonlyMap<string, StudioFile> {
  if (!existsSync(BUILD)) return new Map()
  const names = globSync('**/*.*', { cwd: BUILD }).map((name) => name.replaceAll('\\', '/'))
  return new Map(
    names.map((name) => [
      name,
      {
        contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
        bytes: readFileSync(join(BUILD, name)),
      },
    ]),
  )
}

function sendFile({ headers }: FastifyRequest, reply: FastifyReply, file: StudioFile): FastifyReply {
  void reply.type(file.contentType).header('vary', 'accept-encoding')
  const isZippable = /^text|svg/.test(file.contentType) && /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  if (!isZippable) return reply.send(file.bytes)
  file.zipped ??= gzipSync(file.bytes, { level: 9 })
  return reply.header('content-encoding', 'gzip').send(file.zipped)
}

const STUDIO_STYLES = "style-src 'self'"
/** Swagger UI writes style attributes. */
const REFERENCE_STYLES = "style-src 'self' 'unsafe-inline'"

/** A page runs its own files alone, and plays audio of this service, whose public address may be another origin. */
function pageHeaders(links: AudioLinks, styles: string): Readonly<Record<string, string>> {
  const audio = new URL(links.previewUrl(0)).origin
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    styles,
    "font-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${audio}`,
    `media-src 'self' blob: ${audio}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}
