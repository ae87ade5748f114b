/**
 * Builds the Studio and the API reference into studio/dist. npm runs it after `npm ci`; an install without development dependencies has no Vite and keeps
 * what was built before. Prints what a first visit transfers. Plain JavaScript, so that any Node can read it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** What a first visit may transfer, compressed. */
const MOST_BYTES = 250_000
const STUDIO = join(dirname(dirname(fileURLToPath(import.meta.url))), 'studio')
const FONT = /\.woff2$/
/** Browsers load a font file only for letters that the page has. */
const FIRST_FONT = /-latin-wght-normal-/

const vite = await import('vite').catch(() => undefined)
const dist = join(STUDIO, 'dist')
const pagePath = join(dist, 'index.html')
if (vite === undefined) {
  console.log(
    existsSync(pagePath)
      ? 'The Studio stays as it was built'
      : 'The Studio is not built: run "npm ci", and then "npm prune --omit=dev" for production',
  )
} else {
  await vite.build({ root: STUDIO, logLevel: 'warn' })
  const page = readFileSync(pagePath, 'utf8')
  const fonts = readdirSync(join(dist, 'assets')).filter((name) => FIRST_FONT.test(name))
  const names = ['index.html', ...fonts.map((name) => `assets/${name}`)]
  for (const [name] of page.matchAll(/assets\/[^"]+/g)) names.push(name)
  let total = 0
  for (const name of names) {
    const bytes = readFileSync(join(dist, name))
    total += FONT.test(name) ? bytes.length : gzipSync(bytes, { level: 9 }).length
  }
  console.log(`The Studio is built: a first visit transfers ${Math.ceil(total / 1000)} kB`)
  if (total > MOST_BYTES)
    throw new Error(`A first visit may transfer ${MOST_BYTES / 1000} kB: load what is needed later on demand`)
}
