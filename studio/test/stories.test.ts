import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import axe from 'axe-core'
import { unzipSync } from 'fflate'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { endSessions } from '../../src/accounts/sessions.ts'
import { startTestService, TEST_KEY, type TestService } from '../../test/support/test-service.ts'
import { clickWord, openBrowser, openStudio, type StudioPage, selectWord, waitForSound } from './studio-browser.ts'

const run = promisify(execFile)

let service: TestService
let browser: Browser
let context: BrowserContext
let page: StudioPage

beforeAll(async () => {
  await build({ root: 'studio', logLevel: 'warn' })
  service = await startTestService({ SEGMENT_CACHE_MB: '64' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await service.close()
})
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  page = await openStudio(service, context)
  page.setDefaultTimeout(15_000)
  await page.waitForSelector('.paragraph')
})
afterEach(() => context.close())

const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: typeof name === 'string' })
const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 15_000, interval: 25 })
const litWord = () => page.evaluate(() => [...(CSS.highlights.get('spoken') ?? [])].map(String).join())

/** Replaces the script by these paragraphs. */
async function write(...paragraphs: readonly string[]): Promise<void> {
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+A')
  for (const [index, text] of paragraphs.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(text)
  }
}

async function texts(): Promise<string[]> {
  return await page.locator('.paragraph .text').allTextContents()
}

async function findFaults(): Promise<string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    () => (globalThis as unknown as { axe: typeof axe }).axe.run() as Promise<axe.AxeResults>,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

test('a first visitor presses Space and hears the script, its words lit as they are spoken', async () => {
  await page.keyboard.press('Space')
  await waitForSound(page)
  await eventually(litWord).toBe('Welcome')
  await eventually(litWord).toBe('module')
  await page.keyboard.press('Space')
  await eventually(() => button('Play').count()).toBe(1)
  await page.keyboard.press('Space')
  await eventually(litWord).toBe('It')
  expect(page.problems).toEqual([])
})

test('two paragraphs with two voices are heard one after the other, with the pause between them', async () => {
  await write('One.', 'Two.')
  await page.getByLabel('Voice of paragraph 2').selectOption('4')
  const gap = page.getByRole('slider', { name: 'Pause after the paragraph' })
  await gap.focus()
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowLeft')
  expect(await gap.getAttribute('aria-valuetext')).toBe('0.2 seconds')
  await page.getByLabel('Title of the script').click()
  await button('Play').click()
  await eventually(litWord).toBe('Two')
  await eventually(litWord).toBe('')
  await eventually(() => button('Play').count()).toBe(1)
})

test('a price and a guessed name are underlined and explained; the name is fixed here, then everywhere, and undone', async () => {
  await write('Thandiwe paid $4.99.', 'Call Thandiwe.')
  await page.waitForSelector('.said-converted:has-text("$4.99")')
  await page.waitForSelector('.said-guessed:has-text("Thandiwe")')
  await clickWord(page, '$4.99')
  await page.getByText('four dollars ninety nine cents').waitFor()
  await clickWord(page, 'Thandiwe')
  await page.getByText('guessed from its letters', { exact: false }).first().waitFor()
  await page.getByLabel('Respelling', { exact: true }).fill('tahn-DEE-way')
  await button('Hear the respelling').click()
  await waitForSound(page)
  await button('Use here').click()
  await page.waitForSelector('.mark-respell:has-text("Thandiwe")')
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(() => page.locator('.mark-respell').count()).toBe(0)

  await clickWord(page, 'Thandiwe')
  await page.getByLabel('Respelling', { exact: true }).fill('tahn-DEE-way')
  await page.getByText('Everywhere changes paragraphs 1, 2').waitFor()
  await button('Use everywhere').click()
  await eventually(() => page.locator('.said-replaced').count()).toBe(2)
  const { libraries } = await service.json<{ libraries: { library_id: string }[] }>('/replacement_libraries')
  const path = `/replacement_libraries/${libraries[0]!.library_id}/replacements`
  const stored = () => service.json<{ replacements: object[] }>(path).then(({ replacements }) => replacements)
  expect(await stored()).toMatchObject([{ original: 'Thandiwe', replacement_text: 'tahn-DEE-way' }])
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Z')
  await eventually(stored).toEqual([])
  await eventually(() => page.locator('.said-replaced').count()).toBe(0)
})

