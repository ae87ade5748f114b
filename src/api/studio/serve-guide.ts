import { fileURLToPath } from 'node:url'
import { ServiceError } from '../../errors.ts'
import type { App } from '../app.ts'
import { loadBuiltFiles, pageOfText, sendBuiltFile } from './built-files.ts'

const BUILD = fileURLToPath(new URL('../../../docs/site/dist', import.meta.url))
const NOT_BUILT = 'The documents are not built: run "npm ci" with development dependencies, or "npm run build".'

/** The pages run their own files alone. The search is WebAssembly in a worker. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The documents at `/docs/guide/`: a site of files, built by `npm run build`. */
export function serveGuide(app: App): void {
  const files = loadBuiltFiles(BUILD)

  // Slashes at the end of a path do not count.
  for (const path of ['/docs/guide', '/docs/guide/*']) {
    app.get<{ Params: { '*'?: string } }>(path, async (request, reply) => {
      void reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' })
      const name = (request.params['*'] ?? '').replace(/\/$/, '')
      const file = files.get(name) ?? files.get(name === '' ? 'index.html' : `${name}/index.html`)
      if (file !== undefined) return sendBuiltFile(request, reply, file)
      if (files.size === 0) return sendBuiltFile(request, reply, pageOfText(NOT_BUILT))
      throw new ServiceError('NOT_FOUND', `Cannot find ${request.url}: the documents have no such page`)
    })
  }
}
