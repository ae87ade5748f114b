import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { packageAvatar } from '../../test/support/package-avatar.ts'
import { makePiperPackage } from '../../test/support/tiny-voices.ts'
import { editManifest, rewriteFile, sha256OfFile } from '../../test/support/voice-packages.ts'
import { readConfig } from '../config.ts'
import { addVoice, checkVoices, listVoices, removeVoice } from './voices.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'declaim-voices-command-'))
const OWN = join(dataDirectory, 'voices')

afterAll(() => rmSync(dataDirectory, { recursive: true }))
beforeEach(() => rmSync(OWN, { recursive: true, force: true }))

/** Runs a command and returns what it prints, even if it fails. */
async function run(
  action: string,
  ...args: readonly string[]
): Promise<{ readonly printed: string; readonly error?: Error }> {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const config = readConfig({ DATA_DIR: dataDirectory })
  const [first = '', , sha256] = args
  const commands: Readonly<Record<string, () => Promise<void>>> = {
    list: () => listVoices({}, config, print),
    check: () => checkVoices({ name: args[0] }, config, print),
    add: () => addVoice({ source: first, sha256 }, config, print),
    remove: () => removeVoice({ name: first }, config, print),
  }
  const error = await commands[action]!().then(
    () => undefined,
    (failure: Error) => failure,
  )
  return { printed: lines.join('\n'), ...(error && { error }) }
}

/** Runs a command that must succeed and returns what it prints. */
async function declaim(...args: readonly [action: string, ...args: string[]]): Promise<string> {
  const { printed, error } = await run(...args)
  if (error !== undefined) throw error
  return printed
}

function makePackage(): string {
  const folder = makePiperPackage('fiddle')
  editManifest(folder, (manifest) => {
    manifest.avatars = [packageAvatar(1001, 'fiddle')]
  })
  return folder
}

