import type { Dashboard } from '../../contract/admin/dashboard.ts'
import type { Tone } from '../../ui/parts/tone.ts'
import { toneOfSeverity } from '../../ui/parts/tone.ts'
import { counted } from '../../ui/parts/words.ts'
import { pauseSentence } from '../deliveries/pause-sentence.ts'
import { maintenanceProgress } from './maintenance-progress.ts'

export interface DeskVerdict {
  tone: Tone
  /** The colored part: what is open. */
  said: string
  waits: string[]
}

export function deskVerdict({ open_incidents, maintenance, deliveries, now }: Dashboard): DeskVerdict {
  const [worst] = open_incidents
  const overdue = open_incidents.filter(
    ({ next_update }) => next_update !== null && Date.parse(next_update) < Date.parse(now),
  ).length
  const underWay = maintenance.filter((row) => maintenanceProgress(row, now).kind === 'in-progress').length
  const waits = [
    overdue > 0 && `${counted(overdue, 'update')} ${overdue === 1 ? 'is' : 'are'} overdue.`,
    underWay > 0 &&
      `${counted(underWay, 'maintenance window')} ${underWay === 1 ? 'is' : 'are'} in progress.`,
    ...(deliveries?.paused ?? []).map(pauseSentence),
    deliveries !== null &&
      deliveries.failed > 0 &&
      `${counted(deliveries.failed, 'message')} could not be sent.`,
  ].filter((sentence) => sentence !== false)
  if (worst === undefined) return { tone: 'up', said: 'Nothing is open.', waits }
  const said =
    open_incidents.length === 1 ? '1 incident is open.' : `${open_incidents.length} incidents are open.`
  return { tone: toneOfSeverity(worst.severity_tid), said, waits }
}
