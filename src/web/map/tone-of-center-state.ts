import type { CenterState } from '../../domain/map/center-state.ts'
import { type Tone, toneOfState } from '../parts/tone.ts'

export function toneOfCenterState(state: CenterState): Tone {
  return state === 'under_maintenance' ? 'planned' : toneOfState(state)
}
