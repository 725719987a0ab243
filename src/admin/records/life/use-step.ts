import { useRef, useState } from 'react'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import type { CallInput, CallName } from '../../../contract/calls.ts'
import { placeholdersIn } from '../../../domain/newsroom/placeholders.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import type { Refusal } from '../../../ui/forms/posted.ts'
import { newKey } from '../../editor/keep/server-keeping.ts'

export type StepCall = Extract<
  CallName,
  `POST /api/admin/records/:id/${'updates' | 'resolve' | 'reopen' | 'start' | 'postpone' | 'cancel'}`
>
type StepFields<C extends StepCall> = Omit<CallInput<C>, 'idempotency_key'>

/** Idempotent: retries count as one step. Keeps the reason if refused. */
export function useStep<C extends StepCall>(call: C, { onDone }: { onDone: (record: AdminRecord) => void }) {
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const key = useRef({ of: '', is: '' })

  async function send(fields: StepFields<C>) {
    if (isBusy) return
    const missing = problemOf((fields as { body?: string }).body ?? '')
    if (missing !== undefined) return setProblem(missing)
    setBusy(true)
    setProblem(undefined)
    // Same content is a retry of the same step; different content is a new one.
    const written = JSON.stringify(fields)
    if (key.current.of !== written) key.current = { of: written, is: newKey() }
    const called = await callAccount(call, { ...fields, idempotency_key: key.current.is } as CallInput<C>)
    setBusy(false)
    if (called.kind === 'refused') return setProblem({ message: called.message, errors: called.errors })
    onDone((called.answer as { data: AdminRecord }).data)
  }
  return { problem, isBusy, send }
}

/** Readers must never see unfilled placeholders. */
function problemOf(body: string): Refusal | undefined {
  const [open] = placeholdersIn(body)
  if (open === undefined) return undefined
  const message = `{{${open}}} still needs to be filled in.`
  return { message, errors: { body: message } }
}
