import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TEST_KEY } from '../support/test-service.ts'
import { UPSTREAM_SPEAKER } from '../support/upstream-voice.ts'
import type { WebhookReceiver } from '../support/webhook-receiver.ts'
import { ADDRESSES, type Left, type Probe, type WaitingClip } from './fixture.ts'

/** A running service of a release. */
export type Release = {
  readonly url: string
  /** Runs its command line on its storage; returns what it printed. */
  declaim(...args: readonly string[]): Promise<string>
}

type Headers = Readonly<Record<string, string>>
type Clip = { readonly id: string; readonly status: string; readonly url: string; readonly progress: number }

/** Avatars that every release has: a neural voice, and two of Flite. */
const [NEURAL, FLITE, OTHER_FLITE] = [3, 17, 20]
/** Texts with this word make the voice of `ADDRESSES.speech` fail; with this one, it never answers. */
export const REFUSED = 'refused'
export const SILENT = 'waits'

const OWNER: Headers = { 'x-api-key': TEST_KEY }
const JSON_TYPE = { 'content-type': 'application/json' }
const DENIED = 'marmalade'
/** More segments than a part of a long clip has. */
const LONG = `${'No. '.repeat(36)}It ${SILENT}.`

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/**
 * Has a release make one of everything that it stores, in every state, and notes how it answers. Clips are left that wait, that are being
 * rendered, and that have a part. End the release at once then.
 */
