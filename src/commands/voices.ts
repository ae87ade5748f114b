import type { Config } from '../config.ts'
import { type FoundPackage, findVoicePackages } from '../synthesis/voice-packages/find-voice-packages.ts'
import { installVoicePackage, removeVoicePackage } from '../synthesis/voice-packages/install-voice-package.ts'
import { readVoiceManifest } from '../synthesis/voice-packages/voice-manifest.ts'
import { type CheckOptions, checkVoicePackage } from './resources/check-voice-package.ts'
import { voicePlaces } from './resources/load-resources.ts'
import { showProgress } from './show-progress.ts'

type Print = (line: string) => void

const FROM_NEXT_START = 'A service that runs uses it from its next start on.'

const optionsOf = (config: Config): CheckOptions => ({ ...voicePlaces(config), voiceKeys: config.voiceKeys })

/** `declaim voices list`. */
export async function listVoices(config: Config, print: Print): Promise<void> {
  for (const found of await findVoicePackages(optionsOf(config).folders)) print(await describe(found))
}

async function describe({ name, folder, origin }: FoundPackage): Promise<string> {
  try {
    const { manifest } = await readVoiceManifest(folder)
    const { engine, version, licence, source, avatars = [] } = manifest
    const owner = origin === 'shipped' ? 'shipped' : `${avatars.length} avatars of its own`
    return `${name}  ${version}  ${engine}  ${licence}  ${owner}  ${source}`
  } catch (error) {
    return `${name}  unusable: ${(error as Error).message}`
  }
}

/** `declaim voices check`. */
export async function checkVoices(name: string | undefined, config: Config, print: Print): Promise<void> {
  const options = optionsOf(config)
  const all = await findVoicePackages(options.folders)
  const wanted = name === undefined ? all : all.filter((found) => found.name === name)
  if (name !== undefined && wanted.length === 0)
    throw new Error(`Cannot check voice "${name}": there is no such package; "declaim voices list" shows them`)
  const problems: string[] = []
  for (const found of wanted) {
    try {
      print(`${found.name}: ${await summarise(found, options)}`)
    } catch (error) {
      problems.push((error as Error).message)
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

async function summarise(found: Pick<FoundPackage, 'name' | 'folder'>, options: CheckOptions): Promise<string> {
  const { engine, voices: spoken, avatarIds } = await checkVoicePackage(found, options)
  const ids = avatarIds.length === 0 ? '' : `, avatars ${avatarIds.join(', ')}`
  return `in order (${engine}, voices ${spoken.join(', ')}${ids})`
}

export type AddVoiceOptions = { readonly source: string; readonly sha256?: string | undefined }

/** `declaim voices add`. */
export async function addVoice({ source, sha256 }: AddVoiceOptions, config: Config, print: Print): Promise<void> {
  const options = optionsOf(config)
  let summary = ''
  const { name, folder } = await installVoicePackage(source, {
    own: options.folders.own,
    sha256,
    onProgress: showProgress(process.stderr),
    check: async (fetched) => {
      summary = await summarise(fetched, options)
    },
  })
  print(`${name}: ${summary}\nIt is in ${folder}. ${FROM_NEXT_START}`)
}

/** `declaim voices remove`. */
export async function removeVoice(name: string, config: Config, print: Print): Promise<void> {
  const { folders } = optionsOf(config)
  if (!(await removeVoicePackage(folders.own, name))) {
    throw new Error(`Cannot remove voice "${name}": there is no such package in ${folders.own}`)
  }
  print(`Voice ${name} is removed. A service that runs speaks with it until it ends.`)
}
