import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A file that a build made, held in memory. */
export type BuiltFile = { readonly contentType: string; readonly bytes: Buffer; zipped?: Buffer }

const HTML = 'text/html; charset=utf-8'
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
}

/** The files of a build by their paths in its folder; none if the folder is missing. */
export function loadBuiltFiles(folder: string): ReadonlyMap<string, BuiltFile> {
  if (!existsSync(folder)) return new Map()
  const names = globSync('**/*.*', { cwd: folder }).map((name) => name.replaceAll('\\', '/'))
  return new Map(
    names.map((name) => [
      name,
      {
        contentType: CONTENT_TYPES[extname(name)] ?? 'application/octet-stream',
        bytes: readFileSync(join(folder, name)),
      },
    ]),
  )
}

/** A page that says in one HTML paragraph what is missing. */
export function pageOfText(html: string): BuiltFile {
  const page = `<!doctype html><meta charset="utf-8"><title>Declaim</title>\n<p>${html}</p>\n`
  return { contentType: HTML, bytes: Buffer.from(page) }
}

/** Answers a file, compressed if it is text and the caller takes gzip. */
export function sendBuiltFile({ headers }: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  void reply.type(file.contentType).header('vary', 'accept-encoding')
  const isZippable = /^text|svg/.test(file.contentType) && /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  if (!isZippable) return reply.send(file.bytes)
  file.zipped ??= gzipSync(file.bytes, { level: 9 })
  return reply.header('content-encoding', 'gzip').send(file.zipped)
}
