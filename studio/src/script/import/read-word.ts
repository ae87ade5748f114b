import type { Block } from './blocks.ts'
import { readHtml } from './read-html.ts'

/** Reads a Word file (.docx) as the parts of a document, without deleted text, comments and notes. */
export async function readWord(bytes: ArrayBuffer): Promise<readonly Block[]> {
  const html = await convert(bytes)
  if (html === undefined) throw new Error('Cannot read the file: it is no Word document (.docx)')
  return readHtml(html)
}

/** Converts a Word file in a thread of its own, which a long file takes a second of. Its converter is loaded when it is needed. */
async function convert(bytes: ArrayBuffer): Promise<string | undefined> {
  const worker = new Worker(new URL('./convert-word.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string | undefined>) => resolve(data)
      worker.onerror = () => reject(new Error('Cannot read the file: the converter of Word files could not be loaded'))
      worker.postMessage(bytes, [bytes])
    })
  } finally {
    worker.terminate()
  }
}
