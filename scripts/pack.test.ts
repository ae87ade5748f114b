import { expect, test } from 'vitest'
import { toPackedCode, toPackedManifest } from './pack.ts'

test('types go, everything else stays where it was, and paths of modules end in .js', () => {
  const code = `import type { A } from './a.ts'
import { b } from '../b/b.ts'
export { c } from './c.ts'
const d: A = await import('./d.ts')
const THREAD = new URL('./e-thread.ts', import.meta.url)
const TEXT: string = "written './f.ts'"
import data from '../data/g.json' with { type: 'json' }
`
  const packed = toPackedCode(code, 'src/x.ts')
  expect(packed.split('\n').map((line) => line.trimEnd())).toEqual([
    '',
    "import { b } from '../b/b.js'",
    "export { c } from './c.js'",
    "const d    = await import('./d.js')",
    "const THREAD = new URL('./e-thread.js', import.meta.url)",
    `const TEXT         = "written './f.ts'"`,
    "import data from '../data/g.json' with { type: 'json' }",
    '',
  ])
})

test('code that is JavaScript already keeps all but its paths', () => {
  expect(toPackedCode("await import('../src/main.ts') // : not a type", 'bin/declaim.mjs')).toBe(
    "await import('../src/main.js') // : not a type",
  )
})

test('the manifest has what an installation needs, and nothing of the repository', () => {
  const manifest = {
    name: 'a',
    version: '1.0.0',
    private: true,
    bin: { a: 'a.mjs' },
    dependencies: { b: '1.0.0' },
    devDependencies: { c: '1.0.0' },
    scripts: { prepare: 'd' },
    workspaces: ['client'],
    overrides: {},
  }
  expect(JSON.parse(JSON.stringify(toPackedManifest(manifest)))).toEqual({
    name: 'a',
    version: '1.0.0',
    bin: { a: 'a.mjs' },
    dependencies: { b: '1.0.0' },
  })
})
