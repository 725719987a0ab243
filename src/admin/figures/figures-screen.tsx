import { Link } from 'react-router'
import type { AdminFigures } from '../../contract/admin/figures.ts'
import { FIGURE_DAYS, type FigureDays, USUAL_FIGURE_DAYS } from '../../domain/telling/figure-days.ts'
import { Loaded } from '../parts/loaded.tsx'
import { useQuery } from '../parts/use-query.ts'
import { useStaffAnswer } from '../parts/use-staff-answer.ts'
import { Screen } from '../shell/screen.tsx'
import { daysBetween } from './day-series.ts'
import { FailureFigures } from './failure-figures.tsx'
import styles from './figures-screen.module.css'
import { MessageFigures } from './message-figures.tsx'
import { PublicationFigures } from './publication-figures.tsx'
import { ReadFigures } from './read-figures.tsx'
import { TimeFigures } from './time-figures.tsx'

/** Z-06: how messages fared, and how often the site was read. */
export function FiguresScreen() {
  const { query } = useQuery(['days'] as const)
  const days = FIGURE_DAYS.find((known) => String(known) === query.days) ?? USUAL_FIGURE_DAYS
  const { called, isStale, reload } = useStaffAnswer('GET /api/admin/figures', {
    input: { days },
    because: '',
  })
  return (
    <Screen
      title="Figures"
      lead="Messages by the day of their publication, and reading by kind of page. Days are UTC."
      actions={<Spans chosen={days} />}
    >
      <Loaded called={called} onRetry={reload} lines={12}>
        {({ data }) => (
          <div className={styles.figures} aria-busy={isStale || undefined}>
            <Charts figures={data} />
          </div>
        )}
      </Loaded>
    </Screen>
  )
}

function Charts({ figures }: { figures: AdminFigures }) {
  const days = daysBetween(figures.from, figures.to)
  return (
    <>
      <MessageFigures figures={figures} days={days} />
      <TimeFigures figures={figures} days={days} />
      <PublicationFigures figures={figures} days={days} />
      <FailureFigures figures={figures} />
      <ReadFigures figures={figures} days={days} />
    </>
  )
}

function Spans({ chosen }: { chosen: FigureDays }) {
  return (
    <nav className={styles.spans} aria-label="Time span">
      {FIGURE_DAYS.map((days) => (
        <Link
          key={days}
          className="button"
          to={days === USUAL_FIGURE_DAYS ? '/admin/figures' : `/admin/figures?days=${days}`}
          aria-current={days === chosen ? 'true' : undefined}
          preventScrollReset
        >
          {days} days
        </Link>
      ))}
    </nav>
  )
}
