import { useState } from 'react'
import { Link } from 'react-router'
import type { ApprovalRequest } from '../../contract/admin/approval-fields.ts'
import type { AdminRecord } from '../../contract/admin/record-content.ts'
import { plainText } from '../../domain/plain-text.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { TextAreaField } from '../parts/text-fields.tsx'
import { ContentDiff, WholeContent } from './diff/content-diff.tsx'
import { useEditing } from './editor-context.ts'
import styles from './notices.module.css'

export function ApprovalNotices() {
  const { draft } = useEditing()
  const { record, version } = draft
  if (record === undefined) return null
  const { request, without } = record.approval
  // Saving a draft raises the version, which ends the request.
  const isEdited = request?.state === 'waiting' && version !== undefined && version !== record.version
  return (
    <>
      {request !== null && (
        <RequestNotice request={isEdited ? { ...request, state: 'void' } : request} record={record} />
      )}
      {without.map((published) => (
        <WithoutNotice key={published.id} published={published} record={record} />
      ))}
    </>
  )
}

function RequestNotice({ request, record }: { request: ApprovalRequest; record: AdminRecord }) {
  const { keeper } = useEditing()
  const [open, setOpen] = useState<'approve' | 'send-back'>()
  const { id, state, what, note, requester, is_own, decider, decision, publish_at } = request
  if (state === 'void')
    return (
      <div className={styles.notice} data-notice="" role="status">
        <p>
          This was edited after approval was asked for, so the request has ended. Ask again when it is ready.
        </p>
      </div>
    )
  if (state === 'sent-back')
    return (
      <div className={styles.notice} data-notice="" role="status">
        <p>
          {decider ?? 'A colleague'} sent this back: <span dir="auto">“{decision}”</span>
        </p>
      </div>
    )
  async function takeBack() {
    const called = await callAccount('POST /api/admin/records/:id/approvals/:approval/take-back', {
      id: record.id,
      approval: id,
    })
    if (called.kind === 'refused') {
      showToast(called.message, { isProblem: true })
      return
    }
    keeper.adopt(called.answer.data)
    showToast('Request canceled.')
  }
  return (
    <div className={styles.notice} data-notice="">
      <div>
        <p>
          <strong>Waiting for approval.</strong> {requester} asks to {what}
          {publish_at !== null && (
            <>
              {' '}
              for <Moment at={publish_at} precision="minute" />
            </>
          )}
          .
        </p>
        {note !== '' && <p dir="auto">“{note}”</p>}
        {is_own && <p>Another person must approve it: you asked for it, or edited it last.</p>}
      </div>
      {record.can_edit && (
        <div className={styles.buttons}>
          {!is_own && (
            <>
              <button type="button" className="button primary" onClick={() => setOpen('approve')}>
                Review and approve…
              </button>
              <button type="button" className="button" onClick={() => setOpen('send-back')}>
                Send back…
              </button>
            </>
          )}
          {is_own && (
            <button type="button" className="button" onClick={() => void takeBack()}>
              Cancel the request
            </button>
          )}
        </div>
      )}
      {open === 'approve' && (
        <ApproveDialog request={request} record={record} onClose={() => setOpen(undefined)} />
      )}
      {open === 'send-back' && (
        <SendBackDialog request={request} record={record} onClose={() => setOpen(undefined)} />
      )}
    </div>
  )
}

interface Deciding {
  request: ApprovalRequest
  record: AdminRecord
  onClose: () => void
}

function ApproveDialog({ request, record, onClose }: Deciding) {
  const { keeper, choices } = useEditing()
  const after = record.draft?.content ?? record.content
  async function approve(): Promise<Refusal | undefined> {
    const called = await callAccount('POST /api/admin/records/:id/approvals/:approval/approve', {
      id: record.id,
      approval: request.id,
      version: record.version,
    })
    if (called.kind === 'refused') return called
    keeper.adopt(called.answer.data)
    const { state } = called.answer.data
    showToast(
      called.answer.is_late
        ? 'Approved. Its planned time had passed, so it was published now.'
        : state === 'scheduled'
          ? 'Approved. It will publish automatically.'
          : 'Approved. Readers see it now.',
    )
    return undefined
  }
  return (
    <ConfirmDialog
      question={`Approve: ${request.what}?`}
      yes="Approve"
      busyYes="Approving…"
      isHarmless
      onYes={approve}
      onClose={onClose}
    >
      {request.body !== null ? (
        <blockquote dir="auto" className={styles.said}>
          {plainText(request.body)}
        </blockquote>
      ) : request.about === 'post-mortem' ? (
        <p>
          Read <Link to={`/admin/records/${record.id}/post-mortem`}>the post-mortem</Link> first. If it is
          edited before you approve it, nothing goes out.
        </p>
      ) : request.about === 'nothing' || record.draft === null ? (
        request.lines.length === 0 && <p>Its text doesn’t change.</p>
      ) : record.edition === null ? (
        <WholeContent content={after} choices={choices} />
      ) : (
        <ContentDiff before={record.content} after={after} choices={choices} />
      )}
      {request.lines.length > 0 && (
        <ul>
          {request.lines.map((line) => (
            <li key={line} dir="auto">
              {line}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  )
}

function SendBackDialog({ request, record, onClose }: Deciding) {
  const { keeper } = useEditing()
  const [words, setWords] = useState('')
  const [error, setError] = useState<string>()
  async function sendBack(): Promise<Refusal | undefined> {
    if (words.trim() === '') {
      const message = 'Say what should change.'
      setError(message)
      return { message, errors: {} }
    }
    const called = await callAccount('POST /api/admin/records/:id/approvals/:approval/send-back', {
      id: record.id,
      approval: request.id,
      words,
    })
    if (called.kind === 'refused') return called
    keeper.adopt(called.answer.data)
    showToast(`Sent back to ${request.requester}.`)
    return undefined
  }
  return (
    <ConfirmDialog
      question="Send this back?"
      yes="Send back"
      busyYes="Sending…"
      isHarmless
      onYes={sendBack}
      onClose={onClose}
    >
      <TextAreaField
        label="What should change"
        error={error}
        rows={3}
        maxLength={2000}
        autoFocus
        value={words}
        onChange={(typed) => {
          setWords(typed)
          setError(undefined)
        }}
      />
    </ConfirmDialog>
  )
}

function WithoutNotice({
  published,
  record,
}: {
  published: AdminRecord['approval']['without'][number]
  record: AdminRecord
}) {
  const { keeper } = useEditing()
  const { id, what, reason, by, at, is_own } = published
  async function review() {
    const called = await callAccount('POST /api/admin/records/:id/approvals/:approval/review', {
      id: record.id,
      approval: id,
    })
    if (called.kind === 'refused') {
      showToast(called.message, { isProblem: true })
      return
    }
    keeper.adopt(called.answer.data)
    showToast('Marked as reviewed.')
  }
  return (
    <div className={styles.notice} data-notice="">
      <p>
        <strong>Published without approval</strong> by {by}, <Moment at={at} precision="minute" />: {what}.{' '}
        <span dir="auto">“{reason}”</span>
      </p>
      {!is_own && record.can_edit && (
        <button type="button" className="button" onClick={() => void review()}>
          Mark as reviewed
        </button>
      )}
    </div>
  )
}
