import { type Clip, ClipFailedError, type ClipFilter } from '../../../client/src/declaim.ts'
import { CommandError } from '../exit-codes.ts'
import { makeFolder } from '../files.ts'
import type { JsonOption } from '../to-json.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { downloadClip } from './download-clip.ts'
import { formatTable } from './format-table.ts'

type Print = (line: string) => void

/** `declaim clips list`. */
export async function listClips(options: ConnectOptions & ClipFilter & JsonOption, print: Print): Promise<void> {
  const { declaim } = await connect(options)
  const { url: _url, json, ...filter } = options
  printClips(await declaim.clips.list(filter), json, print)
}

/** `declaim clips show`. */
export async function showClips(
  ids: readonly string[],
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  printClips(await Promise.all(ids.map((id) => declaim.clips.get(id))), options.json, print)
}

function printClips(clips: readonly Clip[], json: boolean | undefined, print: Print): void {
  const rows = clips.map(({ id, status, url, error }) => [id, status, error?.message ?? url])
  for (const line of json === true ? [JSON.stringify(clips, null, 2)] : formatTable(rows)) print(line)
}

/** `declaim clips retry`: renders FAILED clips again. */
export async function retryClips(
  ids: readonly string[],
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const { clips } = (await connect(options)).declaim
  const retried: Clip[] = []
  try {
    for (const id of ids) retried.push(await clips.retry(id))
  } finally {
    printClips(retried, options.json, print)
  }
}

/** `declaim clips delete`. */
export async function deleteClips(
  ids: readonly string[],
  options: ConnectOptions & JsonOption,
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  for (const id of ids) {
    const deleted = await declaim.clips.delete(id)
    print(options.json === true ? JSON.stringify(deleted) : `Clip ${id} is deleted.`)
  }
}

/** `declaim clips download`: waits for each clip and writes its audio; every COMPLETE clip if none is named. */
export async function downloadClips(
  ids: readonly string[],
  { json, ...options }: ConnectOptions & JsonOption & { readonly output: string },
  print: Print,
): Promise<void> {
  const { declaim } = await connect(options)
  await makeFolder(options.output)
  const wanted = ids.length > 0 ? ids : (await listAll(declaim.clips.list)).map(({ id }) => id)
  for (const id of wanted) {
    const clip = await declaim.clips.waitFor(id).catch((error: unknown) => {
      if (!(error instanceof ClipFailedError)) throw error
      throw new CommandError('software', `Cannot download clip ${id}: it is FAILED: ${error.message}`)
    })
    const file = await downloadClip(clip, options.output)
    print(json === true ? JSON.stringify({ clip_id: id, file }) : file)
  }
}

const PAGE = 1000

async function listAll(list: (filter: ClipFilter) => Promise<readonly Clip[]>): Promise<readonly Clip[]> {
  const all: Clip[] = []
  for (let before: string | undefined; ; ) {
    const page = await list({ status: 'COMPLETE', limit: PAGE, ...(before !== undefined && { before }) })
    all.push(...page)
    if (page.length < PAGE) return all
    before = page.at(-1)!.id
  }
}

/** `declaim clips timing`: the word times or captions of a clip. */
export async function printTiming(
  id: string,
  options: ConnectOptions & { readonly format: 'json' | 'srt' | 'vtt' },
  print: Print,
): Promise<void> {
  const { clips } = (await connect(options)).declaim
  if (options.format === 'json') print(JSON.stringify(await clips.timing(id), null, 2))
  else print((await clips[options.format](id)).trimEnd())
}
