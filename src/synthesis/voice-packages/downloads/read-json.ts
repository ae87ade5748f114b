import { readFile } from 'node:fs/promises'
import type { DownloadFile } from './layout.ts'

/** Far above any published config. */
const MAX_JSON_BYTES = 4 * 2 ** 20

/** Reads a JSON file of a download. Returns undefined if it is too large or is not JSON. */
export async function readJson({ path, size }: DownloadFile): Promise<unknown> {
  if (size > MAX_JSON_BYTES) return undefined
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
