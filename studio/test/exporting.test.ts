import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, openView, page, storedScripts, useStudio, write } from './support/story.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-export-'))
})
afterAll(() => rm(folder, { recursive: true }))

useStudio()

/** Exports as the dialog is set, and returns where the file is. */
async function save(choice: string): Promise<{ readonly name: string; readonly path: string }> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(choice).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  const name = download.suggestedFilename()
  const path = join(folder, name)
  await download.saveAs(path)
  return { name, path }
}

type Probe = {
  readonly chapters: readonly { readonly start_time: string; readonly end_time: string }[]
  readonly format: { readonly tags: object; readonly duration: string }
  readonly streams: readonly object[]
  readonly packets?: readonly { readonly pts_time: string }[]
}

type WordTimes = {
  readonly results: readonly {
    readonly alternatives: readonly {
      readonly words: readonly { readonly word: string; readonly startOffset: string }[]
    }[]
  }[]
}

async function openDialog(): Promise<void> {
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
}

async function probe(path: string): Promise<Probe> {
  const shown = [
    '-show_chapters',
    '-show_format',
    '-show_streams',
    ...(/\.(?:srt|vtt)$/.test(path) ? ['-show_packets'] : []),
  ]
  const { stdout } = await run('ffprobe', ['-v', 'error', ...shown, '-of', 'json', path])
  return JSON.parse(stdout) as Probe
}

test('one file has a chapter for each paragraph, the pause between them, and a title', async () => {
  await write('The first one.', 'The second one.')
  await page.getByLabel('Title of the script').fill('Two parts')
  await openDialog()
  for (const [format, name] of [
    ['mp3', 'Two parts.mp3'],
    ['wav', 'Two parts.wav'],
    ['flac', 'Two parts.flac'],
    ['opus', 'Two parts.opus'],
  ]) {
    await page.getByLabel('Format').selectOption(format!)
    const one = await save('One file')
    expect(one.name).toBe(name)
    const { chapters, format: probed, streams } = await probe(one.path)
    expect(Number(probed.duration)).toBeGreaterThan(1)
    expect(streams[0]).toMatchObject({ codec_type: 'audio', channels: 1 })
    if (format !== 'mp3') continue
    expect(probed.tags).toMatchObject({ title: 'Two parts' })
    expect(chapters).toHaveLength(2)
    expect(Number(chapters[1]!.end_time)).toBeCloseTo(Number(probed.duration), 0)
  }
})

test('captions of the whole script agree with its chapters, as SubRip, WebVTT and JSON', async () => {
  await write('The first one.', 'The second one.')
  await openDialog()
  const { chapters } = await probe((await save('One file')).path)
  const second = Number(chapters[1]!.start_time)
  for (const choice of ['SubRip', 'WebVTT']) {
    const { path } = await save(choice)
    // ffprobe reads them as subtitles: two cues, the second where the second chapter begins.
    const { packets } = await probe(path)
    expect(packets).toHaveLength(2)
    expect(Number(packets![1]!.pts_time)).toBeCloseTo(second, 1)
  }
  const { results } = JSON.parse(await readFile((await save('JSON')).path, 'utf8')) as WordTimes
  expect(results.map(({ alternatives }) => alternatives[0]!.words.map(({ word }) => word).join(' '))).toEqual([
    'The first one',
    'The second one',
  ])
  expect(Number.parseFloat(results[1]!.alternatives[0]!.words[0]!.startOffset)).toBeCloseTo(second, 1)
})

test('a ZIP has a file and captions for each paragraph, and the clips are found again', async () => {
  await write('The first one.', 'The second one.')
  await openDialog()
  const files = unzipSync(await readFile((await save('A ZIP')).path))
  expect(Object.keys(files)).toEqual(['001.mp3', '001.srt', '002.mp3', '002.srt'])
  expect(new TextDecoder().decode(files['002.srt'])).toContain('The second one.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await openView('Clips')
  await page.getByRole('link', { name: 'Module three 2' }).first().waitFor()
})

test('an empty script says why it cannot be exported', async () => {
  await write('')
  await page.keyboard.press('Delete')
  await openDialog()
  await page.getByText('This script has no text yet.').waitFor()
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Export' }).isDisabled()).toBe(true)
})

test('an export goes on after a reload', async () => {
  await write('The first one.', 'The second one.')
  await eventually(() => storedScripts()).toContain('The second one.')
  let requests = 0
  // The first is never answered. The route stays: the browser would go on with a request whose route is taken away.
  await page.route('**/clips/combine', async (route) => {
    if (++requests > 1) await route.continue()
  })
  await openDialog()
  const asked = page.waitForRequest('**/clips/combine')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  await page.getByText('of 2 paragraphs').waitFor()
  await asked
  const [download] = await Promise.all([page.waitForEvent('download'), page.reload()])
  expect(download.suggestedFilename()).toBe('Module three.mp3')
  await page.getByText('Saved as').waitFor()
  expect(requests).toBe(2)
})
