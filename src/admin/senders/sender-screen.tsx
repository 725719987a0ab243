import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { SenderDetails } from '../../contract/admin/senders.ts'
import { PRESET_NAMES } from '../../domain/senders/presets.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { showToast } from '../../ui/toast/toast.ts'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useChoices } from '../parts/use-choices.ts'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { MissingScreen } from '../shell/missing-screen.tsx'
import { Screen } from '../shell/screen.tsx'
import { ConnectHelp } from './connect-help.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { SenderForm } from './sender-form.tsx'
import { SenderLog } from './sender-log.tsx'

const TABS = [
  { name: 'setup', title: 'Setup' },
  { name: 'log', title: 'Log' },
  { name: 'history', title: 'History' },
] as const
type TabName = (typeof TABS)[number]['name']

/** Z-08 */
export function SenderScreen() {
  const { id } = useParams()
  const isNumber = /^\d{1,9}$/.test(id ?? '')
  return isNumber ? <OneSender key={id} id={Number(id)} /> : <MissingScreen />
}

function OneSender({ id }: { id: number }) {
  const { called, reload } = useStaffAnswer('GET /api/admin/senders/:id', { input: { id }, because: '' })
  const { choices } = useChoices()
  const { query, change } = useQuery(['view', 'outcome', 'before'])
  const [payload, setPayload] = useState<string>()
  const [newKey, setNewKey] = useState<string>()
  const [dialog, setDialog] = useState<'key' | 'remove'>()
  const view = TABS.find(({ name }) => name === query.view)?.name ?? 'setup'
  const go = (name: TabName) => change({ view: name === 'setup' ? '' : name, outcome: '', before: '' })
  const sender = called?.kind === 'done' ? called.answer.data : undefined
  return (
    <Screen
      title={sender?.name ?? 'Sender'}
      lead={sender && PRESET_NAMES[sender.preset]}
      back={{ to: '/admin/senders', words: 'All senders' }}
      actions={
        sender !== undefined && (
          <>
            <button type="button" className="button" onClick={() => setDialog('key')}>
              New key
            </button>
            <button type="button" className="button" onClick={() => setDialog('remove')}>
              Remove
            </button>
          </>
        )
      }
    >
      <Loaded called={called} onRetry={reload} lines={12}>
        {({ data }) => (
          <Tabs label="Sender" tabs={TABS} current={view} onPick={go}>
            {view === 'setup' && choices !== undefined && (
              <>
                <ConnectHelp preset={data.preset} />
                <SenderForm
                  sender={data}
                  choices={choices}
                  payload={payload}
                  onPayload={setPayload}
                  onSaved={reload}
                />
              </>
            )}
            {view === 'log' && (
              <SenderLog
                sender={id}
                onPreview={(picked) => {
                  setPayload(picked)
                  go('setup')
                }}
              />
            )}
            {view === 'history' && <AuditTrail entity="sender" id={id} />}
          </Tabs>
        )}
      </Loaded>
      {sender !== undefined && dialog === 'key' && (
        <NewKeyDialog
          sender={sender}
          onMade={(key) => {
            setNewKey(key)
            reload()
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {sender !== undefined && newKey !== undefined && (
        <KeyDialog name={sender.name} shownKey={newKey} onClose={() => setNewKey(undefined)} />
      )}
      {sender !== undefined && dialog === 'remove' && (
        <RemoveDialog sender={sender} onClose={() => setDialog(undefined)} />
      )}
    </Screen>
  )
}

function NewKeyDialog({
  sender: { id, name },
  onMade,
  onClose,
}: {
  sender: SenderDetails
  onMade: (key: string) => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      question={`Create a new key for ${name}?`}
      yes="Create a new key"
      busyYes="Creating…"
      onYes={async () => {
        const renewed = await callAccount('POST /api/admin/senders/:id/key', { id })
        if (renewed.kind === 'refused') return renewed
        onMade(renewed.answer.data.key)
        return undefined
      }}
      onClose={onClose}
    >
      <p>The old key stops working at once. Alerts are refused until the sender has the new one.</p>
    </ConfirmDialog>
  )
}

function RemoveDialog({ sender: { id, name }, onClose }: { sender: SenderDetails; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      question={`Remove ${name}?`}
      yes="Remove"
      busyYes="Removing…"
      onYes={async () => {
        const removed = await callAccount('POST /api/admin/senders/:id/remove', { id })
        if (removed.kind === 'refused') return removed
        showToast(`${name} was removed.`)
        navigate('/admin/senders')
        return undefined
      }}
      onClose={onClose}
    >
      <p>
        Its key stops working, and its log is deleted. Incidents that it opened stay as they are: someone has
        to close them by hand. This can’t be undone.
      </p>
    </ConfirmDialog>
  )
}
