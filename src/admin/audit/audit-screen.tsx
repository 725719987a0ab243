import { Link, useLocation } from 'react-router'
import { Moment } from '../../ui/times/moment.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { AuditEntries } from './audit-entries.tsx'
import { AuditFilters, useAuditQuery } from './audit-filters.tsx'
import styles from './audit-screen.module.css'

/** Z-06: filters are in the address. */
export function AuditScreen() {
  const { asked, before, ...filters } = useAuditQuery()
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/audit', {
    input: { ...asked, ...(before !== undefined && { before }) },
    because: '',
  })
  return (
    <Screen
      title="Audit log"
      lead="Who changed what, and when. Entries are never changed or removed."
      actions={
        <a className="button" href={`/api/admin/audit.csv?${new URLSearchParams(asked)}`} download>
          Download as CSV
        </a>
      }
    >
      <AuditFilters {...filters} />
      <Loaded called={called} onRetry={reload} lines={12}>
        {({ data, names, older, looked_back_to }) => (
          <>
            {data.length === 0 ? (
              <EmptyState title={older === null ? 'No entries match.' : 'Nothing found so far.'}>
                {looked_back_to !== null && (
                  <p>
                    Searched back to <Moment at={looked_back_to} precision="minute" />.
                  </p>
                )}
              </EmptyState>
            ) : (
              <AuditEntries entries={data} names={names} label="Entries" isStale={isStale} />
            )}
            <Ways older={older} before={before} isFound={data.length > 0} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Ways({
  older,
  before,
  isFound,
}: {
  older: number | null
  before: number | undefined
  isFound: boolean
}) {
  const { pathname, search } = useLocation()
  const addressOf = (from: number | undefined) => {
    const query = new URLSearchParams(search)
    if (from === undefined) query.delete('before')
    else query.set('before', String(from))
    return `${pathname}?${query}`
  }
  if (older === null && before === undefined) return null
  return (
    <nav className={styles.ways} aria-label="Pages">
      {before !== undefined && (
        <Link className="button" to={addressOf(undefined)}>
          Newest
        </Link>
      )}
      {older !== null && (
        <Link className="button" to={addressOf(older)}>
          {isFound ? 'Older' : 'Search further back'}
        </Link>
      )}
    </nav>
  )
}
