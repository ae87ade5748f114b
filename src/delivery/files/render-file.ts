import type { OutputFormat } from '../../audio/encoding/audio-encoder.ts'
import type { RenderOptions } from '../../speaking/render-speech.ts'
import type { EncodedFile } from '../../speaking/threads/encoder-messages.ts'
import type { SynthesisPlan } from '../../synthesis/synthesis-plan.ts'
import type { RenderingResources } from '../resources.ts'
import { type RenderedFiles, renderFiles } from './render-files.ts'

/** A finished rendering; `parts` make the encoded file. */
export type RenderedFile = Omit<RenderedFiles, 'files'> & { readonly parts: EncodedFile }

/** Renders a plan to one finished file. Its header declares the true length. */
export async function renderFile(
  plan: SynthesisPlan,
  resources: Pick<RenderingResources, 'engines' | 'encoders'>,
  { output, ...options }: RenderOptions & { readonly output: OutputFormat },
): Promise<RenderedFile> {
  const { files, ...known } = await renderFiles(plan, resources, { ...options, outputs: [output] })
  return { ...known, parts: files[0]! }
}
