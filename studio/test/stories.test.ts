import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, importFile, page, service, texts, useStudio } from './support/story.ts'
import { createWordFile } from './support/word-file.ts'

const run = promisify(execFile)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-story-'))
})
afterAll(() => rm(folder, { recursive: true }))

useStudio()

const SCENES = 12
const PARAGRAPHS_OF_A_SCENE = 8

/** As long as an ordinary course: 108 paragraphs in twelve scenes. */
function writeCourse(): Buffer {
  return createWordFile(
    Array.from({ length: SCENES }, (_, scene) => [
      { level: 1, text: `Scene ${scene + 1}` },
      ...Array.from({ length: PARAGRAPHS_OF_A_SCENE }, (_, number) => `Point ${number + 1} of scene ${scene + 1}.`),
    ]).flat(),
  )
}

const charged = async () => (await service.json<{ characters: number }>('/usage')).characters

async function unzipDownload(start: () => Promise<void>): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  const [download] = await Promise.all([page.waitForEvent('download', { timeout: 60_000 }), start()])
  const name = download.suggestedFilename()
  await download.saveAs(join(folder, name))
  return { name, files: unzipSync(await readFile(join(folder, name))) }
}

test('a course goes from Word to one MP3 with captions and chapters, and a fixed name costs one paragraph', async () => {
  await importFile('Course.docx', writeCourse())
  await eventually(async () => (await texts()).length).toBe(SCENES * (PARAGRAPHS_OF_A_SCENE + 1))
  await eventually(() => page.locator('.outline-title').count()).toBe(SCENES)
  const dialog = page.getByRole('dialog', { name: 'Export' })
  const open = () => page.locator('.player').getByRole('button', { name: 'Export', exact: true }).click()
  const start = async (): Promise<void> => {
    const export_ = dialog.getByRole('button', { name: 'Export' })
    await eventually(() => export_.getAttribute('aria-disabled')).toBe('false')
    await export_.click()
  }
  await open()
  await dialog.getByRole('combobox', { name: 'Preset', exact: true }).selectOption('Podcast')
  await dialog.getByLabel('Captions as SubRip').check()
  const before = await charged()
  const { name, files } = await unzipDownload(start)
  expect(name).toBe('Course.zip')
  expect(Object.keys(files)).toEqual(['Course.mp3', 'Course.srt', 'Course.vtt', 'Course chapters.txt'])
  const whole = (await charged()) - before
  expect(whole).toBeGreaterThan(1500)
  const { stdout } = await run('bash', [
    '-c',
    `cd ${folder} && unzip -o -q Course.zip && ffprobe -v error -show_chapters -show_format -of json Course.mp3`,
  ])
  const probed = JSON.parse(stdout) as {
    chapters: { start_time: string; tags: { title: string } }[]
    format: { duration: string }
  }
  expect(probed.chapters.map(({ tags }) => tags.title)).toEqual(
    Array.from({ length: SCENES }, (_, i) => `Scene ${i + 1}`),
  )
  // The captions and the list agree with the chapters.
  const lines = new TextDecoder().decode(files['Course chapters.txt']).trim().split('\n')
  expect(lines).toHaveLength(SCENES)
  const srt = new TextDecoder().decode(files['Course.srt']).replaceAll('\r', '')
  const cue = srt.split(/\n\n/).find((block) => block.includes('Scene 12'))!
  const [hours, minutes, seconds] = /(\d+):(\d+):(\d+,\d+) -->/
    .exec(cue)!
    .slice(1)
    .map((part) => Number(part.replace(',', '.')))
  const begins = hours! * 3600 + minutes! * 60 + seconds!
  expect(Math.abs(begins - Number(probed.chapters.at(-1)!.start_time))).toBeLessThan(3)
  // One name is fixed.
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.locator('.text').nth(4).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' Ask Siobhan.')
  await open()
  await dialog.getByText('1 of 108 paragraphs will be rendered: 32 characters.', { exact: false }).waitFor()
  await unzipDownload(start)
  expect(await charged()).toBe(before + whole + 32)
})

test('a phone menu is made by keyboard alone, from an empty script to named files of 8 kHz', async () => {
  const press = (key: string) => page.keyboard.press(key)
  /** What a screen reader calls the element that has the focus. */
  const focused = () =>
    page.evaluate(() => {
      const { activeElement: one } = document
      if (one instanceof HTMLOptionElement) return one.text
      return `${one?.getAttribute('aria-label') ?? one?.closest('label')?.textContent ?? one?.textContent ?? ''}`.trim()
    })
  const tabTo = async (wanted: string | RegExp, key = 'Tab'): Promise<void> => {
    for (let steps = 0; steps < 80; steps += 1) {
      await press(key)
      const name = await focused()
      if (typeof wanted === 'string' ? name === wanted : wanted.test(name)) return
    }
    throw new Error(`The keyboard does not get to “${String(wanted)}”`)
  }
  const prompts = [
    ['welcome', 'Welcome to the clinic.'],
    ['press1', 'For appointments, press one.'],
    ['goodbye', 'Goodbye.'],
  ] as const
  await tabTo('New script', 'Shift+Tab')
  await press('Enter')
  // A new script has the cursor.
  await eventually(texts).toEqual([''])
  await eventually(focused).toBe('Script')
  for (const [index, [, text]] of prompts.entries()) {
    if (index > 0) await press('Enter')
    await page.keyboard.type(text)
  }
  await eventually(texts).toEqual(prompts.map(([, text]) => text))
  await tabTo('Title of the script', 'Shift+Tab')
  await page.keyboard.type('Clinic')
  // From the title, the controls of the paragraphs follow in order.
  for (const [index, [name]] of prompts.entries()) {
    await tabTo(`Name of paragraph ${index + 1}`)
    await page.keyboard.type(name)
    await press('Enter')
    expect(await focused()).toBe(`Name of paragraph ${index + 1}`)
  }
  await press('Escape')
  expect(await focused()).toBe('Script')
  await press('Escape')
  expect(await focused()).toBe('Play')
  await tabTo('Export')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export' })
  await dialog.waitFor()
  if (!(await focused()).startsWith('Preset')) await tabTo(/^Preset/)
  await tabTo('Telephone, 8 kHz WAV', 'ArrowDown')
  await press('Enter')
  const start = dialog.getByRole('button', { name: 'Export' })
  await eventually(() => start.getAttribute('aria-disabled')).toBe('false')
  await tabTo('Export')
  const { name, files } = await unzipDownload(() => press('Enter'))
  expect(name).toBe('Clinic.zip')
  expect(Object.keys(files)).toEqual(['welcome.wav', 'press1.wav', 'goodbye.wav'])
  for (const bytes of Object.values(files)) expect(Buffer.from(bytes).readUInt32LE(24)).toBe(8000)
  await press('Escape')
  await eventually(focused).toBe('Export')
})
