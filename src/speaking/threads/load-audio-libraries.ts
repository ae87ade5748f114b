import { readFile } from 'node:fs/promises'
import { createEncoders, type Encoders } from '../../audio/encoding/create-encoders.ts'
import { loadResampler } from '../../audio/resampling/load-resampler.ts'
import type { CreateResampler } from '../../audio/resampling/resampler.ts'

/** The resampler, from its WebAssembly file. */
export async function loadResamplerLibrary(): Promise<CreateResampler> {
  return loadResampler(await compileCodec('speex-resampler.wasm'))
}

/** LAME. Read every time a thread starts, so that an operator may put another build in its place, as its licence (LGPL) asks. */
export async function loadLame(): Promise<WebAssembly.Module> {
  return compileCodec('lame.wasm')
}

/** libopus. */
export async function loadOpus(): Promise<WebAssembly.Module> {
  return compileCodec('opus.wasm')
}

/** vo-aacenc. */
export async function loadAac(): Promise<WebAssembly.Module> {
  return compileCodec('aac.wasm')
}

/** The encoders, from their WebAssembly files. */
export async function loadEncoders(): Promise<Encoders> {
  const [mp3, createResampler] = await Promise.all([loadLame(), loadResamplerLibrary()])
  return createEncoders({ mp3, loadOpus, loadAac, createResampler })
}

async function compileCodec(name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(new URL(`../../../data/codecs/${name}`, import.meta.url)))
}
