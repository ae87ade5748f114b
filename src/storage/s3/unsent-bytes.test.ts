import { expect, test } from 'vitest'
import { parseUnsentBytes } from './unsent-bytes.ts'

const TABLE = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0
   1: 0100007F:C350 0100007F:1F90 01 0000002A:00000007 01:00000014 00000000     0        0 2 2 0 20 4 30 10 -1
`

test('the bytes that wait are listed by the ports of their connection', () => {
  expect([...parseUnsentBytes(TABLE)]).toEqual([
    ['8080:0', 0],
    ['50000:8080', 42],
  ])
})
