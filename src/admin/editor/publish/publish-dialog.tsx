import { useEffect, useState } from 'react'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { publicationStep } from '../../../domain/newsroom/publication-step.ts'
import { RadioField } from '../../parts/check-fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { MomentField } from '../../parts/moment-field.tsx'
import { KIND_WORDS } from '../../parts/record-words.ts'
import { useApproval } from '../../parts/use-approval.tsx'
import { NotifyField } from '../../records/life/notify-field.tsx'
import { useRecipients } from '../../records/life/use-recipients.ts'
import { ContentDiff, WholeContent } from '../diff/content-diff.tsx'
import { useEditing } from '../editor-context.ts'
import { isChangedSince } from '../keep/draft-state.ts'
import { MovedNotice } from '../notices.tsx'
import { usePublishing } from './use-publishing.ts'

/** Z-03. The publish button has the focus. */
export function PublishDialog({
  onPublished,
  onWrong,
  onClose,
}: {
  onPublished: (record: AdminRecord, how: 'published' | 'scheduled') => void
  onWrong: (errors: Readonly<Record<string, string>>) => void
  onClose: () => void
}) {
  const { keeper, draft, content, choices } = useEditing()
  const isFirst = draft.record === undefined || draft.record.path === null
  const isUnpublished = draft.record?.state === 'unpublished'
  const canWait = isFirst && !isUnpublished
  const plannedAt = draft.record?.publish_at ?? null
  const confirmed = isChangedSince(draft) ? draft.record?.scheduled : undefined
  const [when, setWhen] = useState<'now' | 'later'>(plannedAt === null ? 'now' : 'later')
  const [publishAt, setPublishAt] = useState(plannedAt)
  const [isTimeUnreadable, setTimeUnreadable] = useState(false)
  const [sort, setSort] = useState<'news' | 'correction'>('news')
  const [notifies, setNotifies] = useState(draft.record?.publish_notifies ?? true)
  const { publish, problem, isBusy } = usePublishing({ onPublished, onWrong, onClose })
  const approval = useApproval(draft.record?.approval.needs.publish ?? false)
  const { heed } = approval
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new refusal says something new.
  useEffect(() => heed(problem), [problem])

  useEffect(() => {
    // Recipients are counted from the saved version.
    void keeper.flush()
  }, [keeper])

  const isCorrection = !isFirst && sort === 'correction'
  const isLater = canWait && when === 'later'
  function send() {
    if (isBusy || (isLater && isTimeUnreadable)) return
    void publish(
      isLater
        ? { kind: 'schedule', publishAt, notifies, approval: approval.input }
        : { kind: 'publish', notifies: notifies && !isCorrection, isCorrection, approval: approval.input },
    )
  }
  const name = KIND_WORDS[content.kind].one.toLowerCase()
  return (
    <FormDialog
      title={
        isFirst
          ? `Publish this ${name}`
          : isUnpublished
            ? `Publish this ${name} again`
            : 'Publish the changes'
      }
      lead={
        confirmed != null
          ? 'This is what changes in the scheduled version:'
          : isFirst
            ? 'This is what it will say:'
            : 'This is what changes for readers:'
      }
      width="wide"
      above={<MovedNotice />}
      problem={problem}
      isBusy={isBusy}
      sentBy="Ctrl+Enter"
      hasFocusOnSend
      send={isLater ? 'Schedule' : 'Publish now'}
      busySend="Publishing…"
      back="Go back"
      note={
        approval.isAsking
          ? 'Enter asks for approval, Escape goes back.'
          : 'Enter publishes, Escape goes back.'
      }
      approval={approval}
      onSend={send}
      onClose={onClose}
    >
      {confirmed != null ? (
        <ContentDiff before={confirmed.content} after={content} choices={choices} />
      ) : isFirst || draft.record === undefined ? (
        <WholeContent content={content} choices={choices} />
      ) : (
        <ContentDiff before={draft.record.content} after={content} choices={choices} />
      )}
      {!isFirst && !isUnpublished && (
        <RadioField
          legend="What is it?"
          value={sort}
          onChange={setSort}
          choices={[
            { value: 'news', label: 'News', hint: 'Readers see that it was updated.' },
            {
              value: 'correction',
              label: 'A correction',
              hint: 'A typo or a detail. Subscribers aren’t notified.',
            },
          ]}
        />
      )}
      {canWait && (
        <RadioField
          legend="When?"
          value={when}
          onChange={setWhen}
          choices={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'At a set time' },
          ]}
        />
      )}
      {isLater && (
        <MomentField
          label="Publish at"
          value={publishAt}
          error={problem?.errors.publish_at}
          onChange={setPublishAt}
          onUnreadable={setTimeUnreadable}
        />
      )}
      {!isCorrection && <Notifying notifies={notifies} onChange={setNotifies} />}
    </FormDialog>
  )
}

function Notifying({ notifies, onChange }: { notifies: boolean; onChange: (notifies: boolean) => void }) {
  const { draft } = useEditing()
  if (draft.record === undefined) {
    return <NotifyField recipients="Counting recipients…" isOn={notifies} onChange={onChange} />
  }
  return <CountedNotifying record={draft.record} notifies={notifies} onChange={onChange} />
}

function CountedNotifying({
  record,
  notifies,
  onChange,
}: {
  record: AdminRecord
  notifies: boolean
  onChange: (notifies: boolean) => void
}) {
  const { draft, content, choices } = useEditing()
  const traits = (id: number) => choices.statuses.find((status) => status.id === id)
  const after = traits(content.status_id) ?? { class: '', is_closed: false }
  const before = record.path === null ? undefined : traits(record.content.status_id)
  const isWithdrawn = record.state !== 'published'
  const step = publicationStep({ kind: content.kind, before, after, isWithdrawn, isCorrection: false })
  const reopens = before?.is_closed === true && !after.is_closed
  const recipients = useRecipients(record.id, step, { reopens, isOfDraft: true, because: draft.version })
  return <NotifyField recipients={recipients} isOn={notifies} onChange={onChange} />
}
