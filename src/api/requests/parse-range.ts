import type { ByteRange } from '../../storage/blob-store.ts'

/** The range that a `Range` header asks for. Undefined, which means the whole, for none, several, or one that cannot be read. */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/.exec(header?.replaceAll(' ', '') ?? '')
  if (match === null) return undefined
  const [, first, last, suffix] = match
  const start = first === undefined ? Math.max(0, size - Number(suffix)) : Number(first)
  const end = first !== undefined && last !== '' ? Math.min(Number(last), size - 1) : size - 1
  if (first !== undefined && last !== '' && Number(last) < Number(first)) return undefined
  return start < size && start <= end ? { start, end } : 'unsatisfiable'
}
