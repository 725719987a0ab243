import { useState } from 'react'
import { Link } from 'react-router'
import type { SenderDelivery } from '../../contract/admin/senders.ts'
import { DELIVERY_OUTCOMES } from '../../domain/senders/delivery.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { Chip } from '../parts/chip.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { FilterBar } from '../parts/filter-bar.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { FormButtons } from '../parts/form-buttons.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Modal } from '../parts/modal.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { OUTCOME_WORDS } from './outcome-words.ts'
import { indented } from './sender-preview.tsx'
import styles from './senders.module.css'

export function SenderLog({ sender, onPreview }: { sender?: number; onPreview?: (payload: string) => void }) {
  const { query, change, isFiltered } = useQuery(['outcome', 'before'])
  const outcome = DELIVERY_OUTCOMES.find((each) => each === query.outcome)
  const before = /^\d{1,15}$/.test(query.before) ? Number(query.before) : undefined
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/sender-log', {
    input: {
      ...(sender !== undefined && { sender }),
      ...(outcome !== undefined && { outcome }),
      ...(before !== undefined && { before }),
    },
    because: '',
    isUnderWay: () => before === undefined,
  })
  const [opened, setOpened] = useState<SenderDelivery>()
  return (
    <div className={styles.log}>
      <FilterBar isFiltered={isFiltered} onClear={() => change({ outcome: '', before: '' })}>
        <FilterSelect
          label="Outcome"
          any="Everything"
          value={outcome ?? ''}
          options={DELIVERY_OUTCOMES.map((value) => ({ value, name: OUTCOME_WORDS[value].words }))}
          onPick={(picked) => change({ outcome: picked, before: '' })}
        />
      </FilterBar>
      <Loaded called={called} onRetry={reload}>
        {({ data, older }) => (
          <>
            <DataTable
              label="Log"
              rows={data}
              rowKey={(delivery) => delivery.id}
              columns={sender === undefined ? COLUMNS : COLUMNS.filter(({ head }) => head !== 'Sender')}
              isStale={isStale}
              actions={(delivery) => (
                <button type="button" className="button" onClick={() => setOpened(delivery)}>
                  Details
                </button>
              )}
              empty={
                <EmptyState
                  title={isFiltered ? 'Nothing matches.' : 'Nothing was sent in the last 30 days.'}
                />
              }
            />
            <div className={styles.ways}>
              {before !== undefined && (
                <button type="button" className="button" onClick={() => change({ before: '' })}>
                  Newest
                </button>
              )}
              {older !== null && (
                <button type="button" className="button" onClick={() => change({ before: String(older) })}>
                  Older
                </button>
              )}
            </div>
          </>
        )}
      </Loaded>
      {opened !== undefined && (
        <DeliveryDialog
          delivery={opened}
          onPreview={onPreview}
          onRun={reload}
          onClose={() => setOpened(undefined)}
        />
      )}
    </div>
  )
}

const COLUMNS: readonly Column<SenderDelivery>[] = [
  { head: 'Time', isName: true, cell: ({ at }) => <Moment at={at} precision="second" /> },
  {
    head: 'Sender',
    cell: ({ sender: { id, name } }) => <Link to={`/admin/senders/${id}`}>{name}</Link>,
  },
  {
    head: 'Outcome',
    cell: ({ outcome }) => <Chip tone={OUTCOME_WORDS[outcome].tone}>{OUTCOME_WORDS[outcome].words}</Chip>,
  },
  { head: 'Result', cell: (delivery) => <Results delivery={delivery} most={3} /> },
  { head: 'Size', isFigure: true, isNarrow: true, cell: ({ bytes }) => sizeOf(bytes) },
]

function sizeOf(bytes: number) {
  return bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} kB`
}

function Results({ delivery: { results }, most }: { delivery: SenderDelivery; most: number }) {
  return (
    <ul className={styles.results}>
      {results.slice(0, most).map((result, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they never change
        <li key={index}>
          {result.record !== null && (
            <>
              {results.length > 1 && `${OUTCOME_WORDS[result.outcome].words}: `}
              <Link to={`/admin/records/${result.record}`}>
                {result.title === '' ? `Record ${result.record}` : result.title}
              </Link>{' '}
            </>
          )}
          <span className={styles.quiet}>{result.why.join(' ')}</span>
        </li>
      ))}
      {results.length > most && <li className={styles.quiet}>and {results.length - most} more</li>}
    </ul>
  )
}

function DeliveryDialog({
  delivery,
  onPreview,
  onRun,
  onClose,
}: {
  delivery: SenderDelivery
  onPreview: ((payload: string) => void) | undefined
  onRun: () => void
  onClose: () => void
}) {
  const { id } = delivery.sender
  const { called, reload } = useStaffAnswer('GET /api/admin/senders/:id/deliveries/:delivery', {
    input: { id, delivery: delivery.id },
    because: '',
  })
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  async function run() {
    if (isBusy) return
    setBusy(true)
    const ran = await callAccount('POST /api/admin/senders/:id/deliveries/:delivery/run', {
      id,
      delivery: delivery.id,
    })
    setBusy(false)
    if (ran.kind === 'refused') return setProblem(ran.message)
    showToast(`Run again: ${OUTCOME_WORDS[ran.answer.data.outcome].words.toLowerCase()}.`)
    onRun()
    onClose()
  }

  return (
    <Modal title="What it sent" width="wide" onClose={onClose}>
      <div className={styles.form}>
        <p>
          <Moment at={delivery.at} precision="second" /> · {sizeOf(delivery.bytes)} ·{' '}
          {OUTCOME_WORDS[delivery.outcome].words}
        </p>
        <Results delivery={delivery} most={50} />
        <Loaded called={called} onRetry={reload}>
          {({ data: { payload } }) =>
            payload === null ? (
              <p className={styles.quiet}>
                Its payload isn’t stored: it was refused before it was read, it was too large, or too many
                came since.
              </p>
            ) : (
              <>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must get the focus */}
                <pre className={styles.source} tabIndex={0}>
                  {indented(payload)}
                </pre>
                {problem !== '' && (
                  <p className={styles.wrong} role="alert">
                    {problem}
                  </p>
                )}
                <FormButtons>
                  {onPreview !== undefined && (
                    <button type="button" className="button" onClick={() => onPreview(indented(payload))}>
                      Preview it
                    </button>
                  )}
                  <button
                    type="button"
                    className="button"
                    aria-disabled={isBusy || undefined}
                    onClick={() => void run()}
                  >
                    {isBusy ? 'Running…' : 'Run again with the saved mapping'}
                  </button>
                </FormButtons>
              </>
            )
          }
        </Loaded>
      </div>
    </Modal>
  )
}
