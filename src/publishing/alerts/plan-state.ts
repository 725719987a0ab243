import type { AlertGroup } from '../../domain/alerts/alert-group.ts'
import { REOPENS_WITHIN_MS } from './plan-alerts.ts'

export type StateStep =
  | { kind: 'nothing' }
  | { kind: 'open' }
  | { kind: 'update' }
  | { kind: 'reopen'; isOtherSeverity: boolean }
  | { kind: 'resolve' }
  /** Only what a draft says would change, and that is for people. */
  | { kind: 'keep' }
  /** It is over, and people have ended the incident before. */
  | { kind: 'let-go' }

/** What a program's word about a service or a data center comes to. It says so itself, so nothing is gathered. */
export function planState({
  group,
  isTrouble,
  severityTid,
  message,
  now,
}: {
  /** The one that is open, else the last that was. */
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
  switch (group.standing) {
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

function ending({ standing }: AlertGroup): StateStep {
  return standing === 'open' ? { kind: 'resolve' } : { kind: 'let-go' }
}

/** What people have ended, or not begun, is left to them until the program says that it is over. */
function news({ standing }: AlertGroup): StateStep {
  switch (standing) {
    case 'open':
      return { kind: 'update' }
    case 'draft':
    case 'closed':
    case 'gone':
      return { kind: 'keep' }
  }
}
