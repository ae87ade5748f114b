import { describe, expect, test } from 'vitest'
import { createKey } from './key-format.ts'
import {
  addresses,
  decimal,
  httpUrl,
  integer,
  metricsAddress,
  oneOf,
  operatorKey,
  origins,
  postgresUrl,
  s3Place,
  wyomingDoor,
} from './setting-values.ts'

describe('a whole number', () => {
  const parse = integer({ fallback: 7, least: 2, most: 300 })

  test.each([
    [undefined, 7],
    ['2', 2],
    ['300', 300],
    ['007', 7],
  ])('%j is %i', (text, value) => {
    expect(parse(text)).toBe(value)
  })

  test.each(['1', '301', '-5', '2.0', '1e2', '0x10', '٣', 'many', '3 ', '+3'])('%j is refused', (text) => {
    expect(() => parse(text)).toThrow('expected a whole number from 2 to 300')
  })
})

describe('a decimal number', () => {
  const parse = decimal({ fallback: -19, least: -30, most: -16 })

  test.each([
    [undefined, -19],
    ['-30', -30],
    ['-16', -16],
    ['-18.5', -18.5],
  ])('%j is %d', (text, value) => {
    expect(parse(text)).toBe(value)
  })

  test.each(['-30.01', '-15.99', '19', '-.5', '-19.', '-1e1', 'NaN', '--19'])('%j is refused', (text) => {
    expect(() => parse(text)).toThrow('expected a number from -30 to -16')
  })
})

describe('one of some words', () => {
  const parse = oneOf(['allow', 'refuse'], 'refuse')

  test('is the fallback if it is not set', () => {
    expect([parse(undefined), parse('allow'), parse('refuse')]).toEqual(['refuse', 'allow', 'refuse'])
  })

  test.each(['Allow', 'yes', 'allow refuse'])('%j is refused', (text) => {
    expect(() => parse(text)).toThrow('expected one of allow, refuse')
  })
})

describe('a URL', () => {
  test.each([
    [undefined, undefined],
    ['https://speech.example.com', 'https://speech.example.com'],
    ['https://speech.example.com/', 'https://speech.example.com'],
    ['http://[::1]:8787/a//', 'http://[::1]:8787/a'],
  ])('%j is %j', (text, url) => {
    expect(httpUrl(text)).toBe(url)
  })

  test.each(['speech.example.com', 'ftp://example.com', 'https://', 'httpx://a', '/v1'])('%j is refused', (text) => {
    expect(() => httpUrl(text)).toThrow('expected a URL such as')
  })
})

describe('origins', () => {
  test.each([
    [undefined, '*'],
    ['*', '*'],
    ['none', []],
    ['https://a.example', ['https://a.example']],
    [
      'https://a.example, http://b.example:8080  https://c',
      ['https://a.example', 'http://b.example:8080', 'https://c'],
    ],
  ])('%j are %j', (text, parsed) => {
    expect(origins(text)).toEqual(parsed)
  })

  test.each([
    'a.example',
    'https://a.example/',
    'https://a.example/path',
    'https://a.example:443',
    'HTTPS://a.example',
    '*, https://a',
  ])('%j, which no browser sends, is refused', (text) => {
    expect(() => origins(text)).toThrow('origins such as https://app.example.com')
  })
})

describe('addresses of proxies', () => {
  test.each([
    [undefined, []],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, 192.168.0.0/32 ::1 fd00::/128', ['10.0.0.0/8', '192.168.0.0/32', '::1', 'fd00::/128']],
    ['0.0.0.0/0', ['0.0.0.0/0']],
  ])('%j are %j', (text, parsed) => {
    expect(addresses(text)).toEqual(parsed)
  })

  test.each(['proxy', '10.0.0', '10.0.0.0/33', 'fd00::/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/a'])(
    '%j are refused',
    (text) => {
      expect(() => addresses(text)).toThrow('expected IP addresses and ranges')
    },
  )
})