test('a phrase is made slower with a dial, heard at once, and undone', async () => {
  await write('Please slow down here.')
  await selectWord(page, 'slow')
  const dial = page.getByRole('slider', { name: /^Tempo/ })
  await dial.focus()
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowLeft')
  expect(await dial.getAttribute('aria-valuetext')).toBe('0.88×')
  await page.waitForSelector('.mark-tempo[data-value="0.88"]:has-text("slow")')
  await waitForSound(page)
  await button('Reset').click()
  expect(await page.locator('.mark-tempo').count()).toBe(0)
})

test('the script is exported as one file with chapters, as a ZIP, and as captions', async () => {
  await write('The first one.', 'The second one.')
  await page.getByLabel('Title of the script').fill('Two parts')
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  const save = async (choice: string): Promise<Buffer> => {
    await dialog.getByLabel(choice).check()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ])
    return await readFile(await download.path())
  }
  await dialog.getByLabel('One file').check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Two parts.mp3')
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_chapters',
    '-show_format',
    '-of',
    'json',
    await download.path(),
  ])
  const { chapters, format } = JSON.parse(stdout) as { chapters: { start_time: string }[]; format: { tags: object } }
  expect(chapters).toHaveLength(2)
  expect(format.tags).toMatchObject({ title: 'Two parts' })

  const names = Object.keys(unzipSync(await save('A ZIP')))
  expect(names).toEqual(['001.mp3', '001.srt', '002.mp3', '002.srt'])
  const captions = (await save('SubRip')).toString()
  expect(captions).toMatch(/^1\n00:00:00,000 --> .*\nThe first one\.\n\n2\n/)
  const [, second = ''] = /\n2\n00:00:([\d,]+) -->/.exec(captions) ?? []
  expect(Number(second.replace(',', '.'))).toBeCloseTo(Number(chapters[1]!.start_time), 1)
})

test('a reload and a lost connection lose nothing, and what was heard plays on', async () => {
  await write('This stays.')
  await page.getByRole('button', { name: 'Play paragraph 1' }).click()
  await eventually(litWord).toBe('stays')
  await eventually(() => button('Play').count()).toBe(1)
  await context.setOffline(true)
  await page.locator('.text').click()
  await page.keyboard.press('End')
  await page.keyboard.insertText(' And this.')
  await page.getByText('The service does not answer. You can go on writing', { exact: false }).waitFor()
  await page.keyboard.press('Control+Z')
  await page.getByRole('button', { name: 'Play paragraph 1' }).click()
  await eventually(litWord).toBe('stays')
  await page.locator('.ProseMirror').focus()
  await page.keyboard.press('Control+Shift+Z')
  await page.waitForTimeout(500)
  await context.setOffline(false)
  await eventually(() => page.locator('.offline').count()).toBe(0)
  await page.reload()
  await page.waitForSelector('.paragraph')
  expect(await texts()).toEqual(['This stays. And this.'])
})

