import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const CLIENT = fileURLToPath(new URL('..', import.meta.url))
const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
/** The release that the client is built with: users have it sooner than later ones. */
const COMPILER = join(CLIENT, 'node_modules/typescript/bin/tsc')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'declaim-client-'))
  await run('npm', ['pack', '-w', 'client', '--pack-destination', folder], { cwd: join(CLIENT, '..') })
  await run(
    'sh',
    [
      '-c',
      'mkdir -p node_modules/declaim-client && tar -xzf *.tgz --strip-components=1 -C node_modules/declaim-client',
    ],
    { cwd: folder },
  )
  await symlink(join(MODULES, '@types'), join(folder, 'node_modules/@types'))
  await symlink(join(MODULES, 'undici-types'), join(folder, 'node_modules/undici-types'))
  const readme = await readFile(join(CLIENT, 'README.md'), 'utf8')
  const examples = [...readme.matchAll(/```ts\n(?<code>.*?)```/gs)].map((match) => match.groups!.code!)
  if (examples.length < 4) throw new Error('The README has too few examples')
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await Promise.all(examples.map((code, i) => writeFile(join(folder, `example-${i}.ts`), code)))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['the usual strict settings', { module: 'nodenext' }],
  [
    'exact optional properties',
    { module: 'nodenext', exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ],
  ['no types of browsers', { module: 'nodenext', lib: ['es2022'] }],
  ['a bundler', { module: 'esnext', moduleResolution: 'bundler' }],
  ['the resolution of old projects', { module: 'es2022', moduleResolution: 'node10' }],
] as const)('the examples of the README compile with %s', async (_, options) => {
  const config = {
    compilerOptions: { target: 'es2022', strict: true, noEmit: true, types: ['node'], ...options },
    include: ['*.ts'],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { stdout } = await run(process.execPath, [COMPILER, '-p', folder]).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})
