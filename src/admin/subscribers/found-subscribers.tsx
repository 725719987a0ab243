import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { SubscriberRow } from '../../contract/admin/subscribers.ts'
import type { CallAnswer, CallInput } from '../../contract/calls.ts'
import { type Called, callAccount } from '../../ui/account/call-account.ts'
import { BreakableAddress } from '../../ui/parts/breakable-address.tsx'
import { Moment } from '../../ui/times/moment.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { Chip, Chips } from '../parts/chip.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'

const SEARCH = 'POST /api/admin/subscribers/search'
type Asked = Omit<CallInput<typeof SEARCH>, 'before'>
type Found = CallAnswer<typeof SEARCH>

export function FoundSubscribers({ asked }: { asked: Asked }) {
  const { called, isStale, more, reload } = useFound(asked)
  const isEverything = asked.q === '' && Object.keys(asked).length === 1
  return (
    <Loaded called={called} onRetry={reload} lines={10}>
      {({ data, older }) => (
        <>
          <DataTable
            label="Subscribers"
            rows={data}
            rowKey={({ uid }) => uid}
            columns={COLUMNS}
            isStale={isStale}
            empty={
              isEverything ? (
                <EmptyState title="No subscribers yet" />
              ) : (
                <EmptyState title="No subscribers match.">
                  Type the start of an address or of its domain, such as <code>@example.com</code>, or an
                  account number.
                </EmptyState>
              )
            }
          />
          {older !== null && (
            <BusyButton onPress={() => more(older)} busyWords="Loading…">
              More
            </BusyButton>
          )}
        </>
      )}
    </Loaded>
  )
}

function useFound(asked: Asked) {
  const key = JSON.stringify(asked)
  const [answered, setAnswered] = useState<{ key: string; called: Called<typeof SEARCH> }>()
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` represents the question, another round asks again.
  useEffect(() => {
    let isOver = false
    void callAccount(SEARCH, asked).then((called) => {
      if (!isOver) setAnswered({ key, called })
    })
    return () => {
      isOver = true
    }
  }, [key, round])

  async function more(older: number) {
    const called = await callAccount(SEARCH, { ...asked, before: older })
    setAnswered((before) => (before?.key === key ? { key, called: joined(before.called, called) } : before))
  }
  return {
    called: answered?.called,
    isStale: answered !== undefined && answered.key !== key,
    more,
    reload: () => setRound((before) => before + 1),
  }
}

function joined(before: Called<typeof SEARCH>, next: Called<typeof SEARCH>): Called<typeof SEARCH> {
  if (before.kind === 'refused' || next.kind === 'refused') return next
  const answer: Found = { ...next.answer, data: [...before.answer.data, ...next.answer.data] }
  return { ...next, answer }
}

export function SubscriberStateChips({ row }: { row: SubscriberRow }) {
  const { is_confirmed, is_suppressed, is_locked, is_staff } = row
  return (
    <Chips>
      {is_locked && <Chip tone="disruption">Locked</Chip>}
      {is_suppressed && <Chip tone="disruption">Gets no mail</Chip>}
      {is_confirmed ? <Chip tone="up">Confirmed</Chip> : <Chip tone="degradation">Not confirmed</Chip>}
      {is_staff && <Chip>Staff</Chip>}
    </Chips>
  )
}

const COLUMNS: readonly Column<SubscriberRow>[] = [
  {
    head: 'Address',
    isName: true,
    cell: ({ uid, email, name }) => (
      <Link to={`/admin/subscribers/${uid}`}>
        <BreakableAddress address={email ?? name ?? `Account ${uid}`} />
      </Link>
    ),
  },
  { head: 'State', cell: (row) => <SubscriberStateChips row={row} /> },
  {
    head: 'Follows',
    isNarrow: true,
    isFigure: true,
    cell: ({ follows }) => (follows === 0 ? 'Nothing' : follows),
  },
  {
    head: 'Account since',
    isNarrow: true,
    cell: ({ created_at }) => <Moment at={created_at} precision="minute" />,
  },
  { head: 'Number', isFigure: true, isNarrow: true, cell: ({ uid }) => uid },
]
