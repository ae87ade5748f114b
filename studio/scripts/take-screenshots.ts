/** Takes the pictures of docs/studio.md: `node studio/scripts/take-screenshots.ts [FOLDER]` writes docs/images, or every state into a folder. */
import { execFile } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
import { startBrowser } from '../test/support/open-browser.ts'
import { clickWord, openStudio, type StudioPage, selectWord } from '../test/support/studio-page.ts'

/** States that docs/studio.md shows. The others are for looking at. */
const SHOWN = new Set(['playing', 'explained', 'fixed', 'delivery', 'voices', 'export', 'clips', 'reference'])

const run = promisify(execFile)
const folder = process.argv[2] ?? 'docs/images'
const takesAll = process.argv[2] !== undefined
mkdirSync(folder, { recursive: true })

type Scheme = 'light' | 'dark'
type Take = (name: string) => Promise<void>

async function takeScheme(service: TestService, browser: Browser, scheme: Scheme): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: scheme })
  const page = await openStudio(service, context, { account: scheme })
  page.setDefaultTimeout(60_000)
  const take: Take = async (name) => {
    if (!takesAll && !SHOWN.has(name)) return
    const path = join(folder, `studio-${name}-${scheme}.png`)
    await page.screenshot({ path })
    await shrink(path)
  }
  await page.waitForSelector('.text .said-guessed')
  await page.waitForTimeout(1200)
  await takeWriting(page, take)
  await takeExport(page, take)
  await takeViews(page, take)
  if (takesAll) await takeTroubles(page, take)
  await page.goto(`${service.url}/docs`)
  await page.waitForSelector('.opblock')
  await page.waitForTimeout(500)
  await take('reference')
  await context.close()
}

/** A palette of 256 colours makes a picture less than half as large, and shows no difference here. */
async function shrink(path: string): Promise<void> {
  const palette = 'split[a][b];[a]palettegen=stats_mode=single[c];[b][c]paletteuse=dither=none'
  await run('ffmpeg', ['-v', 'error', '-y', '-i', path, '-vf', palette, '-c:v', 'png', '-f', 'image2', `${path}.small`])
  await rename(`${path}.small`, path)
}

async function takeWriting(page: StudioPage, take: Take): Promise<void> {
  await take('first')
  // The second paragraph is rendered too, so that the waveform is whole.
  await page.getByRole('button', { name: 'Play paragraph 2' }).click()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('button', { name: 'Play paragraph 1' }).click()
  await page.waitForFunction(() => [...(CSS.highlights.get('spoken') ?? [])].map(String).join() === 'costs')
  await take('playing')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await clickWord(page, '$4.99')
  await page.getByText('four dollars ninety nine cents').waitFor()
  await take('explained')
  await clickWord(page, 'Nandipha')
  await page.getByRole('heading', { name: 'Nandipha' }).waitFor()
  await page.getByLabel('Respelling', { exact: true }).fill('nahn-DEE-pah')
  await page.getByRole('button', { name: 'Use everywhere' }).click()
  await page.waitForSelector('.text .said-replaced')
  await page.waitForTimeout(800)
  await take('fixed')
  await selectWord(page, 'really')
  const tempo = page.getByRole('slider', { name: /^Tempo/ })
  await tempo.focus()
  for (let step = 0; step < 12; step += 1) await page.keyboard.press('ArrowLeft')
  await page.waitForTimeout(1500)
  await take('delivery')
}

async function takeExport(page: StudioPage, take: Take): Promise<void> {
  await page.locator('.player').getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByText('of audio').waitFor()
  await take('export')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await page.getByText('Saved as').waitFor()
  await take('exported')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
}

async function takeViews(page: StudioPage, take: Take): Promise<void> {
  for (const view of ['Libraries', 'Exports', 'Clips', 'Voices', 'Usage', 'API keys', 'Webhooks']) {
    await openView(page, view)
    await page.getByRole('heading', { name: view, level: 1 }).waitFor()
    if (view === 'Voices') {
      for (const index of [0, 1, 3])
        await page
          .getByRole('checkbox', { name: /^Compare / })
          .nth(index)
          .check()
    }
    if (view === 'API keys') {
      await page.getByLabel('Name of the new key').fill('Build server')
      await page.getByRole('button', { name: 'Key', exact: true }).click()
      await page.getByText('Copy it now').waitFor()
    }
    if (view === 'Webhooks' && takesAll) await makeWebhook(page)
    await page.waitForLoadState('networkidle').catch(() => {})
    await take(view.toLowerCase().replace(' ', '-'))
  }
}

async function openView(page: StudioPage, name: string): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu' })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('navigation').getByRole('button', { name, exact: true }).click()
}

