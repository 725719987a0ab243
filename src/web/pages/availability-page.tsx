import { useId } from 'react'
import { Link } from 'react-router'
import type { ReadAnswer } from '../../contract/public-reads.ts'
import { percentWords } from '../../domain/availability.ts'
import { goalWords } from '../../domain/availability-goals.ts'
import { monthWords } from '../../domain/calendar/day-words.ts'
import { availabilityPath, placePath } from '../../domain/place-address.ts'
import { ScrollingTable } from '../../ui/parts/scrolling-table.tsx'
import { counted } from '../../ui/parts/words.ts'
import { Definition } from '../availability/definition.tsx'
import { MissedMark } from '../availability/goal-mark.tsx'
import { CenterFold } from '../map/center-fold.tsx'
import { definePage, found } from '../page.ts'
import { EmptyText } from '../parts/empty-text.tsx'
import { PageHead } from '../parts/page-head.tsx'
import styles from './availability-page.module.css'

type Data = ReadAnswer<'/api/availability'>['data']
type Months = Data['services'][number]['months']

interface Row {
  tid: number
  name: string
  months: Months
  goal?: number | null
  goals?: Data['services'][number]['goals']
  /** A page, or an anchor on this one. */
  to: string
}

const TITLE = 'Availability'

export const availabilityPage = definePage<Data>({
  async load({ read, cloud }) {
    return found((await read('/api/availability', { cloud: cloud.machine_name })).data)
  },

  meta(_, { cloud, global }) {
    return {
      title: TITLE,
      description: `Availability of the services and data centers of ${global.provider.name} on ${cloud.domain}, month by month.`,
      canonicalPath: availabilityPath(cloud.domain),
    }
  },

  Content({ data, context: { cloud } }) {
    const { months, services, regions } = data
    const servicesId = useId()
    const regionsId = useId()
    const anchorOf = (tid: number) => `region-${tid}`
    const isEmpty = services.length + regions.length === 0
    return (
      <div className="page-body">
        <PageHead
          title={TITLE}
          lead={`Every service and data center of ${cloud.domain} in the last 12 months, from the incidents published here.`}
        />
        {isEmpty ? <EmptyText>This cloud has no services and no data centers.</EmptyText> : <Definition />}
        {services.length > 0 && (
          <section className="page-part" aria-labelledby={servicesId}>
            <h2 id={servicesId}>Services</h2>
            <Table
              labelledBy={servicesId}
              first="Service"
              months={months}
              rows={services.map((row) => ({ ...row, to: placePath(cloud.domain, 'service', row.slug) }))}
            />
          </section>
        )}
        {regions.length > 0 && (
          <section className="page-part" aria-labelledby={regionsId}>
            <h2 id={regionsId}>Data centers</h2>
            <Table
              labelledBy={regionsId}
              first="Region"
              months={months}
              rows={regions.map(({ tid, title, months }) => ({
                tid,
                name: title,
                months,
                to: `#${anchorOf(tid)}`,
              }))}
            />
            <div>
              {regions.map(({ tid, title, data_centers }) => (
                <CenterFold
                  key={tid}
                  anchor={anchorOf(tid)}
                  title={title}
                  words={counted(data_centers.length, 'data center')}
                  isSearching={false}
                  holds={(id) => id === anchorOf(tid)}
                >
                  <Table
                    labelledBy={`${anchorOf(tid)}-title`}
                    first="Data center"
                    months={months}
                    rows={data_centers.map((row) => ({
                      ...row,
                      to: placePath(cloud.domain, 'data-center', row.slug),
                    }))}
                  />
                </CenterFold>
              ))}
            </div>
          </section>
        )}
      </div>
    )
  },
})

/** Newest month first: narrow screens show only the first columns. */
function Table({
  labelledBy,
  first,
  rows,
  months,
}: {
  labelledBy: string
  first: string
  rows: readonly Row[]
  months: readonly string[]
}) {
  return (
    <div className={styles.table}>
      <ScrollingTable labelledBy={labelledBy} keepsFirstColumn>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            {months.toReversed().map((month) => (
              <th key={month} scope="col">
                <abbr title={monthWords(month)}>{shortMonth(month)}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.tid}>
              <th scope="row">
                <Link to={row.to}>
                  <bdi>{row.name}</bdi>
                </Link>
                {row.goal !== undefined && row.goal !== null && (
                  <span className={styles.goal}>Goal {goalWords(row.goal)}</span>
                )}
              </th>
              {row.months.toReversed().map((share, index) => (
                <td key={months.at(-1 - index)} data-lost={share !== null && share < 1 ? '' : undefined}>
                  {share === null ? '–' : percentWords(share)}
                  <MissedMark goal={row.goals?.at(-1 - index)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  )
}

function shortMonth(month: string) {
  const [name = '', year = ''] = monthWords(month).split(' ')
  return `${name.slice(0, 3)} ${year.slice(-2)}`
}
