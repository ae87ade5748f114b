import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommand, spawnCommand } from '../support/command-line.ts'
import { probeAudio } from '../support/probe-audio.ts'
import { startTestService, TEST_KEY, type TestService } from '../support/test-service.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/declaim.mjs', import.meta.url))

let service: TestService
let folder: string
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' })
  folder = await mkdtemp(join(tmpdir(), 'declaim-remote-'))
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const optionsOf = (settings: Record<string, string>, input: string) => ({
  env: {
    PATH: process.env.PATH,
    XDG_CONFIG_HOME: join(folder, 'config'),
    DECLAIM_URL: service.url,
    DECLAIM_API_KEY: TEST_KEY,
    ...settings,
  },
  folder,
  input,
})

/** Runs the command line against the service unless `settings` say otherwise. */
const declaim = (args: readonly string[], settings: Record<string, string> = {}, input = '') =>
  runCommand(args, optionsOf(settings, input))

/** The same in a process of its own. */
const declaimProcess = (args: readonly string[], settings: Record<string, string> = {}, input = '') =>
  spawnCommand(args, optionsOf(settings, input))

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const write = async (name: string, content: string): Promise<string> => {
  await writeFile(join(folder, name), content)
  return name
}

describe('say', () => {
  test('writes a file in the format that its name asks for', async () => {
    expect(await declaimProcess(['say', '-o', 'hello.flac', 'Hello', 'world.'])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    const bytes = await readFile(join(folder, 'hello.flac'))
    expect(bytes.subarray(0, 4).toString()).toBe('fLaC')
    expect(probeAudio(bytes).sampleRate).toBeGreaterThan(0)
    const { mode } = await stat(join(folder, 'hello.flac'))
    expect(mode & 0o777, 'as the user has other files').toBe(0o666 & ~process.umask())
  })

  test('warns about what of a text is not spoken', async () => {
    expect(await declaim(['say', '-o', 'warned.mp3', 'One <b>word</b>.'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Warning: HTML tag <b> is not spoken: 2 times, first at offset 4\n',
    })
  })

  test('ends well if the reader of standard output wants no more', async () => {
    const line = `"${process.execPath}" "${PROGRAM}" say -o - --format wav One, two, three. | head -c 4; exit \${PIPESTATUS[0]}`
    const env = { PATH: process.env.PATH, DECLAIM_URL: service.url, DECLAIM_API_KEY: TEST_KEY }
    const { promise, resolve } = Promise.withResolvers<unknown>()
    execFile('bash', ['--norc', '-c', line], { env }, (error, stdout, stderr) => resolve([error, stdout, stderr]))
    expect(await promise).toEqual([null, 'RIFF', ''])
  })

  test('reads standard input, writes standard output, and finds a voice by its name', async () => {
    const [avatar] = (await service.json<{ avatars: { name: string }[] }>('/avatars')).avatars
    const { code, stdout } = await declaimProcess(
      ['say', '-v', avatar!.name, '-o', '-', '--format', 'wav'],
      {},
      'One. Two.',
    )
    expect(code).toBe(0)
    expect(stdout.slice(0, 4)).toBe('RIFF')
  })

  test('ends its player when it is ended itself', async () => {
    const env = { PATH: process.env.PATH, DECLAIM_URL: service.url, DECLAIM_API_KEY: TEST_KEY }
    await rm(join(folder, 'player.pid'), { force: true })
    // As mpg123 does without a sound device.
    const player = 'trap "" TERM INT HUP; echo $$ > player.pid; exec sleep 300'
    const child = spawn(process.execPath, [PROGRAM, 'say', '--player', player, 'Hello.'], { cwd: folder, env })
    const readPid = async () => Number(await readFile(join(folder, 'player.pid'), 'utf8').catch(() => 0))
    await expect.poll(readPid).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
    const pid = await readPid()
    await expect.poll(() => isRunning(pid)).toBe(false)
  })

  test('says what to do if its player finds no sound device', async () => {
    await mkdir(join(folder, 'bin'))
    const script = '#!/bin/sh\necho "$@" > player-arguments\ncat > /dev/null\nexit 255\n'
    await writeFile(join(folder, 'bin', 'mpg123'), script, { mode: 0o755 })
    const PATH = `${join(folder, 'bin')}:${process.env.PATH}`
    expect(await declaim(['say', 'Hello.'], { PATH })).toEqual({
      code: 69,
      stdout: '',
      stderr:
        'Cannot play the speech: "mpg123" ended with 255; check the sound device, or write a file with --output\n',
    })
    // mpg123's OpenAL output would wait for a device for ever.
    expect(await readFile(join(folder, 'player-arguments'), 'utf8')).toMatch(/^-q -o pulse,alsa,(?!.*openal)/)
  })

  test('plays with the player that is named', async () => {
    expect(await declaim(['say', '--player', 'cat > played.mp3', 'Hello.'])).toMatchObject({ code: 0 })
    expect(probeAudio(await readFile(join(folder, 'played.mp3'))).bitrate).toBeGreaterThan(0)
    expect(await declaim(['say', '--player', 'exit 3', 'Hello.'])).toMatchObject({ code: 69 })
  })

  test.each([
    [['say', '-f', 'missing.txt', '-o', 'a.mp3'], 66, 'missing.txt'],
    [['say', '-o', 'a.doc', 'Hello.'], 64, 'Cannot write a.doc'],
    [['say', '-v', 'Nobody', '-o', 'a.mp3', 'Hello.'], 65, 'Cannot speak as "Nobody"'],
    [['say', '-o', 'a.mp3', '<tempo value="x">Hello.'], 65, '(at offset'],
    [['say', '-l', 'nothing', '-o', 'a.mp3', 'Hello.'], 65, 'Cannot find library "nothing"'],
    [['say', '--url', 'http://127.0.0.1:9', '-o', 'a.mp3', 'Hello.'], 78, 'without a key'],
    [['say', '-o', 'none/a.mp3', 'Hello.'], 73, 'Cannot write none/a.mp3: there is no folder none'],
    [['say', '--json', '-o', '-', 'Hello.'], 64, 'Cannot print JSON without a file'],
  ])('%j ends with %i', async (args, code, message) => {
    const settings = args.includes('--url') ? { DECLAIM_API_KEY: '' } : {}
    expect(await declaim(args, settings)).toMatchObject({ code, stderr: expect.stringContaining(message) })
    expect(await readdir(folder)).not.toContain('a.mp3')
  })

  test('a wrong key and a service that is away have exit codes of their own', async () => {
    const wrong = { DECLAIM_API_KEY: 'wrong' }
    expect(await declaimProcess(['avatars'], wrong)).toMatchObject({ code: 77 })
    const { code, stderr } = await declaim(['avatars'], { DECLAIM_URL: 'http://127.0.0.1:2' })
    expect([code, stderr]).toEqual([69, expect.stringContaining('Cannot reach http://127.0.0.1:2')])
    expect(stderr).toContain('check the address, and that the service runs\n  because: connect ECONNREFUSED')
    const unsendable = await declaim(['avatars'], { DECLAIM_API_KEY: `${TEST_KEY}\nx` })
    expect(unsendable).toMatchObject({ code: 64, stderr: expect.stringContaining('Cannot use the API key') })
    expect(unsendable.stderr).not.toContain(TEST_KEY)
  })
})

describe('login', () => {
  const none = { DECLAIM_URL: '', DECLAIM_API_KEY: '' }

  test('keeps address and key in a file that only its owner reads, and forgets them', async () => {
    expect(await declaim(['avatars'], none)).toMatchObject({
      code: 78,
      stderr: expect.stringContaining('declaim login'),
    })
    expect(await declaim(['login', service.url], none, 'wrong\n')).toMatchObject({ code: 77 })
    const { code, stdout } = await declaimProcess(['login', `${service.url}/v1/tts/`], none, `${TEST_KEY}\n`)
    expect([code, stdout]).toEqual([0, expect.stringContaining('accepts the key')])
    const file = join(folder, 'config', 'declaim', 'login.json')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await declaim(['avatars'], none)).toMatchObject({ code: 0 })
    // The key belongs to that service: another address does not get it.
    expect(await declaim(['avatars', '--url', 'http://127.0.0.1:9'], none)).toMatchObject({ code: 78 })
    expect(await declaim(['logout'], none)).toMatchObject({ code: 0 })
    expect(await declaim(['avatars'], none)).toMatchObject({ code: 78 })
  })
})

describe('words and explain', () => {
  test('words prints when each is heard, and writes captions', async () => {
    const { stdout } = await declaim(['words', '--json', 'One two'])
    const words = JSON.parse(stdout) as { word: string; startSeconds: number; endSeconds: number }[]
    expect(words.map(({ word }) => word)).toEqual(['One', 'two'])
    expect(words[1]!.startSeconds).toBeGreaterThanOrEqual(words[0]!.endSeconds)
    expect(await declaim(['words', '--srt', 'a.srt', '--vtt', 'a.vtt', 'One two.'])).toMatchObject({ code: 0 })
    expect(await readFile(join(folder, 'a.srt'), 'utf8')).toContain('One two.')
    expect(await readFile(join(folder, 'a.vtt'), 'utf8')).toMatch(/^WEBVTT/)
  })

  test('explain prints one aligned line a word', async () => {
    const { stdout } = await declaim(['explain', 'It cost $5.'])
    const [header, ...lines] = stdout.split('\n')
    expect(header).toMatch(/^TEXT\s+SPOKEN\s+RESPELLING\s+FROM\s+PAUSE$/)
    const column = header!.indexOf('SPOKEN')
    expect(lines.slice(0, 3).map((line) => line.slice(column).split(/\s{2,}/)[0])).toEqual([
      'it',
      'cost',
      'five dollars',
    ])
  })
})

describe('clips', () => {
  const CSV = 'name,text,voice\nintro,"Hello, and welcome.",\nunit/1,One two three.,\n'

  test('a submitted list becomes files, and running it again renders only what changed', async () => {
    await write('lessons.csv', CSV)
    const submit = ['clips', 'submit', 'lessons.csv', '-o', 'audio', '--format', 'wav', '--json']
    const first = await declaim(submit)
    expect(first.code).toBe(0)
    const ids = parseLines(first.stdout).map(({ clip_id }) => clip_id)
    expect((await readdir(join(folder, 'audio'))).toSorted()).toEqual([
      '.declaim-clips.json',
      'intro.wav',
      'unit-1.wav',
    ])
    await write('lessons.csv', `${CSV}last,A new line.,\n`)
    await rm(join(folder, 'audio', 'intro.wav'))
    const again = await declaim(submit)
    const reported = parseLines(again.stdout)
    expect(reported.map(({ clip_id }) => clip_id)).toEqual(expect.arrayContaining(ids))
    expect(reported).toHaveLength(3)
    expect(await service.json<unknown[]>('/clips')).toHaveLength(3)
    expect(await readdir(join(folder, 'audio'))).toEqual(expect.arrayContaining(['intro.wav', 'last.wav']))
    expect(again.stderr).not.toContain('\r')
  })

  test('a folder of texts and JSON lines can be submitted', async () => {
    await mkdir(join(folder, 'texts'))
    await write('texts/a.txt', 'First.')
    await write('texts/b.md', 'Second.')
    await write('texts/picture.png', 'no text')
    expect((await declaim(['clips', 'submit', 'texts', '-o', 'from-folder'])).stdout.split('\n')).toHaveLength(3)
    await write('list.jsonl', '{"text":"One."}\n\n{"text":"Two.","id":"second"}\n')
    await declaim(['clips', 'submit', 'list.jsonl', '-o', 'from-lines'])
    expect(await readdir(join(folder, 'from-lines'))).toEqual(expect.arrayContaining(['1.mp3', 'second.mp3']))
  })

  test.each([
    ['empty.csv', 'name,text\n', 'it holds no texts'],
    ['gap.csv', 'name,text\na,Hello.\nb,\n', 'row 3 has no text'],
    ['twice.csv', 'name,text\na,Hello.\nA,Goodbye.\n', 'two texts are named "A"'],
    ['broken.json', '[{"text":', 'the file is not JSON'],
    ['object.json', '{"text":"Hello."}', 'expected an array'],
    ['bad.csv', 'name,text\na,Hello.\nb,<pitch>\n', 'Cannot render "b"'],
    ['list.txt', 'Hello.', 'expected a folder'],
    ['semicolons.csv', 'name;text\na;Hello.\n', 'its first row has no column "text", only "name;text"'],
    ['voices.csv', 'name,text,voice\na,Hello.,\nb,Hello.,Nobody\n', 'Cannot render "b": Cannot speak as "Nobody"'],
  ])('%s is refused', async (name, content, message) => {
    await write(name, content)
    expect(await declaim(['clips', 'submit', name])).toMatchObject({
      code: 65,
      stderr: expect.stringContaining(message),
    })
  })

  test('are listed, downloaded, timed, combined and deleted', async () => {
    const [clip] = parseLines(
      (await declaim(['clips', 'list', '--json', '--limit', '1'])).stdout.replaceAll('\n', ' '),
    )[0] as never as { id: string }[]
    const { id } = clip!
    expect((await declaim(['clips', 'show', id])).stdout).toContain(`${id}  COMPLETE  http`)
    expect((await declaim(['clips', 'download', id, '-o', 'one'])).stdout.trim()).toMatch(new RegExp(`${id}\\.\\w+$`))
    expect((await declaim(['clips', 'timing', id, '--format', 'vtt'])).stdout).toMatch(/^WEBVTT/)
    expect(await declaim(['combine', id, id, '--pause', '0.5', '-o', 'both.mp3'])).toMatchObject({ code: 0 })
    expect(probeAudio(await readFile(join(folder, 'both.mp3'))).chapters).toHaveLength(2)
    expect(await declaim(['combine', id, id, '--pause', '1,2', '-o', 'both.mp3'])).toMatchObject({ code: 64 })
    expect(await declaim(['clips', 'retry', id])).toMatchObject({
      code: 65,
      stderr: expect.stringContaining('COMPLETE'),
    })
    expect(await declaim(['clips', 'delete', id])).toMatchObject({ code: 0 })
    expect(await declaim(['clips', 'show', id])).toMatchObject({ code: 65 })
  })
})

describe('libraries', () => {
  test('go from CSV into a library and out as a W3C lexicon, and back', async () => {
    await write(
      'names.csv',
      'original,replacement_text,is_phonetic_respelling\nNguyen,WIN,true\nAPI,application interface,false\n',
    )
    expect(await declaim(['libraries', 'import', 'names', 'names.csv'])).toMatchObject({ code: 0 })
    expect((await declaim(['libraries', 'export', 'names', '-o', 'names.pls'])).code).toBe(0)
    const xml = await readFile(join(folder, 'names.pls'), 'utf8')
    expect(xml).toContain('<grapheme>Nguyen</grapheme>')
    expect(xml).toContain('<alias>application interface</alias>')
    await write('half.csv', 'original,replacement_text\nA,\n')
    expect(await declaim(['libraries', 'import', 'half', 'half.csv'])).toMatchObject({ code: 65 })
    expect((await declaim(['libraries', 'list'])).stdout, 'a refused file makes no library').not.toContain('half')
    expect(await declaim(['libraries', 'import', 'copy', 'names.pls'])).toMatchObject({ code: 0 })
    const rows = JSON.parse((await declaim(['libraries', 'export', 'copy', '--format', 'json'])).stdout)
    expect(rows).toMatchObject([
      { original: 'Nguyen', replacement_text: 'WIHN', is_phonetic_respelling: true },
      { original: 'API', replacement_text: 'application interface', is_phonetic_respelling: false },
    ])
  })

  test('are changed by hand', async () => {
    const id = (await declaim(['libraries', 'create', 'brands'])).stdout.trim()
    const replacement = (await declaim(['libraries', 'add', 'brands', 'Xerox', 'ZEER-oks', '--phonetic'])).stdout.trim()
    expect((await declaim(['libraries', 'show', id])).stdout).toContain('ZEER-oks  phonetic')
    expect(await declaim(['explain', '-l', 'brands', 'Xerox'])).toMatchObject({
      stdout: expect.stringContaining('replacement of "Xerox"'),
    })
    expect(await declaim(['libraries', 'add', 'brands', 'Nike', 'ny-kee', '--phonetic'])).toMatchObject({ code: 65 })
    expect(await declaim(['libraries', 'remove', 'brands', replacement])).toMatchObject({ code: 0 })
    expect((await declaim(['libraries', 'rename', 'brands', 'marks'])).code).toBe(0)
    expect((await declaim(['libraries', 'list'])).stdout).toContain(`${id}  marks`)
    expect(await declaim(['libraries', 'delete', 'marks'])).toMatchObject({ code: 0 })
    expect(await declaim(['libraries', 'show', 'marks'])).toMatchObject({ code: 65 })
  })
})

describe('webhooks', () => {
  test('are registered, tested, listed, switched, rotated and deleted', async () => {
    const received: string[] = []
    const receiver = createServer((request, response) => {
      request.on('data', (bytes: Buffer) => received.push(bytes.toString()))
      request.on('end', () => response.end())
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const created = await declaim(['webhooks', 'create', address, '--events', 'clip.failed', '--json'])
    const { id, secret } = JSON.parse(created.stdout) as { id: string; secret: string }
    expect(secret).toMatch(/^whsec_/)
    expect((await declaim(['webhooks', 'list'])).stdout).toMatch(`${id}  enabled  clip.failed  ${address}`)
    expect((await declaim(['webhooks', 'test', id])).code).toBe(0)
    const sent = async () => (await declaim(['webhooks', 'deliveries', id])).stdout
    await expect.poll(sent, { timeout: 20_000 }).toContain('delivered  1 attempt  answered 200')
    expect(received).toHaveLength(1)
    const [delivery] = (await sent()).split(' ')
    expect((await declaim(['webhooks', 'replay', id, delivery!])).code).toBe(0)
    expect((await declaim(['webhooks', 'rotate', id])).stdout).not.toContain(secret)
    expect((await declaim(['webhooks', 'disable', id])).stdout).toContain('is disabled')
    expect((await declaim(['webhooks', 'delete', id])).code).toBe(0)
    expect(await declaim(['webhooks', 'test', id])).toMatchObject({ code: 65 })
    expect(await declaim(['webhooks', 'create', 'ftp://example.com'])).toMatchObject({ code: 65 })
    receiver.close()
  })
})

function parseLines(text: string): readonly Record<string, string>[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}
