import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendAudio } from './send-audio.ts'

const NOBODY_LEAVES = new AbortController().signal

let app: FastifyInstance
let audio: () => AsyncGenerator<Uint8Array>
/** How often the server gave bytes to the system. */
let writes: number
let callers: Socket[]
beforeEach(async () => {
  writes = 0
  callers = []
  app = Fastify()
  app.get('/', (_, reply) => sendAudio(reply, audio(), { contentType: 'audio/mpeg', signal: NOBODY_LEAVES }))
  app.server.on('connection', countWrites)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const caller of callers) caller.destroy()
  await app.close()
})

function countWrites(socket: Socket): void {
  const { _write, _writev } = socket
  socket._write = (...parameters) => {
    writes++
    _write.apply(socket, parameters)
  }
  socket._writev = (...parameters) => {
    writes++
    _writev!.apply(socket, parameters)
  }
}

/** Asks for the audio; `read` gives what has come so far. */
async function ask(): Promise<{ readonly socket: Socket; readonly read: () => string }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  callers.push(socket)
  await once(socket, 'connect')
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  return { socket, read: () => received }
}

test('what comes at the same moment is sent in one write, with the end', async () => {
  audio = async function* () {
    for (const piece of ['one', 'two', 'three']) yield Buffer.from(piece)
  }
  const { read } = await ask()
  await expect.poll(read).toMatch(/\r\n\r\n3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n$/)
  expect(writes).toBe(1)
})

test('a piece does not wait for the next', async () => {
  const heard = Promise.withResolvers<void>()
  audio = async function* () {
    yield Buffer.from('one')
    await heard.promise
    yield Buffer.from('two')
  }
  const { read } = await ask()
  await expect.poll(read).toMatch(/\r\n3\r\none\r\n$/)
  heard.resolve()
  await expect.poll(read).toMatch(/\r\n3\r\ntwo\r\n0\r\n\r\n$/)
  expect(writes).toBe(2)
})

test('an answer leaves the connection as it found it: the next is sent at once too', async () => {
  audio = async function* () {
    yield Buffer.from('one')
  }
  const { socket, read } = await ask()
  for (let answers = 1; answers <= 3; answers++) {
    await expect.poll(() => read().split('0\r\n\r\n').length - 1).toBe(answers)
    expect(writes).toBe(answers)
    expect(socket.destroyed).toBe(false)
    if (answers < 3) socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  }
})
