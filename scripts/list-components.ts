/**
 * Lists what a production install is made of: npm packages, codecs, models and data. Exits with 1 if a licence is not allowed.
 *   npm run sbom               CycloneDX as JSON
 *   npm run sbom -- --table    a table of names, versions and licences
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Component, judgeLicences } from './judge-licences.ts'

/** A component of a CycloneDX document, as far as it is read here. */
type CycloneComponent = {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version?: string
  readonly purl?: string
  readonly licenses?: readonly (
    | { readonly license: { readonly id?: string; readonly name?: string } }
    | { readonly expression: string }
  )[]
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

export type BillOfMaterials = { readonly bomFormat: string; readonly components: readonly CycloneComponent[] }

/** A part that comes with the source: an entry of data/components.json. */
type OwnPart = Component & {
  readonly licence: string
  readonly type: string
  readonly files: string
  readonly url: string
}

const ROOT = new URL('../', import.meta.url)

/** The bill of materials of the production packages and of everything in `data`. Throws if npm cannot list them. */
export function listComponents(): BillOfMaterials {
  const npm = spawnSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
  if (npm.status !== 0) throw new Error(`Cannot list the packages: ${npm.stderr.trim()}`)
  const bill = JSON.parse(npm.stdout) as BillOfMaterials
  return { ...bill, components: [...bill.components, ...readOwnParts().map(describePart)] }
}

/** The codecs, models and tables that come with the source. */
export function readOwnParts(): readonly OwnPart[] {
  return JSON.parse(readFileSync(new URL('data/components.json', ROOT), 'utf8'))
}

function describePart({ name, version, type, licence, files, url }: OwnPart): CycloneComponent {
  const properties = [
    { name: 'declaim:files', value: files },
    { name: 'declaim:source', value: url },
  ]
  return { 'bom-ref': `${name}@${version}`, type, name, version, licenses: [{ expression: licence }], properties }
}

/** What a component's licence is, as an SPDX expression. */
export function licenceOf({ name, version = '', purl, licenses = [] }: CycloneComponent): Component {
  const named = licenses.map((one) => ('expression' in one ? one.expression : (one.license.id ?? one.license.name)))
  const whole = purl === undefined ? name : decodeURIComponent(purl.replace(/^pkg:npm\/(.*)@[^@]*$/, '$1'))
  return {
    name: whole,
    version,
    licence: named.every((one) => one !== undefined) && named.length > 0 ? named.join(' AND ') : undefined,
  }
}

if (import.meta.main) {
  const bill = listComponents()
  const components = bill.components.map(licenceOf)
  if (process.argv.includes('--table')) {
    for (const { name, version, licence } of components) console.log(`| ${name} | ${version} | ${licence ?? 'none'} |`)
  } else console.log(JSON.stringify(bill, undefined, 2))
  const mistakes = judgeLicences(components)
  for (const mistake of mistakes) console.error(mistake)
  process.exitCode = mistakes.length > 0 ? 1 : 0
}
