import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import { type FoundPackage, findVoicePackages } from '../synthesis/voice-packages/find-voice-packages.ts'
import { installVoicePackage, removeVoicePackage } from '../synthesis/voice-packages/install-voice-package.ts'
import { readVoiceManifest } from '../synthesis/voice-packages/voice-manifest.ts'
import { type CheckOptions, checkVoicePackage } from './resources/check-voice-package.ts'
import { voicePlaces } from './resources/load-resources.ts'
import { showProgress } from './show-progress.ts'

export const VOICES_USAGE = `declaim voices list                                     every voice package
declaim voices check [NAME]                             load packages as the service does, and say a word
declaim voices add FOLDER|MANIFEST-URL [--sha256 SUM]   check a package and keep it; it may replace one
declaim voices remove NAME                              forget a package`

type Print = (line: string) => void

const FROM_NEXT_START = 'A service that runs uses it from its next start on.'

/** `declaim voices ...`: manages the voice packages below DATA_DIR. */
export async function voices(args: readonly string[], config: Config, print: Print): Promise<void> {
  const [action, ...rest] = args
  const options: CheckOptions = { ...voicePlaces(config), voiceKeys: config.voiceKeys }
  if (action === 'list') await list(options, print)
  else if (action === 'check') await check(rest, options, print)
  else if (action === 'add') await add(rest, options, print)
  else if (action === 'remove') await remove(rest, options, print)
  else throw new Error(`Cannot run "declaim voices ${action ?? ''}". Known are:\n${VOICES_USAGE}`)
}

async function list({ folders }: CheckOptions, print: Print): Promise<void> {
  for (const found of await findVoicePackages(folders)) print(await describe(found))
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

async function check([name]: readonly string[], options: CheckOptions, print: Print): Promise<void> {
  const all = await findVoicePackages(options.folders)
  const wanted = name === undefined ? all : all.filter((found) => found.name === name)
  if (name !== undefined && wanted.length === 0)
    throw new Error(`Cannot check voice "${name}": there is no such package`)
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

async function add(args: readonly string[], options: CheckOptions, print: Print): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { sha256: { type: 'string' } },
    allowPositionals: true,
  })
  const [source] = positionals
  if (source === undefined) throw new Error('Cannot add a voice without its folder or the URL of its manifest')
  let summary = ''
  const { name, folder } = await installVoicePackage(source, {
    own: options.folders.own,
    sha256: values.sha256,
    onProgress: showProgress(process.stderr),
    check: async (fetched) => {
      summary = await summarise(fetched, options)
    },
  })
  print(`${name}: ${summary}\nIt is in ${folder}. ${FROM_NEXT_START}`)
}

async function remove([name]: readonly string[], { folders }: CheckOptions, print: Print): Promise<void> {
  if (name === undefined) throw new Error('Cannot remove a voice without its name: "declaim voices list" shows them')
  if (!(await removeVoicePackage(folders.own, name))) {
    throw new Error(`Cannot remove voice "${name}": there is no such package in ${folders.own}`)
  }
  print(`Voice ${name} is removed. A service that runs speaks with it until it ends.`)
}
