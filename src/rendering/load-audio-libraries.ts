import { readFile } from 'node:fs/promises'
import { createEncoders, type Encoders } from '../audio/encoding/create-encoders.ts'
import { loadResampler } from '../audio/resampling/load-resampler.ts'
import type { CreateResampler } from '../audio/resampling/resampler.ts'

/** The resampler, from the WebAssembly file of its package. */
export async function loadResamplerLibrary(): Promise<CreateResampler> {
  return loadResampler(
    await compileFile(import.meta.resolve('@echogarden/speex-resampler-wasm/simd'), './speex-resampler-simd.wasm'),
  )
}

/** LAME. Read every time a thread starts, so that an operator may put another build in its place, as its licence (LGPL) asks. */
export async function loadLame(): Promise<WebAssembly.Module> {
  return compileFile(new URL('../../data/codecs/lame.wasm', import.meta.url).href)
}

/** The encoders, from their WebAssembly files. */
export async function loadEncoders(): Promise<Encoders> {
  const [mp3, createResampler] = await Promise.all([loadLame(), loadResamplerLibrary()])
  const loadOpus = (): Promise<WebAssembly.Module> =>
    compileFile(new URL('../../data/codecs/opus.wasm', import.meta.url).href)
  return createEncoders({ mp3, loadOpus, createResampler })
}

/** Compiles the WebAssembly file at a URL, or the file `name` beside it. */
async function compileFile(url: string, name = url): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(name, url)))
}
