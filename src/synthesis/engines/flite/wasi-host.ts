import { MemoryFile } from './memory-file.ts'

// Error numbers, file types, open flags and descriptor flags from the WASI preview 1 documentation (wasi_snapshot_preview1).
const SUCCESS = 0
const ERRNO_BADF = 8
const ERRNO_NOENT = 44
const ERRNO_SPIPE = 70
const FILETYPE_CHARACTER_DEVICE = 2
const FILETYPE_DIRECTORY = 3
const FILETYPE_REGULAR_FILE = 4
const OFLAGS_CREAT = 1
const OFLAGS_TRUNC = 8
const FDFLAGS_APPEND = 1
const ALL_RIGHTS = 0x1fff_ffffn

const STDOUT = 1
const STDERR = 2
/** File descriptor of the only directory that is open when the program starts. */
const WORKING_DIRECTORY = 3

/** Thrown when the program calls `proc_exit`. Its stack is not unwound, so its instance cannot be used again. */
export class WasiExit extends Error {
  override readonly name = 'WasiExit'
  readonly code: number

  constructor(code: number) {
    super(`The program left with exit code ${code}`)
    this.code = code
  }
}

/** Arguments of `path_open`, named as in WASI preview 1. */
type PathOpenArguments = readonly [
  directory: number,
  lookupFlags: number,
  nameAt: number,
  nameLength: number,
  openFlags: number,
  rights: bigint,
  inheritedRights: bigint,
  descriptorFlags: number,
  descriptorAt: number,
]

type OpenFile = { readonly file: MemoryFile; readonly appends: boolean; position: number }

/**
 * The part of the operating system that a small WASI command needs, in memory only: arguments, standard output and error, and
 * files that the command wrote itself. There is no disk, environment or input, and the clock does not advance. So the same
 * arguments give the same bytes.
 */
export class WasiHost {
  #memory: WebAssembly.Memory | undefined
  #arguments: readonly Uint8Array[] = []
  readonly #written = { [STDOUT]: new MemoryFile(), [STDERR]: new MemoryFile() }
  readonly #files = new Map<string, MemoryFile>()
  /** Files of earlier runs. Their memory is reused; otherwise megabytes would become garbage every second. */
  readonly #spare: MemoryFile[] = []
  readonly #open = new Map<number, OpenFile>()

  /** Discards the last run and sets the arguments of the next one. The first argument is the program's name. */
  begin(memory: WebAssembly.Memory, programArguments: readonly string[]): void {
    this.#memory = memory
    this.#arguments = programArguments.map((argument) => new TextEncoder().encode(`${argument}\0`))
    this.#written[STDOUT].truncate()
    this.#written[STDERR].truncate()
    this.#spare.push(...this.#files.values())
    this.#files.clear()
    this.#open.clear()
  }

