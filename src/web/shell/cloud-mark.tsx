import type { CenterState } from '../../domain/map/center-state.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import styles from './cloud-mark.module.css'

/** The status word must be beside it, at least for screen readers. */
export function CloudMark({ state }: { state: CenterState }) {
  return (
    <span className={`${tones.tone} ${styles.mark}`} data-tone={toneOfState(state)} aria-hidden="true">
      <StateShape tone={toneOfState(state)} />
    </span>
  )
}
