import { once } from 'node:events'
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
  // Bytes that arrive after the end are refused.
  socket.on('error', () => {})
  socket.write(bytes, 'latin1')
  const dripping = thenDrip === undefined ? undefined : setInterval(() => socket.write(thenDrip), DRIP_MS)
  await once(socket, 'close')
  clearInterval(dripping)
  return answer
}
