import type { AlertGroup } from '../../domain/alerts/alert-group.ts'
import { REOPENS_WITHIN_MS } from './plan-alerts.ts'

export type StateStep =
  | { kind: 'nothing' }
  | { kind: 'open' }
  | { kind: 'update' }
  | { kind: 'reopen'; isOtherSeverity: boolean }
  | { kind: 'resolve' }
  /** It would only change a draft, which is left to people. */
  | { kind: 'keep' }
  /** The problem is over, and people have ended the incident before. */
  | { kind: 'let-go' }

/** Reports are explicit, so nothing is gathered. */
export function planState({
  group,
  isTrouble,
  severityTid,
  message,
  now,
}: {
  group: AlertGroup | undefined
  isTrouble: boolean
  severityTid: number | undefined
  message: string
  now: Date
}): StateStep {
  const isOpen = group !== undefined && group.closedAt === null
  if (!isTrouble) return isOpen ? ending(group) : { kind: 'nothing' }
  if (group === undefined) return { kind: 'open' }
  const before = group.alerts.state
  const isOtherSeverity = before?.severityTid !== severityTid
  const isNews = isOtherSeverity || (message !== '' && before?.words !== message)
  if (isOpen) return isNews ? news(group) : { kind: 'nothing' }

  const closedAt = group.closedAt?.getTime() ?? 0
  const isSoon = now.getTime() - closedAt <= REOPENS_WITHIN_MS
  switch (group.incidentState) {
    case 'open':
      return { kind: 'update' }
    case 'draft':
      return { kind: 'keep' }
    case 'closed':
      return isSoon && group.telling.closedBy === 'alerts'
        ? { kind: 'reopen', isOtherSeverity }
        : { kind: 'open' }
    case 'gone':
      return { kind: 'open' }
  }
}

function ending({ incidentState }: AlertGroup): StateStep {
  return incidentState === 'open' ? { kind: 'resolve' } : { kind: 'let-go' }
}

/** Incidents that people ended or haven't published are left to them until the program reports the end. */
function news({ incidentState }: AlertGroup): StateStep {
  switch (incidentState) {
    case 'open':
      return { kind: 'update' }
    case 'draft':
    case 'closed':
    case 'gone':
      return { kind: 'keep' }
  }
}
