import { CLOUD_STATES, type CloudState } from '../../domain/cloud.ts'
import { type CenterState, centerStateWord, gravity } from '../../domain/map/center-state.ts'
import { stateOfSeverity } from '../../domain/record.ts'
import type { TimelineRow } from './timeline-block.ts'
import type { TimelineIssue } from './timeline-issue.ts'

export type Issues = Readonly<Record<number, TimelineIssue>>

/** S-09: decommissioned, or as bad as its worst open issue, or under maintenance (S-03). */
export type RowState = CenterState | 'decommissioned'

export function rowState(row: TimelineRow, issues: Issues): RowState {
  if (!row.isActive) return 'decommissioned'
  const open = troublesOf(row, issues).filter(({ to }) => to === null)
  const state = mostSevere(open)
  return state === 'operational' && row.work !== undefined ? 'under_maintenance' : state
}

export function issuesOf(row: TimelineRow, issues: Issues): TimelineIssue[] {
  return row.issues.flatMap((id) => {
    const issue = issues[id]
    return issue === undefined ? [] : { ...issue, ...row.here?.[id] }
  })
}

export function troublesOf(row: TimelineRow, issues: Issues): TimelineIssue[] {
  return issuesOf(row, issues).filter(({ severityTid }) => stateOfSeverity(severityTid) !== 'operational')
}

function mostSevere(issues: readonly TimelineIssue[]): CloudState {
  const gravities = issues.map(({ severityTid }) => CLOUD_STATES.indexOf(stateOfSeverity(severityTid)))
  return CLOUD_STATES[Math.max(0, ...gravities)] ?? 'operational'
}

export function isTroubled(row: TimelineRow, issues: Issues): boolean {
  return troublesOf(row, issues).length > 0 || row.work !== undefined
}

export function troubledFirst(rows: readonly TimelineRow[], issues: Issues): TimelineRow[] {
  return rows.toSorted((a, b) => rank(b, issues) - rank(a, issues))
}

function rank(row: TimelineRow, issues: Issues) {
  const state = rowState(row, issues)
  if (state === 'decommissioned') return -1
  const isBroken = state !== 'operational'
  if (isBroken) return 1 + gravity(state)
  return isTroubled(row, issues) ? 1 : 0
}

export interface StateCounts {
  /** Without decommissioned ones. */
  total: number
  troubles: { state: CenterState; words: string }[]
  issues: number
}

export function countStates(rows: readonly TimelineRow[], issues: Issues): StateCounts {
  const active = rows.filter(({ isActive }) => isActive)
  const states = active.map((row) => rowState(row, issues))
  const troubles = TROUBLES.flatMap((trouble) => {
    const amount = states.filter((state) => state === trouble).length
    return amount === 0 ? [] : [{ state: trouble, words: `${amount} ${centerStateWord(trouble)}` }]
  })
  const ids = rows.flatMap((row) => troublesOf(row, issues).map(({ id }) => id))
  return { total: active.length, troubles, issues: new Set(ids).size }
}

const TROUBLES: readonly CenterState[] = [
  'service_disruption',
  'service_degradation',
  'under_investigation',
  'under_maintenance',
]
