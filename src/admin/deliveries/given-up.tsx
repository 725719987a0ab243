import { Link } from 'react-router'
import type { DeadDelivery } from '../../contract/deliveries.ts'
import { failureWords } from '../../domain/notifying/channel.ts'
import { KIND_NAMES } from '../../ui/channel-words.ts'
import { counted } from '../../ui/parts/words.ts'
import { useRoot } from '../../ui/root-data.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { BusyButton } from '../parts/busy-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Pager } from '../parts/pager.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import styles from './deliveries-screen.module.css'
import type { Retrying } from './use-retry.ts'

const ON_A_PAGE = 10

/** Z-05. Recipients are shown by id only, never by address. */
export function GivenUp({ retrying: { retry, count } }: { retrying: Retrying }) {
  const { edition } = useRoot().global
  const { page } = useQuery([] as const)
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/deliveries/dead', {
    input: { page },
    because: `${edition.number} ${count}`,
  })
  return (
    <Loaded called={called} onRetry={reload}>
      {({ data, total }) =>
        total === 0 ? (
          <EmptyState title="No messages failed for good." />
        ) : (
          <>
            <div className={styles.head}>
              <p>
                {counted(total, 'message')} could not be sent
                {retry === undefined ? '.' : ', and can be tried again.'}
              </p>
              {retry !== undefined && (
                <BusyButton onPress={() => retry({ all: true })} busyWords="Trying…">
                  Try all again
                </BusyButton>
              )}
            </div>
            <DataTable
              label="Failed"
              rows={data}
              rowKey={({ id }) => id}
              columns={COLUMNS}
              isStale={isStale}
              {...(retry !== undefined && {
                actions: ({ id, uid, title }: DeadDelivery) => (
                  <BusyButton
                    onPress={() => retry({ ids: [id] })}
                    busyWords="Trying…"
                    label={`Try again to notify account ${uid} about ${title}`}
                  >
                    Try again
                  </BusyButton>
                ),
              })}
            />
            <Pager current={page} total={Math.ceil(total / ON_A_PAGE)} />
          </>
        )
      }
    </Loaded>
  )
}

const COLUMNS: readonly Column<DeadDelivery>[] = [
  {
    head: 'About',
    isName: true,
    cell: ({ title, publication }) => (
      <Link to={`/admin/deliveries?view=search&publication=${publication}`}>
        <bdi>{title}</bdi>
      </Link>
    ),
  },
  { head: 'Why', cell: ({ kind, reason }) => failureWords(kind, reason) },
  {
    head: 'To',
    cell: ({ kind, uid }) => (
      <>
        {KIND_NAMES[kind]} of <Link to={`/admin/deliveries?view=search&recipient=${uid}`}>account {uid}</Link>
      </>
    ),
  },
  { head: 'Attempts', isFigure: true, isNarrow: true, cell: ({ attempts }) => attempts },
  {
    head: 'Since',
    isNarrow: true,
    cell: ({ created_at }) => <Moment at={created_at} precision="minute" />,
  },
]
