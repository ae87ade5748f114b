import { stat } from 'node:fs/promises'
import type { Config } from '../config.ts'
import { type FoundPackage, findVoicePackages } from '../synthesis/voice-packages/find-voice-packages.ts'
import { installVoicePackage, removeVoicePackage } from '../synthesis/voice-packages/install-voice-package.ts'
import { readVoiceManifest, type VoiceManifest } from '../synthesis/voice-packages/voice-manifest.ts'
import { makeDataDirectory } from './data-directory.ts'
import { CommandError } from './exit-codes.ts'
import { type CheckOptions, checkVoicePackage, type PackageReport } from './resources/check-voice-package.ts'
import { voicePlaces } from './resources/load-resources.ts'
import { showProgress } from './show-progress.ts'
import { type JsonOption, renameFields, toJson } from './to-json.ts'

type Print = (line: string) => void

const FROM_NEXT_START = 'A service that runs uses it from its next start on.'

const optionsOf = (config: Config): CheckOptions => ({ ...voicePlaces(config), voiceKeys: config.voiceKeys })

/** `declaim voices list`. */
export async function listVoices({ json }: JsonOption, config: Config, print: Print): Promise<void> {
  const packages = await Promise.all((await findVoicePackages(optionsOf(config).folders)).map(describe))
  if (json) return print(toJson(packages))
  for (const described of packages) print(formatDescription(described))
}

type PackageDescription = Pick<FoundPackage, 'name' | 'origin'> &
  (
    | (Pick<VoiceManifest, 'version' | 'engine' | 'licence' | 'source'> & { readonly avatars: number })
    | { readonly problem: string }
  )

async function describe({ name, folder, origin }: FoundPackage): Promise<PackageDescription> {
  try {
    const { manifest } = await readVoiceManifest(folder)
    const { engine, version, licence, source, avatars = [] } = manifest
    return { name, origin, version, engine, licence, avatars: avatars.length, source }
  } catch (error) {
    return { name, origin, problem: (error as Error).message }
  }
}

function formatDescription(described: PackageDescription): string {
  if ('problem' in described) return `${described.name}  unusable: ${described.problem}`
  const { name, version, engine, licence, source, origin, avatars } = described
  const owner = origin === 'shipped' ? 'shipped' : `${avatars} avatars of its own`
  return `${name}  ${version}  ${engine}  ${licence}  ${owner}  ${source}`
}

/** `declaim voices check`. With `json` every package is an object on a line of its own. */
export async function checkVoices(
  { name, json }: JsonOption & { readonly name: string | undefined },
  config: Config,
  print: Print,
): Promise<void> {
  const options = optionsOf(config)
  const all = await findVoicePackages(options.folders)
  const wanted = name === undefined ? all : all.filter((found) => found.name === name)
  if (name !== undefined && wanted.length === 0)
    throw new CommandError(
      'data',
      `Cannot check voice "${name}": there is no such package; "declaim voices list" shows them`,
    )
  const problems: string[] = []
  for (const found of wanted) {
    try {
      const checked = await checkVoicePackage(found, options)
      print(json ? JSON.stringify(renameFields({ name: found.name, ...checked })) : formatCheck(found.name, checked))
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function formatCheck(name: string, { engine, voices, avatarIds }: PackageReport): string {
  const ids = avatarIds.length === 0 ? '' : `, avatars ${avatarIds.join(', ')}`
  return `${name}: in order (${engine}, voices ${voices.join(', ')}${ids})`
}

export type AddVoiceOptions = JsonOption & { readonly source: string; readonly sha256?: string | undefined }

/** `declaim voices add`. */
export async function addVoice({ source, sha256, json }: AddVoiceOptions, config: Config, print: Print): Promise<void> {
  if ((await stat(source).catch(() => undefined))?.isFile() === true)
    throw new CommandError(
      'data',
      `Cannot add the voice in ${source}: it is a file; name the folder or the URL of a package`,
    )
  await makeDataDirectory(config.dataDirectory)
  const options = optionsOf(config)
  let checked: PackageReport
  const { name, folder } = await installVoicePackage(source, {
    own: options.folders.own,
    sha256,
    onProgress: showProgress(process.stderr),
    check: async (fetched) => {
      checked = await checkVoicePackage(fetched, options)
    },
  })
  if (json) print(toJson({ name, folder, ...checked! }))
  else print(`${formatCheck(name, checked!)}\nIt is in ${folder}. ${FROM_NEXT_START}`)
}

/** `declaim voices remove`. */
export async function removeVoice(
  { name, json }: JsonOption & { readonly name: string },
  config: Config,
  print: Print,
): Promise<void> {
  const { folders } = optionsOf(config)
  if (!(await removeVoicePackage(folders.own, name))) {
    throw new CommandError('data', `Cannot remove voice "${name}": there is no such package in ${folders.own}`)
  }
  print(json ? toJson({ name }) : `Voice ${name} is removed. A service that runs speaks with it until it ends.`)
}