/** Serves a folder and records the requests. */
async function serveFolder(folder: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const name = request.url!.slice(1)
    asked.push(name)
    if (!existsSync(join(folder, name))) response.writeHead(404).end()
    else response.end(readFileSync(join(folder, name)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url, asked, close }
}

test('a package is added from its folder, listed, checked, replaced and removed', async () => {
  const folder = makePackage()
  const added = await declaim('add', folder)
  expect(added).toContain('fiddle: in order (piper, voices fiddle, avatars 1001)')
  expect(readdirSync(OWN)).toEqual(['fiddle'])
  const listed = await declaim('list')
  expect(listed).toMatch(/^ember {2}.* neural .* shipped/m)
  expect(listed).toMatch(/^fiddle {2}1 {2}piper {2}CC0-1.0 {2}1 avatars of its own/m)
  expect(await declaim('check', 'fiddle')).toContain('fiddle: in order')

  editManifest(folder, (manifest) => {
    manifest.version = '2'
  })
  await declaim('add', folder)
  expect(await declaim('list')).toContain('fiddle  2  piper')
  expect(readdirSync(OWN)).toEqual(['fiddle'])

  await declaim('remove', 'fiddle')
  expect(readdirSync(OWN)).toEqual([])
  await expect(declaim('remove', 'fiddle')).rejects.toThrow('Cannot remove voice "fiddle": there is no such package')
})

test('a package is downloaded from the URL of its manifest', async () => {
  const folder = makePackage()
  const { url, asked, close } = await serveFolder(folder)
  const sum = sha256OfFile(join(folder, 'manifest.json'))
  const printed = await declaim('add', `${url}/manifest.json`, '--sha256', sum)
  await close()
  expect(printed).toContain('fiddle: in order')
  expect(asked).toEqual(['manifest.json', 'model.onnx', 'model.onnx.json'])
  expect(readFileSync(join(OWN, 'fiddle', 'model.onnx'))).toEqual(readFileSync(join(folder, 'model.onnx')))
})

test('what a folder lacks is downloaded from where its manifest says', async () => {
  const folder = makePackage()
  const elsewhere = await serveFolder(makePackage())
  editManifest(folder, ({ files }) => {
    files.model.url = `${elsewhere.url}/model.onnx`
  })
  rmSync(join(folder, 'model.onnx'))
  await declaim('add', folder)
  await elsewhere.close()
  expect(elsewhere.asked).toEqual(['model.onnx'])
  expect(existsSync(join(OWN, 'fiddle', 'model.onnx'))).toBe(true)
})

test('a package that is not in order is refused, and what was there stays', async () => {
  await declaim('add', makePackage())
  const [damaged, clashing, empty] = [makePackage(), makePackage(), makePackage()]
  rewriteFile(damaged, 'config', (text) => text.replace('22050', '16000'))
  editManifest(clashing, (manifest) => {
    manifest.avatars = [packageAvatar(3, 'fiddle')]
  })
  rmSync(join(empty, 'model.onnx'))
  for (const [folder, problem] of [
    [damaged, 'Cannot load voice "fiddle": config: audio.sample_rate is 16000'],
    [clashing, 'Cannot load voice "fiddle": avatars: Cannot read avatar 1: its id 3 is already that of Nora of ember'],
    [empty, 'Cannot load voice "fiddle": model.onnx is missing, and the manifest has no url for it'],
    [join(empty, 'nowhere'), 'it has no manifest.json'],
    [join(empty, 'manifest.json'), 'it is a file; name the folder or the URL of a package'],
  ] as const) {
    await expect(declaim('add', folder)).rejects.toThrow(problem)
  }
  await expect(declaim('add', makePackage(), '--sha256', '0'.repeat(64))).rejects.toThrow(
    `${'0'.repeat(64)} is expected`,
  )
  expect(readdirSync(OWN)).toEqual(['fiddle'])
  expect(await declaim('check', 'fiddle')).toContain('in order')
})

test('a download that fails says why, and leaves nothing behind', async () => {
  const folder = makePackage()
  const { url, close } = await serveFolder(folder)
  await expect(declaim('add', `${url}/other.json`)).rejects.toThrow('the server answered 404')
  rmSync(join(folder, 'model.onnx.json'))
  await expect(declaim('add', `${url}/manifest.json`)).rejects.toThrow('model.onnx.json: the server answered 404')
  await close()
  await expect(declaim('add', `${url}/manifest.json`)).rejects.toThrow(
    'its server cannot be reached (ECONNREFUSED). Is there a network?',
  )
  expect(readdirSync(OWN)).toEqual([])
})

test('what a killed process left behind is cleared by the next one', async () => {
  await declaim('add', makePackage())
  const gone = spawnSync(process.execPath, ['-e', '']).pid
  // Killed while it downloaded, and after it had moved a package away to replace it.
  mkdirSync(join(OWN, `.adding-${gone}-abc`, 'added', 'other'), { recursive: true })
  mkdirSync(join(OWN, `.adding-${gone}-def`, 'replaced'), { recursive: true })
  renameSync(join(OWN, 'fiddle'), join(OWN, `.adding-${gone}-def`, 'replaced', 'fiddle'))
  mkdirSync(join(OWN, `.removing-${gone}-ghi`, 'old'), { recursive: true })
  const living = `.adding-${process.ppid}-jkl`
  mkdirSync(join(OWN, living))
  const other = makePiperPackage('violin')
  editManifest(other, (manifest) => {
    manifest.avatars = [packageAvatar(1002, 'violin')]
  })
  await declaim('add', other)
  expect(readdirSync(OWN).sort()).toEqual([living, 'fiddle', 'violin'])
  expect(await declaim('check', 'fiddle')).toContain('in order')
})

test('check reports every package that is not in order, and fails', async () => {
  await declaim('add', makePackage())
  rmSync(join(OWN, 'fiddle', 'model.onnx'))
  const { printed, error } = await run('check')
  expect(printed).toContain('ember: in order (neural, voices ember, ember-bdl, ember-kathleen, ember-p239)')
  expect(error?.message).toContain('Cannot load voice "fiddle": model.onnx cannot be read')
})

test.each<[[string, ...string[]], string]>([
  [['check', 'nobody'], 'there is no such package'],
  [['remove', '../voices'], 'Cannot remove voice "../voices"'],
])('%j is refused', async (args, message) => {
  await expect(declaim(...args)).rejects.toThrow(message)
})
