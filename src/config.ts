import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { defaultRenderThreads, readMachine } from './default-render-threads.ts'
import {
  type AudioStorePlace,
  addresses,
  decimal,
  httpUrl,
  integer,
  issuerUrl,
  type MetricsAddress,
  metricsAddress,
  oneOf,
  operatorKey,
  origins,
  postgresUrl,
  s3Place,
  type WyomingDoor,
  wyomingDoor,
} from './setting-values.ts'

/** Everything an operator can set. docs/operations.md lists the variables. */
export type Config = {
  /** Variables that are no setting, and almost spelled as one. */
  readonly misspelt: readonly Misspelt[]
  readonly host: string
  readonly port: number
  /** Absolute path of the folder that holds the database and the audio. */
  readonly dataDirectory: string
  /** Of a PostgreSQL database; undefined for SQLite in the data directory. */
  readonly databaseUrl: string | undefined
  /** Location of audio in S3; undefined for files in the data directory. */
  readonly audioStore: AudioStorePlace | undefined
  /** The URL of an S3 server that is not AWS. */
  readonly s3Endpoint: string | undefined
  /** Whether links to clips lead to this service or straight to S3, and the URL of the S3 server in them if callers reach it at another. */
  readonly s3Links: 'proxied' | 'presigned'
  readonly s3PublicEndpoint: string | undefined
  /** How long a request to S3 may make no progress. */
  readonly s3IdleMs: number
  /** How long a worker may be silent before its clips go to another. */
  readonly workerTimeoutSeconds: number
  /** What clip and preview URLs begin with; no slash at the end. Undefined: derived from the address the server listens on. */
  readonly publicUrl: string | undefined
  /** A key that is valid from the first start. */
  readonly bootstrapKey: string | undefined
  /** Origins whose pages may call the API from a browser. */
  readonly allowedOrigins: '*' | readonly string[]
  /** Addresses and CIDR ranges of proxies, whose `X-Forwarded-For` names the caller. */
  readonly trustedProxies: readonly string[]
  /** Where operators read metrics and the details of readiness; undefined for nowhere. */
  readonly metricsAddress: MetricsAddress | undefined
  /** Where spans are sent; undefined for nowhere. */
  readonly tracing: TracingSettings | undefined
  readonly logLevel: LogLevel
  /** Threads that speak. */
  readonly renderThreads: number
  /** Time that the service speaks to nobody before it listens. */
  readonly warmUpMs: number
  /** Upper bound of the listeners per thread that need sound at the same time; a forecast refuses earlier. */
  readonly listenersPerThread: number
  /** How long a stream waits for its first sound before it is refused. */
  readonly streamPatienceMs: number
  /** How long a combination waits for its turn before it is refused. */
  readonly combinePatienceMs: number
  /** Path of the avatars file; undefined for the one that comes with the service. */
  readonly avatarsFile: string | undefined
  /** What happens to a speaker id of the reference service that no avatar has. */
  readonly foreignSpeakerIds: 'nearest' | 'refuse'
  /** Whether the lists of voices and models of OpenAI's door need no key. */
  readonly publicVoiceList: boolean
  /** Keys to the servers of upstream voices, by variable: each variable whose name begins with VOICE_KEY_. */
  readonly voiceKeys: Readonly<Record<string, string>>
  /** Default loudness of every avatar, in LUFS (ITU-R BS.1770, mono). */
  readonly speechLoudness: number
  /** Path of a list of terms that no text may contain, one a line. */
  readonly blockedTermsFile: string | undefined
  /** Path of a list of patterns that no text may match, each as NAME = PATTERN on a line. */
  readonly blockedPatternsFile: string | undefined
  /** Whether texts with profanities are refused. */
  readonly blockProfanity: boolean
  /** The operator's moderation service. */
  readonly moderation: {
    readonly url: string | undefined
    readonly timeoutMs: number
    readonly onFailure: 'allow' | 'refuse'
  }
  /** What to do with a character that no voice reads: leave it out with a warning, or refuse the text. */
  readonly unreadableCharacters: 'skip' | 'refuse'
  /** The identity provider that members can sign in with; undefined for none. */
  readonly oidc: OidcSettings | undefined
  /** UTF-16 units of one text, markup included. */
  readonly maxTextLength: number
  /** Characters of a text as it is read out, for each that the plan allows as written. */
  readonly spokenLengthFactor: number
  /** A request that has not arrived whole by then is refused. */
  readonly requestTimeoutMs: number
  /** Where the Wyoming door listens, and the key that it speaks with; undefined while it is closed. */
  readonly wyoming: WyomingDoor | undefined
  /** A WebSocket on which nothing is written or spoken for so long is closed. */
  readonly socketIdleMs: number
  readonly requestsPerSecond: number
  /** Requests that may come at once before the rate is enforced. */
  readonly requestBurst: number
  /** GET and HEAD requests, which have a bucket of their own. */
  readonly readsPerSecond: number
  readonly readBurst: number
  /** UTF-16 units that an account may have spoken in a month. */
  readonly charactersPerMonth: number
  readonly clipLifetimeMs: number
  /** How often a clip is rendered again after a failure before it has FAILED. */
  readonly clipRetries: number
  /** Whether webhooks may be sent to private, local and reserved addresses. */
  readonly webhookPrivateAddresses: 'allow' | 'refuse'
  /** What the segment cache may take on disk; 0 for no cache. */
  readonly segmentCacheBytes: number
  /** Open connections of an account to one process. */
  readonly connectionsPerAccount: number
  /** Streams under way in one process; more are refused. */
  readonly maxStreams: number
  /** Unfinished clips of all accounts; more are refused. */
  readonly maxQueuedClips: number
  /** Requests are refused while the event loop is later than this on average. */
  readonly maxEventLoopDelayMs: number
  /** Projects of an account, those in the trash too. */
  readonly maxProjects: number
  /** Replacement libraries of an account. */
  readonly maxLibraries: number
  /** Replacements of a library. */
  readonly maxReplacements: number
}

