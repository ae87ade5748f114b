import { readFile } from 'node:fs/promises'

/** TCP sockets of this network namespace, as Linux lists them (proc(5)). */
const TABLES = ['/proc/net/tcp', '/proc/net/tcp6'] as const

/** The two ports of a connection. */
export type ConnectionPorts = { readonly localPort?: number | undefined; readonly remotePort?: number | undefined }

/** Bytes that the peer has not acknowledged yet, by connection. */
export type UnsentBytes = (connection: ConnectionPorts) => number

/**
 * Reads how much of what was written still waits in the send buffers of the system. A slow peer empties them while a process notices
 * nothing. Without such a list, as on other systems, every connection has 0.
 */
export async function readUnsentBytes(): Promise<UnsentBytes> {
  const tables = await Promise.all(TABLES.map((path) => readFile(path, 'latin1').catch(() => '')))
  const unsent = parseUnsentBytes(tables.join('\n'))
  return ({ localPort = 0, remotePort = 0 }) => unsent.get(`${localPort}:${remotePort}`) ?? 0
}

/** Parses lines such as `0: 0100007F:1F90 0100007F:C350 01 0000002A:00000000 ...`; the result's keys are `local port:remote port`. */
export function parseUnsentBytes(table: string): ReadonlyMap<string, number> {
  const unsent = new Map<string, number>()
  for (const [, local = '', remote = '', bytes = ''] of table.matchAll(
    /^\s*\d+: [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]+:([0-9A-F]{4}) [0-9A-F]{2} ([0-9A-F]{8}):/gm,
  )) {
    const key = `${Number.parseInt(local, 16)}:${Number.parseInt(remote, 16)}`
    unsent.set(key, (unsent.get(key) ?? 0) + Number.parseInt(bytes, 16))
  }
  return unsent
}
