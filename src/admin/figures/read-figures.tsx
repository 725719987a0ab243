import type { AdminFigures } from '../../contract/admin/figures.ts'
import { READ_PAGES, type ReadPage } from '../../domain/reading/read-page.ts'
import { counted } from '../../ui/parts/words.ts'
import { DayBars } from './day-bars.tsx'
import { valuesByDay } from './day-series.ts'
import { DayTable } from './day-table.tsx'
import { FigureSection } from './figure-section.tsx'
import styles from './figures-screen.module.css'
import { RankedBars } from './ranked-bars.tsx'

const PAGE_NAMES: Record<ReadPage, string> = {
  home: 'Home',
  cloud_status: 'Cloud status',
  incidents: 'Incidents',
  maintenance: 'Maintenance',
  advisories: 'Security advisories',
  notifications: 'Notifications',
  record: 'A single record',
  data_centers: 'Data center map',
  threats: 'Threats',
  compliance: 'Compliance',
  faq: 'FAQ',
  account: 'Sign-in and settings',
  other: 'Other pages',
  feeds: 'Feeds',
  api: 'API, by programs',
}

/** Z-06: how often the site is read, without any data about readers. */
export function ReadFigures({
  figures: { reads },
  days,
}: {
  figures: AdminFigures
  days: readonly string[]
}) {
  const valuesOf = (isMeant: (page: ReadPage) => boolean) =>
    valuesByDay(
      days,
      reads.filter(({ page }) => isMeant(page)),
      (row) => row.reads,
    )
  const isProgram = (page: ReadPage) => page === 'feeds' || page === 'api'
  const groups = [
    { key: 'pages', title: 'Pages', hue: 'brand', values: valuesOf((page) => !isProgram(page)) },
    { key: 'feeds', title: 'Feeds', hue: 'second', values: valuesOf((page) => page === 'feeds') },
    { key: 'api', title: 'API', hue: 'faint', values: valuesOf((page) => page === 'api') },
  ]
  const byPage = READ_PAGES.map((page) => ({
    key: page,
    title: PAGE_NAMES[page],
    hue: page === 'feeds' ? 'second' : page === 'api' ? 'faint' : 'brand',
    values: valuesOf((each) => each === page),
  })).filter(({ values }) => values.some((value) => value > 0))
  const ranked = byPage
    .map(({ key, title, hue, values }) => ({
      key,
      name: title,
      hue,
      count: values.reduce((sum, value) => sum + value, 0),
    }))
    .toSorted((a, b) => b.count - a.count)
  const total = ranked.reduce((sum, { count }) => sum + count, 0)
  return (
    <FigureSection
      title="Views per day"
      isWide
      lead={
        total === 0
          ? 'Nothing has been counted yet. Views are counted by kind of page, without any data about readers.'
          : `${counted(total, 'view')}. Counted by kind of page, without any data about readers. A page that updates itself after a publication counts again; answers from a cache in front of the site don’t count.`
      }
    >
      {(titleId) =>
        total > 0 && (
          <>
            <div className={styles.pair}>
              <DayBars days={days} series={groups} labelledBy={titleId} />
              <RankedBars label="By kind of page" ranked={ranked} />
            </div>
            <DayTable days={days} series={byPage} labelledBy={titleId} />
          </>
        )
      }
    </FigureSection>
  )
}