/** Where and how spans are sent. */
export type TracingSettings = {
  /** The URL of an OTLP collector, without its path. */
  readonly endpoint: string
  readonly serviceName: string
  /** Share of the traces that begin here and are recorded. */
  readonly ratio: number
  /** How long spans are collected before they are sent. */
  readonly delayMs: number
}

/** An OpenID Connect provider, and this service as it knows it. */
export type OidcSettings = {
  readonly issuer: string
  readonly clientId: string
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined
}

/** A variable, and the setting that was probably meant. */
export type Misspelt = { readonly name: string; readonly meant: string }

const MEBIBYTE = 1 << 20
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Variables whose values are not shown, because errors end up in logs. */
const SECRETS: ReadonlySet<string> = new Set([
  'DECLAIM_BOOTSTRAP_KEY',
  'WYOMING_KEY',
  'DATABASE_URL',
  'OIDC_CLIENT_SECRET',
])

/** Reads a variable. What is wrong with it is noted, and the value is then undefined. */
type Read = <Value>(name: string, parse: (text: string | undefined) => Value) => Value

type Environment = Readonly<Record<string, string | undefined>>

/** Settings that the service cannot start with. The message lists everything that is wrong. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** Reads the settings. Throws one SettingsError that lists everything that is wrong with them. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = []
  const known = new Set(['DECLAIM_URL', 'DECLAIM_API_KEY'])
  const read: Read = (name, parse) => {
    known.add(name)
    const text = environment[name]?.trim()
    try {
      return parse(text === '' ? undefined : text)
    } catch (error) {
      const shown = SECRETS.has(name) ? 'set to a wrong value' : JSON.stringify(environment[name])
      problems.push(`${name} is ${shown}: ${(error as Error).message}`)
      return undefined as ReturnType<typeof parse>
    }
  }
  const maxTextLength = read('MAX_TEXT_LENGTH', integer({ fallback: 1000, least: 1, most: 1_000_000 }))
  const wyomingKey = read('WYOMING_KEY', operatorKey)
  const oidcIssuer = read('OIDC_ISSUER', issuerUrl)
  const oidcClientId = read('OIDC_CLIENT_ID', (text) => text)
  const oidcClientSecret = read('OIDC_CLIENT_SECRET', (text) => text)
  const settings: Omit<Config, 'misspelt'> = {
    host: read('HOST', (text) => text ?? '127.0.0.1'),
    port: read('PORT', integer({ fallback: 8787, least: 0, most: 65_535 })),
    dataDirectory: read('DATA_DIR', (text) => resolve(text ?? '.data')),
    databaseUrl: read('DATABASE_URL', postgresUrl),
    audioStore: read('AUDIO_STORE', s3Place),
    s3Endpoint: read('AWS_ENDPOINT_URL_S3', httpUrl) ?? read('AWS_ENDPOINT_URL', httpUrl),
    s3Links: read('S3_LINKS', oneOf(['proxied', 'presigned'] as const, 'proxied')),
    s3PublicEndpoint: read('S3_PUBLIC_ENDPOINT', httpUrl),
    s3IdleMs: 1000 * read('S3_IDLE_SECONDS', integer({ fallback: 20, least: 1, most: 30 })),
    workerTimeoutSeconds: read('WORKER_TIMEOUT_SECONDS', integer({ fallback: 25, least: 15, most: 3600 })),
    publicUrl: read('PUBLIC_URL', httpUrl),
    bootstrapKey: read('DECLAIM_BOOTSTRAP_KEY', operatorKey),
    allowedOrigins: read('ALLOWED_ORIGINS', origins),
    trustedProxies: read('TRUSTED_PROXIES', addresses),
    metricsAddress: read('METRICS_ADDRESS', metricsAddress),
    tracing: readTracing(read),
    // A line for each request would push the first key off the screen.
    logLevel: read('LOG_LEVEL', oneOf(LOG_LEVELS, process.stdout.isTTY ? 'warn' : 'info')),
    renderThreads: read(
      'RENDER_THREADS',
      integer({ fallback: defaultRenderThreads(readMachine()), least: 1, most: 256 }),
    ),
    warmUpMs: read('WARM_UP_MS', integer({ fallback: 500, least: 0, most: 60_000 })),
    listenersPerThread: read('LISTENERS_PER_THREAD', integer({ fallback: 1000, least: 1, most: 1_000_000 })),
    streamPatienceMs: 1000 * read('STREAM_PATIENCE_SECONDS', integer({ fallback: 10, least: 0, most: 300 })),
    combinePatienceMs: 1000 * read('COMBINE_PATIENCE_SECONDS', integer({ fallback: 4, least: 0, most: 300 })),
    avatarsFile: read('AVATARS_FILE', (text) => text),
    foreignSpeakerIds: read('FOREIGN_SPEAKER_IDS', oneOf(['nearest', 'refuse'], 'nearest')),
    publicVoiceList: read('PUBLIC_VOICE_LIST', oneOf(['yes', 'no'], 'no')) === 'yes',
    voiceKeys: readVoiceKeys(environment),
    speechLoudness: read('SPEECH_LOUDNESS', decimal({ fallback: -19, least: -30, most: -16 })),
    blockedTermsFile: read('BLOCKED_TERMS_FILE', (text) => text),
    blockedPatternsFile: read('BLOCKED_PATTERNS_FILE', (text) => text),
    blockProfanity: read('BLOCK_PROFANITY', oneOf(['yes', 'no'], 'no')) === 'yes',
    moderation: {
      url: read('MODERATION_URL', httpUrl),
      timeoutMs: read('MODERATION_TIMEOUT_MS', integer({ fallback: 2000, least: 1, most: 60_000 })),
      onFailure: read('MODERATION_ON_FAILURE', oneOf(['allow', 'refuse'], 'refuse')),
    },
    oidc:
      oidcIssuer === undefined || oidcClientId === undefined
        ? undefined
        : { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret },
    unreadableCharacters: read('UNREADABLE_CHARACTERS', oneOf(['skip', 'refuse'] as const, 'skip')),
    maxTextLength,
    spokenLengthFactor: read('SPOKEN_LENGTH_FACTOR', integer({ fallback: 5, least: 1, most: 1000 })),
    requestTimeoutMs: 1000 * read('REQUEST_TIMEOUT_SECONDS', integer({ fallback: 30, least: 1, most: 3600 })),
    wyoming: read('WYOMING_ADDRESS', (address) =>
      wyomingDoor(address, wyomingKey ?? (environment.WYOMING_KEY?.trim() || undefined)),
    ),
    socketIdleMs: 1000 * read('SOCKET_IDLE_SECONDS', integer({ fallback: 300, least: 1, most: 86_400 })),
    requestsPerSecond: read('REQUESTS_PER_SECOND', integer({ fallback: 3, least: 1, most: 1_000_000 })),
    requestBurst: read('REQUEST_BURST', integer({ fallback: 30, least: 1, most: 1_000_000 })),
    readsPerSecond: read('READS_PER_SECOND', integer({ fallback: 50, least: 1, most: 1_000_000 })),
    readBurst: read('READ_BURST', integer({ fallback: 200, least: 1, most: 1_000_000 })),
    charactersPerMonth: read('CHARACTERS_PER_MONTH', integer({ fallback: 1_000_000_000, least: 1, most: 1e15 })),
    clipLifetimeMs: 1000 * read('CLIP_LIFETIME_SECONDS', integer({ fallback: 604_800, least: 1, most: 31_536_000 })),
    clipRetries: read('CLIP_RETRIES', integer({ fallback: 3, least: 0, most: 10 })),
    webhookPrivateAddresses: read('WEBHOOK_PRIVATE_ADDRESSES', oneOf(['refuse', 'allow'] as const, 'refuse')),
    segmentCacheBytes: MEBIBYTE * read('SEGMENT_CACHE_MB', integer({ fallback: 512, least: 0, most: 16_777_216 })),
    connectionsPerAccount: read('CONNECTIONS_PER_ACCOUNT', integer({ fallback: 1000, least: 1, most: 1_000_000 })),
    maxStreams: read('MAX_STREAMS', integer({ fallback: 1000, least: 1, most: 1_000_000 })),
    maxQueuedClips: read('MAX_QUEUED_CLIPS', integer({ fallback: 100_000, least: 1, most: 1e9 })),
    maxEventLoopDelayMs: read('MAX_EVENT_LOOP_DELAY_MS', integer({ fallback: 500, least: 10, most: 60_000 })),
    maxProjects: read('MAX_PROJECTS', integer({ fallback: 1000, least: 1, most: 1_000_000 })),
    maxLibraries: read('MAX_LIBRARIES', integer({ fallback: 100, least: 1, most: 1_000_000 })),
    maxReplacements: read('MAX_REPLACEMENTS', integer({ fallback: 10_000, least: 1, most: 1_000_000 })),
  }
  const config: Config = { ...settings, misspelt: findMisspelt(Object.keys(environment), known) }
  if ([oidcIssuer, oidcClientId].some((one) => one !== undefined) && config.oidc === undefined)
    problems.push('OIDC_ISSUER and OIDC_CLIENT_ID belong together: set both')
  if (config.oidc !== undefined && config.publicUrl === undefined)
    problems.push(
      'OIDC_ISSUER is set, but there is no PUBLIC_URL: set it to the address to which the provider sends browsers back',
    )
  if (config.s3Links === 'presigned' && config.audioStore === undefined)
    problems.push('S3_LINKS is "presigned", but there is no AUDIO_STORE: set it to s3://bucket/prefix')
  if (problems.length > 0) throw new SettingsError(`Cannot start with these settings:\n  ${problems.join('\n  ')}`)
  return Object.freeze(config)
}

/** Shorter names are one slip from variables of other programs. */
const SHORTEST_MISSPELT = 8

