import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('has defaults for everything', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 8787,
    speechLoudness: -19,
    unreadableCharacters: 'skip',
    dataDirectory: resolve('.data'),
    publicUrl: undefined,
    allowedOrigins: '*',
    trustedProxies: [],
    bootstrapKey: undefined,
    maxTextLength: 1000,
    requestsPerSecond: 3,
    clipLifetimeMs: 7 * 24 * 3600 * 1000,
    segmentCacheBytes: 512 << 20,
    maxProjects: 1000,
    maxLibraries: 100,
    maxReplacements: 10_000,
  })
})

test('reads what is set, without the slash at the end of a URL', () => {
  const config = readConfig({
    PORT: '80',
    PUBLIC_URL: 'https://speech.example.com/declaim/',
    CLIP_LIFETIME_SECONDS: '60',
    SPEECH_LOUDNESS: '-23.5',
  })
  expect(config).toMatchObject({
    port: 80,
    publicUrl: 'https://speech.example.com/declaim',
    clipLifetimeMs: 60_000,
    speechLoudness: -23.5,
  })
})

test('gathers the keys to the servers of voices, and no other variable', () => {
  const { voiceKeys } = readConfig({ VOICE_KEY_A: ' one ', VOICE_KEY_B: '', OTHER_KEY: 'two' })
  expect(voiceKeys).toEqual({ VOICE_KEY_A: 'one' })
})

test('finds variables that are one slip from a setting, and no others', () => {
  const names = [
    'RENDER_THREAD',
    'ALOWED_ORIGINS',
    'S3_LINK5',
    'AUDIO_STROE',
    'PROT',
    'PORTS',
    'RENDER_QUEUE',
    'DECLAIM_API_KEY',
  ]
  const { misspelt } = readConfig(Object.fromEntries(names.map((name) => [name, '1'])))
  expect(misspelt).toEqual([
    { name: 'ALOWED_ORIGINS', meant: 'ALLOWED_ORIGINS' },
    { name: 'AUDIO_STROE', meant: 'AUDIO_STORE' },
    { name: 'RENDER_THREAD', meant: 'RENDER_THREADS' },
    { name: 'S3_LINK5', meant: 'S3_LINKS' },
  ])
})

test('takes an empty variable for one that is not set', () => {
  expect(readConfig({ PORT: '', DECLAIM_BOOTSTRAP_KEY: ' ' })).toMatchObject({ port: 8787, bootstrapKey: undefined })
})

test.each([
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PORT', '1e3', 'a whole number'],
  ['LOG_LEVEL', 'loud', 'one of fatal, error, warn, info, debug, silent'],
  ['PUBLIC_URL', 'ftp://example.com', 'a URL such as'],
  ['ALLOWED_ORIGINS', 'https://app.example.com/', '*, none, or origins'],
  ['ALLOWED_ORIGINS', 'app.example.com', '*, none, or origins'],
  ['ALLOWED_ORIGINS', 'https://a.example.com,*', '*, none, or origins'],
  ['TRUSTED_PROXIES', 'proxy.local', 'IP addresses and ranges'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'IP addresses and ranges'],
  ['RENDER_THREADS', '0', 'a whole number from 1'],
  ['SEGMENT_CACHE_MB', '0.5', 'a whole number from 0'],
  ['SPEECH_LOUDNESS', '-14', 'a number from -30 to -16'],
  ['SPEECH_LOUDNESS', '-19 LUFS', 'a number from -30 to -16'],
])('%s=%s is refused', (name, value, expected) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name} is ${JSON.stringify(value)}: expected ${expected}`)
})

test.each([
  ['DECLAIM_BOOTSTRAP_KEY', 'two words', 'printable ASCII'],
  ['DECLAIM_BOOTSTRAP_KEY', 'too-short', 'at least 32 characters'],
  ['WYOMING_KEY', 'too-short', 'at least 32 characters'],
  ['DATABASE_URL', 'mysql://declaim:hunter2@db/declaim', 'a URL such as postgres://'],
])('a wrong %s is not shown, because it is a secret', (name, value, expected) => {
  const refusal = () => readConfig({ [name]: value })
  expect(refusal).toThrow(`${name} is set to a wrong value: expected ${expected}`)
  expect(refusal).not.toThrow(value)
})

test('reads origins and proxies as lists', () => {
  const { allowedOrigins, trustedProxies } = readConfig({
    ALLOWED_ORIGINS: 'https://a.example.com, http://localhost:3000',
    TRUSTED_PROXIES: '127.0.0.1 10.0.0.0/8,fd00::/8',
  })
  expect(allowedOrigins).toEqual(['https://a.example.com', 'http://localhost:3000'])
  expect(trustedProxies).toEqual(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
  expect(readConfig({ ALLOWED_ORIGINS: 'none' }).allowedOrigins).toEqual([])
})

test('names everything that is wrong at once', () => {
  expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'y' })).toThrow(/PORT is "x".*\n.*LOG_LEVEL is "y"/s)
})
