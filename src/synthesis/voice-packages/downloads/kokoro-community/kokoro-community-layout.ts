import { describeKokoro, findVocabulary, folderOf } from '../kokoro-voices.ts'
import {
  type DownloadDescription,
  type DownloadFile,
  type DownloadLayout,
  type PackagePart,
  packageName,
} from '../layout.ts'

const MODEL = /^(?<root>.*\/|)onnx\/model(?:_(?<kind>[a-z0-9]+))?\.onnx$/
const STYLE_BYTES = 1024

/** `onnx/model*.onnx`, `voices/*.bin` and `tokenizer.json`, of onnx-community/Kokoro-82M-v1.0-ONNX. */
export const KOKORO_COMMUNITY_LAYOUT: DownloadLayout = {
  title: 'Kokoro as onnx/model*.onnx with voices/*.bin and tokenizer.json',
  async recognise(files) {
    const found: DownloadDescription[] = []
    const refused: string[] = []
    const roots = new Set<string>()
    // The files of one repository are the same model in several precisions.
    for (const model of files.filter(({ name }) => MODEL.test(name)).sort(byPrecision)) {
      const { root = '' } = MODEL.exec(model.name)!.groups!
      if (roots.has(root)) {
        refused.push(`${model.name} is left out: it is another precision of the same voices; name the file to add it.`)
        continue
      }
      roots.add(root)
      const description = await describe(model, files)
      if (typeof description === 'string') refused.push(`${model.name}: ${description}`)
      else found.push(description)
    }
    return { found, refused }
  },
}

/** Best first; kinds that are not listed come last. */
const PRECISIONS = ['fp32', 'fp16', 'quantized', 'uint8', 'q8f16', 'uint8f16', 'q4', 'q4f16']

function byPrecision(a: DownloadFile, b: DownloadFile): number {
  return rankOf(a) - rankOf(b)
}

function rankOf({ name }: DownloadFile): number {
  const rank = PRECISIONS.indexOf(MODEL.exec(name)?.groups?.kind ?? 'fp32')
  return rank === -1 ? PRECISIONS.length : rank
}

async function describe(model: DownloadFile, files: readonly DownloadFile[]): Promise<DownloadDescription | string> {
  const { root = '', kind = 'fp32' } = MODEL.exec(model.name)!.groups!
  const config = await findVocabulary(
    ['tokenizer.json', 'config.json'].flatMap((name) => files.filter((file) => file.name === root + name)),
  )
  if (config === undefined) return 'no tokenizer.json or config.json with a vocabulary is in its folder'
  const voices = files.filter(({ name }) => folderOf(name) === `${root}voices/` && name.endsWith('.bin'))
  if (voices.length === 0) return 'no voices/*.bin are in its folder'
  const broken = voices.find(({ size }) => size === 0 || size % STYLE_BYTES !== 0)
  if (broken !== undefined) return `${broken.name} has ${broken.size} bytes; expected vectors of ${STYLE_BYTES}`
  const styles = voices.map((file): [string, PackagePart] => {
    const voice = file.name.slice(`${root}voices/`.length, -'.bin'.length)
    return [voice, { fileName: `${packageName(voice)}.bin`, copy: file }]
  })
  return describeKokoro({ name: packageName(`kokoro-${kind}`), model, config, styles: new Map(styles) })
}