function findMisspelt(names: readonly string[], known: ReadonlySet<string>): readonly Misspelt[] {
  const others = names.filter((name) => name.length >= SHORTEST_MISSPELT && !known.has(name)).toSorted()
  return others.flatMap((name) => {
    const meant = [...known].find((setting) => isOneSlipApart(name, setting))
    return meant === undefined ? [] : [{ name, meant }]
  })
}

/** Whether a letter is missing, added or wrong, or two neighbours have changed places. */
function isOneSlipApart(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++
  const [here, there] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return (
    Math.max(here.length, there.length) === 1 || (here.length === 2 && here[0] === there[1] && here[1] === there[0])
  )
}

/** What the commands that call a service need: where it is, the key, and where `declaim login` keeps both. */
export type ClientConfig = {
  readonly url: string | undefined
  readonly apiKey: string | undefined
  /** Absolute path of the file with the address and the key. */
  readonly loginFile: string
  /** Where programs are looked for. */
  readonly path: string
}

/** Reads the settings of the commands that call a service. */
export function readClientConfig(environment: Environment = process.env): ClientConfig {
  const { DECLAIM_URL: url, DECLAIM_API_KEY: apiKey, XDG_CONFIG_HOME: configHome, PATH: path = '' } = environment
  return {
    url: url || undefined,
    apiKey: apiKey || undefined,
    loginFile: resolve(configHome || join(homedir(), '.config'), 'declaim', 'login.json'),
    path,
  }
}

/** The variables of OpenTelemetry that have a meaning here. */
function readTracing(read: Read): TracingSettings | undefined {
  const endpoint = read('OTEL_EXPORTER_OTLP_ENDPOINT', httpUrl)
  const serviceName = read('OTEL_SERVICE_NAME', (text) => text ?? 'declaim')
  const ratio = read('OTEL_TRACES_SAMPLER_ARG', decimal({ fallback: 1, least: 0, most: 1 }))
  const delayMs = read('OTEL_BSP_SCHEDULE_DELAY', integer({ fallback: 5000, least: 1, most: 3_600_000 }))
  return endpoint === undefined ? undefined : { endpoint, serviceName, ratio, delayMs }
}

function readVoiceKeys(environment: Environment): Readonly<Record<string, string>> {
  const keys = Object.entries(environment).flatMap(([name, value]) => {
    const key = value?.trim() ?? ''
    return name.startsWith('VOICE_KEY_') && key !== '' ? [[name, key] as const] : []
  })
  return Object.fromEntries(keys)
}
