import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { addVoice } from '../../src/commands/voices.ts'
import { readConfig } from '../../src/config.ts'
import { loadVoicePackage } from '../../src/synthesis/voice-packages/load-voice-package.ts'
import { spawnCommand } from '../support/command-line.ts'
import { mountSmallDisk, noSmallDisk } from '../support/small-disk.ts'
import { piperFiles } from '../support/voice-downloads.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))
const NAME = 'en-us-lessac-medium'

function places() {
  const source = piperFiles(mkdtempSync(join(tmpdir(), 'declaim-download-')))
  const dataDirectory = mkdtempSync(join(tmpdir(), 'declaim-downloads-'))
  return { source, dataDirectory, own: join(dataDirectory, 'voices') }
}

const environment = (dataDirectory: string) => ({ ...process.env, DATA_DIR: dataDirectory, LOG_LEVEL: 'silent' })

/** Packages that a service would load. */
const visible = (own: string) => (existsSync(own) ? readdirSync(own).filter((name) => !name.startsWith('.')) : [])
const licenceOf = (own: string) => JSON.parse(readFileSync(join(own, NAME, 'manifest.json'), 'utf8')).licence

test('a voice whose adding is killed at any moment is the old one, the new one or none, and is added by the next try', async () => {
  const { source, dataDirectory, own } = places()
  const config = readConfig({ DATA_DIR: dataDirectory })
  const isBegun = (pid: number) => existsSync(own) && readdirSync(own).some((name) => name.includes(`-${pid}-`))
  const seen = new Set<string>()
  // From before the first file is copied to after the last one. Every second one replaces a voice.
  for (let delay = 0, round = 0, isWhole = false; !isWhole; delay = delay * 1.5 + 20, round += 1) {
    rmSync(own, { recursive: true, force: true })
    if (round % 2 === 0) await addVoice({ source, licence: 'Former' }, config, () => {})
    const child = spawn(process.execPath, [PROGRAM, 'voices', 'add', source, '--licence', 'New'], {
      cwd: dataDirectory,
      env: environment(dataDirectory),
    })
    const ended = once(child, 'exit')
    while (child.exitCode === null && !isBegun(child.pid!)) await sleep(1)
    await sleep(delay)
    child.kill('SIGKILL')
    isWhole = (await ended)[0] === 0
    for (const name of visible(own)) await loadVoicePackage(join(own, name))
    const now = visible(own).length > 0 ? licenceOf(own) : 'none'
    expect(['Former', 'none', 'New']).toContain(now)
    seen.add(now)
    await addVoice({ source, licence: 'Again' }, config, () => {})
    expect(readdirSync(own)).toEqual([NAME])
    expect(licenceOf(own)).toBe('Again')
  }
  expect(seen).toContain('New')
  expect(seen).toContain('Former')
  expect(seen).toContain('none')
}, 180_000)

test.skipIf(noSmallDisk)(
  'a voice that the disk has no room for is refused with the reason, and nothing of it remains',
  async () => {
    const { source } = places()
    const disk = await mountSmallDisk(4)
    const own = join(disk.folder, 'data', 'voices')
    const options = { env: environment(join(disk.folder, 'data')), folder: disk.folder }
    try {
      expect(await spawnCommand(['voices', 'add', source, '--licence', 'First'], options)).toMatchObject({ code: 0 })
      await disk.fill()
      const refused = await spawnCommand(['voices', 'add', source, '--licence', 'Second'], options)
      expect(refused.code).not.toBe(0)
      expect(refused.stderr).toMatch(/no space left/i)
      expect(readdirSync(own)).toEqual([NAME])
      expect(licenceOf(own)).toBe('First')
      await disk.empty()
      expect(await spawnCommand(['voices', 'add', source, '--licence', 'Third'], options)).toMatchObject({ code: 0 })
      expect(licenceOf(own)).toBe('Third')
    } finally {
      await disk.remove()
    }
  },
  60_000,
)