async function makeWebhook(page: StudioPage): Promise<void> {
  await page.getByLabel('Address of the new webhook').fill('http://127.0.0.1:9/hooks/declaim')
  await page.getByRole('button', { name: 'Webhook', exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^New secret for/ }).click()
  await page.getByText('The old secret signs', { exact: false }).waitFor()
}

async function takeTroubles(page: StudioPage, take: Take): Promise<void> {
  const openScript = () => openView(page, 'Module three')
  await openView(page, 'API keys')
  await page
    .getByRole('button', { name: /^Revoke/ })
    .first()
    .click()
  await take('confirm')
  await page.keyboard.press('Escape')
  await openScript()
  await page.locator('.text .said-converted').first().hover()
  await page.locator('.word-card').waitFor()
  await take('card')
  await page.getByRole('button', { name: /^Voice of paragraph 2/ }).click()
  await take('picker')
  await page.keyboard.press('Escape')
  await page.locator('.text').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Say ::toh--MAY:: now.')
  await page.waitForSelector('.text .said-problem')
  await take('problem')
  await page.getByLabel('Import a script').setInputFiles({
    name: 'letter.docx',
    mimeType: 'text/plain',
    buffer: Buffer.from('no archive'),
  })
  await page.waitForSelector('.notice')
  await take('notice')
  await page.locator('.notice').getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('button', { name: 'Play', exact: true }).focus()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await take('shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More about paragraph 2' }).click()
  await page.getByRole('button', { name: 'Play from here' }).last().waitFor()
  await take('menu')
  await page.keyboard.press('Escape')
  await page.getByLabel('Show markup').check()
  await take('markup')
  await page.getByLabel('Show markup').uncheck()
  await takeOddScripts(page, take)
  await page.getByRole('button', { name: 'New script' }).click()
  await page.waitForSelector('.is-empty .text')
  await take('empty')
  await page.locator('.player').getByRole('button', { name: 'Export', exact: true }).click()
  await take('empty-export')
  await page.keyboard.press('Escape')
  await page.context().setOffline(true)
  await page.locator('.text').click()
  await page.keyboard.type('Still writing.')
  await page.waitForSelector('.offline')
  await take('offline')
  await page.context().setOffline(false)
  await page.waitForSelector('.offline', { state: 'detached' })
  await page.getByRole('button', { name: 'Delete script' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await take('toast')
  await takeSmallScreens(page, take)
  await page.setViewportSize({ width: 1280, height: 800 })
  await openView(page, 'Sign out')
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await page.getByLabel('Or use an API key').fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('key', { exact: false }).waitFor()
  await take('sign-in')
}

/** Long names and words, other directions, signs, and very many paragraphs. */
async function takeOddScripts(page: StudioPage, take: Take): Promise<void> {
  const lines = [
    'Voice,Text',
    'Silas,"مرحبا بكم في الوحدة الثالثة, she said. 👩‍🚀🎉 Hello!"',
    'Nora,"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsangestelltenversicherung, he read."',
    ...Array.from({ length: 200 }, (_, index) => `Nora,"Line ${index + 1} costs $${index}.50. It is short."`),
  ]
  await page.getByLabel('Import a script').setInputFiles({
    name: 'A very long name that nobody would give to a script unless a tool had made it for the whole season.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click()
  await page.getByText('Line 1 costs').waitFor()
  await page.waitForSelector('.text .said')
  await take('odd')
  await page.getByText('Line 150 costs').scrollIntoViewIfNeeded()
  await page.getByText('Line 150 costs').click()
  await take('long')
  await openView(page, 'Module three')
}

async function takeSmallScreens(page: StudioPage, take: Take): Promise<void> {
  for (const [name, width, height] of [
    ['narrow', 390, 844],
    ['tablet', 820, 1100],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openView(page, 'Module three')
    await take(name)
    await page.getByRole('button', { name: 'Menu' }).click()
    await take(`${name}-menu`)
    await page.keyboard.press('Escape')
    await clickWord(page, 'Nandipha')
    await page.getByRole('heading', { name: 'Nandipha' }).waitFor()
    await take(`${name}-word`)
    await page.getByRole('button', { name: 'Close the inspector' }).click()
    await page.locator('.player').getByRole('button', { name: 'Export', exact: true }).click()
    await take(`${name}-export`)
    await page.keyboard.press('Escape')
    for (const view of ['Voices', 'Clips', 'Libraries', 'Usage', 'API keys', 'Webhooks']) {
      await openView(page, view)
      await page.waitForLoadState('networkidle').catch(() => {})
      await take(`${name}-${view.toLowerCase().replace(' ', '-')}`)
    }
  }
}

const service = await startTestService({ AVATARS_FILE: '', SEGMENT_CACHE_MB: '64', WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
const server = await startBrowser()
const browser = await chromium.connect(server.wsEndpoint())
try {
  for (const scheme of ['light', 'dark'] as const) await takeScheme(service, browser, scheme)
} finally {
  await server.close()
  await service.close()
}
