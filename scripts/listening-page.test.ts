import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { formatPcm16 } from '../src/audio/encoding/pcm16.ts'
import { formatWavHeader } from '../src/audio/encoding/wav-header.ts'
import { parseCatalogue } from '../src/voices/catalogue.ts'
import { loadJson } from '../test/support/planning-data.ts'
import { CLIP_COUNT, chooseListeningClips } from './listening-clips.ts'
import { formatListeningPage } from './listening-page.ts'
import { LISTENING_TEXTS } from './listening-texts.ts'

const avatars = parseCatalogue(loadJson('avatars.json')).voices.map(({ avatar }) => avatar)
const clips = chooseListeningClips(avatars)
const folder = mkdtempSync(join(tmpdir(), 'declaim-listening-'))
let browser: Browser
/** The page as a first visitor opens it, with the third clip chosen. */
let page: Page

beforeAll(async () => {
  const silence = Buffer.concat([formatWavHeader(8000, 800), formatPcm16(new Float32Array(800))])
  for (const { name } of clips) {
    writeFileSync(join(folder, name), silence)
    writeFileSync(join(folder, `other-${name}`), silence)
  }
  const html = formatListeningPage({
    clips,
    release: 'new',
    otherRelease: 'old',
    otherUrl: (name) => (name === clips[1]!.name ? undefined : `other-${name}`),
  })
  writeFileSync(join(folder, 'index.html'), html)
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required', '--disable-dev-shm-usage'],
  })
})
beforeEach(async () => {
  // Each page has a profile of its own, so no marks are left of another test.
  page = await browser.newPage()
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
})
afterEach(() => page.close())
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true })
})

test('there are 40 clips: every avatar, and every kind of text', () => {
  expect(clips).toHaveLength(CLIP_COUNT)
  expect(new Set(clips.map(({ name }) => name)).size).toBe(CLIP_COUNT)
  expect(new Set(clips.map(({ speakerId }) => speakerId))).toEqual(new Set(avatars.map(({ id }) => id)))
  expect(new Set(clips.map(({ kind }) => kind))).toEqual(new Set(Object.keys(LISTENING_TEXTS)))
})

test('the styles of one person say the same text', () => {
  const texts = (name: string) =>
    new Set(clips.filter((clip) => clip.name.startsWith('avatar-') && clip.speaker.includes(name)).map((c) => c.text))
  for (const { name } of avatars) expect(texts(` ${name},`).size).toBe(1)
})

const selectedRow = () => page.locator('tr[aria-selected=true]')
const playing = () => page.locator('button.playing').getAttribute('data-play')

test('keys choose a clip and play either side of it', async () => {
  expect(await page.locator('#clips tr').count()).toBe(CLIP_COUNT)
  expect(await selectedRow().textContent()).toContain(clips[2]!.text)
  await page.keyboard.press('a')
  expect(await playing()).toBe('2A')
  await page.keyboard.press('b')
  expect(await playing()).toBe('2B')
  expect(await page.locator('[data-play="1B"]').isDisabled()).toBe(true)
})

test('blind mode names no release, and marks mean the release that was heard', async () => {
  await page.keyboard.press('1')
  await page.keyboard.press('h')
  expect(await page.locator('#clips').textContent()).not.toMatch(/A: new|B: old/)
  expect(await page.locator('#tally').textContent()).toBe(`1 of ${CLIP_COUNT} marked`)
  const swapped: Record<string, boolean> = await page.evaluate(
    () => JSON.parse(localStorage.getItem('declaim-listening:new:old') ?? '').swapped,
  )
  for (let i = 3; i < 10; i++) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('2')
  }
  await page.reload()
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')])
  expect(download.suggestedFilename()).toBe('listening-marks.json')
  const saved = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(saved).toMatchObject({ release: 'new', otherRelease: 'old' })
  expect(saved.marks).toHaveLength(8)
  expect(saved.marks[0]).toMatchObject({ clip: clips[2]!.name, verdict: 'new', blind: false })
  for (const [i, { clip, verdict, blind }] of saved.marks.slice(1).entries()) {
    expect(clip).toBe(clips[i + 3]!.name)
    expect({ verdict, blind }).toEqual({ verdict: swapped[clip] ? 'new' : 'old', blind: true })
  }
})
