import type { Transaction } from 'kysely'
import { insertApproval, readApprovalRules } from '../../db/approvals.ts'
import { cloudsTouched } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ApprovalPass, needsApproval } from '../../domain/newsroom/approval.ts'
import type { RecordKind } from '../../domain/record.ts'

interface AtGate {
  recordId: number
  kind: RecordKind
  /** As in the audit log. */
  action: string
  pass: ApprovalPass | undefined
  /** Clouds that readers find it on, if it may have left them in this transaction. */
  clouds?: readonly number[]
}

/**
 * Whether readers may see this now. Every verb asks before it writes, while the record is locked, and
 * `publishInTransaction` asks again: nothing gets past it that forgot to ask.
 */
export async function askGate(
  trx: Transaction<DB>,
  { recordId, kind, action, pass, clouds = [] }: AtGate,
): Promise<'open' | 'needs-approval' | 'without'> {
  if (pass?.kind === 'exempt' || pass?.kind === 'approved') return 'open'
  const rules = await readApprovalRules(trx)
  const touched = rules.clouds.length === 0 ? [] : await cloudsTouched(trx, recordId)
  if (!needsApproval(rules, { kind, clouds: [...touched, ...clouds], action })) return 'open'
  return pass === undefined ? 'needs-approval' : 'without'
}

/** Remembers for the dashboard that something went out without a second person. */
export function noteWithout(
  trx: Transaction<DB>,
  of: { recordId: number; version: number; action: string; pass: ApprovalPass; actor: Actor; now: Date },
) {
  const { recordId, version, action, pass, actor, now } = of
  return insertApproval(trx, {
    recordId,
    act: { act: action },
    version,
    state: 'without',
    note: pass.kind === 'without' ? pass.reason : '',
    requestedBy: actor.userId,
    requester: actor.name,
    editedBy: null,
    at: now,
  })
}

/** For the audit log, next to what changed. */
export function passForAudit(pass: ApprovalPass | undefined): Record<string, unknown> {
  switch (pass?.kind) {
    case 'approved':
      return { approval: pass.approvalId, requested_by: pass.requestedBy }
    case 'without':
      return { without_approval: pass.reason }
    case 'exempt':
    case undefined:
      return {}
  }
}
