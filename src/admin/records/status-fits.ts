import type { Choices } from '../../contract/admin/choices.ts'
import type { RecordKind } from '../../domain/record.ts'
import type { UpdateTemplateOf } from '../editor/templates/template-choice.tsx'

/** Statuses that staff added fit everywhere. */
const UNFIT: Record<RecordKind, readonly string[]> = {
  incident: ['scheduled', 'completed', 'remediated', 'postponed'],
  maintenance: ['resolved', 'remediated'],
  advisory: ['scheduled', 'completed', 'resolved', 'postponed'],
  notification: ['remediated', 'postponed'],
}

export function statusFits(kind: RecordKind, status: { class: string }): boolean {
  return !UNFIT[kind].includes(status.class)
}

export type TemplateStep = 'update' | 'resolve' | 'reopen' | 'start' | 'postpone' | 'cancel'
type Status = Pick<Choices['statuses'][number], 'id' | 'class' | 'is_closed'>

/** Every step but an update sets its own status: words that were written for another one would be wrong. */
export function templateFits(
  {
    content: { status_id: id },
    asks_for,
  }: { content: Pick<UpdateTemplateOf['content'], 'status_id'>; asks_for: readonly string[] },
  {
    step,
    record,
    statuses,
  }: {
    step: TemplateStep
    record: { kind: RecordKind; status_id: number }
    statuses: readonly Status[]
  },
): boolean {
  // Only an update fills in a new end.
  if (step !== 'update' && asks_for.includes('new_end')) return false
  if (id === undefined) return true
  const status = statuses.find((one) => one.id === id)
  if (status === undefined) return false
  switch (step) {
    case 'update': {
      // Resolving and reopening an incident have their own dialogs, which ask for more.
      const before = statuses.find((one) => one.id === record.status_id)
      return record.kind !== 'incident' || status.is_closed === (before?.is_closed ?? false)
    }
    case 'resolve':
      return status.is_closed && status.class !== 'postponed' && status.class !== 'archived'
    case 'postpone':
      return status.class === 'postponed'
    case 'cancel':
      return status.class === 'archived'
    case 'start':
      return !status.is_closed && status.class !== 'monitoring' && status.class !== 'scheduled'
    case 'reopen':
      // Maintenance that was canceled before its window is scheduled again.
      return !status.is_closed && status.class !== 'monitoring'
  }
}
