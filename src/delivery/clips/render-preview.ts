import { createHash } from 'node:crypto'
import type { BlobStore } from '../../storage/blob-store.ts'
import type { Voice } from '../../voices/voice.ts'
import { renderFile } from '../files/render-file.ts'
import { planSpeech } from '../planning/plan-speech.ts'
import type { Resources } from '../resources.ts'
import { previewKey } from './audio-keys.ts'

export type PreviewRenderer = {
  /** Returns the blob key of a voice's preview, which is rendered when it is first asked for and then kept. */
  render(voice: Voice): Promise<string>
}

/** Renders each preview once, however many ask for it at the same time. */
export function createPreviewRenderer(resources: Resources, blobs: BlobStore): PreviewRenderer {
  const underWay = new Map<string, Promise<void>>()

  async function store(voice: Voice, key: string): Promise<void> {
    if ((await blobs.size(key)) !== undefined) return
    const plan = planSpeech({ voice, text: voice.previewText, libraries: [], ssml: false }, resources)
    const signal = new AbortController().signal
    const { parts } = await renderFile(plan, resources, { output: { format: 'mp3' }, signal, urgency: 'interactive' })
    await blobs.put(key, parts)
  }

  return {
    async render(voice) {
      const hash = createHash('sha256')
        .update(JSON.stringify([voice, resources.speechLoudness]))
        .digest('hex')
        .slice(0, 16)
      const key = previewKey(voice.avatar.id, hash)
      const rendering = underWay.get(key) ?? store(voice, key).finally(() => underWay.delete(key))
      underWay.set(key, rendering)
      await rendering
      return key
    },
  }
}
