import { lstat, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Config } from '../config.ts'
import { findDownloads } from '../synthesis/voice-packages/downloads/find-downloads.ts'
import { makePackage } from '../synthesis/voice-packages/downloads/make-package.ts'
import type { FetchedPackage } from '../synthesis/voice-packages/fetch-voice-package.ts'
import { type FoundPackage, findVoicePackages } from '../synthesis/voice-packages/find-voice-packages.ts'
import {
  installVoicePackage,
  type MakePackage,
  removeVoicePackage,
} from '../synthesis/voice-packages/install-voice-package.ts'
import { MANIFEST_FILE, readVoiceManifest, type VoiceManifest } from '../synthesis/voice-packages/voice-manifest.ts'
import { makeDataDirectory } from './data-directory.ts'
import { CommandError } from './exit-codes.ts'
import {
  type CheckOptions,
  checkVoicePackage,
  type PackageReport,
  voicesBeside,
} from './resources/check-voice-package.ts'
import { describeAvatars } from './resources/describe-avatars.ts'
import { voicePlaces } from './resources/load-resources.ts'
import { judgeFigures, type VoiceFigures } from './resources/measure-voice.ts'
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
      const checked = await checkVoicePackage(found, { ...options, measures: true })
      print(json ? JSON.stringify(renameFields({ name: found.name, ...checked })) : formatCheck(found.name, checked))
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

function formatCheck(name: string, { engine, voices, avatarIds, figures = [] }: PackageReport): string {
  const ids = avatarIds.length === 0 ? '' : `, avatars ${avatarIds.join(', ')}`
  const rest = voices.length - figures.length
  return [
    `${name}: in order (${engine}, voices ${voices.join(', ')}${ids})`,
    ...figures.map(formatFigures),
    ...(figures.length > 0 && rest > 0 ? [`  ${rest} more voices were not measured`] : []),
  ].join('\n')
}

function formatFigures(figures: VoiceFigures): string {
  const { voice, loudness, clippedSamples, speed, words, timedWords } = figures
  const level = loudness === null ? 'silent' : `${loudness} LUFS`
  const measured = `${level}, ${clippedSamples} clipped samples, ${speed} times as fast as speech, ${timedWords} of ${words} words timed`
  const faults = judgeFigures(figures)
  return `  ${voice}: ${measured}${faults.length === 0 ? '' : `. Look at this: ${faults.join('; ')}`}`
}

export type AddVoiceOptions = JsonOption & {
  readonly source: string
  readonly sha256?: string | undefined
  /** Licence of voices that come without a manifest. */
  readonly licence?: string | undefined
}

/** `declaim voices add`. */
export async function addVoice(wanted: AddVoiceOptions, config: Config, print: Print): Promise<void> {
  const { source, sha256, json } = wanted
  const isFile = (await stat(source).catch(() => undefined))?.isFile() === true
  if (isFile && basename(source) === MANIFEST_FILE)
    throw new CommandError(
      'data',
      `Cannot add the voice in ${source}: it is a file; name the folder or the URL of a package`,
    )
  if (isFile || (await isDownload(source))) return await addDownloads(wanted, config, print)
  await makeDataDirectory(config.dataDirectory)
  printAdded(await install(source, { config, sha256 }), { json, print })
}

type Added = FetchedPackage & PackageReport
type InstallSettings = { readonly config: Config; readonly sha256?: string | undefined }

async function install(source: string | MakePackage, { config, sha256 }: InstallSettings): Promise<Added> {
  const options = optionsOf(config)
  let checked: PackageReport
  const installed = await installVoicePackage(source, {
    own: options.folders.own,
    sha256,
    onProgress: showProgress(process.stderr),
    check: async (fetched) => {
      checked = await checkVoicePackage(fetched, options)
    },
  })
  return { ...installed, ...checked! }
}

function printAdded(added: Added, { json, print }: JsonOption & { readonly print: Print }): void {
  if (json) print(toJson(added))
  else print(`${formatCheck(added.name, added)}\nIt is in ${added.folder}. ${FROM_NEXT_START}`)
}

/** Whether a path is a folder that is no package. */
async function isDownload(source: string): Promise<boolean> {
  const isFolder = (await stat(source).catch(() => undefined))?.isDirectory() === true
  return isFolder && (await lstat(join(source, MANIFEST_FILE)).catch(() => undefined)) === undefined
}

/** Adds voices as they are published, without a manifest. Each becomes a package. */
async function addDownloads(
  { source, licence, sha256, json }: AddVoiceOptions,
  config: Config,
  print: Print,
): Promise<void> {
  if (sha256 !== undefined)
    throw new CommandError('usage', 'Cannot use --sha256: it is the checksum of a manifest, and these files have none')
  const { found, notes } = await findDownloads(source)
  const options = optionsOf(config)
  const shipped = (await findVoicePackages(options.folders)).filter(({ origin }) => origin === 'shipped')
  const names = found.map(({ name }) => name)
  const clash = names.find((name, i) => names.indexOf(name) < i || shipped.some((other) => other.name === name))
  if (clash !== undefined)
    throw new CommandError('data', `Cannot add the voice "${clash}": another voice has this name; rename its files`)
  const agreed = licence?.trim() || (await askLicence(source, names))
  await makeDataDirectory(config.dataDirectory)
  for (const description of found) {
    const make: MakePackage = async (into) => {
      const made = await makePackage(description, { into, licence: agreed })
      const taken = new Set((await voicesBeside(made.name, options)).map(({ avatar }) => avatar.id))
      const former = await formerIds(join(options.folders.own, made.name))
      await made.writeAvatars(await describeAvatars(description, { folder: made.folder, taken, former }))
      return made
    }
    const { name, folder, engine, voices, avatarIds } = await install(make, { config })
    printAdded({ name, folder, engine, voices, avatarIds }, { json, print })
  }
  if (!json) for (const note of notes) print(note)
}

/** The ids of a package that is about to be replaced, by the engine's voice. */
async function formerIds(folder: string): Promise<ReadonlyMap<string, number>> {
  const read = await readVoiceManifest(folder).catch(() => undefined)
  const avatars = (read?.manifest.avatars ?? []) as readonly { readonly engineVoice?: unknown; readonly id?: unknown }[]
  return new Map(
    avatars.flatMap(({ engineVoice, id }) =>
      typeof engineVoice === 'string' && typeof id === 'number' ? [[engineVoice, id] as const] : [],
    ),
  )
}

/** Asks on a terminal for a licence, which these files do not name. */
async function askLicence(source: string, names: readonly string[]): Promise<string> {
  if (process.stdin.isTTY) {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    try {
      const answer = await terminal.question(`Licence of ${names.join(', ')}, as in Apache-2.0: `)
      if (answer.trim() !== '') return answer.trim()
    } finally {
      terminal.close()
    }
  }
  throw new CommandError(
    'usage',
    `Cannot add the voice in ${source}: its files name no licence; read it where you downloaded them, and add --licence`,
  )
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
