import { setTimeout as sleep } from 'node:timers/promises'
import { type ClipJudge, createClipJudge, type Reference, type Verdict } from './judge-clips.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import type { SmallDisk } from './small-disk.ts'
import { TEST_KEY, TONE_AVATARS } from './test-service.ts'

/** One process with SQLite and files, whose clips are judged. */
export type SingleLab = ClipJudge & {
  server(): ServerProcess
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openSingleLab(dataDirectory: string, reference: Reference): Promise<SingleLab> {
  const start = () =>
    startServerProcess({
      DATA_DIR: dataDirectory,
      AVATARS_FILE: TONE_AVATARS,
      RENDER_THREADS: '1',
      SEGMENT_CACHE_MB: '0',
      REQUESTS_PER_SECOND: '100000',
      REQUEST_BURST: '100000',
      READS_PER_SECOND: '100000',
      READ_BURST: '100000',
      LOG_LEVEL: 'silent',
      DECLAIM_BOOTSTRAP_KEY: TEST_KEY,
    })
  const apis = [await start()]
  return {
    server: () => apis[0]!,
    async restart() {
      apis[0] = await start()
    },
    ...createClipJudge({ apis, reference }),
    close: () => apis[0]!.kill(),
  }
}

export type SingleFault = {
  readonly needsSmallDisk: boolean
  readonly run: (
    lab: SingleLab,
    options: { readonly clips: number; readonly disk: SmallDisk | undefined },
  ) => Promise<Verdict>
}

export const SINGLE_FAULTS: Readonly<Record<string, SingleFault>> = {
  'SIGKILL of the only process right after its answers': {
    needsSmallDisk: false,
    async run(lab, { clips }) {
      await lab.accept(clips)
      await lab.server().kill()
      await lab.restart()
      return await lab.judge()
    },
  },
  'a full disk, with SQLite and files': {
    needsSmallDisk: true,
    async run(lab, { clips, disk }) {
      await lab.accept(clips)
      await disk?.fill()
      await untilReadiness(lab.server(), 503)
      await disk?.empty()
      await untilReadiness(lab.server(), 200)
      return await lab.judge()
    },
  },
}

async function untilReadiness({ url }: ServerProcess, status: 200 | 503): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== status) await sleep(50)
}