  get standardOutput(): string {
    return new TextDecoder().decode(this.#written[STDOUT].contents())
  }

  get standardError(): string {
    return new TextDecoder().decode(this.#written[STDERR].contents())
  }

  /** The bytes of a file that the program wrote in this run. A view: valid until the next run. */
  findFile(name: string): Uint8Array<ArrayBuffer> | undefined {
    return this.#files.get(name)?.contents()
  }

  /** The functions to import as `wasi_snapshot_preview1`. */
  readonly imports = {
    args_sizes_get: (countAt: number, sizeAt: number): number => {
      this.#view.setUint32(countAt, this.#arguments.length, true)
      this.#view.setUint32(sizeAt, sum(this.#arguments.map((argument) => argument.length)), true)
      return SUCCESS
    },
    args_get: (pointersAt: number, bytesAt: number): number => {
      let at = bytesAt
      for (const [index, argument] of this.#arguments.entries()) {
        this.#view.setUint32(pointersAt + 4 * index, at, true)
        this.#bytes(at, argument.length).set(argument)
        at += argument.length
      }
      return SUCCESS
    },
    clock_time_get: (_clock: number, _precision: bigint, at: number): number => {
      this.#view.setBigUint64(at, 0n, true)
      return SUCCESS
    },
    proc_exit: (code: number): never => {
      throw new WasiExit(code)
    },
    fd_prestat_get: (descriptor: number, at: number): number => {
      if (descriptor !== WORKING_DIRECTORY) return ERRNO_BADF
      this.#view.setUint8(at, 0)
      this.#view.setUint32(at + 4, 1, true)
      return SUCCESS
    },
    fd_prestat_dir_name: (_descriptor: number, at: number, length: number): number => {
      this.#bytes(at, length).set(new TextEncoder().encode('.'))
      return SUCCESS
    },
    fd_fdstat_get: (descriptor: number, at: number): number => {
      this.#bytes(at, 24).fill(0)
      this.#view.setUint8(at, fileType(descriptor))
      this.#view.setBigUint64(at + 8, ALL_RIGHTS, true)
      this.#view.setBigUint64(at + 16, ALL_RIGHTS, true)
      return SUCCESS
    },
    fd_fdstat_set_flags: (): number => SUCCESS,
    path_open: (
      ...[, , nameAt, nameLength, openFlags, , , descriptorFlags, descriptorAt]: PathOpenArguments
    ): number => {
      const name = new TextDecoder().decode(this.#bytes(nameAt, nameLength))
      const file = this.#files.get(name) ?? ((openFlags & OFLAGS_CREAT) !== 0 ? this.#makeFile() : undefined)
      if (file === undefined) return ERRNO_NOENT
      this.#files.set(name, file)
      if ((openFlags & OFLAGS_TRUNC) !== 0) file.truncate()
      const descriptor = Math.max(WORKING_DIRECTORY, ...this.#open.keys()) + 1
      this.#open.set(descriptor, { file, appends: (descriptorFlags & FDFLAGS_APPEND) !== 0, position: 0 })
      this.#view.setUint32(descriptorAt, descriptor, true)
      return SUCCESS
    },
    fd_close: (descriptor: number): number => (this.#open.delete(descriptor) ? SUCCESS : ERRNO_BADF),
    fd_read: (descriptor: number, vectorsAt: number, vectorCount: number, readAt: number): number => {
      const open = this.#open.get(descriptor)
      if (open === undefined) return ERRNO_BADF
      const start = open.position
      for (const target of this.#vectors(vectorsAt, vectorCount)) {
        const bytes = open.file.read(open.position, target.length)
        target.set(bytes)
        open.position += bytes.length
      }
      this.#view.setUint32(readAt, open.position - start, true)
      return SUCCESS
    },
    fd_write: (descriptor: number, vectorsAt: number, vectorCount: number, writtenAt: number): number => {
      const vectors = this.#vectors(vectorsAt, vectorCount)
      const open = this.#open.get(descriptor)
      if (open === undefined && descriptor !== STDOUT && descriptor !== STDERR) return ERRNO_BADF
      for (const bytes of vectors) {
        if (open === undefined) append(this.#written[descriptor as typeof STDOUT | typeof STDERR], bytes)
        else writeOpen(open, bytes)
      }
      this.#view.setUint32(writtenAt, sum(vectors.map((bytes) => bytes.length)), true)
      return SUCCESS
    },
    fd_seek: (descriptor: number, offset: bigint, whence: number, positionAt: number): number => {
      const open = this.#open.get(descriptor)
      if (open === undefined) return ERRNO_SPIPE
      const origin = [0, open.position, open.file.length][whence] ?? 0
      open.position = origin + Number(offset)
      this.#view.setBigUint64(positionAt, BigInt(open.position), true)
      return SUCCESS
    },
  }

  /** Created on each access, because the buffer is replaced when the memory grows. */
  get #view(): DataView {
    return new DataView(this.#buffer)
  }

  get #buffer(): ArrayBuffer {
    if (this.#memory === undefined) throw new Error('Cannot reach the memory of a program: none has begun')
    return this.#memory.buffer
  }

  #makeFile(): MemoryFile {
    const file = this.#spare.pop() ?? new MemoryFile()
    file.truncate()
    return file
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#buffer, at, length)
  }

  #vectors(at: number, count: number): Uint8Array[] {
    const view = this.#view
    return Array.from({ length: count }, (_, index) =>
      this.#bytes(view.getUint32(at + 8 * index, true), view.getUint32(at + 8 * index + 4, true)),
    )
  }
}

function fileType(descriptor: number): number {
  if (descriptor === WORKING_DIRECTORY) return FILETYPE_DIRECTORY
  return descriptor < WORKING_DIRECTORY ? FILETYPE_CHARACTER_DEVICE : FILETYPE_REGULAR_FILE
}

function append(file: MemoryFile, bytes: Uint8Array): void {
  file.write(file.length, bytes)
}

function writeOpen(open: OpenFile, bytes: Uint8Array): void {
  if (open.appends) open.position = open.file.length
  open.file.write(open.position, bytes)
  open.position += bytes.length
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
