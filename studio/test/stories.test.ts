import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import axe from 'axe-core'
import { unzipSync } from 'fflate'
import type { Browser, BrowserContext, Locator } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/support/test-service.ts'
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
  await eventually(texts).toEqual(['This stays. And this.'])
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

test('a paragraph is moved by keys and back', async () => {
  await write('One.', 'Two.')
  await page.keyboard.press('Alt+ArrowUp')
  expect(await texts()).toEqual(['Two.', 'One.'])
  await page.keyboard.press('Control+Z')
  expect(await texts()).toEqual(['One.', 'Two.'])
})

test('a text that the service refuses is marked where it is wrong', async () => {
  await write('Say ::toh--MAY:: now.')
  await page.getByRole('button', { name: /Cannot read respelling/ }).waitFor()
  await page.waitForSelector('.said-problem')
})

test('a script is deleted and brought back', async () => {
  await page.getByRole('button', { name: 'New script' }).click()
  await page.getByLabel('Title of the script').fill('Second')
  await page.getByRole('button', { name: 'Script', exact: true }).click()
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Module three')
  await button('Undo').click()
  await eventually(() => page.getByLabel('Title of the script').inputValue()).toBe('Second')
})

test('a library is edited as a table, and a CSV with bad rows names them', async () => {
  await page.getByRole('navigation').getByRole('button', { name: 'Libraries' }).click()
  await button('Library').click()
  await page.getByLabel('New word').fill('SQL')
  await page.getByLabel('Said as').fill('sequel')
  await button('Add').click()
  await page.getByLabel('Word SQL').waitFor()
  const csv = (content: string) => ({ name: 'words.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  const file = page.locator('input[type=file]')
  await file.setInputFiles(csv('original,replacement_text\nnginx,engine x\n,empty\n'))
  await page.getByRole('alert').getByText('row 2').waitFor()
  await file.setInputFiles(csv('original,replacement_text\nnginx,engine x\n'))
  await page.getByLabel('Word nginx').waitFor()
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
    await page.emulateMedia({ colorScheme })
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
