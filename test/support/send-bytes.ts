import { connect } from 'node:net'
import { setInterval } from 'node:timers'

export type SendBytesOptions = {
  /** Sent again and again after the first bytes, until the server closes the connection. */
  readonly thenDrip?: string
}

const DRIP_MS = 100

/** Sends bytes over a connection of their own, and returns all that the server answers until it closes it. */
export async function sendBytes(url: string, bytes: string, { thenDrip }: SendBytesOptions = {}): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).setEncoding('latin1')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  // The server resets the connection if bytes arrive after its end. `once` of node:events would reject then.
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(bytes, 'latin1')
  const dripping = thenDrip === undefined ? undefined : setInterval(() => socket.write(thenDrip), DRIP_MS)
  await closed
  clearInterval(dripping)
  return answer
}

/**
 * Sends bytes and then one more again and again, until the server closes the connection. Returns all that it answers. A byte that arrives
 * after the answer resets the connection, and with it an answer that has not been read. Of three connections, one is read in time.
 */
export async function dripBytes(url: string, bytes: string, thenDrip: string): Promise<string> {
  const answers = await Promise.all([1, 2, 3].map(() => sendBytes(url, bytes, { thenDrip })))
  return answers.find((answer) => answer !== '') ?? ''
}
