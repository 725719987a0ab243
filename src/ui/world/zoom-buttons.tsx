import type { MapShown } from './map-control.ts'
import styles from './zoom-buttons.module.css'

/** At their limit they keep the focus; a disabled button would lose it. */
export function ZoomButtons({
  isAlive,
  detail: { canZoomIn, canZoomOut, isAtStart },
  step,
  onZoom,
  onReset,
}: {
  isAlive: boolean
  detail: Pick<MapShown, 'canZoomIn' | 'canZoomOut' | 'isAtStart'>
  step: number
  onZoom: (factor: number) => void
  onReset: () => void
}) {
  return (
    <fieldset className={styles.buttons} aria-label="Zoom" data-alive={isAlive}>
      <button
        type="button"
        aria-label="Zoom in"
        title="Zoom in"
        aria-disabled={!canZoomIn}
        onClick={() => onZoom(step)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M8 2.5v11M2.5 8h11" />
        </svg>
      </button>
      <button
        type="button"
        aria-label="Zoom out"
        title="Zoom out"
        aria-disabled={!canZoomOut}
        onClick={() => onZoom(1 / step)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2.5 8h11" />
        </svg>
      </button>
      <button
        type="button"
        aria-label="Whole world"
        title="Whole world"
        aria-disabled={isAtStart}
        onClick={onReset}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="6" />
          <path d="M2 8h12M8 2c-4 4-4 8 0 12M8 2c4 4 4 8 0 12" />
        </svg>
      </button>
    </fieldset>
  )
}
