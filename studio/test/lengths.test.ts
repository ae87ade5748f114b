import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, importFile, page, useStudio } from './support/story.ts'
import { writeBook } from './support/write-book.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-lengths-'))
})
afterAll(() => rm(folder, { recursive: true }))

// A voice of the service, whose speech is as long as speech is.
useStudio({ AVATARS_FILE: '' })

const WORDS = 1200
const MOST_ERROR = 0.03

/** Seconds of the first clock time of a text, such as `1:07`. */
function readSeconds(text: string): number {
  const [, minutes, seconds] = /(\d+):(\d\d)(?!.*\d+:\d\d)/.exec(text) ?? []
  return Number(minutes) * 60 + Number(seconds)
}

test('the length of a long script is right within 3 % before any of it is rendered, and is called an estimate until then', async () => {
  await importFile('Book.md', writeBook(WORDS))
  const clock = page.locator('.clock')
  await eventually(() => clock.textContent()).toContain('about')
  await eventually(() => clock.textContent()).not.toContain('about')
  const shown = readSeconds((await clock.textContent()) ?? '')
  await page.locator('.player').getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.getByText('About', { exact: false }).waitFor()
  const offered = readSeconds((await dialog.locator('.estimate').textContent()) ?? '')
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 110_000 }),
    dialog.getByRole('button', { name: 'Export' }).click(),
  ])
  await download.saveAs(join(folder, 'Book.mp3'))
  const asked = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', join(folder, 'Book.mp3')]
  const seconds = Number((await run('ffprobe', asked)).stdout)
  expect(seconds).toBeGreaterThan(300)
  expect(Math.abs(shown / seconds - 1), `${shown} s on the clock, ${seconds} s heard`).toBeLessThan(MOST_ERROR)
  expect(Math.abs(offered / seconds - 1), `${offered} s offered, ${seconds} s heard`).toBeLessThan(MOST_ERROR)
})
