import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

type Package = {
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
}

test('every package that a service runs on has a hash of its bytes', async () => {
  const { packages } = JSON.parse(await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Readonly<Record<string, Package>>
  }
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(installed.length).toBeGreaterThan(500)
  // Programs for other kinds of machines that only development uses: npm leaves their hashes out of a lockfile that was made elsewhere.
  const unbound = installed.filter(([, { integrity, dev, optional }]) => !integrity && !(dev && optional))
  expect(unbound.map(([path]) => path)).toEqual([])
  expect(installed.filter(([, { version }]) => version === undefined)).toEqual([])
})
