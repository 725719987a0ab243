import { useRef, useState } from 'react'
import type { PersonPresent, RecordDeed } from '../../../contract/admin/presence.ts'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import type { CallInput, CallName } from '../../../contract/calls.ts'
import { placeholdersIn, unfilledWords } from '../../../domain/newsroom/placeholders.ts'
import type { RecordKind } from '../../../domain/record.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { newKey } from '../../editor/keep/draft-calls.ts'
import { useApproval } from '../../parts/use-approval.tsx'
import { newsFor } from '../colleagues/record-watch.ts'
import { useRecordWatch } from '../colleagues/use-record-watch.ts'
import { type LifeDialogProps, lifeRecordOf } from './life-record.ts'
import type { useStoredWords } from './use-stored-words.ts'

export type StepCall = Extract<
  CallName,
  `POST /api/admin/records/:id/${'updates' | 'resolve' | 'reopen' | 'start' | 'postpone' | 'cancel'}`
>
type StepFields<C extends StepCall> = Omit<CallInput<C>, 'idempotency_key' | 'id' | 'edition' | 'approval'>

/**
 * Idempotent: retries count as one step. If a colleague was faster, it says so and continues from the
 * current record: the author decides whether to send the text anyway.
 */
export function useStep<C extends StepCall>(
  call: C,
  {
    record: opened,
    stored,
    onDone,
  }: Pick<LifeDialogProps, 'record' | 'onDone'> & {
    stored: ReturnType<typeof useStoredWords>
  },
) {
  const [record, setRecord] = useState(opened)
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const key = useRef({ of: '', is: '' })
  const { needs } = record.approval ?? {}
  const isPlanned = call.endsWith('/postpone') || call.endsWith('/cancel')
  const approval = useApproval((isPlanned ? needs?.publish : needs?.updates) ?? false)

  async function send(fields: StepFields<C>) {
    if (isBusy) return
    const missing = problemOf((fields as { body?: string }).body ?? '')
    if (missing !== undefined) return setProblem(missing)
    setBusy(true)
    setProblem(undefined)
    const step = { ...fields, ...approval.input, id: record.id, edition: record.edition ?? 0 }
    // Same content is a retry of the same step; different content is a new one.
    const written = JSON.stringify(step)
    if (key.current.of !== written) key.current = { of: written, is: newKey() }
    const called = await callAccount(call, { ...step, idempotency_key: key.current.is } as CallInput<C>)
    if (called.kind === 'refused' && called.errors.edition !== undefined) await goOnFromNewest()
    setBusy(false)
    if (called.kind === 'refused') {
      approval.heed(called)
      return setProblem({ message: called.message, errors: called.errors })
    }
    stored.drop()
    onDone((called.answer as { data: AdminRecord }).data)
  }

  async function goOnFromNewest() {
    const read = await callAccount('GET /api/admin/records/:id', { id: record.id })
    if (read.kind === 'done') setRecord(lifeRecordOf(read.answer.data))
  }
  const shown = { edition: record.edition ?? 0 }
  const watched = useRecordWatch(record.id, { ...shown, isPosting: true })
  const colleagues: StepColleagues = {
    people: watched?.kind === 'watched' ? watched.data.people : [],
    // Until the user's own step is answered, it can't be told apart from a colleague's.
    deeds: isBusy ? undefined : newsFor(watched, shown),
    now: watched?.kind === 'watched' ? watched.data.now : '',
    kind: record.kind,
    goOnFromNewest,
  }
  return { record, problem, isBusy, send, colleagues, approval }
}

export type StepTaken = Pick<ReturnType<typeof useStep>, 'problem' | 'isBusy' | 'colleagues' | 'approval'>

export interface StepColleagues {
  people: readonly PersonPresent[]
  /** What happened since the dialog was opened. Undefined: nothing. */
  deeds: readonly RecordDeed[] | undefined
  now: string
  kind: RecordKind
  goOnFromNewest: () => Promise<void>
}

/** Readers must never see unfilled placeholders. */
function problemOf(body: string): Refusal | undefined {
  const [open] = placeholdersIn(body)
  if (open === undefined) return undefined
  const message = unfilledWords(open)
  return { message, errors: { body: message, ...(open === 'new_end' && { to_time: 'Enter the new end.' }) } }
}
