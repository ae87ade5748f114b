import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { doc } from '../script/script-state.ts'
import { type AudioForm, dismissExport, type ExportChoice, exportScript, exportState } from './export-script.ts'

const WHAT = {
  one: 'One file with pauses and chapters',
  each: 'A ZIP with a file for each paragraph',
  srt: 'Captions as SubRip',
  vtt: 'Captions as WebVTT',
  json: 'Captions as JSON, with the time of each word',
} as const
const FORMATS: Readonly<Record<AudioForm, string>> = { mp3: 'MP3', wav: 'WAV', flac: 'FLAC', opus: 'Opus' }
const RATES = [22_050, 24_000, 44_100, 48_000] as const

export function ExportDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const choice = useSignal<ExportChoice>({ what: 'one', format: 'mp3', sampleRate: 44_100 })
  const state = exportState.value
  // An export that a reload interrupted goes on in sight.
  useEffect(() => {
    if (exportState.peek().kind === 'running') dialog.current?.showModal()
  }, [])
  const isEmpty = doc.value.textContent.trim() === ''
  const isCaptions = choice.value.what !== 'one' && choice.value.what !== 'each'
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="export-title">
      <h2 id="export-title">Export</h2>
      <fieldset class="choices" disabled={state.kind === 'running'}>
        <legend class="visually-hidden">What to export</legend>
        {Object.entries(WHAT).map(([what, label]) => (
          <label key={what} class="choice">
            <input
              type="radio"
              name="what"
              checked={choice.value.what === what}
              onChange={() => {
                choice.value = { ...choice.value, what: what as ExportChoice['what'] }
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {!isCaptions && <AudioChoice choice={choice} disabled={state.kind === 'running'} />}
      <Progress />
      {isEmpty && <p class="why">This script has no text yet.</p>}
      <div class="actions">
        <button
          type="button"
          class="button button-primary"
          disabled={state.kind === 'running' || isEmpty}
          onClick={() => void exportScript(choice.value)}
        >
          Export
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            if (state.kind !== 'running') dismissExport()
            dialog.current?.close()
          }}
        >
          Close
        </button>
      </div>
    </dialog>
  )
}

function AudioChoice({ choice, disabled }: { choice: { value: ExportChoice }; disabled: boolean }) {
  return (
    <div class="fields">
      <label>
        Format
        <select
          class="field"
          disabled={disabled}
          value={choice.value.format}
          onChange={({ currentTarget }) => {
            choice.value = { ...choice.value, format: currentTarget.value as AudioForm }
          }}
        >
          {Object.entries(FORMATS).map(([format, label]) => (
            <option key={format} value={format}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Sample rate
        <select
          class="field"
          disabled={disabled}
          value={choice.value.sampleRate}
          onChange={({ currentTarget }) => {
            choice.value = { ...choice.value, sampleRate: Number(currentTarget.value) as ExportChoice['sampleRate'] }
          }}
        >
          {RATES.map((rate) => (
            <option key={rate} value={rate}>
              {rate / 1000} kHz
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

function Progress() {
  const state = exportState.value
  const url = state.kind === 'ready' ? state.url : undefined
  // The file is saved as soon as it is there; the link stays for a second time.
  useEffect(() => {
    if (state.kind !== 'ready') return
    const link = document.createElement('a')
    link.href = state.url
    link.download = state.name
    link.click()
  }, [url])
  if (state.kind === 'running') {
    return (
      <p class="progress" role="status">
        <progress max={state.total} value={state.done} aria-label="Rendered paragraphs" />
        {state.done} of {state.total} paragraphs
      </p>
    )
  }
  if (state.kind === 'ready') {
    return (
      <p class="progress" role="status">
        Saved as{' '}
        <a href={state.url} download={state.name}>
          {state.name}
        </a>
      </p>
    )
  }
  return state.kind === 'failed' ? (
    <p class="problem" role="alert">
      {state.message}
    </p>
  ) : null
}
