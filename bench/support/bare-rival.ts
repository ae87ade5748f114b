import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A bare node:http server in a process of its own. */
export type BareRival = { readonly url: string; readonly pid: number; stop(): Promise<void> }

/** Starts a server that answers every request with `bytes`: what HTTP alone costs here. */
export async function startBareRival(bytes: Uint8Array): Promise<BareRival> {
  const folder = await mkdtemp(join(tmpdir(), 'declaim-rival-'))
  const file = join(folder, 'answer')
  await writeFile(file, bytes)
  const { stop, ...server } = await startServer(new URL('./bare-server.ts', import.meta.url), [file])
  return {
    ...server,
    async stop() {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** Starts a server that renders "Good morning." in a thread, as PCM or MP3: what the engine and an encoder cost here. */
export async function startBareSpeaker(): Promise<BareRival> {
  return await startServer(new URL('./bare-speaking-server.ts', import.meta.url))
}

async function startServer(entry: URL, args: readonly string[] = []): Promise<BareRival> {
  const child = spawn(process.execPath, [fileURLToPath(entry), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const [line] = await once(child.stdout, 'data')
  return {
    url: String(line).trim(),
    pid: child.pid!,
    async stop() {
      child.kill()
      await exited
    },
  }
}
