import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { AdminRecord } from '../../../contract/admin/record-content.ts'
import { can, capabilityToEdit } from '../../../domain/access.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { ActionMenu } from '../../parts/action-menu.tsx'
import { doneWords } from '../../parts/use-approval.tsx'
import { useStaff } from '../../shell/staff.ts'
import { useEditing } from '../editor-context.ts'
import { isChangedSince, isUnpublishedChange } from '../keep/draft-state.ts'
import { NARROW, useMedia } from '../use-media.ts'
import { ActDialogs, type OpenDialog } from './act-dialogs.tsx'
import { useRecordActs } from './use-record-acts.tsx'

export function RecordActions({ onPublish }: { onPublish: () => void }) {
  const { draft, content, choices, keeper, isReadOnly } = useEditing()
  const { roles } = useStaff()
  const acts = useRecordActs()
  const navigate = useNavigate()
  const [open, setOpen] = useState<OpenDialog>()
  const isTight = useMedia(NARROW)
  const { record } = draft
  const state = record?.state ?? 'draft'
  const isPublished = state === 'published'
  const isChanged = isPublished && isUnpublishedChange(draft)
  const status = choices.statuses.find(({ id }) => id === (record?.content ?? content).status_id)
  const isClosed = status?.is_closed === true
  const mayCopy = can(
    roles,
    capabilityToEdit({ kind: content.kind, notificationType: content.notification_type }),
  )

  if (isReadOnly) {
    return mayCopy ? <PlainButton words="Copy" onPress={() => void withToast(acts.copy())} /> : null
  }
  const needsApproval = record?.approval.needs.publish === true
  const publishWords = needsApproval
    ? 'Ask for approval…'
    : isPublished
      ? 'Publish changes…'
      : state === 'unpublished'
        ? 'Publish again…'
        : 'Publish…'
  return (
    <>
      {isPublished && !isClosed && (
        <>
          {!(isTight && isChanged) && (
            <PlainButton words="Post update" isMain={!isChanged} onPress={() => setOpen('update')} />
          )}
          {!isTight && <PlainButton words={END_WORDS[content.kind]} onPress={() => setOpen('resolve')} />}
        </>
      )}
      {isPublished && isClosed && (
        <>
          {!isTight && <PlainButton words="Post update" onPress={() => setOpen('update')} />}
          <PlainButton words="Reopen" onPress={() => setOpen('reopen')} />
        </>
      )}
      {(!isPublished || isChanged) && <PlainButton words={publishWords} isMain onPress={onPublish} />}
      {record !== undefined && (
        <ActionMenu words="More">
          {isTight && isPublished && (isChanged || isClosed) && (
            <button type="button" onClick={() => setOpen('update')}>
              Post update…
            </button>
          )}
          {isTight && isPublished && !isClosed && (
            <button type="button" onClick={() => setOpen('resolve')}>
              {END_WORDS[content.kind]}…
            </button>
          )}
          {isPublished && content.kind === 'maintenance' && !isClosed && (
            <>
              {status?.class === 'scheduled' && (
                <button type="button" onClick={() => setOpen('start')}>
                  Start now…
                </button>
              )}
              <button type="button" onClick={() => setOpen('postpone')}>
                Postpone…
              </button>
              <button type="button" onClick={() => setOpen('cancel')}>
                Cancel the maintenance…
              </button>
            </>
          )}
          {state === 'scheduled' && (
            <button type="button" onClick={() => void withToast(acts.unschedule())}>
              Cancel scheduled publication
            </button>
          )}
          {isChangedSince(draft) && (
            <button type="button" onClick={() => keeper.change(record.scheduled?.content ?? content)}>
              Discard the changes since scheduling
            </button>
          )}
          <button type="button" onClick={() => void withToast(acts.copy())}>
            Copy as a new draft
          </button>
          {isChanged && (
            <button type="button" onClick={() => void withToast(acts.discard())}>
              Discard the changes
            </button>
          )}
          {(state === 'draft' || state === 'scheduled') && (
            <button type="button" onClick={() => void withToast(acts.discard())}>
              Discard this draft
            </button>
          )}
          {isPublished && (
            <>
              <button type="button" onClick={() => setOpen('archive')}>
                Archive…
              </button>
              <button type="button" onClick={() => setOpen('unpublish')}>
                Withdraw…
              </button>
            </>
          )}
          {(isPublished || state === 'unpublished') && can(roles, 'edit-site') && (
            <button type="button" onClick={() => void navigate(`/admin/records/${record.id}/log`)}>
              Versions in the public log
            </button>
          )}
        </ActionMenu>
      )}
      {record !== undefined && open !== undefined && (
        <ActDialogs
          open={open}
          record={record}
          acts={acts}
          onDone={(changed: AdminRecord) => {
            keeper.adopt(changed)
            setOpen(undefined)
            showToast(doneWords(changed, 'Published. Readers see it now.'))
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

const END_WORDS = {
  incident: 'Resolve',
  maintenance: 'Complete',
  advisory: 'Remediated',
  notification: 'Close',
}

function PlainButton({
  words,
  isMain = false,
  onPress,
}: {
  words: string
  isMain?: boolean
  onPress: () => void
}) {
  return (
    <button type="button" className={isMain ? 'button primary' : 'button'} onClick={onPress}>
      {words}
    </button>
  )
}

async function withToast(acting: Promise<{ message: string } | undefined>) {
  const refusal = await acting
  if (refusal !== undefined) showToast(refusal.message, { isProblem: true })
}
