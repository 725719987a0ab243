import { type ReactNode, useState } from 'react'
import { APPROVAL_WORDS_AT_MOST, type ApprovalChoice } from '../../contract/admin/approval-fields.ts'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { RadioField } from './check-fields.tsx'
import { TextAreaField } from './text-fields.tsx'

export interface ApprovalAsked {
  /** It becomes a request instead of a publication. */
  isAsking: boolean
  input: { approval?: ApprovalChoice }
  field: ReactNode
  /** The rules may have changed since the page was loaded: then the refusal makes the field appear. */
  heed: (refusal: Refusal | undefined) => void
}

export function useApproval(isNeeded: boolean): ApprovalAsked {
  const [isDemanded, setDemanded] = useState(false)
  const [way, setWay] = useState<'ask' | 'without'>('ask')
  const [note, setNote] = useState('')
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const heed = (refusal: Refusal | undefined) => {
    if (refusal?.errors.approval !== undefined) setDemanded(true)
    setError(refusal?.errors['approval.reason'])
  }
  if (!isNeeded && !isDemanded) return { isAsking: false, input: {}, field: null, heed }
  const isAsking = way === 'ask'
  return {
    isAsking,
    input: { approval: isAsking ? { kind: 'ask', note } : { kind: 'without', reason } },
    heed,
    field: (
      <>
        <RadioField
          legend="This needs a second person"
          value={way}
          onChange={setWay}
          choices={[
            {
              value: 'ask',
              label: 'Ask for approval',
              hint: 'Colleagues get an email. When one of them approves, exactly this version goes out; any edit cancels the request.',
            },
            {
              value: 'without',
              label: 'Publish without approval',
              hint: 'For an emergency. It goes out now, and colleagues see it on the dashboard until one of them marks it as reviewed.',
            },
          ]}
        />
        {isAsking ? (
          <TextAreaField
            label="Note for your colleague"
            hint="Optional."
            rows={2}
            maxLength={APPROVAL_WORDS_AT_MOST}
            value={note}
            onChange={setNote}
          />
        ) : (
          <TextAreaField
            label="Why it can’t wait"
            hint="For the audit log and your colleagues. Readers don’t see it."
            error={error}
            rows={2}
            maxLength={APPROVAL_WORDS_AT_MOST}
            value={reason}
            onChange={(typed) => {
              setReason(typed)
              setError(undefined)
            }}
          />
        )}
      </>
    ),
  }
}

export const APPROVAL_REQUESTED = 'Approval requested. Nothing changes for readers until it is approved.'

/** Every publication ends a request. If one is still open, the action only asked for approval. */
export function doneWords({ approval }: AdminRecord, published: string): string {
  return approval.request?.state === 'waiting' ? APPROVAL_REQUESTED : published
}
