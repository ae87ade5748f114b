import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePiperPackage } from './tiny-voices.ts'

type PiperChange = Readonly<Record<string, unknown>>

/** A Piper voice as it is published: a model, and its config beside it. Returns the model's path. */
export function piperFiles(
  folder: string,
  { stem = 'en_US-lessac-medium', speakers = 1, change = {} as PiperChange } = {},
): string {
  const made = makePiperPackage('made', { speakers })
  const facts = JSON.parse(readFileSync(join(made, 'model.onnx.json'), 'utf8'))
  const published = { ...facts, dataset: 'lessac', language: { code: 'en_US' }, phoneme_type: 'espeak', ...change }
  copyFileSync(join(made, 'model.onnx'), join(folder, `${stem}.onnx`))
  writeFileSync(join(folder, `${stem}.onnx.json`), JSON.stringify(published))
  return join(folder, `${stem}.onnx`)
}
