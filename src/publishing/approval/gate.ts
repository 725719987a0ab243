import type { Transaction } from 'kysely'
import { insertApproval, readApprovalRules } from '../../db/approvals.ts'
import { cloudsOfServices, cloudsTouched, isSomewhereOnAllClouds } from '../../db/cloud-limits.ts'
import type { DB } from '../../db/database.ts'
import type { Actor } from '../../domain/actor.ts'
import { type ApprovalPass, needsApproval } from '../../domain/newsroom/approval.ts'
import type { RecordContent } from '../../domain/newsroom/record-content.ts'
import type { RecordKind } from '../../domain/record.ts'

interface AtGate {
  recordId: number
  kind: RecordKind
  action: string
  pass: ApprovalPass | undefined
  /** The clouds where readers find it, if it may have left them in this transaction. */
  clouds?: readonly number[] | undefined
  /** What readers would see, if it isn't stored yet: it may be on more clouds. */
  content?: Pick<RecordContent, 'clouds' | 'services'>
}

/**
 * Whether readers may see this now. Every verb asks before it writes, while the record is locked.
 * `publishInTransaction` asks again, so a verb that forgets to ask can't bypass it.
 */
export async function askGate(
  trx: Transaction<DB>,
  { recordId, kind, action, pass, clouds, content }: AtGate,
): Promise<'open' | 'needs-approval' | 'without'> {
  if (pass?.kind === 'exempt' || pass?.kind === 'approved') return 'open'
  const rules = await readApprovalRules(trx)
  const isAboutClouds = rules.clouds.length > 0
  const touched = isAboutClouds ? await cloudsTouched(trx, recordId) : []
  const named = isAboutClouds && content !== undefined ? await cloudsOfServices(trx, content.services) : []
  const isOnAllClouds =
    clouds?.length === 0 ||
    content?.clouds.length === 0 ||
    (isAboutClouds && (await isSomewhereOnAllClouds(trx, recordId)))
  const all = [...touched, ...named, ...(clouds ?? []), ...(content?.clouds ?? [])]
  if (!needsApproval(rules, { kind, clouds: all, isOnAllClouds, action })) return 'open'
  return pass === undefined ? 'needs-approval' : 'without'
}

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
