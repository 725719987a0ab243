import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ListedSender } from '../../contract/admin/senders.ts'
import { TOKEN_NAME_LENGTH } from '../../contract/admin/tokens.ts'
import { PRESET_NAMES, SENDER_PRESETS, type SenderPreset } from '../../domain/senders/presets.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import type { Refusal } from '../../ui/forms/posted.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { RadioField } from '../parts/check-fields.tsx'
import { Chip } from '../parts/chip.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { InputField } from '../parts/text-fields.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { OUTCOME_WORDS } from './outcome-words.ts'
import { SenderLog } from './sender-log.tsx'
import styles from './senders.module.css'

const TABS = [
  { name: 'senders', title: 'Senders' },
  { name: 'log', title: 'Log' },
] as const

/** Z-08 */
export function SendersScreen() {
  const { called, reload } = useStaffAnswer('GET /api/admin/senders', { input: {}, because: '' })
  const { query, change } = useQuery(['view', 'outcome', 'before'])
  const view = query.view === 'log' ? 'log' : 'senders'
  const [isMaking, setMaking] = useState(false)
  const newSender = (
    <button type="button" className="button primary" onClick={() => setMaking(true)}>
      New sender
    </button>
  )
  const list = (
    <Loaded called={called} onRetry={reload}>
      {({ data }) => (
        <DataTable
          label="Senders"
          rows={data}
          rowKey={({ id }) => id}
          columns={COLUMNS}
          empty={
            <EmptyState title="No monitoring system sends alerts here." action={newSender}>
              Connect Grafana, Datadog, PagerDuty, Alertmanager or anything else that can post JSON.
            </EmptyState>
          }
        />
      )}
    </Loaded>
  )
  return (
    <Screen
      title="Senders"
      lead="Monitoring systems whose alerts open, update and resolve incidents. You say what their data means."
      actions={newSender}
    >
      <Tabs
        label="Senders"
        tabs={TABS}
        current={view}
        onPick={(name) => change({ view: name === 'senders' ? '' : name, outcome: '', before: '' })}
      >
        {view === 'log' ? <SenderLog /> : list}
      </Tabs>
      {isMaking && (
        <NewSender
          onClose={() => {
            setMaking(false)
            reload()
          }}
        />
      )}
    </Screen>
  )
}

const COLUMNS: readonly Column<ListedSender>[] = [
  {
    head: 'Name',
    isName: true,
    cell: ({ id, name, hint }) => (
      <>
        <Link to={`/admin/senders/${id}`}>{name}</Link> <code className={styles.hint}>{hint}…</code>
      </>
    ),
  },
  { head: 'Product', cell: ({ preset }) => PRESET_NAMES[preset] },
  {
    head: 'State',
    cell: ({ is_on }) => (is_on ? <Chip tone="up">On</Chip> : <Chip tone="quiet">Off: only logs</Chip>),
  },
  {
    head: 'Makes',
    cell: ({ publishes, notifies }) =>
      publishes ? (notifies ? 'Incidents, with messages' : 'Incidents, without messages') : 'Drafts',
  },
  {
    head: 'Last received',
    cell: ({ last_at, last_outcome }) =>
      last_at === null ? (
        'Never'
      ) : (
        <>
          <Moment at={last_at} precision="minute" />
          {last_outcome !== null && ` · ${OUTCOME_WORDS[last_outcome].words}`}
        </>
      ),
  },
]

function NewSender({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [preset, setPreset] = useState<SenderPreset>('grafana')
  const [problem, setProblem] = useState<Refusal>()
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const [made, setMade] = useState<{ id: number; key: string }>()

  async function make() {
    if (isBusy) return
    setBusy(true)
    const called = await callAccount('POST /api/admin/senders', { name, preset })
    setBusy(false)
    if (called.kind === 'refused') return setProblem(called)
    setMade(called.answer.data)
  }

  if (made !== undefined)
    return (
      <KeyDialog
        name={name}
        shownKey={made.key}
        onClose={() => {
          onClose()
          navigate(`/admin/senders/${made.id}`)
        }}
      />
    )
  return (
    <FormDialog
      title="New sender"
      problem={problem}
      isBusy={isBusy}
      send="Create sender"
      busySend="Creating…"
      onSend={make}
      onClose={onClose}
    >
      <InputField
        label="Name"
        hint="The audit log and the internal notes of incidents show it."
        error={problem?.errors.name}
        value={name}
        maxLength={TOKEN_NAME_LENGTH}
        onChange={setName}
      />
      <RadioField
        legend="Product"
        choices={SENDER_PRESETS.map((value) => ({ value, label: PRESET_NAMES[value] }))}
        value={preset}
        onChange={setPreset}
      />
    </FormDialog>
  )
}