export async function fillRelease(
  release: Release,
  receiver: WebhookReceiver,
): Promise<Pick<Left, 'probes' | 'waiting' | 'webhooks' | 'auditEntries'>> {
  const probes: Probe[] = []

  async function send(method: string, path: string, body?: unknown, headers: Headers = OWNER): Promise<Response> {
    return await fetch(release.url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && JSON_TYPE) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  async function call<Body>(method: string, path: string, body?: unknown, headers?: Headers): Promise<Body> {
    const answer = await send(method, `/v1/tts${path}`, body, headers)
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Body
  }
  /** Notes how the release answers. `pick` chooses what of a JSON answer has to stay. */
  async function probe(
    name: string,
    [method, path]: readonly [Probe['method'], string],
    { headers = OWNER, body, pick }: { headers?: Headers; body?: unknown; pick?: (answer: never) => unknown } = {},
  ): Promise<void> {
    const response = await send(method, path, body, headers)
    const bytes = await response.bytes()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
    const parsed: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined
    const common = { name, method, path, headers, ...(body !== undefined && { body }), status: response.status }
    if (!response.ok) probes.push({ ...common, ...(isJson && { answer: { code: (parsed as { code: string }).code } }) })
    else if (isJson) probes.push({ ...common, ...(pick && { answer: pick(parsed as never) }) })
    else probes.push({ ...common, sha256: sha256(bytes) })
  }
  async function createClips(bodies: readonly object[], headers?: Headers): Promise<readonly string[]> {
    return (await call<{ clip_ids: string[] }>('POST', '/clips', bodies, headers)).clip_ids
  }
  async function ended(id: string, headers?: Headers): Promise<Clip> {
    for (;;) {
      const clip = await call<Clip>('GET', `/clips/${id}`, undefined, headers)
      if (clip.status !== 'PROCESSING') return clip
      await sleep(50)
    }
  }
  const whole = (answer: never): unknown => answer
  const pathOf = (url: string): string => new URL(url).pathname

  // Accounts, plans, keys, terms and a session.
  await release.declaim('plans', 'set', 'large', 'charactersPerText=5000', 'charactersPerMonth=100000')
  await release.declaim('accounts', 'create', 'support', '--plan', 'large')
  await release.declaim('accounts', 'create', 'away')
  await release.declaim('accounts', 'terms', 'support', '--deny', DENIED)
  const keyOf = (text: string): string => /dcl_\w+/.exec(text)![0]
  const createKey = async (...args: readonly string[]) => {
    const { key, id } = JSON.parse(await release.declaim('keys', 'create', ...args, '--json')) as {
      key: string
      id: string
    }
    return { key, id }
  }
  const support = await createKey('--account', 'support', '--name', 'all')
  const suspended = await createKey('--account', 'away')
  const revoked = await createKey('--account', 'support')
  const rotated = await createKey('--account', 'support', '--name', 'rotated')
  const small = await createKey('--account', 'support', '--name', 'small', '--characters-per-month', '20')
  const keys: Readonly<Record<string, string>> = {
    owner: TEST_KEY,
    admin: (await createKey('--name', 'admin', '--scopes', 'admin,keys')).key,
    support: support.key,
    synthesize: (await createKey('--account', 'support', '--scopes', 'synthesize')).key,
    reader: (await createKey('--account', 'support', '--scopes', 'clips:read,libraries:read,usage')).key,
    elsewhere: (await createKey('--account', 'support', '--addresses', '10.0.0.0/8')).key,
    later: (await createKey('--account', 'support', '--expires', '2099-01-31')).key,
    revoked: revoked.key,
    suspended: suspended.key,
    rotated: rotated.key,
    rotatedTo: keyOf(await release.declaim('keys', 'rotate', rotated.id, '--overlap-hours', '24')),
    unknown: 'dcl_000000000000000000000000000000000000000000',
  }
  await release.declaim('keys', 'revoke', revoked.id)
  await release.declaim('accounts', 'suspend', 'away')
  const SUPPORT: Headers = { 'x-api-key': support.key }

  // Libraries: words, a respelling, and one that is switched off.
  const libraries: string[] = []
  for (const name of ['Products', 'Näme 2']) {
    const { library_id: id } = await call<{ library_id: string }>('POST', '/replacement_libraries', { name }, SUPPORT)
    libraries.push(id)
  }
  const [products, names] = libraries as [string, string]
  const replacements = [
    { original: 'SQL', replacement_text: 'sequel' },
    { original: 'Siobhan', replacement_text: 'shuh-VAWN', is_phonetic_respelling: true },
    { original: 'nginx', replacement_text: 'engine', enabled: false },
  ]
  await call('POST', `/replacement_libraries/${products}/replacements/bulk`, replacements, SUPPORT)
  const oddName = { original: "L'Été", replacement_text: 'summer' }
  await call('POST', `/replacement_libraries/${names}/replacements`, oddName, SUPPORT)

  // Webhooks: one that is reached, one whose receiver is away, one that is switched off.
  const hookAt = (port: { host: string; port: number }): string => `http://${port.host}:${port.port}/hook`
  type Endpoint = { readonly id: string; readonly secret: string }
  const reached = await call<Endpoint>('POST', '/webhooks', { url: hookAt(ADDRESSES.webhooks) }, SUPPORT)
  const off = await call<Endpoint>('POST', '/webhooks', { url: hookAt(ADDRESSES.webhooks) }, SUPPORT)
  await call('PATCH', `/webhooks/${off.id}`, { enabled: false }, SUPPORT)

  // Clips that end: each format, a bulk, libraries, markup, names, one that fails, one that is deleted, and combinations.
  // Short, because the archives are kept in the repository.
  const formats = { mp3: 'Up.', wav: 'At.', flac: 'It.', opus: 'Us.', aac: 'Ebb.', mulaw: 'Oh.' }
  const spoken = [
    ...Object.entries(formats).map(([file_format, text], index) => ({
      speaker_id: index % 2 === 0 ? FLITE : OTHER_FLITE,
      text,
      audio_configs: { file_format },
    })),
    { speaker_id: NEURAL, text: 'It.', title: 'A title' },
    { speaker_id: FLITE, text: 'SQL', library_ids: libraries, label: 'a label', metadata: { order: 7 } },
    { speaker_id: FLITE, text: '<tempo value="2">::toh-MAY-toh::</tempo>' },
    { speaker_id: UPSTREAM_SPEAKER, text: 'Hm.', audio_configs: { file_format: 'wav' } },
  ]
  const bulk = await createClips(spoken, SUPPORT)
  for (const id of bulk) await ended(id, SUPPORT)
  const once = { speaker_id: FLITE, text: 'Ah.' }
  const idempotent = { ...SUPPORT, 'idempotency-key': 'once' }
  await ended((await call<{ clip_id: string }>('POST', '/clips', once, idempotent)).clip_id, SUPPORT)
  await probe('an idempotency key', ['POST', '/v1/tts/clips'], { headers: idempotent, body: once, pick: whole })
  const combination = { clip_ids: [bulk[0], bulk[6], bulk[9]], pause_durations: 0.1 }
  const joined = { ...combination, async: true, label: 'joined' }
  const { clip_id: combined } = await call<{ clip_id: string }>('POST', '/clips/combine', joined, SUPPORT)
  await ended(combined, SUPPORT)
  const [failing, gone] = (await createClips(
    [
      { speaker_id: UPSTREAM_SPEAKER, text: `It is ${REFUSED}.` },
      { speaker_id: FLITE, text: 'Gone.' },
    ],
    SUPPORT,
  )) as [string, string]
  for (const id of [failing, gone]) await ended(id, SUPPORT)
  const { url: goneUrl } = await call<Clip>('GET', `/clips/${gone}`, undefined, SUPPORT)
  await call('DELETE', `/clips/${gone}`, undefined, SUPPORT)

  // What an operator's key has used up.
  const SMALL: Headers = { 'x-api-key': small.key }
  await (await send('POST', '/v1/tts/stream', { speaker_id: FLITE, text: 'Fifteen letters' }, SMALL)).bytes()

  // A browser that is signed in.
  const code = /#sign-in=(\S+)/.exec(await release.declaim('sign-in', '--account', 'support'))![1]
  const studio = { 'x-declaim-studio': '1', 'sec-fetch-site': 'same-origin' }
  const signedIn = await send('POST', '/studio/session', { code }, studio)
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!

  // How it answers.
  for (const id of [...bulk, combined]) {
    const { url } = await call<Clip>('GET', `/clips/${id}`, undefined, SUPPORT)
    await probe('a complete clip', ['GET', `/v1/tts/clips/${id}`], { headers: SUPPORT, pick: whole })
    await probe('its link', ['GET', pathOf(url)], { headers: {} })
    await probe('its times', ['GET', `/v1/tts/clips/${id}/timing`], { headers: SUPPORT, pick: whole })
    await probe('its captions', ['GET', `/v1/tts/clips/${id}/captions.srt`], { headers: SUPPORT })
  }
  await probe('a failed clip', ['GET', `/v1/tts/clips/${failing}`], { headers: SUPPORT, pick: whole })
  await probe('a deleted clip', ['GET', `/v1/tts/clips/${gone}`], { headers: SUPPORT })
  await probe('the link of a deleted clip', ['GET', pathOf(goneUrl)], { headers: {} })
  await probe("another account's clip", ['GET', `/v1/tts/clips/${bulk[0]}`])
  const wav = { ...combination, audio_configs: { file_format: 'wav' } }
  await probe('a combination that is sent', ['POST', '/v1/tts/clips/combine'], { headers: SUPPORT, body: wav })
  for (const id of libraries) {
    const path = `/v1/tts/replacement_libraries/${id}`
    await probe('a library', ['GET', path], { headers: SUPPORT, pick: whole })
    await probe('its replacements', ['GET', `${path}/replacements`], { headers: SUPPORT, pick: whole })
    await probe('its export', ['GET', `${path}/replacements/export?format=csv`], { headers: SUPPORT })
  }
  const said = { speaker_id: FLITE, text: "SQL in L'Été by Siobhan with nginx", library_ids: libraries }
  const spokenText = ({ spoken_text }: { readonly spoken_text: string }) => ({ spoken_text })
  const explain = { headers: SUPPORT, body: said, pick: spokenText as (answer: never) => unknown }
  await probe('what libraries make of a text', ['POST', '/v1/tts/explain'], explain)
  for (const [name, key] of Object.entries(keys)) {
    const headers = { 'x-api-key': key }
    const rights: readonly (readonly [Probe['method'], string, unknown?])[] = [
      ['POST', '/input_validated', { speaker_id: FLITE, text: 'Hello.' }],
      ['POST', '/input_validated', { speaker_id: FLITE, text: `More ${DENIED}.` }],
      ['GET', '/clips?limit=1'],
      ['DELETE', '/clips/unknown'],
      ['GET', '/replacement_libraries'],
      ['POST', '/replacement_libraries', {}],
      ['GET', '/webhooks'],
      ['GET', '/usage'],
      ['GET', '/keys'],
      ['GET', '/admin/plans'],
    ]
    for (const [method, path, body] of rights)
      await probe(`the key ${name}`, [method, `/v1/tts${path}`], { headers, ...(body !== undefined && { body }) })
  }
  const ADMIN = { 'x-api-key': keys.admin! }
  await probe('the month of a key', ['POST', '/v1/tts/stream'], {
    headers: SMALL,
    body: { speaker_id: FLITE, text: 'Ten letters' },
  })
  await probe('the month of an account', ['GET', '/v1/tts/usage?group_by=day,endpoint'], {
    headers: ADMIN,
    pick: whole,
  })
  await probe('a session', ['GET', '/v1/tts/replacement_libraries'], { headers: { ...studio, cookie }, pick: whole })
  for (const { id } of [reached, off])
    await probe('a webhook', ['GET', `/v1/tts/webhooks/${id}`], { headers: SUPPORT, pick: whole })

  // Messages that nobody takes.
  await receiver.until(bulk.length + 4)
  const late = await call<Endpoint>('POST', '/webhooks', { url: hookAt(ADDRESSES.lateWebhooks) }, SUPPORT)
  const [noted] = (await createClips([{ speaker_id: FLITE, text: 'Eh.' }], SUPPORT)) as [string]
  await ended(noted, SUPPORT)
  type Deliveries = { readonly deliveries: readonly { readonly id: string; readonly status: string }[] }
  const pendingOf = async ({ id }: Endpoint): Promise<readonly string[]> =>
    (await call<Deliveries>('GET', `/webhooks/${id}/deliveries?status=pending`, undefined, SUPPORT)).deliveries.map(
      (delivery) => delivery.id,
    )
  while ((await pendingOf(late)).length < 2 || (await pendingOf(reached)).length > 0) await sleep(50)

  // Clips that the release does not finish. What it says for the same requests is kept first.
  const pcm = { audio_configs: { file_format: 'pcm' } }
  const unfinished = [
    { speaker_id: NEURAL, text: 'No.', ...pcm },
    { speaker_id: FLITE, text: 'It costs $5, <tempo value="0.8">really</tempo>.', ...pcm },
    { speaker_id: OTHER_FLITE, text: 'SQL by Siobhan.', library_ids: libraries, ...pcm },
    { speaker_id: UPSTREAM_SPEAKER, text: 'Hello there.', ...pcm },
  ]
  const expected: { bytes: number; sha256?: string }[] = []
  const keep = async (path: string, body: object): Promise<void> => {
    const answer = await send('POST', `/v1/tts${path}`, body, SUPPORT)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    const bytes = await answer.bytes()
    // Later releases may have another neural model.
    const isExact = (body as { readonly speaker_id?: number }).speaker_id !== NEURAL
    expected.push({ bytes: bytes.length, ...(isExact && { sha256: sha256(bytes) }) })
  }
  for (const body of unfinished) await keep('/stream', body)
  await keep('/clips/combine', { ...combination, ...pcm })
  const silent = [
    { speaker_id: UPSTREAM_SPEAKER, text: LONG, ...pcm },
    { speaker_id: UPSTREAM_SPEAKER, text: `It ${SILENT}.`, ...pcm },
  ]
  const [long, held] = (await createClips(silent, SUPPORT)) as [string, string]
  while ((await call<Clip>('GET', `/clips/${long}`, undefined, SUPPORT)).progress < 0.2) await sleep(50)
  const queued = await createClips(unfinished, SUPPORT)
  const { clip_id: toJoin } = await call<{ clip_id: string }>(
    'POST',
    '/clips/combine',
    { ...combination, ...pcm, async: true },
    SUPPORT,
  )
  const waiting: WaitingClip[] = []
  for (const [index, id] of [...queued, toJoin, long, held].entries()) {
    const { url, status } = await call<Clip>('GET', `/clips/${id}`, undefined, SUPPORT)
    if (status !== 'PROCESSING') throw new Error(`Clip ${id} is ${status} already`)
    waiting.push({ id, path: pathOf(url), headers: SUPPORT, ...expected[index] })
  }
  const audit = JSON.parse(`[${(await release.declaim('audit', '--json')).trim().replaceAll('\n', ',')}]`) as unknown[]
  return {
    probes,
    waiting,
    webhooks: {
      reached: { id: reached.id, secret: reached.secret, pending: [] },
      late: { id: late.id, secret: late.secret, pending: await pendingOf(late) },
    },
    auditEntries: audit.length,
  }
}
