import { unzipSync } from 'fflate'

/** Arrays are at most this large: twice a voice of Kokoro, which has 510 vectors of 256 floats. */
const MAX_ARRAY_BYTES = 2 ** 20
const MAX_ARRAYS = 512
const MAGIC = [0x93, ...Buffer.from('NUMPY')]

/** An array of numbers in C order. */
export type NpyArray = { readonly shape: readonly number[]; readonly values: Float32Array }

/**
 * Reads the arrays of an npz file (a zip of .npy files) by name. An array of Python objects is a pickle, which runs code when it
 * is read, so it is refused. Entries are inflated into the size that they declare and no further. Throws an Error with the reason.
 */
export function readNpz(bytes: Uint8Array): ReadonlyMap<string, NpyArray> {
  let entries = 0
  const tooLarge: string[] = []
  const unzipped = unzip(bytes, ({ name, originalSize }) => {
    entries++
    if (originalSize > MAX_ARRAY_BYTES) tooLarge.push(name)
    return entries <= MAX_ARRAYS && originalSize <= MAX_ARRAY_BYTES && name.endsWith('.npy')
  })
  if (entries > MAX_ARRAYS) throw new Error(`it has ${entries} arrays; expected at most ${MAX_ARRAYS}`)
  if (tooLarge.length > 0) throw new Error(`${tooLarge[0]} is larger than ${MAX_ARRAY_BYTES} bytes`)
  const arrays = Object.entries(unzipped).map(
    ([name, npy]) => [name.slice(0, -'.npy'.length), readNpy(name, npy)] as const,
  )
  return new Map(arrays)
}

function unzip(bytes: Uint8Array, filter: (file: { name: string; originalSize: number }) => boolean) {
  try {
    return unzipSync(bytes, { filter })
  } catch (cause) {
    throw new Error('it is not a complete zip', { cause })
  }
}

/** The format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html */
function readNpy(name: string, bytes: Uint8Array): NpyArray {
  if (bytes.length < 12 || MAGIC.some((byte, i) => bytes[i] !== byte)) throw new Error(`${name} is not an array`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isFirstVersion = bytes[6] === 1
  const start = isFirstVersion ? 10 : 12
  const end = start + (isFirstVersion ? view.getUint16(8, true) : view.getUint32(8, true))
  const header = Buffer.from(bytes.subarray(start, end)).toString('latin1')
  const type = /'descr':\s*'([^']*)'/.exec(header)?.[1]
  if (type?.includes('O')) throw new Error(`${name} is a pickle, which runs code when it is read`)
  if (type !== '<f4' || !/'fortran_order':\s*False/.test(header))
    throw new Error(`${name} has the type ${type ?? 'of no number'}; expected 32-bit floats in C order`)
  const shape = (/'shape':\s*\(([^)]*)\)/.exec(header)?.[1] ?? '')
    .split(',')
    .filter((axis) => axis.trim() !== '')
    .map(Number)
  const length = shape.reduce((product, axis) => product * axis, 1)
  if (end + 4 * length !== bytes.length) throw new Error(`${name} is cut off`)
  return { shape, values: Float32Array.from({ length }, (_, i) => view.getFloat32(end + 4 * i, true)) }
}
