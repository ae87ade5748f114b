import { availableParallelism, totalmem } from 'node:os'

const MIB = 2 ** 20
/** What a process needs besides its render threads, with room for requests under way. */
const BASE_BYTES = 512 * MIB
/** What a render thread and its share of encoders need: 66 to 75 MiB were measured after the start with 1 to 32 threads. */
const THREAD_BYTES = 96 * MIB

export type Machine = {
  /** Cores that this process may use, by the CPU quota of its container too. */
  readonly cores: number
  /** Memory that this process may use. */
  readonly memoryBytes: number
}

/** Number of render threads of a process that is told none: one per core, as far as the memory allows, and at least one. */
export function defaultRenderThreads({ cores, memoryBytes }: Machine): number {
  return Math.max(1, Math.min(cores, Math.floor((memoryBytes - BASE_BYTES) / THREAD_BYTES)))
}

/** What this process may use. Node reads the quotas of cgroups, version 1 and 2, for both. */
export function readMachine(): Machine {
  const total = totalmem()
  // 0 or more than the machine has: there is no limit.
  const limit = process.constrainedMemory() || total
  return { cores: availableParallelism(), memoryBytes: Math.min(total, limit) }
}
