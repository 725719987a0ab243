import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ThreatDayCounts } from '../../../contract/admin/site/threat-days.ts'
import { can } from '../../../domain/access.ts'
import { longDayWords } from '../../../domain/calendar/day-words.ts'
import { callAccount } from '../../../ui/account/call-account.ts'
import { withCommas } from '../../../ui/parts/words.ts'
import { showToast } from '../../../ui/toast/toast.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useStaffAnswer } from '../../parts/use-staff-answer.ts'
import { useStaff } from '../../shell/staff.ts'
import { SiteScreenFrame } from '../frame/site-screen-frame.tsx'

export function ThreatsPart() {
  const { roles } = useStaff()
  const [params] = useSearchParams()
  const page = Math.max(0, Math.trunc(Number(params.get('page'))) || 0)
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/site/threats', {
    input: { page },
    because: '',
  })
  const [asked, setAsked] = useState<ThreatDayCounts>()
  return (
    <SiteScreenFrame
      title="Threat figures"
      lead="Blocked threats by day, for the charts and the threat map."
      actions={
        can(roles, 'import-content') && (
          <Link className="button primary" to="/admin/imports">
            Import figures
          </Link>
        )
      }
    >
      <Loaded called={called} onRetry={reload} lines={10}>
        {({ data, current_page, total_pages }) => (
          <>
            <DataTable
              label="Days with threat figures"
              rows={data}
              rowKey={({ day }) => day}
              isStale={isStale}
              columns={[
                { head: 'Day', cell: ({ day }) => longDayWords(day), isName: true },
                { head: 'Blocked', cell: ({ blocked }) => withCommas(blocked), isFigure: true },
                { head: 'Rows', cell: (day) => withCommas(day.count_rows), isFigure: true },
                { head: 'On the map', cell: (day) => withCommas(day.origin_blocked), isFigure: true },
                { head: 'Rows of the map', cell: (day) => withCommas(day.origin_rows), isFigure: true },
              ]}
              actions={(day) => (
                <button type="button" className="button" onClick={() => setAsked(day)}>
                  Remove<span className="hidden"> {longDayWords(day.day)}</span>
                </button>
              )}
              empty={<EmptyState title="There are no threat figures yet." />}
            />
            <Pager current={current_page} total={total_pages} />
          </>
        )}
      </Loaded>
      {asked !== undefined && (
        <ConfirmDialog
          question={`Remove the figures of ${longDayWords(asked.day)}?`}
          yes="Remove"
          busyYes="Removing…"
          onYes={async () => {
            const removed = await callAccount('POST /api/admin/site/threats/:day/remove', { day: asked.day })
            reload()
            if (removed.kind === 'refused') return removed
            showToast(`The figures of ${longDayWords(asked.day)} were removed.`)
            return undefined
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>
            {withCommas(asked.blocked)} blocked threats leave the charts, and{' '}
            {withCommas(asked.origin_blocked)} the map. To restore them, import them again.
          </p>
        </ConfirmDialog>
      )}
    </SiteScreenFrame>
  )
}
