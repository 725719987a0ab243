import { DEEDS_SAID, deedWords, secondsAgoWords } from '../../domain/newsroom/deed-words.ts'
import { unfilledWords } from '../../domain/newsroom/placeholders.ts'
import type { RecordKind } from '../../domain/record.ts'
import type { AskedByPeople } from '../../publishing/approval/ask-approval.ts'
import type { ActRefusal } from '../../publishing/approval/perform-act.ts'
import type { StepRefusal, WrongTime } from '../../publishing/life/step-outcome.ts'
import type { PostMortemRefusal } from '../../publishing/post-mortems/post-mortem-outcome.ts'
import type { EditRefusal } from '../../publishing/records/edit-refusal.ts'
import type { TeamRefusal } from '../../publishing/team/team-outcome.ts'
import { FAULTS, Fault } from '../http/faults.ts'
import { wrongFields } from './asked.ts'

export function editFault(refusal: EditRefusal): Fault {
  switch (refusal.kind) {
    case 'no-such-record':
      return noSuchRecord()
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'conflict':
      return new Fault('conflict')
    case 'wrong':
      return wrongFields(refusal.errors)
    case 'needs-approval':
      return needsApproval()
  }
}

/** With this field, the editor can offer both: asking for approval, and an emergency. */
function needsApproval() {
  return new Fault('needs-approval', { errors: { approval: FAULTS['needs-approval'].message } })
}

export function postMortemFault(
  refusal: PostMortemRefusal,
  { now, keyField = 'idempotency_key' }: { now: Date; keyField?: string },
): Fault {
  switch (refusal.kind) {
    case 'no-such-record':
      return noSuchRecord()
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'needs-approval':
      return needsApproval()
    case 'not-an-incident':
      return new Fault('wrong-input', { message: 'Only incidents have a post-mortem.' })
    case 'not-published':
      return new Fault('conflict', { message: 'This incident is not on the site. Publish it first.' })
    case 'not-closed':
      return new Fault('conflict', {
        message: 'This incident is open. Resolve it first, then publish its post-mortem.',
      })
    case 'post-mortem-moved': {
      const message = `${refusal.by ?? 'Someone else'} changed this post-mortem ${secondsAgoWords(refusal.at, now)}. Read it again, then send your change with version ${refusal.version}.`
      return new Fault('conflict', { message, errors: { version: message } })
    }
    case 'wrong-post-mortem':
      return wrongFields(refusal.errors)
    case 'no-post-mortem':
      return new Fault('conflict', { message: 'This incident has no post-mortem yet. Write it first.' })
    case 'nothing-new':
      return new Fault('conflict', { message: 'There are no changes to publish or to discard.' })
    case 'key-of-another-record':
      return new Fault('conflict', {
        message: `This idempotency key belongs to record ${refusal.recordId}. Use another one.`,
      })
    case 'key-of-another-step':
      return wrongFields({ [keyField]: 'This key published something else. Use another one.' })
  }
}

export function noSuchRecord(id?: number, kind: RecordKind | 'record' = 'record') {
  const message = id === undefined ? 'Record not found.' : `There is no ${kind} ${id}.`
  return new Fault('not-found', { message })
}

