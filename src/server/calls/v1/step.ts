import type { V1Record } from '../../../contract/v1/record.ts'
import type { V1CallName } from '../../../contract/v1/v1-calls.ts'
import type { ApprovalAct } from '../../../domain/newsroom/approval.ts'
import { mayEditAsProgram } from '../../../domain/newsroom/may-edit.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { instantOf, NO_INSTANT } from '../../../domain/time.ts'
import { askApproval } from '../../../publishing/approval/ask-approval.ts'
import { htmlOfBody } from '../../../publishing/automation/content-of-fields.ts'
import type { MovedPlaces } from '../../../publishing/life/post-update.ts'
import type { StepOutcome, StepRefusal } from '../../../publishing/life/step-outcome.ts'
import type { Stepping } from '../../../publishing/life/take-step.ts'
import type { Fault } from '../../http/faults.ts'
import { wrongFields } from '../asked.ts'
import { actFault, noSuchRecord, stepFault } from '../record-faults.ts'
import { outsideLimitOfRecord, versionOfHeader } from './open-and-amend.ts'
import { accepted, passOf, recordForProgram, type V1Asked } from './v1-asked.ts'

type Asked = Pick<V1Asked<V1CallName>, 'context' | 'token' | 'actor' | 'now' | 'key' | 'request'>

type WordlessAct = ApprovalAct extends infer Act
  ? Act extends { body: string; notifies: boolean }
    ? Omit<Act, 'body' | 'notifies'>
    : never
  : never

interface Said {
  id: number
  body: string
  body_format?: 'text' | 'html' | 'markdown'
  notify?: boolean
  version?: number
}

export async function step(
  asked: Asked,
  { kind, said, act }: { kind: RecordKind; said: Said; act: WordlessAct },
  take: (stepping: Stepping) => Promise<StepOutcome>,
): Promise<{ data: V1Record }> {
  const version = said.version ?? versionOfHeader(asked.request.headers['if-match'])
  const outcome = await take({
    recordId: said.id,
    actor: asked.actor,
    mayEdit: mayEditAsProgram(kind, asked.token.limit),
    now: asked.now,
    body: htmlOfBody(said.body, said.body_format),
    notifies: said.notify ?? true,
    idempotencyKey: asked.key,
    pass: passOf(asked.token),
    seenVersion: version,
  })
  if (outcome.kind === 'needs-approval') {
    const words = { body: htmlOfBody(said.body, said.body_format), notifies: said.notify ?? true }
    const request = await askApproval(asked.context.newsroom.db, {
      recordId: said.id,
      version,
      act: { ...act, ...words },
      note: '',
      actor: asked.actor,
      mayEdit: mayEditAsProgram(kind, asked.token.limit),
      now: asked.now,
    })
    if (request.kind !== 'asked') throw actFault(request, asked.now)
    return accepted(await recordForProgram(asked, { id: said.id }))
  }
  if (outcome.kind === 'not-allowed') {
    const outside = await outsideLimitOfRecord(asked, said)
    if (outside !== undefined) throw outside
  }
  if (outcome.kind !== 'done') throw faultOf(outcome, { id: said.id, kind, now: asked.now })
  return recordForProgram(asked, { id: said.id })
}

export function timeOf<Written extends string | null | undefined>(
  field: string,
  written: Written,
): Written extends string ? Date : Written {
  type Read = Written extends string ? Date : Written
  if (written === null || written === undefined) return written as Read
  const time = instantOf(written)
  if (time === undefined) throw wrongFields({ [field]: NO_INSTANT })
  return time as Read
}

export function updateAct(of: {
  statusId?: number | undefined
  severityTid?: number | undefined
  nextUpdate?: Date | null | undefined
  toTime?: Date | undefined
  postedOn?: Date | undefined
  notifiesOfThePast?: boolean
  places?: MovedPlaces | undefined
}): WordlessAct {
  const { statusId, severityTid, nextUpdate, toTime, postedOn, notifiesOfThePast, places } = of
  return {
    act: 'post-update',
    ...(statusId !== undefined && { status_id: statusId }),
    ...(severityTid !== undefined && { severity_tid: severityTid }),
    ...(nextUpdate !== undefined && { next_update: nextUpdate?.toISOString() ?? null }),
    ...(toTime !== undefined && { to_time: toTime.toISOString() }),
    ...(postedOn !== undefined && { posted_on: postedOn.toISOString() }),
    ...(postedOn !== undefined &&
      notifiesOfThePast !== undefined && { notifies_of_the_past: notifiesOfThePast }),
    ...(places !== undefined && { places }),
  }
}

export function resolveAct(closedOn: Date | undefined): WordlessAct {
  return { act: 'resolve', ...(closedOn !== undefined && { closed_on: closedOn.toISOString() }) }
}

function faultOf(
  refusal: StepRefusal,
  { id, kind, now }: { id: number; kind: RecordKind; now: Date },
): Fault {
  switch (refusal.kind) {
    case 'no-such-record':
    case 'not-allowed':
    case 'not-a-maintenance':
    case 'no-such-update':
      return noSuchRecord(id, kind)
    default:
      return stepFault(refusal, { now, named: (field) => fieldInV1(field, kind) })
  }
}

function fieldInV1(field: string, kind: RecordKind) {
  switch (field) {
    case 'closed_on':
      return 'closed_at'
    case 'next_update':
      return 'next_update_at'
    case 'from_time':
      return kind === 'incident' ? 'started_at' : 'starts_at'
    case 'to_time':
      return 'ends_at'
    case 'posted_on':
      return 'posted_at'
    case 'status_id':
      return 'status'
    case 'severity_tid':
      return 'severity'
    case 'place_states':
      return 'affected'
    case 'idempotency_key':
      return 'Idempotency-Key'
    default:
      return field
  }
}
