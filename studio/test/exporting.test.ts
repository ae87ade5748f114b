import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  button,
  eventually,
  findFaultsInBothSchemes,
  openView,
  page,
  service,
  storedScripts,
  useStudio,
  write,
} from './support/story.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-export-'))
})
afterAll(() => rm(folder, { recursive: true }))

useStudio()

const dialog = () => page.getByRole('dialog', { name: 'Export' })
const choose = (name: string, option: string) =>
  dialog().getByRole('combobox', { name, exact: true }).selectOption(option)

async function openDialog(): Promise<void> {
  await page.locator('.player').getByRole('button', { name: 'Export', exact: true }).click()
  await dialog().waitFor()
}

/** Exports as the dialog is set, and returns where the file is. */
async function save(): Promise<{ readonly name: string; readonly path: string }> {
  const start = dialog().getByRole('button', { name: 'Export' })
  await eventually(() => start.getAttribute('aria-disabled')).toBe('false')
  const [download] = await Promise.all([page.waitForEvent('download'), start.click()])
  const name = download.suggestedFilename()
  const path = join(folder, name)
  await download.saveAs(path)
  return { name, path }
}

type Probe = {
  readonly chapters: readonly { readonly start_time: string; readonly end_time: string }[]
  readonly format: { readonly tags?: object; readonly duration: string }
  readonly streams: readonly { readonly sample_rate: string }[]
}

async function probe(path: string): Promise<Probe> {
  const shown = ['-show_chapters', '-show_format', '-show_streams']
  return JSON.parse((await run('ffprobe', ['-v', 'error', ...shown, '-of', 'json', path])).stdout) as Probe
}

const charged = async () => (await service.json<{ characters: number }>('/usage')).characters

test('one file has a chapter for each paragraph, the pause between them, and a title, in every format', async () => {
  await write('The first one.', 'The second one.')
  await page.getByLabel('Title of the script').fill('Two parts')
  await openDialog()
  await choose('Chapters', 'paragraph')
  for (const format of ['mp3', 'wav', 'flac', 'opus', 'aac']) {
    await choose('Format', format)
    const one = await save()
    expect(one.name).toBe(`Two parts.${format}`)
    const { format: probed, streams } = await probe(one.path)
    expect(Number(probed.duration)).toBeGreaterThan(1)
    expect(streams[0]).toMatchObject({ codec_type: 'audio', channels: 1 })
  }
  const { chapters, format } = await probe(join(folder, 'Two parts.mp3'))
  expect(format.tags).toMatchObject({ title: 'Two parts' })
  expect(chapters).toHaveLength(2)
  expect(Number(chapters[1]!.end_time)).toBeCloseTo(Number(format.duration), 0)
})

test('the page says what an export will cost, and only what is new is rendered and charged', async () => {
  await write('A first thing.', 'A second thing.', 'A third thing.')
  await openDialog()
  await dialog().getByText('3 paragraphs will be rendered: 43 characters.', { exact: false }).waitFor()
  const before = await charged()
  await save()
  expect(await charged()).toBe(before + 43)
  await dialog().getByText('nothing is rendered or charged', { exact: false }).waitFor()
  await choose('Preset', 'Video')
  const { name } = await save()
  expect(name).toBe('Module three.zip')
  expect(await charged()).toBe(before + 43)
  await dialog().getByRole('button', { name: 'Close' }).click()
  await page.locator('.text').nth(1).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Changed.')
  await openDialog()
  await dialog().getByText('1 of 3 paragraphs will be rendered: 24 characters.', { exact: false }).waitFor()
  await choose('Export', 'changed')
  await dialog().getByText('1 paragraph will be rendered: 24 characters.', { exact: false }).waitFor()
  await save()
  expect(await charged()).toBe(before + 43 + 24)
  await dialog().getByRole('button', { name: 'Close' }).click()
  await openView('Exports')
  const rows = page.getByRole('row')
  await rows.nth(3).waitFor()
  expect(await rows.nth(1).getByRole('cell').allTextContents()).toEqual(
    expect.arrayContaining(['1 of 1', '24', 'Ready']),
  )
})

