import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { checkLibraryLimit, checkReplacementLimit, checkUploadLimit } from '../../../accounts/library-limits.ts'
import { ServiceError } from '../../../errors.ts'
import { createLibrary, findLibrary, listLibraries } from '../../../storage/records/libraries.ts'
import { addReplacements, countReplacements, listReplacements } from '../../../storage/records/replacements.ts'
import { formatPls, type LexiconRow, parsePls } from '../../../text/replacements/pls-lexicon.ts'
import { warnCaller } from '../../answers/warn-caller.ts'
import type { App } from '../../app.ts'
import { createAudited } from '../../requests/audited-change.ts'
import { boundsOf, receiveBody } from '../../requests/receive-body.ts'
import { refuseValue } from '../../schemas/refuse-value.ts'
import { parseReplacementRows, toReplacementRow } from '../../schemas/replacement-rows.ts'
import type { Services } from '../../services.ts'
import {
  DICTIONARY_ANSWERS,
  parseName,
  parseRules,
  toAddedBody,
  toDictionaryBody,
  toRuleBody,
  VERSION,
} from './dictionary-bodies.ts'

type Fields = Readonly<Record<string, unknown>>

const MOST_PER_PAGE = 100
const DEFAULT_PER_PAGE = 30

const itemParams = Type.Object({ pronunciation_dictionary_id: Type.String() })
const versionParams = Type.Object({ pronunciation_dictionary_id: Type.String(), version_id: Type.String() })

/** /v1/pronunciation-dictionaries: the replacement libraries of the account, as ElevenLabs describes dictionaries. */
export function registerDictionaryRoutes(app: App, services: Services): void {
  registerAddingRoutes(app, services)
  registerReadingRoutes(app, services)
}

function registerAddingRoutes(app: App, services: Services): void {
  const { clock, limits } = services
  const response = { 200: DICTIONARY_ANSWERS.added }
  const add = async (request: FastifyRequest, name: string, rows: readonly LexiconRow[]) => {
    checkUploadLimit(rows.length, limits)
    const values = parseReplacementRows(rows.map(toReplacementRow))
    const { accountId } = request
    const now = clock()
    return await createAudited(request, services, async (transaction) => {
      const library = await createLibrary(transaction, { accountId, name, now })
      await checkLibraryLimit(transaction, accountId, limits)
      const key = { accountId, libraryId: library.id }
      await addReplacements(transaction, key, { values, now })
      await checkReplacementLimit(transaction, key, limits)
      return toAddedBody(library, { accountId, rules: values.length, now })
    })
  }
  app.post('/add-from-rules', { config: { bodyKind: 'replacements' }, schema: { response } }, async (request) => {
    const { name, rules } = (request.body ?? {}) as Fields
    return await add(request, parseName(name), parseRules(rules))
  })
  // In a scope of its own. Other routes parse every body as JSON, whatever its content type.
  void app.register(async (scope: App) => {
    scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, payload: Readable) =>
      parseForm(await receiveBody(request, payload, boundsOf(request, services)), request.headers['content-type']!),
    )
    scope.post(
      '/add-from-file',
      { config: { bodyKind: 'replacements' }, schema: { response } },
      async (request, reply) => {
        const form = request.body
        if (!(form instanceof FormData))
          throw new ServiceError('MISSING_ARGUMENT', 'Cannot add the dictionary: expected a form with name and file')
        const file = form.get('file')
        if (!(file instanceof File)) throw refuseValue('file', file ?? undefined, 'a lexicon (PLS)')
        const { rows, problems } = parsePls(await file.text())
        if (rows.length === 0)
          throw new ServiceError(
            'MISSING_ARGUMENT',
            ['Cannot use the lexicon: it has no entry', ...problems].join('; '),
          )
        warnCaller(
          reply,
          problems.map((problem) => `Left out: ${problem}`),
        )
        return await add(request, parseName(form.get('name')), rows)
      },
    )
  })
}

/** Reads a form. Throws MISSING_ARGUMENT if it is none. */
async function parseForm(bytes: Uint8Array, contentType: string): Promise<FormData> {
  try {
    const body = new Uint8Array(bytes)
    return await new Response(body, { headers: { 'content-type': contentType } }).formData()
  } catch (cause) {
    throw new ServiceError('MISSING_ARGUMENT', 'Cannot read the form: it is not multipart/form-data', { cause })
  }
}

function registerReadingRoutes(app: App, { db }: Services): void {
  app.get('/', { schema: { response: { 200: DICTIONARY_ANSWERS.list } } }, async ({ accountId, query }) => {
    const { page_size: asked, cursor } = query as Fields
    const size = parsePageSize(asked)
    const libraries = await listLibraries(db, accountId)
    const start = cursor === undefined ? 0 : libraries.findIndex(({ id }) => id === cursor)
    if (start === -1) throw refuseValue('cursor', cursor, 'next_cursor of the page before')
    const page = libraries.slice(start, start + size)
    const next = libraries[start + size]
    const dictionaries = page.map(async (library) =>
      toDictionaryBody(library, { accountId, rules: await countReplacements(db, library.id) }),
    )
    return {
      pronunciation_dictionaries: await Promise.all(dictionaries),
      next_cursor: next?.id ?? null,
      has_more: next !== undefined,
    }
  })
  app.get(
    '/:pronunciation_dictionary_id',
    { schema: { params: itemParams, response: { 200: DICTIONARY_ANSWERS.whole } } },
    async ({ accountId, params }) => {
      const key = { accountId, libraryId: params.pronunciation_dictionary_id }
      const [library, replacements] = await Promise.all([findLibrary(db, key), listReplacements(db, key)])
      const body = toDictionaryBody(library, { accountId, rules: replacements.length })
      return { ...body, rules: replacements.map(toRuleBody) }
    },
  )
  app.get(
    '/:pronunciation_dictionary_id/:version_id/download',
    { schema: { params: versionParams } },
    async ({ accountId, params }, reply) => {
      const { pronunciation_dictionary_id: libraryId, version_id: version } = params
      if (version !== VERSION)
        throw new ServiceError('NOT_FOUND', `Cannot find version "${version}": only "${VERSION}" is kept`)
      const rows = await listReplacements(db, { accountId, libraryId })
      void reply.header('content-disposition', 'attachment; filename="dictionary.pls"')
      return reply.type('application/pls+xml; charset=utf-8').send(formatPls(rows, 'en-US'))
    },
  )
}

function parsePageSize(asked: unknown): number {
  if (asked === undefined) return DEFAULT_PER_PAGE
  const size = Number(asked)
  if (Number.isInteger(size) && size >= 1 && size <= MOST_PER_PAGE) return size
  throw refuseValue('page_size', asked, `a number from 1 to ${MOST_PER_PAGE}`)
}
