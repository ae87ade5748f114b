import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, useStudio, write } from './support/story.ts'

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
  readonly chapters: readonly { readonly start_time: string }[]
  readonly format: { readonly tags: object; readonly duration: string }
}

async function probe(path: string): Promise<Probe> {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_chapters', '-show_format', '-of', 'json', path])
  return JSON.parse(stdout) as Probe
}

test('the script is exported as one file with chapters, as a ZIP, and as captions', async () => {
  await write('The first one.', 'The second one.')
  await page.getByLabel('Title of the script').fill('Two parts')
  await page.locator('.player').getByRole('button', { name: 'Export' }).click()
  const one = await save('One file')
  expect(one.name).toBe('Two parts.mp3')
  const { chapters, format } = await probe(one.path)
  expect(chapters).toHaveLength(2)
  expect(format.tags).toMatchObject({ title: 'Two parts' })

  const names = Object.keys(unzipSync(await readFile((await save('A ZIP')).path)))
  expect(names).toEqual(['001.mp3', '001.srt', '002.mp3', '002.srt'])
  const captions = await readFile((await save('SubRip')).path, 'utf8')
  expect(captions).toMatch(/^1\n00:00:00,000 --> .*\nThe first one\.\n\n2\n/)
  const [, second = ''] = /\n2\n00:00:([\d,]+) -->/.exec(captions) ?? []
  expect(Number(second.replace(',', '.'))).toBeCloseTo(Number(chapters[1]!.start_time), 1)
})
