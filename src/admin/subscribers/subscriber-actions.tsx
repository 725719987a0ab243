import type { Followed, SubscriberDetails } from '../../contract/admin/subscribers.ts'
import { STOPPED_BY_STAFF } from '../../domain/notifying/channel-result.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { counted } from '../../ui/parts/words.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { ActionMenu } from '../parts/action-menu.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { SendMailAgainDialog, StopMailDialog } from '../parts/mail-dialogs.tsx'

export type SubscriberAct =
  | { kind: 'end-one'; followed: Followed }
  | { kind: 'confirm' | 'end-all' | 'stop-mail' | 'mail-again' | 'erase' }

/** Z-05: what staff may do about a subscriber. */
export function SubscriberActions({
  details: { subscriber, follows, suppression },
  mayManage,
  mayStopMail,
  onAct,
}: {
  details: SubscriberDetails
  mayManage: boolean
  mayStopMail: boolean
  onAct: (act: SubscriberAct) => void
}) {
  const hasMail = subscriber.email !== null
  const items: { kind: Exclude<SubscriberAct['kind'], 'end-one'>; words: string }[] = []
  if (mayManage && hasMail && !subscriber.is_confirmed && suppression === null)
    items.push({ kind: 'confirm', words: 'Send the confirmation again' })
  if (mayManage && follows.length > 0) items.push({ kind: 'end-all', words: 'End all subscriptions…' })
  if (mayStopMail && hasMail && suppression?.reason !== STOPPED_BY_STAFF)
    items.push({
      kind: 'stop-mail',
      words: suppression === null ? 'Stop mail to this address…' : 'Keep mail stopped…',
    })
  if (mayStopMail && hasMail && suppression !== null)
    items.push({ kind: 'mail-again', words: 'Allow mail again…' })
  if (mayManage && !subscriber.is_staff) items.push({ kind: 'erase', words: 'Erase…' })
  if (items.length === 0) return null
  return (
    <ActionMenu words="Actions">
      {items.map(({ kind, words }) => (
        <button key={kind} type="button" onClick={() => onAct({ kind })}>
          {words}
        </button>
      ))}
    </ActionMenu>
  )
}

export function SubscriberDialog({
  act,
  details,
  onChanged,
  onErased,
  onClose,
}: {
  act: SubscriberAct
  details: SubscriberDetails
  onChanged: (details: SubscriberDetails) => void
  onErased: () => void
  onClose: () => void
}) {
  const { subscriber, follows } = details
  const { uid } = subscriber
  const email = subscriber.email ?? `account ${uid}`
  const dialog = { onClose }

  async function readAgain() {
    const read = await callAccount('GET /api/admin/subscribers/:uid', { uid })
    if (read.kind === 'done') onChanged(read.answer.data)
  }

  async function end(ids: number[] | undefined, words: string): Promise<Refusal | undefined> {
    const ended = await callAccount('POST /api/admin/subscribers/:uid/end', {
      uid,
      ...(ids !== undefined && { ids }),
    })
    if (ended.kind === 'refused') return ended
    onChanged(ended.answer.data)
    showToast(words)
    return undefined
  }

  switch (act.kind) {
    case 'end-one':
      return (
        <ConfirmDialog
          {...dialog}
          question="End this subscription?"
          yes="End subscription"
          busyYes="Ending…"
          onYes={() => end([act.followed.id], 'Ended.')}
        >
          <p>
            {email} no longer gets messages about {act.followed.name}. They aren’t notified of this and can
            subscribe again.
          </p>
        </ConfirmDialog>
      )
    case 'end-all':
      return (
        <ConfirmDialog
          {...dialog}
          question="End all subscriptions?"
          yes="End all"
          busyYes="Ending…"
          onYes={() => end(undefined, 'All subscriptions ended.')}
        >
          <p>
            {email} follows {counted(follows.length, 'thing')}. Messages waiting to be sent to them are
            canceled. The account stays.
          </p>
        </ConfirmDialog>
      )
    case 'confirm':
      return (
        <ConfirmDialog
          {...dialog}
          question="Send the confirmation again?"
          yes="Send"
          busyYes="Sending…"
          isHarmless
          onYes={async () => {
            const sent = await callAccount('POST /api/admin/subscribers/:uid/confirmation', { uid })
            if (sent.kind === 'refused') return sent
            onChanged(sent.answer.data)
            showToast('The email is on its way.')
            return undefined
          }}
        >
          <p>
            {email} gets an email with a link that confirms the address. A mailbox gets at most three an hour.
          </p>
        </ConfirmDialog>
      )
    case 'stop-mail':
      return <StopMailDialog {...dialog} email={email} onDone={readAgain} />
    case 'mail-again':
      return <SendMailAgainDialog {...dialog} email={email} onDone={readAgain} />
    case 'erase':
      return (
        <ConfirmDialog
          {...dialog}
          question="Erase this subscriber?"
          yes="Erase"
          busyYes="Erasing…"
          onYes={async () => {
            const erased = await callAccount('POST /api/admin/subscribers/:uid/erase', { uid })
            if (erased.kind === 'refused') return erased
            showToast('Erased.')
            onErased()
            return undefined
          }}
        >
          <p>
            Deletes the account of {email} with its subscriptions, channels and delivery records, immediately.
            This can’t be undone. The audit log keeps only the account number.
          </p>
        </ConfirmDialog>
      )
  }
}
