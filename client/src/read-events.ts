/** An event as it is sent: its fields by their names. */
export type SentEvent = ReadonlyMap<string, string>

/** Reads server-sent events (HTML Standard, section 9.2.6), as far as this service uses them. */
export async function* readEvents(body: ReadableStream<Uint8Array> | null): AsyncGenerator<SentEvent> {
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let held = ''
  try {
    for (let part = await reader.read(); part.done !== true; part = await reader.read()) {
      const blocks = (held + part.value).split('\n\n')
      held = blocks.pop() ?? ''
      for (const block of blocks) {
        const fields = new Map(block.split('\n').map((line) => splitField(line)))
        if (fields.has('data')) yield fields
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function splitField(line: string): readonly [string, string] {
  const colon = line.indexOf(': ')
  return colon < 0 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 2)]
}
