/** An event as it came over the wire. */
export type WireEvent = {
  readonly id: number
  readonly event: string
  readonly data: { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> }
}

export type EventReader = {
  /** The next event; rejects when the stream ends. */
  next(): Promise<WireEvent>
  /** All that came so far, comments included. */
  text(): string
  close(): Promise<void>
}

/** Reads an answer of GET /events. */
export function readEvents(response: Response): EventReader {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let held = ''
  let text = ''
  async function nextBlock(): Promise<string> {
    for (;;) {
      const end = held.indexOf('\n\n')
      if (end >= 0) {
        const block = held.slice(0, end)
        held = held.slice(end + 2)
        return block
      }
      const { done, value } = await reader.read()
      if (done) throw new Error('The events have ended')
      held += value
      text += value
    }
  }
  return {
    async next() {
      for (;;) {
        const block = await nextBlock()
        const [, id, event, data] = /^id: (\d+)\nevent: (\S+)\ndata: (.*)$/.exec(block) ?? []
        if (data !== undefined) return { id: Number(id), event: event!, data: JSON.parse(data) }
      }
    },
    text: () => text,
    close: () => reader.cancel(),
  }
}
