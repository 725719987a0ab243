import type { Tone } from './tone.ts'

export type StatusIconName = 'hourglass' | 'check' | 'calendar-crossed' | 'eye' | 'shield'

interface Status {
  /** L-10; undefined for a status added by staff. */
  icon: StatusIconName | undefined
  tone: Tone
  phase: 'ahead' | 'now' | 'over'
}

const STATUSES: Record<string, Status> = {
  Scheduled: { icon: 'hourglass', tone: 'planned', phase: 'ahead' },
  'In Progress': { icon: 'hourglass', tone: 'planned', phase: 'now' },
  Monitoring: { icon: 'eye', tone: 'planned', phase: 'now' },
  Completed: { icon: 'check', tone: 'up', phase: 'over' },
  Resolved: { icon: 'check', tone: 'up', phase: 'over' },
  Remediated: { icon: 'shield', tone: 'up', phase: 'over' },
  Postponed: { icon: 'calendar-crossed', tone: 'quiet', phase: 'ahead' },
  Archived: { icon: 'calendar-crossed', tone: 'quiet', phase: 'over' },
}

const UNKNOWN: Status = { icon: undefined, tone: 'quiet', phase: 'now' }

export function statusOf(name: string): Status {
  return STATUSES[name] ?? UNKNOWN
}
