import { useState } from 'react'
import type { SuppressionGroup } from '../../contract/admin/suppressions.ts'
import { callAccount } from '../../ui/account/call-account.ts'
import { counted } from '../../ui/parts/words.ts'
import { Moment } from '../../ui/times/moment.tsx'
import { showToast } from '../../ui/toast/toast.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import styles from './deliveries-screen.module.css'

const COLUMNS: readonly Column<SuppressionGroup>[] = [
  { head: 'Reason', isName: true, cell: ({ reason }) => reason },
  { head: 'Addresses', isFigure: true, cell: ({ count }) => count.toLocaleString('en-US') },
  { head: 'Last', cell: ({ last }) => <Moment at={last} precision="minute" /> },
]

/**
 * Z-05: suppressed addresses by reason. After a mail server error, all addresses of one reason can be lifted together.
 */
export function SuppressedGroups({ canLift }: { canLift: boolean }) {
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
                      aria-label={`Send mail again to all addresses with ${group.reason}`}
                      onClick={() => setAsked(group)}
                    >
                      Send again to all
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
          question={`Send mail again to ${counted(asked.count, 'address', 'addresses')}?`}
          yes="Send again"
          busyYes="Lifting…"
          isHarmless
          onYes={async () => {
            // Excludes addresses added while the dialog was open.
            const { reason, last: until } = asked
            const lifted = await callAccount('POST /api/admin/suppressions/lift-many', { reason, until })
            if (lifted.kind === 'refused') return lifted
            setLifts((count) => count + 1)
            showToast(`Mail is sent again to ${counted(lifted.answer.data.lifted, 'address', 'addresses')}.`)
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
