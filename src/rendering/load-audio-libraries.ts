import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createEncoders, type Encoders } from '../audio/encoding/create-encoders.ts'
import { loadResampler } from '../audio/resampling/load-resampler.ts'
import type { CreateResampler } from '../audio/resampling/resampler.ts'

/** The resampler, from the WebAssembly file of its package. */
export async function loadResamplerLibrary(): Promise<CreateResampler> {
  return loadResampler(await compileFile('@echogarden/speex-resampler-wasm/simd', './speex-resampler-simd.wasm'))
}

/**
 * The encoders, from the WebAssembly files of their packages. LAME's is read from its own file every time a thread
 * starts, so that an operator may put another build in its place, as its licence (LGPL) asks.
 */
export async function loadEncoders(): Promise<Encoders> {
  const [mp3, createResampler] = await Promise.all([
    compileFile('wasm-media-encoders/wasm/mp3', './mp3.wasm'),
    loadResamplerLibrary(),
  ])
  return createEncoders({ mp3, createResampler })
}

/** Compiles the file `name` that lies beside the entry point `entry` of a package. */
async function compileFile(entry: string, name: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(fileURLToPath(new URL(name, import.meta.resolve(entry)))))
}