test('captions and a list of chapters come in the same go', async () => {
  await write('The first one.', 'The second one.')
  await openDialog()
  await choose('Preset', 'Podcast')
  await dialog().getByLabel('Captions as SubRip').check()
  const files = unzipSync(await readFile((await save()).path))
  expect(Object.keys(files)).toEqual(
    ['mp3', 'srt', 'vtt'].map((ending) => `Module three.${ending}`).concat('Module three chapters.txt'),
  )
  expect(new TextDecoder().decode(files['Module three.srt'])).toContain('The second one.')
  await choose('Files', 'none')
  expect((await save()).name).toBe('Module three.zip')
})

test('an empty script says why it cannot be exported', async () => {
  await write('')
  await page.keyboard.press('Delete')
  await openDialog()
  await page.getByText('This script has no text yet.').waitFor()
  expect(await dialog().getByRole('button', { name: 'Export' }).getAttribute('aria-disabled')).toBe('true')
})

test('a limit is named before the export begins', async () => {
  await write('The first one.')
  await page.route('**/exports/estimate', async (route) => {
    const answer = await route.fetch()
    const problem = { code: 'RATE_LIMITED', message: 'Cannot speak 14 characters: 3 of this month are left' }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), problem } })
  })
  await openDialog()
  await dialog().getByRole('alert').getByText('3 of this month are left', { exact: false }).waitFor()
  expect(await dialog().getByRole('button', { name: 'Export' }).getAttribute('aria-disabled')).toBe('true')
})

test('an export goes on while its dialog is closed and after a reload, and is saved then', async () => {
  await write('The first one.', 'The second one.')
  await eventually(() => storedScripts()).toContain('The second one.')
  await openDialog()
  // Until it is let go, the service seems to be at work.
  let isHeld = true
  await page.route(/\/v1\/tts\/exports\/[0-9a-f-]{36}$/, async (route) => {
    const answer = await route.fetch()
    const working = { ...(await answer.json()), status: 'PROCESSING', progress: 0.42, url: null, file: null }
    await route.fulfill(isHeld ? { response: answer, json: working } : { response: answer })
  })
  const start = dialog().getByRole('button', { name: 'Export' })
  await eventually(() => start.getAttribute('aria-disabled')).toBe('false')
  await start.click()
  await dialog().getByText('42 %').waitFor()
  // The focus is where it is told how far the export is.
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('export-status')
  await dialog().getByRole('button', { name: 'Close' }).click()
  await page.locator('.player').getByText('42 %').waitFor()
  expect(await findFaultsInBothSchemes()).toEqual([])
  await page.reload()
  await page.locator('.player').getByText('42 %').waitFor()
  const saved = page.waitForEvent('download')
  isHeld = false
  expect((await saved).suggestedFilename()).toBe('Module three.mp3')
})

test('an export can be cancelled', async () => {
  await write('The first one.')
  await openDialog()
  await page.route(/\/v1\/tts\/exports\/[0-9a-f-]{36}$/, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { status: string }
    const working = { ...body, status: 'PROCESSING', progress: 0.1, url: null, file: null }
    await route.fulfill(
      wasCanceled
        ? { response: answer, json: { ...body, status: 'CANCELED', url: null, file: null } }
        : { response: answer, json: working },
    )
  })
  let wasCanceled = false
  await page.route('**/cancel', async (route) => {
    wasCanceled = true
    await route.continue()
  })
  const start = dialog().getByRole('button', { name: 'Export' })
  await eventually(() => start.getAttribute('aria-disabled')).toBe('false')
  await start.click()
  await button('Cancel the export').click()
  await dialog().getByText('The export was cancelled.', { exact: false }).waitFor()
})

test('the dialog has no faults that axe finds, in light and dark', async () => {
  await openDialog()
  await choose('Preset', 'Telephone, A-law')
  await dialog().getByText('will be rendered', { exact: false }).waitFor()
  expect(await findFaultsInBothSchemes()).toEqual([])
})
