import { useComputed, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Node } from 'prosemirror-model'
import type { Export } from '../../../client/src/declaim.ts'
import { hasScenes } from '../script/scenes.ts'
import { doc, selectedIds } from '../script/script-state.ts'
import { describeError } from '../service.ts'
import { formatClock } from '../shell/format-clock.ts'
import { secondsTogether } from '../shell/player/time-line.ts'
import {
  bitratesOf,
  CAPTIONS,
  CHAPTERS,
  changeChoice,
  type ExportChoice,
  exportChoice,
  FORMATS,
  hasVariable,
  LAYOUTS,
  LOUDNESS,
  PRESETS,
  presetOf,
  ratesOf,
  SCOPES,
  type Scope,
} from './export-choice.ts'
import {
  cancelExport,
  dismissExport,
  download,
  estimateExport,
  exportState,
  type ScopedEstimate,
  startExport,
} from './exports.ts'

/** What is exported, as what, and what it will cost. */
export function ExportDialog({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  const isOpen = useSignal(false)
  const scope = useSignal<Scope>('all')
  useEffect(() => {
    const observer = new MutationObserver(() => {
      isOpen.value = dialog.current?.open === true
      // What came of the last export is said until the next one.
      if (isOpen.value) dismissExport()
    })
    if (dialog.current !== null) observer.observe(dialog.current, { attributeFilter: ['open'] })
    return () => observer.disconnect()
  }, [])
  const { estimate, problem } = useEstimate(isOpen.value, scope.value)
  const status = useRef<HTMLDivElement>(null)
  const { kind } = exportState.value
  const isBusy = kind === 'sending' || kind === 'running'
  const isReady = estimate !== undefined && estimate.problem === null && !isBusy
  return (
    <dialog
      ref={dialog}
      class="dialog dialog-export"
      aria-labelledby="export-title"
      onClose={() => {
        scope.value = 'all'
      }}
    >
      <h2 id="export-title">Export</h2>
      {isOpen.value && (
        <>
          <ChoiceFields scope={scope} />
          <div ref={status} class="export-status" tabIndex={-1}>
            <Estimate estimate={estimate} problem={problem} />
            <Progress />
          </div>
          <div class="actions">
            <button
              type="button"
              class="button button-primary"
              aria-disabled={!isReady}
              onClick={() => {
                if (!isReady) return
                // The button does nothing meanwhile, and what happens is read out.
                status.current?.focus()
                void startExport(estimate.input)
              }}
            >
              Export
            </button>
            <button type="button" class="button" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </div>
        </>
      )}
    </dialog>
  )
}

const ESTIMATE_AFTER_MS = 250

/** What was asked about, and what came of it. */
type Asked = {
  readonly scope: Scope
  readonly choice: ExportChoice
  readonly script: Node
  readonly estimate?: ScopedEstimate
  readonly problem?: string
}

/** What an export as it is chosen would render and cost, asked again when the choice or the script changes. */
function useEstimate(isOpen: boolean, scope: Scope): Pick<Asked, 'estimate' | 'problem'> {
  const asked = useSignal<Asked | undefined>(undefined)
  const [choice, script] = [exportChoice.value, doc.value]
  const ended = useComputed(() => exportState.value.kind === 'ended')
  useEffect(() => {
    if (!isOpen) return
    const leaving = new AbortController()
    asked.value = undefined
    const answer = (found: Pick<Asked, 'estimate' | 'problem'>): void => {
      if (!leaving.signal.aborted) asked.value = { scope, choice, script, ...found }
    }
    const timer = setTimeout(() => {
      void estimateExport(scope, choice, leaving.signal)
        .then((estimate) => answer(estimate === undefined ? { problem: NOTHING[scope] } : { estimate }))
        .catch((error: unknown) => answer({ problem: describeError(error) }))
    }, ESTIMATE_AFTER_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [isOpen, scope, choice, script, ended.value])
  const found = asked.value
  // Between a choice and the frame that shows it, a key could export what was chosen before.
  return found?.scope === scope && found.choice === choice && found.script === script ? found : {}
}

const NOTHING: Readonly<Record<Scope, string>> = {
  all: 'This script has no text yet.',
  scene: 'This scene has no text yet.',
  selection: 'The selected paragraphs have no text.',
  changed: 'Nothing has changed since the last export.',
}

type EstimateProps = { readonly estimate: ScopedEstimate | undefined; readonly problem: string | undefined }

/** What the export will do, before it is begun. */
function Estimate({ estimate, problem }: EstimateProps) {
  if (exportState.value.kind === 'sending' || exportState.value.kind === 'running') return null
  if (problem !== undefined)
    return (
      <p class="why" role="status">
        {problem}
      </p>
    )
  if (estimate === undefined)
    return (
      <p class="why" role="status">
        Looking at what is new…
      </p>
    )
  const { paragraphs, paragraphs_to_render: fresh, characters, input } = estimate
  // The page knows better than the service how long speech is that is not rendered yet.
  const seconds = fresh === 0 ? estimate.audio_seconds : secondsTogether(input.paragraphs.map(({ id }) => id ?? ''))
  const total = count(paragraphs.length, 'paragraph')
  const length = `${fresh > 0 ? 'About ' : ''}${formatClock(seconds)} of audio.`
  return (
    <>
      <p class="estimate" role="status">
        {fresh === 0
          ? `${total}, all of them kept from earlier: nothing is rendered or charged. ${length}`
          : `${fresh === paragraphs.length ? total : `${fresh} of ${total}`} will be rendered: ${count(characters, 'character')}. ${length}`}
      </p>
      {estimate.problem !== null && (
        <p class="problem" role="alert">
          {estimate.problem.message}
        </p>
      )}
    </>
  )
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

function ChoiceFields({ scope }: { scope: { value: Scope } }) {
  const choice = exportChoice.value
  const hasAudio = choice.layout !== 'none'
  const preset = presetOf(choice)
  return (
    <div class="fields export-fields">
      <Select
        label="Preset"
        value={preset ?? ''}
        options={[
          ...Object.keys(PRESETS).map((name) => [name, name] as const),
          ...(preset ? [] : [['', 'Own settings'] as const]),
        ]}
        onChange={(name) => changeChoice(PRESETS[name] ?? {})}
      />
      <Select
        label="Export"
        value={scope.value}
        options={Object.entries(SCOPES).filter(([one]) => isOffered(one as Scope))}
        onChange={(one) => {
          scope.value = one as Scope
        }}
      />
      <Select
        label="Files"
        value={choice.layout}
        options={Object.entries(LAYOUTS)}
        onChange={(layout) => changeChoice({ layout: layout as ExportChoice['layout'] })}
      />
      {hasAudio && <AudioFields choice={choice} />}
      <Select
        label="Chapters"
        value={choice.chapters}
        options={Object.entries(CHAPTERS)}
        onChange={(chapters) => changeChoice({ chapters: chapters as ExportChoice['chapters'] })}
      />
      {choice.layout !== 'one' && hasAudio && (
        <label class="wide">
          File names
          <input
            class="field"
            value={choice.names}
            maxLength={200}
            placeholder={choice.layout === 'scene' ? '{scene_number} {scene}' : '{number} {name}'}
            aria-describedby="name-fields"
            onInput={({ currentTarget }) => changeChoice({ names: currentTarget.value })}
          />
          <span id="name-fields" class="why">
            From {'{title} {scene} {scene_number} {name} {number} {voice}'}
          </span>
        </label>
      )}
      <fieldset class="choices wide">
        <legend>Beside the audio</legend>
        {Object.entries(CAPTIONS).map(([form, label]) => (
          <Tick
            key={form}
            label={`Captions as ${label}`}
            isOn={choice.captions.includes(form as 'srt')}
            onChange={(isOn) =>
              changeChoice({
                captions: (Object.keys(CAPTIONS) as (keyof typeof CAPTIONS)[]).filter((one) =>
                  one === form ? isOn : choice.captions.includes(one),
                ),
              })
            }
          />
        ))}
        <Tick
          label="List of chapters, as text"
          isOn={choice.hasChapterList}
          onChange={(hasChapterList) => changeChoice({ hasChapterList })}
        />
      </fieldset>
    </div>
  )
}

function isOffered(scope: Scope): boolean {
  if (scope === 'scene') return hasScenes.value
  return scope !== 'selection' || selectedIds.value.length > 1
}

function AudioFields({ choice }: { choice: ExportChoice }) {
  return (
    <>
      <Select
        label="Format"
        value={choice.format}
        options={Object.entries(FORMATS)}
        onChange={(format) => changeChoice({ format: format as ExportChoice['format'] })}
      />
      <Select
        label="Sample rate"
        value={String(choice.sampleRate)}
        options={ratesOf(choice.format).map((rate) => [String(rate), `${rate / 1000} kHz`])}
        onChange={(rate) => changeChoice({ sampleRate: Number(rate) })}
      />
      {bitratesOf(choice.format, choice.sampleRate).length > 0 && (
        <Select
          label="Bitrate"
          value={String(choice.bitrate)}
          options={[
            ['usual', 'Usual'],
            ...(hasVariable(choice.format) ? [['vbr', 'Variable'] as const] : []),
            ...bitratesOf(choice.format, choice.sampleRate).map((rate) => [String(rate), `${rate} kb/s`] as const),
          ]}
          onChange={(rate) => changeChoice({ bitrate: rate === 'usual' || rate === 'vbr' ? rate : Number(rate) })}
        />
      )}
      <Select
        label="Loudness"
        value={String(choice.loudness)}
        options={LOUDNESS.map(([lufs, label]) => [String(lufs), label])}
        onChange={(lufs) => changeChoice({ loudness: lufs === 'null' ? null : Number(lufs) })}
      />
    </>
  )
}

type SelectProps = {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}

function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <label>
      {label}
      <select class="field" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

type TickProps = { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }

function Tick({ label, isOn, onChange }: TickProps) {
  return (
    <label class="choice">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
      {label}
    </label>
  )
}

/** How far the export is, and what came of it. */
function Progress() {
  const state = exportState.value
  switch (state.kind) {
    case 'idle':
      return null
    case 'sending':
      return (
        <p class="progress" role="status">
          <progress aria-label="Export" /> Sending the script
        </p>
      )
    case 'running':
      return <Running one={state.export} />
    case 'failed':
      return (
        <p class="problem" role="alert">
          {state.message}
        </p>
      )
    case 'ended':
      return <Ended one={state.export} />
  }
}

function Running({ one }: { one: Export }) {
  const percent = Math.floor(one.progress * 100)
  return (
    <p class="progress">
      <progress max={100} value={percent} aria-label="Export" />
      <span role="status">{percent} %</span>
      <button type="button" class="button" onClick={() => void cancelExport(one.id)}>
        Cancel the export
      </button>
    </p>
  )
}

function Ended({ one }: { one: Export }) {
  if (one.status === 'FAILED')
    return (
      <p class="problem" role="alert">
        {one.error?.message ?? 'The export failed.'}
      </p>
    )
  const cost = one.characters === 0 ? 'Nothing was charged.' : `${count(one.characters, 'character')} were charged.`
  if (one.file === null || one.url === null)
    return (
      <p class="progress" role="status">
        The export was cancelled. {cost}
      </p>
    )
  const { url } = one
  return (
    <p class="progress" role="status">
      <span>
        Saved as{' '}
        <a
          href={url}
          onClick={(event) => {
            event.preventDefault()
            download(url)
          }}
        >
          {one.file.name}
        </a>
        . {cost}
      </span>
    </p>
  )
}
