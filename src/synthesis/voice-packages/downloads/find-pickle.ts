import { open } from 'node:fs/promises'
import type { DownloadFile } from './layout.ts'

/** Endings of files that PyTorch writes as pickles. */
const PICKLE_NAME = /\.(?:pt|pth|pkl|pickle|ckpt)$/i
/** `PROTO n`, with which pickles of protocol 2 and later begin. */
const PROTO = 0x80
const ZIP = 0x04034b50

/** Returns why a file is never read, or undefined. It looks at the name and the first bytes only. */
export async function findPickle(file: DownloadFile): Promise<string | undefined> {
  const reason = `${file.name} is a pickle, which runs code when it is read, so it is not read`
  if (PICKLE_NAME.test(file.name)) return reason
  if (!file.name.endsWith('.bin')) return undefined
  const handle = await open(file.path)
  try {
    const head = Buffer.alloc(64)
    const { bytesRead } = await handle.read(head, 0, head.length, 0)
    const isProto = bytesRead > 2 && head[0] === PROTO && head[1]! >= 2 && head[1]! <= 5 && file.size % 1024 !== 0
    // PyTorch's own zip has data.pkl as its first entry.
    const isTorchZip = bytesRead >= 30 && head.readUInt32LE(0) === ZIP && head.includes('data.pkl')
    return isProto || isTorchZip ? reason : undefined
  } finally {
    await handle.close()
  }
}