export function stepFault(
  refusal: StepRefusal,
  { now, named = (field) => field }: { now: Date; named?: (field: string) => string },
): Fault {
  const wrong = (field: string, message: string) => wrongFields({ [named(field)]: message })
  switch (refusal.kind) {
    case 'no-such-record':
      return noSuchRecord()
    case 'no-such-update':
      return new Fault('not-found', { message: 'This record doesn’t have this update.' })
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'needs-approval':
      return needsApproval()
    case 'conflict':
      return new Fault('conflict')
    case 'moved': {
      const message = movedWords(refusal, now)
      return new Fault('conflict', { message, errors: { edition: message } })
    }
    case 'not-published':
      return new Fault('conflict', { message: 'This is not on the site. Publish it first.' })
    case 'already-closed':
      return new Fault('conflict', { message: 'This is already closed. Reopen it if it continues.' })
    case 'not-closed':
      return new Fault('conflict', { message: 'This is not closed, so it can’t be reopened.' })
    case 'already-begun':
      return new Fault('conflict', { message: 'This maintenance has already started.' })
    case 'not-begun':
      return new Fault('conflict', {
        message: 'This maintenance has not started. Start it first, or cancel it.',
      })
    case 'key-of-another-record':
      return new Fault('conflict', {
        message: `This idempotency key belongs to record ${refusal.recordId}. Use another one.`,
      })
    case 'key-of-another-step':
      return wrong('idempotency_key', 'This key published something else. Use another one.')
    case 'not-a-maintenance':
      return new Fault('wrong-input', { message: 'This record is not maintenance.' })
    case 'nothing-said':
      return wrong('body', 'Please write what readers should know. Unsafe HTML does not count.')
    case 'unfilled':
      return wrong('body', unfilledWords(refusal.name))
    case 'wrong-images':
      return wrong('body', refusal.sentence)
    case 'no-such-status':
      return wrong('status_id', 'Please choose another status: this one is no longer offered.')
    case 'no-such-severity':
      return wrong('severity_tid', 'Please choose another severity: this one is no longer offered.')
    case 'no-status-of-class':
      return new Fault('wrong-input', {
        message: `This site no longer has a status of the class “${refusal.class}”. Add one under Site, Statuses.`,
      })
    case 'wrong-places':
      return wrongFields(
        Object.fromEntries(
          Object.entries(refusal.errors).map(([field, message]) => [
            field === 'place_states' ? named(field) : `add_${field}`,
            message,
          ]),
        ),
      )
    case 'no-place-left':
      return wrong(
        'remove_services',
        'At least one service or data center must stay: without any, this affects the whole cloud. To say that nothing is affected anymore, close it.',
      )
    case 'changes-of-the-past': {
      const message =
        'This update is dated before a newer one, a newer change or the end, so it can’t change severity, places or promised times. Leave those unchanged, or choose a later time.'
      return wrongFields(
        Object.fromEntries(['posted_on', ...refusal.fields].map((field) => [named(field), message])),
      )
    }
    case 'wrong-time':
      return wrong(refusal.field, WRONG_TIMES[refusal.why])
  }
}

export function actFault(refusal: ActRefusal | AskedByPeople, now: Date): Fault {
  switch (refusal.kind) {
    case 'asked-by-people':
      return askedByPeople()
    case 'wrong':
      return wrongFields(refusal.errors)
    case 'nothing-new':
      return new Fault('wrong-input', { message: 'There are no changes to publish.' })
    case 'in-the-past':
      return wrongFields({ publish_at: 'This time is in the past. Choose a future time, or publish now.' })
    case 'not-new':
      return new Fault('wrong-input', { message: 'Only new records can be scheduled.' })
    case 'not-an-incident':
    case 'post-mortem-moved':
    case 'wrong-post-mortem':
    case 'no-post-mortem':
      return postMortemFault(refusal, { now })
    default:
      return stepFault(refusal, { now })
  }
}

export function askedByPeople(): Fault {
  return new Fault('conflict', {
    message:
      'A person has asked for approval of this record, and that is not decided yet. Send your change after that, or use a token with the scope "approval:skip".',
  })
}

function movedWords({ deeds, recordKind: kind }: Moved, now: Date): string {
  const sentences = deeds.slice(-DEEDS_SAID).map((deed) => `${deedWords(deed, { kind, now })}.`)
  return [...sentences, 'Your text is not posted yet. Check it, then send it again.'].join(' ')
}

type Moved = Extract<StepRefusal, { kind: 'moved' }>

const WRONG_TIMES: Record<WrongTime, string> = {
  'before-it-began': 'This is before the start.',
  'in-the-future': 'This time is in the future.',
  'in-the-past': 'This time is in the past.',
  'end-before-start': 'It ends before it starts.',
  'out-of-order':
    'Choose a time after the update or change before it and before the next one, so that they stay in order.',
  missing: 'Please enter both start and end, or neither.',
}

export function teamFault(refusal: TeamRefusal, now: Date): Fault {
  switch (refusal.kind) {
    case 'no-such-record':
      return noSuchRecord()
    case 'no-such-note':
      return new Fault('not-found', { message: 'This record doesn’t have this note.' })
    case 'not-allowed':
      return new Fault('not-allowed')
    case 'not-yours':
      return new Fault('not-allowed', { message: 'Only the author can change or remove this.' })
    case 'removed':
      return new Fault('conflict', { message: 'This comment was removed, so it can’t be edited.' })
    case 'wrong':
      return wrongFields(refusal.errors)
    case 'closed':
      return new Fault('conflict', { message: 'This is closed, so there is nothing to hand over.' })
    case 'moved-on': {
      const { how, by } = refusal
      return new Fault('conflict', {
        message: `${by.by} ${MOVED_ON[how]} ${secondsAgoWords(by.at, now)}. Look at it first.`,
      })
    }
  }
}

const MOVED_ON: Record<Extract<TeamRefusal, { kind: 'moved-on' }>['how'], string> = {
  'handed-over': 'wrote another handover note',
  'taken-over': 'took this over',
  removed: 'removed this handover note',
}
