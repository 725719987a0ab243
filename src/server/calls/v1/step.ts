import type { V1Record } from '../../../contract/v1/record.ts'
import type { V1CallName } from '../../../contract/v1/v1-calls.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { instantOf, NO_INSTANT } from '../../../domain/time.ts'
import { htmlOfBody } from '../../../publishing/automation/content-of-fields.ts'
import type { StepOutcome, StepRefusal, WrongTime } from '../../../publishing/life/step-outcome.ts'
import type { Stepping } from '../../../publishing/life/take-step.ts'
import { Fault } from '../../http/faults.ts'
import { wrongFields } from '../asked.ts'
import { noSuchRecord, recordForProgram } from './record-for-program.ts'
import type { V1Asked } from './v1-asked.ts'

type Asked = Pick<V1Asked<V1CallName>, 'context' | 'actor' | 'now' | 'key'>

interface Said {
  id: number
  body: string
  body_format?: 'text' | 'html'
  notify?: boolean
}

/** A step in the life of a record of this kind, said by a program; answers with the record after it. */
export async function step(
  asked: Asked,
  { kind, said }: { kind: RecordKind; said: Said },
  take: (stepping: Stepping) => Promise<StepOutcome>,
): Promise<{ data: V1Record }> {
  const outcome = await take({
    recordId: said.id,
    actor: asked.actor,
    mayEdit: (sort) => sort.kind === kind,
    now: asked.now,
    body: htmlOfBody(said.body, said.body_format),
    notifies: said.notify ?? true,
    idempotencyKey: asked.key,
  })
  if (outcome.kind !== 'done') throw faultOf(outcome, { id: said.id, kind })
  return recordForProgram(asked, { id: said.id })
}

/** A time of the body; what is none is said by field. */
export function timeOf<F extends string>(field: F, written: string): Date {
  const time = instantOf(written)
  if (time === undefined) throw wrongFields({ [field]: NO_INSTANT })
  return time
}

function faultOf(refusal: StepRefusal, { id, kind }: { id: number; kind: RecordKind }): Fault {
  switch (refusal.kind) {
    case 'no-such-record':
    case 'not-allowed':
    case 'not-a-maintenance':
    case 'no-such-update':
      return noSuchRecord(id, kind)
    case 'conflict':
      return new Fault('conflict')
    case 'not-published':
      return stateFault('It is not published, so readers would not see this.')
    case 'already-closed':
      return stateFault('It is already closed.')
    case 'not-closed':
      return stateFault('It is not closed.')
    case 'already-begun':
      return stateFault('It has already started.')
    case 'not-begun':
      return stateFault('It has not started yet.')
    case 'key-of-another-record':
      return stateFault(`This Idempotency-Key belongs to record ${refusal.recordId}.`)
    case 'key-of-another-step':
      return stateFault('This Idempotency-Key published something else.')
    case 'nothing-said':
      return wrongFields({
        body: 'The text is empty after removing unsafe HTML.',
      })
    case 'no-such-severity':
      return wrongFields({ severity: 'This severity is no longer offered.' })
    case 'no-such-status':
      return wrongFields({ status: 'This status is no longer offered.' })
    case 'no-status-of-class':
      return wrongFields({ status: `This site no longer has a status "${refusal.class}".` })
    case 'wrong-time':
      return wrongFields({ [nameOf(refusal.field, kind)]: WRONG_TIME[refusal.why] })
  }
}

/** The request is right, and the record is not where it would have to be. */
function stateFault(message: string) {
  return new Fault('wrong-input', { message })
}

function nameOf(field: string, kind: RecordKind) {
  switch (field) {
    case 'closed_on':
      return 'closed_at'
    case 'next_update':
      return 'next_update_at'
    case 'from_time':
      return kind === 'incident' ? 'started_at' : 'starts_at'
    default:
      return 'ends_at'
  }
}

const WRONG_TIME: Record<WrongTime, string> = {
  'before-it-began': 'This is before the start.',
  'in-the-future': 'This time is in the future.',
  'in-the-past': 'This time is in the past.',
  'end-before-start': 'It ends before it starts.',
  missing: 'Please give both times or neither.',
}
