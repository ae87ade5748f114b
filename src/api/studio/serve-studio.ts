import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../errors.ts'
import type { AudioLinks } from '../answers/audio-links.ts'
import type { App } from '../app.ts'
import { loadBuiltFiles, pageOfText, sendBuiltFile } from './built-files.ts'

const BUILD = fileURLToPath(new URL('../../../studio/dist', import.meta.url))

const NOT_BUILT =
  'The service runs, but its Studio is not built: run "npm ci" with development dependencies, or "npm run build".'

/** The Studio at `/` and the API reference at `/docs`: two pages and their files, built by `npm run build`. */
export function serveStudio(app: App, links: AudioLinks): void {
  const files = loadBuiltFiles(BUILD)
  servePage('/', 'index.html', STUDIO_STYLES)
  servePage('/docs', 'reference.html', REFERENCE_STYLES)

  function servePage(path: string, name: string, styles: string): void {
    app.get(path, async (request, reply) => {
      void reply.headers({ ...pageHeaders(links, styles), 'cache-control': 'no-cache' })
      return sendBuiltFile(request, reply, files.get(name) ?? pageOfText(NOT_BUILT))
    })
  }

  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const file = files.get(`assets/${request.params.file}`)
    if (file === undefined) throw new ServiceError('NOT_FOUND', `Cannot find ${request.params.file}: no such file`)
    // Names of files change with what is in them.
    void reply.headers({ 'cache-control': 'public, max-age=31536000, immutable' })
    return sendBuiltFile(request, reply, file)
  })
}

const STUDIO_STYLES = "style-src 'self'"
/** Swagger UI writes style attributes. */
const REFERENCE_STYLES = "style-src 'self' 'unsafe-inline'"

/** A page runs its own files alone, and plays audio of this service, whose public address may be another origin. */
function pageHeaders(links: AudioLinks, styles: string): Readonly<Record<string, string>> {
  const audio = new URL(links.pageUrl('/')).origin
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