describe('a database', () => {
  test.each([undefined, 'postgres://u:p@h/d', 'postgresql://h:5432/d?sslmode=require'])('%j is one', (text) => {
    expect(postgresUrl(text)).toBe(text)
  })

  test.each(['mysql://h/d', 'h/d', 'postgres', 'xpostgres://h/d', 'postgresqlx://h'])('%j is none', (text) => {
    expect(() => postgresUrl(text)).toThrow('postgres://user:password@host/database')
  })
})

describe('a place in S3', () => {
  test.each([
    [undefined, undefined],
    ['s3://bucket', { bucket: 'bucket', prefix: '' }],
    ['s3://bucket/', { bucket: 'bucket', prefix: '' }],
    ['s3://my.bucket-1/a/b', { bucket: 'my.bucket-1', prefix: 'a/b/' }],
    ['s3://bucket/a/b//', { bucket: 'bucket', prefix: 'a/b/' }],
  ])('%j is %j', (text, place) => {
    expect(s3Place(text)).toEqual(place)
  })

  test.each(['bucket', 's3://', 's3:///a', 'https://bucket/a', 's3://bucket/a b', 's3://buck_et'])(
    '%j is refused',
    (text) => {
      expect(() => s3Place(text)).toThrow('expected s3://bucket or s3://bucket/prefix')
    },
  )
})

describe('the Wyoming door', () => {
  test('is closed if it has no address', () => {
    expect(wyomingDoor(undefined, 'key')).toBeUndefined()
  })

  test.each([
    ['127.0.0.1:10200', '127.0.0.1', 10_200],
    ['[::]:0', '::', 0],
    ['speech.example.com:65535', 'speech.example.com', 65_535],
  ])('%j is at %s, port %i', (address, host, port) => {
    expect(wyomingDoor(address, 'key')).toEqual({ host, port, key: 'key' })
  })

  test.each(['10200', ':10200', '127.0.0.1', '127.0.0.1:65536', '::1:10200', 'a b:1', '127.0.0.1:123456'])(
    '%j is refused',
    (address) => {
      expect(() => wyomingDoor(address, 'key')).toThrow('expected an address and a port')
    },
  )

  test('needs a key', () => {
    expect(() => wyomingDoor('127.0.0.1:10200', undefined)).toThrow('set WYOMING_KEY')
  })
})

describe('the metrics address', () => {
  test.each([
    [undefined, { host: '127.0.0.1', port: 9464, isDefault: true }],
    ['127.0.0.1:9464', { host: '127.0.0.1', port: 9464, isDefault: false }],
    ['0.0.0.0:9100', { host: '0.0.0.0', port: 9100, isDefault: false }],
    ['[::1]:0', { host: '::1', port: 0, isDefault: false }],
    ['off', undefined],
  ])('%j is %j', (text, expected) => {
    expect(metricsAddress(text)).toEqual(expected)
  })

  test.each(['9464', 'on', 'OFF', '127.0.0.1:65536'])('%j is refused', (text) => {
    expect(() => metricsAddress(text)).toThrow('expected an address and a port')
  })
})

describe('a key that the operator has chosen', () => {
  const ours = createKey()

  test.each([undefined, 'x'.repeat(32), '!~'.repeat(30), ours, 'declaim_0123456789abcdef0123456789abcdef'])(
    '%j is taken',
    (key) => {
      expect(operatorKey(key)).toBe(key)
    },
  )

  test.each([
    ['a', 'at least 32 characters'],
    ['x'.repeat(31), 'at least 32 characters'],
    [`two words ${'x'.repeat(32)}`, 'printable ASCII without spaces'],
    ['schlüssel'.repeat(4), 'printable ASCII without spaces'],
    [`dcl_${'x'.repeat(42)}`, 'its checksum is wrong'],
    [ours.slice(0, -1), 'its checksum is wrong'],
    [`${ours}0`, 'its checksum is wrong'],
  ])('%j is refused', (key, reason) => {
    expect(() => operatorKey(key)).toThrow(reason)
  })
})
