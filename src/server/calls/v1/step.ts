import type { V1Record } from '../../../contract/v1/record.ts'
import type { V1CallName } from '../../../contract/v1/v1-calls.ts'
import { mayEditAsProgram } from '../../../domain/newsroom/may-edit.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { instantOf, NO_INSTANT } from '../../../domain/time.ts'
import { htmlOfBody } from '../../../publishing/automation/content-of-fields.ts'
import type { StepOutcome, StepRefusal } from '../../../publishing/life/step-outcome.ts'
import type { Stepping } from '../../../publishing/life/take-step.ts'
import type { Fault } from '../../http/faults.ts'
import { wrongFields } from '../asked.ts'
import { stepFault } from '../record-faults.ts'
import { outsideLimitOfRecord, versionOfHeader } from './open-and-amend.ts'
import { noSuchRecord, recordForProgram } from './record-for-program.ts'
import type { V1Asked } from './v1-asked.ts'

type Asked = Pick<V1Asked<V1CallName>, 'context' | 'token' | 'actor' | 'now' | 'key' | 'request'>

interface Said {
  id: number
  body: string
  body_format?: 'text' | 'html' | 'markdown'
  notify?: boolean
  version?: number
}

export async function step(
  asked: Asked,
  { kind, said }: { kind: RecordKind; said: Said },
  take: (stepping: Stepping) => Promise<StepOutcome>,
): Promise<{ data: V1Record }> {
  const outcome = await take({
    recordId: said.id,
    actor: asked.actor,
    mayEdit: mayEditAsProgram(kind, asked.token.limit),
    now: asked.now,
    body: htmlOfBody(said.body, said.body_format),
    notifies: said.notify ?? true,
    idempotencyKey: asked.key,
    seenVersion: said.version ?? versionOfHeader(asked.request.headers['if-match']),
  })
  if (outcome.kind === 'not-allowed') {
    const outside = await outsideLimitOfRecord(asked, said)
    if (outside !== undefined) throw outside
  }
  if (outcome.kind !== 'done') throw faultOf(outcome, { id: said.id, kind, now: asked.now })
  return recordForProgram(asked, { id: said.id })
}

/** Parses a time from the body. An invalid one is reported by its field. */
export function timeOf<F extends string>(field: F, written: string): Date {
  const time = instantOf(written)
  if (time === undefined) throw wrongFields({ [field]: NO_INSTANT })
  return time
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
      return stepFault(refusal, { now, named: (field) => nameOf(field, kind) })
  }
}

function nameOf(field: string, kind: RecordKind) {
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
    case 'idempotency_key':
      return 'Idempotency-Key'
    default:
      return field
  }
}
