import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECTIONS } from '../../docs/site/sections.js'
import { type ApiDocument, formatEndpoints } from '../../scripts/format-endpoints.ts'
import { startTestService, type TestService } from '../support/test-service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PAGES = globSync(['*.md', 'docs/**/*.md', '{client,codecs/*,data/*,training/*}/README.md'], {
  cwd: ROOT,
  exclude: ['docs/site/**'],
}).toSorted()

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const get = (path: string) => fetch(service.url + path, { redirect: 'manual' })

const withoutBlocks = (markdown: string): string => markdown.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')

/** Targets of links and images outside of code. */
function linksOf(markdown: string): readonly string[] {
  const text = withoutBlocks(markdown).replaceAll(/`[^`\n]*`/g, '')
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, target]) => target!)
}

/** The ids of the headings of a page, in GitHub's form. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)
  return new Set(
    Array.from(headings, ([, title]) =>
      title!
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .trim()
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  )
}

describe('links between documents', () => {
  test.each(PAGES)('of %s lead to files and headings', (page) => {
    const links = linksOf(readFileSync(join(ROOT, page), 'utf8')).filter((link) => !/^(https?:|mailto:)/.test(link))
    expect(links.filter((link) => !leadsSomewhere(link, page))).toEqual([])
  })
})

function leadsSomewhere(link: string, page: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path)
  return existsSync(file) && (anchor === undefined || anchorsOf(readFileSync(file, 'utf8')).has(anchor))
}

test('the page of endpoints is what the API document says: run "node scripts/write-endpoints.ts"', async () => {
  const document = (await (await get('/openapi.json')).json()) as ApiDocument
  expect(readFileSync(join(ROOT, 'docs/reference/endpoints.md'), 'utf8')).toBe(formatEndpoints(document))
})

describe('/docs/guide', () => {
  test('serves every page of the navigation, with the page marked', async () => {
    for (const [name, label] of SECTIONS.flatMap(({ pages }) => pages)) {
      const path = name === '' ? '/docs/guide/' : `/docs/guide/${name}/`
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      const html = await response.text()
      expect(html).toContain(`<a href="${path}" aria-current="page">${label}</a>`)
      expect(html).toMatch(/<h1 id="[^"]+">/)
    }
  })

  test('links only to what it serves, and loads nothing from elsewhere', async () => {
    const seen = new Set<string>()
    for (const file of globSync('docs/site/dist/**/*.html', { cwd: ROOT })) {
      const html = readFileSync(join(ROOT, file), 'utf8')
      for (const [, target] of html.matchAll(/(?:src|href)="(\/docs\/guide[^"#]*)/g)) seen.add(target!)
      expect(html, file).not.toMatch(/(?:<script|<link|<img)[^>]+(?:src|href)="(?:https?:)?\/\//)
      // The content security policy forbids inline styles.
      expect(html, file).not.toMatch(/<[^>]+\sstyle="/)
    }
    expect(seen.size).toBeGreaterThan(SECTIONS.flatMap(({ pages }) => pages).length)
    for (const path of seen) expect([path, (await get(path)).status]).toEqual([path, 200])
  })

  test('has a policy, and refuses what it lacks', async () => {
    const response = await get('/docs/guide/')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect((await get('/docs/guide')).status).toBe(200)
    expect((await get('/docs/guide/nothing/')).status).toBe(404)
    expect((await get('/docs/guide/..%2f..%2f..%2fpackage.json')).status).toBe(404)
  })
})
