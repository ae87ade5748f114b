import { networkInterfaces } from 'node:os'
import { describe, expect, test } from 'vitest'
import { checkPort, findAddresses, hostOf, isPublicAddress, resolveHost } from './public-address.ts'

describe('an address of the public internet', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '11.0.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('%s is one', (address) => expect(isPublicAddress(address)).toBe(true))

  test.each([
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['unspecified', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.0.1'],
    ['link-local and cloud metadata', '169.254.169.254'],
    ['carrier NAT', '100.64.0.1'],
    ['benchmarks', '198.19.0.1'],
    ['documentation', '203.0.113.9'],
    ['the host of a virtual machine', '168.63.129.16'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['unique-local', 'fd00::1'],
    ['unique-local', 'fc12::1'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback', '::ffff:7f00:1'],
    ['mapped public', '::ffff:1.1.1.1'],
    ['compatible', '::127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:1::1'],
    ['documentation', '2001:db8::1'],
    ['none', 'localhost'],
    ['none', ''],
  ])('%s is none: %s', (_, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('the host of a URL', () => {
  const rules = { resolve: resolveHost, allowsPrivate: false }
  const find = (url: string) => findAddresses(hostOf(new URL(url)), rules)

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://[::1]:8080/',
    'http://[::ffff:127.0.0.1]/',
    'http://localhost/',
    'http://127.1/',
    'http://169.254.169.254/latest/meta-data/',
  ])('is refused however it is written: %s', async (url) => {
    await expect(find(url)).rejects.toThrow('has no address of the public internet')
  })

  test('is refused if one of several addresses is private', async () => {
    const resolve = async () => ['1.1.1.1', '10.0.0.1']
    await expect(findAddresses('mixed.example', { resolve, allowsPrivate: false })).rejects.toThrow('mixed.example has')
    expect(await findAddresses('mixed.example', { resolve, allowsPrivate: true })).toHaveLength(2)
  })

  test('that has no address is refused', async () => {
    for (const resolve of [async () => [], () => Promise.reject(new Error('ENOTFOUND'))])
      await expect(findAddresses('none.example', { resolve, allowsPrivate: true })).rejects.toThrow(
        'none.example cannot be resolved',
      )
  })

  test('is refused in the same words whether it is private or unknown', async () => {
    const messageOf = async (resolve: () => Promise<readonly string[]>): Promise<string> =>
      await findAddresses('db.internal.example', { resolve, allowsPrivate: false }).then(
        () => 'no error',
        (error: Error) => error.message,
      )
    const answers = [async () => ['10.0.0.1'], async () => [], () => Promise.reject(new Error('ENOTFOUND'))]
    const messages = await Promise.all(answers.map(messageOf))
    expect(messages).toEqual(answers.map(() => 'db.internal.example has no address of the public internet'))
  })

  test('may be private if that is allowed', async () => {
    expect(await findAddresses('127.0.0.1', { ...rules, allowsPrivate: true })).toEqual(['127.0.0.1'])
  })
})

const PORTS = ['http://a.example/', 'https://a.example/', 'https://a.example:80/', 'http://a.example:443/']
const OTHERS = ['http://a.example:25/', 'http://a.example:22/', 'https://a.example:1023/']

test.each([...PORTS, 'http://a.example:1024/', 'http://a.example:65535/'])('the port of %s may be called', (url) => {
  expect(() => checkPort(new URL(url), { allowsPrivate: false })).not.toThrow()
})

test.each(OTHERS)('the port of %s may be called only if private addresses may be', (url) => {
  const check = (allowsPrivate: boolean) => () => checkPort(new URL(url), { allowsPrivate })
  expect(check(false)).toThrow('may not be called; expected 80, 443, or 1024 to 65535')
  expect(check(true)).not.toThrow()
})

test('every address of this machine is refused, unless private ones may be called', async () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  expect(own.length).toBeGreaterThan(0)
  for (const address of own) {
    const find = (allowsPrivate: boolean) => findAddresses('here', { resolve: async () => [address], allowsPrivate })
    await expect(find(false)).rejects.toThrow('here has no address of the public internet')
    expect(await find(true)).toEqual([address])
  }
})
