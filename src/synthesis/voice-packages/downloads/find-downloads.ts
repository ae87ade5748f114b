import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { findPickle } from './find-pickle.ts'
import { KOKORO_COMMUNITY_LAYOUT } from './kokoro-community/kokoro-community-layout.ts'
import { KOKORO_NPZ_LAYOUT } from './kokoro-npz/kokoro-npz-layout.ts'
import type { DownloadDescription, DownloadFile, DownloadLayout } from './layout.ts'
import { PIPER_LAYOUT } from './piper/piper-layout.ts'

const LAYOUTS: readonly DownloadLayout[] = [PIPER_LAYOUT, KOKORO_NPZ_LAYOUT, KOKORO_COMMUNITY_LAYOUT]
/** Bounds of a walk, far above a folder with every published voice. */
const MAX_FILES = 5000
const MAX_DEPTH = 6
/** Above the size of any voice. */
const MAX_FILE_BYTES = 4 * 2 ** 30

/** The voices in a download, and sentences about what was not used. */
export type Downloads = { readonly found: readonly DownloadDescription[]; readonly notes: readonly string[] }

/**
 * Finds the voices at a path: a model with the files beside it, or a folder with any number of voices. Pickles are not read. Throws
 * an Error with the reasons if there is no voice.
 */
export async function findDownloads(source: string): Promise<Downloads> {
  const isFile = (await stat(source)).isFile()
  const root = await findRoot(source, isFile)
  const pickles: string[] = []
  const files: DownloadFile[] = []
  for (const file of await listFiles(root)) {
    const pickle = await findPickle(file)
    if (pickle === undefined) files.push(file)
    else pickles.push(pickle)
  }
  // Naming a file asks for the one voice whose model it is.
  const wanted = isFile
    ? relative(root, join(await realpath(dirname(source)), basename(source)))
        .split(sep)
        .join('/')
    : undefined
  const models = files.filter(({ name }) => name.endsWith('.onnx') && name !== wanted)
  const offered = wanted === undefined ? files : files.filter((file) => !models.includes(file))
  const recognitions = await Promise.all(LAYOUTS.map((layout) => layout.recognise(offered)))
  const found = recognitions.flatMap((recognition) => recognition.found)
  const refused = [...recognitions.flatMap((recognition) => recognition.refused), ...pickles]
  if (found.length > 0) return { found, notes: [...refused, ...found.flatMap(({ notes }) => notes)] }
  const known = LAYOUTS.map(({ title }) => title).join('; ')
  const lonely = offered.find(({ name }) => name.endsWith('.onnx'))
  const missing =
    lonely === undefined ? '' : `${lonely.name} has no ${basename(lonely.name)}.json beside it and no files of Kokoro; `
  const reasons = refused.length > 0 ? refused.join('; ') : `${missing}it has none of: manifest.json; ${known}`
  throw new Error(`Cannot add the voice in ${source}: ${reasons}`)
}

/** The folder that a download is in. That of `onnx/model.onnx` is one above. */
async function findRoot(source: string, isFile: boolean): Promise<string> {
  if (!isFile) return await realpath(source)
  const folder = await realpath(dirname(source))
  return basename(folder) === 'onnx' ? dirname(folder) : folder
}

/** Lists regular files by name. Links that leave the folder, and names that begin with a dot, are skipped. */
async function listFiles(root: string): Promise<readonly DownloadFile[]> {
  const files: DownloadFile[] = []
  const waiting: { readonly folder: string; readonly depth: number }[] = [{ folder: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await readdir(next.folder, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const place = join(next.folder, entry.name)
      if (entry.isDirectory() && next.depth < MAX_DEPTH) waiting.push({ folder: place, depth: next.depth + 1 })
      if (!entry.isFile() && !entry.isSymbolicLink()) continue
      const path = await realpath(place).catch(() => undefined)
      if (path === undefined || !path.startsWith(root + sep)) continue
      const { size, ...found } = await stat(path).then((stats) => ({ size: stats.size, isFile: stats.isFile() }))
      if (!found.isFile || size > MAX_FILE_BYTES) continue
      files.push({ name: relative(root, place).split(sep).join('/'), path, size })
      if (files.length > MAX_FILES)
        throw new Error(`Cannot add the voices in ${root}: it has more than ${MAX_FILES} files`)
    }
  }
  return files.sort((a, b) => (a.name < b.name ? -1 : 1))
}
