/**
 * A server that does nothing but answer: whatever is asked, it reads the request and gives the bytes of the file named
 * on the command line. Prints its address.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const bytes = await readFile(process.argv[2]!)
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200, { 'content-type': 'audio/mpeg' })
    response.end(bytes)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
