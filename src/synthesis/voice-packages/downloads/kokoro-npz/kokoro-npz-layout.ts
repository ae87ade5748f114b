import { readFile } from 'node:fs/promises'
import { describeKokoro, findVocabulary, folderOf } from '../kokoro-voices.ts'
import {
  type DownloadDescription,
  type DownloadFile,
  type DownloadLayout,
  type PackagePart,
  packageName,
} from '../layout.ts'
import { type NpyArray, readNpz } from '../read-npz.ts'
import { kokoroVocabulary } from './kokoro-vocabulary.ts'

const MODEL = /(?:^|\/)kokoro[^/]*\.onnx$/
const VOICES = /^voices[^/]*\.(?:bin|npz)$/
const STYLE_WIDTH = 256
/** Above twice the published file, which has 54 voices. */
const MAX_NPZ_BYTES = 64 * 2 ** 20

/** `kokoro-v1.0.onnx` with `voices-v1.0.bin`, of https://github.com/thewh1teagle/kokoro-onnx. */
export const KOKORO_NPZ_LAYOUT: DownloadLayout = {
  title: 'Kokoro as kokoro-*.onnx with voices-*.bin',
  async recognise(files) {
    const found: DownloadDescription[] = []
    const refused: string[] = []
    for (const model of files.filter(({ name }) => MODEL.test(name))) {
      const description = await describe(model, files)
      if (typeof description === 'string') refused.push(`${model.name}: ${description}`)
      else if (description !== undefined) found.push(description)
    }
    return { found, refused }
  },
}

async function describe(
  model: DownloadFile,
  files: readonly DownloadFile[],
): Promise<DownloadDescription | string | undefined> {
  const folder = folderOf(model.name)
  const beside = files.filter(({ name }) => folderOf(name) === folder)
  if (beside.some(({ name }) => name === `${model.name}.json`)) return undefined
  const voices = beside.filter(({ name }) => VOICES.test(name.slice(folder.length)))
  if (voices.length !== 1) return `${voices.length} files voices-*.bin are beside it; expected one`
  const own = await findVocabulary(beside.filter(({ name }) => /(?:^|\/)(?:config|tokenizer)\.json$/.test(name)))
  const isFirst = /kokoro-v1\.0[^/]*$/.test(model.name)
  const config = own ?? (isFirst ? { fileName: 'config.json', bytes: kokoroVocabulary() } : undefined)
  if (config === undefined) return 'it is not v1.0 and brings no vocabulary; put its config.json beside it'
  const styles = await readStyles(voices[0]!)
  if (typeof styles === 'string') return styles
  const stem = model.name.slice(folder.length, -'.onnx'.length)
  return describeKokoro({ name: packageName(stem), model, config, styles })
}

/** Returns the reason if the file cannot be used. */
async function readStyles({ name, path, size }: DownloadFile): Promise<ReadonlyMap<string, PackagePart> | string> {
  if (size > MAX_NPZ_BYTES) return `${name} has ${size} bytes; expected at most ${MAX_NPZ_BYTES}`
  try {
    const arrays = [...readNpz(await readFile(path))]
    return new Map(
      arrays.map(([voice, array]) => [voice, { fileName: `${packageName(voice)}.bin`, bytes: toStyles(voice, array) }]),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    return `${name}: ${(error as Error).message}`
  }
}

function toStyles(voice: string, { shape, values }: NpyArray): Uint8Array {
  if (shape.at(-1) !== STYLE_WIDTH || values.length === 0)
    throw new Error(`${voice} has the shape (${shape.join(', ')}); expected vectors of ${STYLE_WIDTH}`)
  if (!values.every(Number.isFinite)) throw new Error(`${voice} has values that are no numbers`)
  return new Uint8Array(values.buffer)
}
