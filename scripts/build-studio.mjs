/**
 * Builds the Studio into studio/dist. npm runs it after `npm ci`; an install without development dependencies has no Vite and keeps
 * what was built before. Prints what a first visit transfers. Plain JavaScript, so that any Node can read it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const STUDIO = join(dirname(dirname(fileURLToPath(import.meta.url))), 'studio')
const FONT = /\.woff2$/
/** Browsers load a font file only for letters that the page has. */
const FIRST_FONT = /-latin-wght-normal-/

const vite = await import('vite').catch(() => undefined)
if (vite === undefined) console.log('The Studio is not built: Vite is a development dependency')
else {
  await vite.build({ root: STUDIO, logLevel: 'warn' })
  const dist = join(STUDIO, 'dist')
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('.'))
  let total = 0
  for (const name of names.filter((one) => !FONT.test(one) || FIRST_FONT.test(one))) {
    const bytes = readFileSync(join(dist, name))
    total += FONT.test(name) ? bytes.length : gzipSync(bytes, { level: 9 }).length
  }
  console.log(`The Studio is built: a first visit transfers ${Math.ceil(total / 1000)} kB`)
}
