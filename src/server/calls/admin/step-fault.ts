import type { StepRefusal, WrongTime } from '../../../publishing/life/step-outcome.ts'
import { Fault } from '../../http/faults.ts'
import { wrongFields } from '../wrong-fields.ts'

/** Why a step in the life of a record was not taken, for whoever wanted to take it. */
export function stepFault(refusal: StepRefusal): Fault {
  switch (refusal.kind) {
    case 'no-such-record':
      return new Fault('not-found', { message: 'There is no such record.' })
    case 'no-such-update':
      return new Fault('not-found', { message: 'This record has no such update.' })
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'conflict':
      return new Fault('conflict')
    case 'not-published':
      return new Fault('conflict', { message: 'This is not on the site. Publish it first.' })
    case 'already-closed':
      return new Fault('conflict', { message: 'This is closed already. Reopen it if it goes on.' })
    case 'not-closed':
      return new Fault('conflict', { message: 'This is not closed: there is nothing to reopen.' })
    case 'already-begun':
      return new Fault('conflict', { message: 'This maintenance has begun already.' })
    case 'not-begun':
      return new Fault('conflict', {
        message: 'This maintenance has not begun. Start it first, or cancel it.',
      })
    case 'key-of-another-record':
      return new Fault('conflict', {
        message: `This idempotency key belongs to record ${refusal.recordId}. Use another one.`,
      })
    case 'key-of-another-step':
      return wrongFields({ idempotency_key: 'This key published something else. Use another one.' })
    case 'not-a-maintenance':
      return new Fault('wrong-input', { message: 'This is no maintenance.' })
    case 'nothing-said':
      return wrongFields({ body: 'Please write what readers should know.' })
    case 'no-such-status':
      return wrongFields({ status_id: 'Please choose another status: this one is no longer offered.' })
    case 'no-such-severity':
      return wrongFields({ severity_tid: 'Please choose another severity: this one is no longer offered.' })
    case 'no-status-of-class':
      return new Fault('wrong-input', {
        message: `This site has no status of the class “${refusal.class}” any more. Add one under Site, Statuses.`,
      })
    case 'wrong-time':
      return wrongFields({ [refusal.field]: WRONG_TIMES[refusal.why] })
  }
}

const WRONG_TIMES: Record<WrongTime, string> = {
  'before-it-began': 'This is before it began.',
  'in-the-future': 'This is in the future.',
  'in-the-past': 'This is in the past.',
  'end-before-start': 'It ends before it begins.',
  missing: 'Please say both when it begins and when it ends, or neither.',
}
