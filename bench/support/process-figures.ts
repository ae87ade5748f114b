import { readFileSync } from 'node:fs'

/** Figures of a process with all its threads, from `/proc`, so on Linux only. */
export type ProcessFigures = {
  /** Resident memory. */
  readonly megabytes: number
  /** Time that it has computed so far. */
  readonly cpuMs: number
  /** Time that its children had computed when they ended. */
  readonly childrenCpuMs: number
}

/** The kernel counts in hundredths of a second. */
const MS_PER_TICK = 10

/** Returns the resources that a process has used; NaN if the system does not report them. */
export function readProcessFigures(pid: number): ProcessFigures {
  if (process.platform !== 'linux') return { megabytes: Number.NaN, cpuMs: Number.NaN, childrenCpuMs: Number.NaN }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  // After the name in parentheses, which may hold blanks, the 12th and 13th fields are user and system time, and the next two those of children.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
  return {
    megabytes: Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024,
    cpuMs: (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK,
    childrenCpuMs: (Number(fields[13]) + Number(fields[14])) * MS_PER_TICK,
  }
}
