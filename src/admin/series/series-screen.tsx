import { Link } from 'react-router'
import { EmptyState } from '../parts/empty-state.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { SeriesRows } from './series-rows.tsx'

/** Z-02: recurring maintenance. Each window becomes its own record some days ahead. */
export function SeriesScreen() {
  const { called, reload } = useStaffAnswer('GET /api/admin/series', { input: {}, because: '' })
  const begin = (
    <Link to="/admin/series/new" className="button primary">
      New series
    </Link>
  )
  return (
    <Screen
      title="Recurring maintenance"
      lead="Every window of a series becomes its own maintenance record, published some days before it starts."
      actions={begin}
    >
      <Loaded called={called} onRetry={reload}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title="No recurring maintenance" action={begin}>
              <p>A series saves you from writing the same window every week.</p>
            </EmptyState>
          ) : (
            <SeriesRows series={data} onChanged={reload} />
          )
        }
      </Loaded>
    </Screen>
  )
}
