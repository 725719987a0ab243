import { type CenterState, centerStateWord } from '../../domain/map/center-state.ts'
import { StateShape } from '../../ui/parts/state-shape.tsx'
import tones from '../../ui/parts/tone.module.css'
import { toneOfState } from '../../ui/parts/tone.ts'
import styles from './center-status.module.css'

export function CenterStatus({ state }: { state: CenterState }) {
  const tone = toneOfState(state)
  return (
    <span className={`${tones.tone} ${styles.status}`} data-tone={tone}>
      <StateShape tone={tone} /> {capital(centerStateWord(state))}
    </span>
  )
}

function capital(word: string) {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
