import type { WriteStream } from 'node:tty'
import type { DownloadProgress } from '../synthesis/voice-packages/download-file.ts'
import { formatBar } from './format-bar.ts'

const MEGABYTE = 1e6

/** Draws a progress bar for each download on a terminal, and nothing on other streams. */
export function showProgress(stream: Pick<WriteStream, 'isTTY' | 'write'>): (progress: DownloadProgress) => void {
  let drawn = ''
  return (progress) => {
    if (!stream.isTTY) return
    const line = formatProgress(progress)
    if (line === drawn) return
    drawn = line
    const isWhole = progress.receivedBytes === progress.totalBytes
    stream.write(`\r${line}\u001b[K${isWhole ? '\n' : ''}`)
  }
}

/** One line about a download, such as `model.onnx [#####     ] 50 % of 86.0 MB`. */
function formatProgress({ name, receivedBytes, totalBytes }: DownloadProgress): string {
  if (totalBytes === undefined || totalBytes === 0) return `${name} ${(receivedBytes / MEGABYTE).toFixed(1)} MB`
  return `${name} ${formatBar(receivedBytes / totalBytes)} of ${(totalBytes / MEGABYTE).toFixed(1)} MB`
}