test('pasted HTML and two hundred lines become plain paragraphs that stay quick', async () => {
  await write('Start.')
  await page.evaluate(() => {
    const data = new DataTransfer()
    const lines = Array.from(
      { length: 200 },
      (_, index) => `<p class="MsoNormal">Line <b>${index}</b><script>x</script></p>`,
    )
    data.setData('text/html', lines.join(''))
    document
      .querySelector('.ProseMirror')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await eventually(async () => (await texts()).length).toBeGreaterThanOrEqual(200)
  expect((await texts()).at(-1)).toBe('Line 199')
  const voices = await page
    .locator('.paragraph select')
    .evaluateAll((selects) => selects.map((select) => (select as HTMLSelectElement).value))
  expect(new Set(voices).size).toBe(1)
})

test('a script of 200 paragraphs is imported, scrolled and kept', async () => {
  const content = Array.from({ length: 200 }, (_, index) => `Paragraph **${index}** of a long script.`).join('\n\n')
  const file = { name: 'Long script.md', mimeType: 'text/markdown', buffer: Buffer.from(content) }
  await page.getByLabel('Import text or Markdown').setInputFiles(file)
  await eventually(() => page.locator('.paragraph').count()).toBe(200)
  expect(await page.getByLabel('Title of the script').inputValue()).toBe('Long script')
  await page.locator('.main').evaluate((main) => main.scrollTo(0, main.scrollHeight))
  await page.getByText('Paragraph 199 of a long script.').waitFor()
  await page.waitForTimeout(600)
  await page.reload()
  await eventually(() => page.locator('.paragraph').count()).toBe(200)
  expect((await texts()).at(-1)).toBe('Paragraph 199 of a long script.')
})

test('a paragraph is moved by keys and back', async () => {
  await write('One.', 'Two.')
  await page.keyboard.press('Alt+ArrowUp')
  expect(await texts()).toEqual(['Two.', 'One.'])
  await page.keyboard.press('Control+Z')
  expect(await texts()).toEqual(['One.', 'Two.'])
})

test('a second tab gets a copy of a script that is open, so that neither loses anything', async () => {
  await write('Of the first tab.')
  await page.waitForTimeout(600)
  const second = await context.newPage()
  await second.goto(service.url)
  await second.waitForSelector('.paragraph')
  expect(await second.getByLabel('Title of the script').inputValue()).toBe('Module three (copy)')
  await second.locator('.text').first().click()
  await second.keyboard.type('Of the second tab. ')
  await second.waitForTimeout(600)
  await second.close()
  await page.reload()
  await page.waitForSelector('.paragraph')
  await page.getByRole('button', { name: 'Module three', exact: true }).click()
  await eventually(texts).toEqual(['Of the first tab.'])
  await page.getByRole('button', { name: 'Module three (copy)' }).click()
  await eventually(async () => (await texts()).join()).toContain('Of the second tab.')
  await page.waitForSelector('.paragraph')
  expect(page.problems).toEqual([])
})

test('underlines come back with a paragraph that is deleted and brought back', async () => {
  await write('It costs $4.99.', 'Two.')
  await page.waitForSelector('.said-converted')
  await page.getByRole('button', { name: 'More about paragraph 1' }).click()
  await button('Delete').click()
  expect(await texts()).toEqual(['Two.'])
  await page.locator('.text').first().click()
  await page.keyboard.press('Control+Z')
  await page.waitForSelector('.said-converted:has-text("$4.99")')
  await page.getByLabel('Show markup').check()
  expect(await texts()).toEqual(['It costs $4.99.', 'Two.'])
})

test('a stream that is refused or breaks off says so at its paragraph, and plays when the service is back', async () => {
  await write('Hello again.')
  await page.route('**/v1/tts/stream', (route) =>
    route.fulfill({
      status: 503,
      headers: { 'retry-after': '0' },
      json: { message: 'The service is busy', code: 'INTERNAL_ERROR' },
    }),
  )
  await button('Play paragraph 1').click()
  await page.getByText('The service is busy').waitFor()
  await page.unroute('**/v1/tts/stream')
  const broken = '--b\r\nContent-Type: audio/pcm\r\nContent-Length: 4\r\n\r\nabcd\r\n--b'
  await page.route('**/v1/tts/stream', (route) =>
    route.fulfill({ headers: { 'content-type': 'multipart/mixed; boundary=b' }, body: broken }),
  )
  await button('Play paragraph 1').click()
  await page.getByText('Your script is safe in this browser', { exact: false }).waitFor()
  await page.unroute('**/v1/tts/stream')
  await button('Play paragraph 1').click()
  await eventually(litWord).toBe('again')
  expect(await page.locator('.note-line').count()).toBe(0)
})

test('a session that ends elsewhere asks to sign in again, and the script is as it was', async () => {
  await write('Kept.')
  await endSessions(service.db, { now: Date.now() })
  await page.locator('.text').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' All of it.')
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  await page.getByLabel('Or use an API key').fill('wrong')
  await button('Sign in').click()
  await page.getByRole('alert').getByText(/key is invalid/).waitFor()
  await page.getByLabel('Or use an API key').fill(TEST_KEY)
  await button('Sign in').click()
  await page.waitForSelector('.paragraph')
  expect(await texts()).toEqual(['Kept. All of it.'])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(TEST_KEY)
})

test('a text that the service refuses is marked where it is wrong', async () => {
  await write('Say ::toh--MAY:: now.')
  await page.getByRole('button', { name: /Cannot read respelling/ }).waitFor()
  expect(await page.locator('.said-problem').count()).toBeGreaterThan(0)
})

test('a script is deleted and brought back', async () => {
  await page.getByRole('button', { name: 'New script' }).click()
  await page.getByLabel('Title of the script').fill('Second')
  await page.getByRole('button', { name: 'Delete script' }).click()
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Module three')
  await button('Undo').click()
  await page.getByRole('heading', { name: 'Second' }).waitFor()
  expect(await page.getByLabel('Title of the script').inputValue()).toBe('Second')
})

test('a library is edited as a table, and a CSV with bad rows names them', async () => {
  await page.getByRole('navigation').getByRole('button', { name: 'Libraries' }).click()
  await button('Library').click()
  await page.getByLabel('New word').fill('SQL')
  await page.getByLabel('Said as').fill('sequel')
  await button('Add').click()
  await page.getByLabel('Word SQL').waitFor()
  const csv = (content: string) => ({ name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  const file = page.locator('.panel input[type=file]')
  await file.setInputFiles(csv('original,replacement_text\nnginx,engine x\n,empty\n'))
  await page.getByRole('alert').getByText('row 2').waitFor()
  await file.setInputFiles(csv('original,replacement_text\nnginx,engine x\n'))
  await page.getByLabel('Word nginx').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('nothing of one account is seen after signing out and in to another', async () => {
  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  expect((await context.cookies()).filter(({ name }) => name === 'declaim_session')).toEqual([])
  const other = await browser.newContext()
  const stranger = await openStudio(service, other, { account: 'stranger' })
  await stranger.getByRole('button', { name: 'Clips' }).click()
  await stranger.getByText('Nothing yet.', { exact: false }).waitFor()
  await stranger.getByRole('button', { name: 'Libraries' }).click()
  await stranger.getByText('No library yet.', { exact: false }).waitFor()
  await other.close()
})

test('axe finds nothing wrong on any screen, light or dark', async () => {
  await page.waitForSelector('.said')
  for (const colorScheme of ['light', 'dark'] as const) {
    // Without motion, colours are final at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findFaults()).toEqual([])
    await clickWord(page, '$4.99')
    await page.getByText('four dollars ninety nine cents').waitFor()
    expect(await findFaults()).toEqual([])
    for (const name of ['Libraries', 'Clips', 'Voices', 'Usage']) {
      await page.getByRole('navigation').getByRole('button', { name }).click()
      await page.getByRole('heading', { name, level: 1 }).waitFor()
      await page.waitForTimeout(200)
      expect(await findFaults(), `${name}, ${colorScheme}`).toEqual([])
    }
    await page.getByRole('navigation').getByRole('button', { name: 'Module three' }).click()
    await page.locator('.player').getByRole('button', { name: 'Export' }).click()
    expect(await findFaults()).toEqual([])
    await page.keyboard.press('Escape')
  }
  await page.getByRole('navigation').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Declaim Studio' }).waitFor()
  expect(await findFaults()).toEqual([])
  expect(page.problems).toEqual([])
})
