/** How the values of settings are written. Each function parses one; the errors say what was expected. Undefined is a setting that is not set. */
import { isIP } from 'node:net'
import { isDamagedKey } from './key-format.ts'

/** Where in S3 the audio is. */
export type AudioStorePlace = { readonly bucket: string; readonly prefix: string }

/** A TCP address to listen on. Port 0 takes a free one. */
export type ListenAddress = { readonly host: string; readonly port: number }

/** Where the Wyoming door listens, and the key that it speaks with. */
export type WyomingDoor = ListenAddress & { readonly key: string }

/** Where operators read metrics and readiness. `isDefault`: the operator has not set it. */
export type MetricsAddress = ListenAddress & { readonly isDefault: boolean }

/** Parses a whole number within bounds, both included. */
export function integer({ fallback, least, most }: { fallback: number; least: number; most: number }) {
  return (text: string | undefined): number => {
    if (text === undefined) return fallback
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new Error(`expected a whole number from ${least} to ${most}`)
    }
    return value
  }
}

/** Parses a decimal number within bounds, both included. */
export function decimal({ fallback, least, most }: { fallback: number; least: number; most: number }) {
  return (text: string | undefined): number => {
    if (text === undefined) return fallback
    const value = Number(text)
    if (!/^-?\d+(\.\d+)?$/.test(text) || value < least || value > most) {
      throw new Error(`expected a number from ${least} to ${most}`)
    }
    return value
  }
}

/** Parses one of some words. */
export function oneOf<Choice extends string>(choices: readonly Choice[], fallback: Choice) {
  return (text: string | undefined): Choice => {
    const choice = text === undefined ? fallback : choices.find((one) => one === text)
    if (choice === undefined) throw new Error(`expected one of ${choices.join(', ')}`)
    return choice
  }
}

/** Parses a URL of HTTP or HTTPS, without slashes at its end. */
export function httpUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error('expected a URL such as https://speech.example.com')
  return text.replace(/\/+$/, '')
}

/** Parses origins that are separated by spaces or commas; `*` for all, which is the default, and `none`. */
export function origins(text: string | undefined): '*' | readonly string[] {
  if (text === undefined || text === '*') return '*'
  if (text === 'none') return []
  return splitList(text).map((one) => {
    // The form in which browsers send it: no path, and no port that the scheme implies.
    if (URL.parse(one)?.origin !== one) throw new Error(`expected *, none, or origins such as https://app.example.com`)
    return one
  })
}

/** Parses IP addresses and CIDR ranges that are separated by spaces or commas. */
export function addresses(text: string | undefined): readonly string[] {
  return splitList(text ?? '').map((one) => {
    const [address = '', bits, ...more] = one.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
    if (isIP(address) === 0 || !isRange || more.length > 0)
      throw new Error('expected IP addresses and ranges such as 10.0.0.0/8, separated by commas')
    return one
  })
}

function splitList(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((item) => item !== '')
}

/** Checks the URL of a PostgreSQL database. */
export function postgresUrl(text: string | undefined): string | undefined {
  if (text !== undefined && !/^postgres(?:ql)?:$/.test(URL.parse(text)?.protocol ?? ''))
    throw new Error('expected a URL such as postgres://user:password@host/database')
  return text
}

/** Parses `host:port`, with brackets around an IPv6 address. */
function listenAddress(text: string): ListenAddress {
  const { host, port } = /^(?<host>\[[\da-f:.]+\]|[\w.-]+):(?<port>\d{1,5})$/i.exec(text)?.groups ?? {}
  if (host === undefined || Number(port) > 65_535)
    throw new Error('expected an address and a port, such as 127.0.0.1:10200')
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

const METRICS_ADDRESS = '127.0.0.1:9464'

/** Parses `host:port` or `off`, which is undefined. */
export function metricsAddress(text: string | undefined): MetricsAddress | undefined {
  if (text === 'off') return undefined
  return { ...listenAddress(text ?? METRICS_ADDRESS), isDefault: text === undefined }
}

/** Parses the address of the Wyoming door. The door needs a key too, which its own setting checks. */
export function wyomingDoor(address: string | undefined, key: string | undefined): WyomingDoor | undefined {
  if (address === undefined) return undefined
  const listen = listenAddress(address)
  if (key === undefined) throw new Error('set WYOMING_KEY to the API key that this door speaks with')
  return { ...listen, key }
}

/** A key of this length cannot be guessed if it is random. */
const LEAST_KEY_LENGTH = 32

/** Checks a key that the operator has chosen: long enough, sendable in a header, and undamaged if it has the form of our own keys. */
export function operatorKey(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (!/^[\x21-\x7e]+$/.test(text)) throw new Error('expected printable ASCII without spaces')
  if (text.length < LEAST_KEY_LENGTH)
    throw new Error(`expected at least ${LEAST_KEY_LENGTH} characters, such as those of "openssl rand -hex 24"`)
  if (isDamagedKey(text)) throw new Error('it begins with dcl_ but its checksum is wrong: copy the whole key')
  return text
}

/** Parses `s3://bucket/prefix`. A prefix that is not empty ends with a slash. */
export function s3Place(text: string | undefined): AudioStorePlace | undefined {
  if (text === undefined) return undefined
  const { bucket, path = '' } = /^s3:\/\/(?<bucket>[a-z0-9.-]+)(?:\/(?<path>[\w./-]*))?$/i.exec(text)?.groups ?? {}
  if (bucket === undefined) throw new Error('expected s3://bucket or s3://bucket/prefix')
  const prefix = path.replace(/\/+$/, '')
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` }
}

/** Parses the address of an identity provider: https, or this very machine. No slash is taken away, as providers compare it letter by letter. */
export function issuerUrl(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.parse(text)
  const isOwnMachine = url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  if (url === null || (url.protocol !== 'https:' && !isOwnMachine))
    throw new Error('expected an https URL such as https://login.example.com')
  return text
}
