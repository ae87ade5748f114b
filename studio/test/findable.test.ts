import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { ERROR_CODES } from '../../src/errors.ts'
import { context, service, useStudio } from './support/story.ts'

useStudio()

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))

/** The names of all settings that the service reads. */
function settings(): readonly string[] {
  const names = new Set<string>()
  readConfig(
    new Proxy<Record<string, string | undefined>>(
      {},
      {
        get(_, name) {
          names.add(String(name))
          return undefined
        },
      },
    ),
  )
  return [...names].filter((name) => /^[A-Z][A-Z0-9_]+$/.test(name))
}

/** Every endpoint, such as `GET /clips/{clip_id}`. */
async function endpoints(): Promise<readonly string[]> {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as { paths: Record<string, object> }
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item)
      .filter((method) => /^(?:get|post|put|patch|delete)$/.test(method))
      .map((method) => `${method.toUpperCase()} ${path}`),
  )
}

/** What people look for, and what tells the page that they need: words that are on it, or its address. */
type Wanted = { readonly words: string; readonly page?: string }

const decisions: readonly Wanted[] = globSync('decisions/[0-9]*.md', { cwd: DOCS }).map((file) => {
  const title = /^# \d+\. (.+)$/m.exec(readFileSync(join(DOCS, file), 'utf8'))![1]!
  return { words: title, page: `/${file.replace('.md', '')}/` }
})

test('every setting, endpoint, error code and decision is among the first results of the search', async () => {
  const named = [...settings(), ...ERROR_CODES, ...(await endpoints())]
  const wanted: readonly Wanted[] = [...named.map((words) => ({ words })), ...decisions]
  const page = await context.newPage()
  await page.goto(`${service.url}/docs/guide/`)
  const found = await page.evaluate(
    async (searched) => {
      const pagefind = await import('/docs/guide/pagefind/pagefind.js' as string)
      const { firstResults } = await import('/docs/guide/assets/find.js' as string)
      const all: { url: string; content: string }[][] = []
      for (const words of searched) all.push(await firstResults(await pagefind.search(words), words))
      return all.map((results) => results.map(({ url, content }) => ({ url, content })))
    },
    wanted.map(({ words }) => words),
  )
  const missing = wanted.filter(({ words, page: address }, i) =>
    found[i]!.every(({ url, content }) => (address === undefined ? !content.includes(words) : !url.endsWith(address))),
  )
  expect(missing.map(({ words }) => words)).toEqual([])
  expect(wanted.length).toBeGreaterThan(250)
})
