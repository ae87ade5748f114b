/**
 * Builds the site of the documents into docs/site/dist. npm runs it after `npm ci`; an install without development dependencies
 * has no Eleventy and keeps what was built before. Plain JavaScript, so that any Node can read it.
 */
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SITE = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs', 'site')

const { Eleventy } = await import('@11ty/eleventy').catch(() => ({}))
if (Eleventy === undefined) console.log('The documents are not built: Eleventy is a development dependency')
else {
  const output = join(SITE, 'dist')
  rmSync(output, { recursive: true, force: true })
  const site = new Eleventy(undefined, output, { configPath: join(SITE, 'eleventy.config.js') })
  await site.write()
  const pagefind = await import('pagefind')
  const { index } = await pagefind.createIndex()
  const { page_count: pages } = await index.addDirectory({ path: output })
  await index.writeFiles({ outputPath: join(output, 'pagefind') })
  await pagefind.close()
  console.log(`The documents are built: ${pages} pages`)
}
