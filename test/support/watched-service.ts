import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAudioLinks } from '../../src/api/audio-links.ts'
import { createCharacterQuota } from '../../src/api/character-quota.ts'
import { createServer } from '../../src/api/server.ts'
import { readConfig } from '../../src/config.ts'
import { createLibraryCache } from '../../src/rendering/library-cache.ts'
import { loadResources } from '../../src/rendering/load-resources.ts'
import { createPreviewRenderer } from '../../src/rendering/render-preview.ts'
import { setApiKey } from '../../src/storage/api-keys.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { openFileBlobStore } from '../../src/storage/file-blob-store.ts'
import type { SpeechEngine } from '../../src/synthesis/speech-engine.ts'
import { TEST_KEY } from './test-service.ts'

export type WatchedService = {
  readonly port: number
  /** Seconds of audio that its engines have made so far. */
  madeSeconds(): number
  close(): Promise<void>
}

/** The API of a service in this process, without workers, whose engines count what they make. */
export async function startWatchedService(settings: Readonly<Record<string, string>>): Promise<WatchedService> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-watched-'))
  const limits = readConfig({ DATA_DIR: folder, RENDER_THREADS: '2', ...settings })
  const loaded = await loadResources(limits, (error) => {
    throw error
  })
  let made = 0
  const watch = (engine: SpeechEngine): SpeechEngine => ({
    ...engine,
    renders: (voice) => engine.renders(voice),
    measure: async (segment) => await engine.measure?.(segment),
    close: () => engine.close(),
    async *speak(segment, options) {
      for await (const chunk of engine.speak(segment, options)) {
        made += chunk.audio.samples.length / chunk.audio.sampleRate
        yield chunk
      }
    },
  })
  const resources = { ...loaded, engines: new Map([...loaded.engines].map(([name, engine]) => [name, watch(engine)])) }
  const db = await openDatabase(':memory:')
  await setApiKey(db, TEST_KEY, { name: 'test', now: 0 })
  const blobs = await openFileBlobStore(folder)
  const clock = Date.now
  const onError = (error: unknown) => {
    throw error
  }
  const quota = createCharacterQuota({ db, limit: limits.charactersPerMonth, clock, onError })
  const app = createServer({
    db,
    blobs,
    resources,
    links: createAudioLinks({ publicUrl: () => '', secret: 'secret' }),
    previews: createPreviewRenderer(resources, blobs),
    libraryCache: createLibraryCache(db),
    quota,
    limits,
    clock,
    wakeWorkers: () => {},
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    port: (app.server.address() as AddressInfo).port,
    madeSeconds: () => made,
    async close() {
      app.server.closeAllConnections()
      await app.close()
      await quota.close()
      await loaded.close()
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
}
