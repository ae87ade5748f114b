import { exportState } from './exports.ts'

/** In the player: how far the export is, so that its dialog need not stay open. */
export function ExportProgress({ onOpen }: { onOpen: () => void }) {
  const state = exportState.value
  if (state.kind !== 'running') return null
  const percent = Math.floor(state.export.progress * 100)
  return (
    <button type="button" class="text-button export-progress" title="Show the export" onClick={onOpen}>
      <progress max={100} value={percent} aria-label="Export" />
      <span>{percent} %</span>
    </button>
  )
}
