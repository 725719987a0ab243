import { useState } from 'react'
import type { SuppressionGroup } from '../../contract/admin/suppressions.ts'
import { can } from '../../domain/access.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { counted } from '../../ui/parts/words.ts'
import { useRoot } from '../../ui/root-data.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { useStaff } from '../shell/staff.ts'
import { AddressCheck } from './address-check.tsx'
import styles from './deliveries-screen.module.css'
import { DeliverySearch } from './delivery-search.tsx'
import { GivenUp } from './given-up.tsx'
import { PublicationsTab } from './publications.tsx'
import { useRetry } from './use-retry.ts'

const VIEWS = ['publications', 'given-up', 'search', 'addresses'] as const
type View = (typeof VIEWS)[number]

/** Z-03, Z-05 */
export function DeliveriesScreen() {
  const { roles } = useStaff()
  const { query, change } = useQuery(['view', 'recipient', 'record', 'publication', 'state'] as const)
  const view = VIEWS.find((known) => known === query.view) ?? 'publications'
  const retrying = useRetry({ isAllowed: can(roles, 'retry-deliveries') })
  const { edition } = useRoot().global
  const { called } = useStaffAnswer('GET /api/admin/deliveries/dead', {
    input: {},
    because: `${edition.number} ${retrying.count}`,
  })
  const givenUp = called?.kind === 'done' ? called.answer.total : undefined
  const pick = (next: View) =>
    change({
      view: next === 'publications' ? '' : next,
      recipient: '',
      record: '',
      publication: '',
      state: '',
    })
  return (
    <Screen
      title="Deliveries"
      lead="Messages to subscribers, except to channels that are switched off and addresses that refuse mail."
    >
      <Tabs
        label="Deliveries"
        tabs={[
          { name: 'publications', title: 'Publications' },
          { name: 'given-up', title: 'Failed', count: givenUp },
          { name: 'search', title: 'Search' },
          { name: 'addresses', title: 'Addresses' },
        ]}
        current={view}
        onPick={pick}
      >
        <div className={styles.view}>
          {view === 'publications' && <PublicationsTab retrying={retrying} />}
          {view === 'given-up' && <GivenUp retrying={retrying} />}
          {view === 'search' && <DeliverySearch asked={query} onAsk={change} retrying={retrying} />}
          {view === 'addresses' && <AddressCheck canLift={can(roles, 'retry-deliveries')} />}
          {view === 'addresses' && <SuppressedGroups canLift={can(roles, 'retry-deliveries')} />}
        </div>
      </Tabs>
    </Screen>
  )
}

const COLUMNS: readonly Column<SuppressionGroup>[] = [
  { head: 'Reason', isName: true, cell: ({ reason }) => reason },
  { head: 'Addresses', isFigure: true, cell: ({ count }) => count.toLocaleString('en-US') },
  { head: 'Last', cell: ({ last }) => <Moment at={last} precision="minute" /> },
]

/** Z-05. After a mail server error, all addresses of one reason can be lifted together. */
function SuppressedGroups({ canLift }: { canLift: boolean }) {
  const [lifts, setLifts] = useState(0)
  const [asked, setAsked] = useState<SuppressionGroup>()
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/suppressions', {
    input: {},
    because: String(lifts),
  })
  return (
    <>
      <Loaded called={called} onRetry={reload}>
        {({ data, total }) => (
          <section className={styles.groups}>
            <h2>Addresses that get no mail</h2>
            <p>
              {total === 0
                ? 'There are no such addresses.'
                : `${counted(total, 'address', 'addresses')}, by reason.`}
            </p>
            {total > 0 && (
              <DataTable
                label="Addresses that get no mail, by reason"
                rows={data}
                rowKey={({ reason }) => reason}
                columns={COLUMNS}
                isStale={isStale}
                {...(canLift && {
                  actions: (group: SuppressionGroup) => (
                    <button
                      type="button"
                      className="button"
                      aria-label={`Allow mail to all addresses with ${group.reason}`}
                      onClick={() => setAsked(group)}
                    >
                      Allow mail to all
                    </button>
                  ),
                })}
              />
            )}
          </section>
        )}
      </Loaded>
      {asked !== undefined && (
        <ConfirmDialog
          question={`Allow mail to ${counted(asked.count, 'address', 'addresses')}?`}
          yes="Allow mail"
          busyYes="Allowing…"
          isHarmless
          onYes={async () => {
            // Excludes addresses added while the dialog was open.
            const { reason, last: until } = asked
            const lifted = await callAccount('POST /api/admin/suppressions/lift-many', { reason, until })
            if (lifted.kind === 'refused') return lifted
            setLifts((count) => count + 1)
            showToast(`${counted(lifted.answer.data.lifted, 'address', 'addresses')} can get mail again.`)
            return undefined
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>
            All of them refused mail with <strong>{asked.reason}</strong>. If a mail server refuses one of
            them again, we stop again.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
